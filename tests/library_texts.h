/*
 * library_texts.h - random texts compared by the public library against the whole table of each
 * pair.
 */
#pragma once

#include <stdbool.h>

#include "ref/random.h"

/* Draws two lists of texts and settings, and compares them pair by pair in one call, one by one,
 * and all with all. False, and printed: something is wrong. */
bool library_texts_agree(struct random *r);
