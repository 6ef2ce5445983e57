/*
 * alike_bytes.h - whether two inputs have the same bytes, read no further than it takes to know.
 */
#ifndef ALIKE_BYTES_H
#define ALIKE_BYTES_H

#include <stdbool.h>
#include <stdint.h>

struct alike_bytes {
    bool good; /* else an error was reported, and the others are not known */
    bool alike;
    uint64_t read; /* bytes, of both */
};

/* Compares two files; one of them may be "-", standard input. Compares the sizes of nonempty
 * regular files first. Exits the program when out of memory. */
struct alike_bytes alike_bytes(const char *const names[2]);

#endif
