/* list_file.h - a file that lists patterns or confusions, read whole. */
#ifndef LIST_FILE_H
#define LIST_FILE_H

#include <stddef.h>

/* The bytes of a file ("-" is standard input, and *name becomes what it is called); the caller
 * frees them. NULL when it cannot be read: reported. */
char *list_file_bytes(const char **name, size_t *length);

/* Drops each carriage return before a newline, for --crlf; how many bytes are left. */
size_t list_file_drop_returns(char *bytes, size_t length);

#endif
