/*
 * option_pairs.h - which options of edgrep have been given together: what only some pair of them
 * does wrong, is found only by cases in which the two have met.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* A command line that is run, which ends with NULL. What follows "--" is no option. */
void option_pairs_note(char *const *arguments);

/* Whether edgrep takes `count` arguments (at most 15, with its name) and a pattern. Prints
 * no message. */
bool option_pairs_taken(char *const *arguments, int count);

/* Prints how many pairs have met of the options that were given, and those that never have, though
 * edgrep would take the two together. Returns how many these are. */
size_t option_pairs_print(void);
