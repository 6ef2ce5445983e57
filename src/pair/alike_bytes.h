/*
 * alike_bytes.h - compares two inputs byte by byte, up to the first difference.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct alike_bytes {
    bool good; /* false: an error was reported, and the other fields are undefined */
    bool alike;
    uint64_t read; /* bytes read of both */
};

/* Compares two files; one of them may be "-", standard input. Compares the sizes of nonempty
 * regular files first. Exits the program when out of memory. */
struct alike_bytes alike_bytes(const char *const names[2]);
