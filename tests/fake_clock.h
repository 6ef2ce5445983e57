/* fake_clock.h - a clock for rates.h that a test sets: what work takes is simulated. */
#pragma once

#include <stddef.h>

#include "plan/rates.h"

/* The time, and how far each read moves it on. */
static uint64_t now, tick;

static uint64_t fake_clock(void)
{
    return now += tick;
}

static int set_clock(void **state)
{
    (void)state;
    rates_clock = fake_clock;
    now = 1;
    tick = 0;
    return 0;
}

static int unset_clock(void **state)
{
    (void)state;
    rates_clock = NULL;
    return 0;
}
