/* same_file.h - whether a file that rank 0 names is the same on this rank. */
#pragma once

#include <stdint.h>
#include <time.h>

/* A regular file, as rank 0 has it. */
struct file_version {
    uint64_t size;
    struct timespec modified; /* its modification time */
};

/* Opens the file for reading. Returns NULL and sets *fd, or returns why it cannot be used here, and
 * sets *fd to -1. */
const char *same_file_open(const char *name, struct file_version version, int *fd);
