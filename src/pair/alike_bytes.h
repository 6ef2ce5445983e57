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

/* Compares files, one of which may be "-": standard input, and the other not. Of two regular files
 * that have something, the sizes come first. Out of memory the program ends. */
struct alike_bytes alike_bytes(const char *const names[2]);

#endif
