/* fake_clock.h - a fake clock for rates.h, which the test sets. */
#pragma once

#include <stddef.h>

#include "plan/rates.h"

/* The time, and by how much each reading advances it. */
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
