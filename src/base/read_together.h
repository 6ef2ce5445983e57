/* read_together.h - reads one range of a file with several threads. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/helpers.h"

/*
 * As pread(2), but returns fewer than `size` bytes only at the end of the file or before an error.
 * The threads call look() for each piece that they have read, while it is in their caches; *all is
 * the AND of its results.
 */
ssize_t read_together(struct helpers *helpers, int fd, void *to, size_t size, off_t position,
                      bool (*look)(const unsigned char *p, size_t n), bool *all);
