/*
 * option_pairs.h - which options of edgrep, or of edcmp, have been given together: what only some
 * pair of them does wrong, is found only by cases in which the two have met. A test notes the
 * command lines of one of the programs.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "differential.h"

/* A command line that is run, from its program to a NULL. What follows "--" is no option. */
void option_pairs_note(char *const *arguments);

/* Whether the program takes `count` arguments (at most 15, with its name) and a pattern, or for
 * edcmp two files. Prints no message. */
bool option_pairs_taken(char *const *arguments, int count);

/* Prints how many pairs have met of the options that were given, and those that never have, though
 * the program would take the two together. Returns how many these are. */
size_t option_pairs_print(void);

/* The main() of a program whose cases are command lines with a pair of options each: runs them
 * (differential.h), and prints the pairs if each of them, `pairs` in all, had its turn. */
int option_pairs_main(int argc, char **argv,
                      bool (*check)(const struct differential *d, uint64_t number), size_t pairs);
