/*
 * option_pairs.h - which pairs of options a test has given together. Some errors appear only when
 * two options meet. A test records the command lines of one program, edgrep or edcmp.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "differential.h"

/* Records a command line: the program, its arguments, NULL. Arguments after "--" are no options. */
void option_pairs_note(char *const *arguments);

/* Returns whether the program accepts `count` arguments (at most 15, with its name) and a pattern,
 * or for edcmp two files. Prints no message. */
bool option_pairs_taken(char *const *arguments, int count);

/* Prints how many pairs of the given options have met, and which never have although the program
 * accepts both together. Returns the number of the latter. */
size_t option_pairs_print(void);

/* The main() of a program whose cases are command lines with one pair of options each: runs the
 * cases (differential.h). If it ran all `pairs`, prints which pairs met. */
int option_pairs_main(int argc, char **argv,
                      bool (*check)(const struct differential *d, uint64_t number), size_t pairs);
