/* read_together.h - threads read one stretch of a file together, where one cannot keep up. */
#ifndef READ_TOGETHER_H
#define READ_TOGETHER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/helpers.h"

/*
 * As pread(2), but it reads fewer than `size` bytes only at the end of the file or before an error.
 * The threads call look() for each piece that they have read, while it is in their caches; *all is
 * whether it was true for all of them.
 */
ssize_t read_together(struct helpers *helpers, int fd, void *to, size_t size, off_t position,
                      bool (*look)(const unsigned char *p, size_t n), bool *all);

#endif
