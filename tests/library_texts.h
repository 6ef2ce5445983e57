/*
 * library_texts.h - compares random texts by the public library and by the full table of each pair.
 */
#pragma once

#include <stdbool.h>

#include "ref/random.h"

/* Draws two lists of texts and settings. Compares them pair by pair in one call, one by one, and
 * all with all. Prints a difference and returns false. */
bool library_texts_agree(struct random *r);
