/* files.h - opens a file that a user names, and reads a whole file. */
#pragma once

#include <stddef.h>

/* Opens a file for reading; "-" is standard input, and *name becomes its name in messages. Returns
 * -1 with errno on failure. */
int files_open(const char **name);

/* Reads to the end. Returns the bytes, *size of them, which the caller frees; NULL with errno on
 * failure. */
void *files_read(int fd, size_t *size);
