/*
 * arguments.h - numbers for the differential programs, from their command lines and environment.
 */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <stdint.h>

/* A decimal number; anything else ends the program with a message. */
uint64_t argument_number(const char *text);

/* The environment variable `name`, or `otherwise` where it is not set or empty. */
const char *argument_environment(const char *name, const char *otherwise);

#endif
