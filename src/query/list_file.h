/* list_file.h - reads list files, one entry a line: patterns, confusions, globs. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct list_line {
    const char *text; /* without newline; may hold NUL; never empty */
    size_t length;
    const char *file;   /* the file's name in messages; valid as long as the given name */
    unsigned long line; /* from 1 */
};

/*
 * Passes each line of a file ("-" is standard input) that is not empty to take(), which returns
 * NULL or an error message. Returns false after reporting that message, or a read error (diag.h).
 * Skips a byte order mark (UTF-8) at the beginning of the file. `crlf`: a carriage return before a
 * newline is not part of the line. The line is valid during the call only, except the file's name.
 */
bool list_file_read(const char *name, bool crlf,
                    const char *(*take)(void *context, const struct list_line *line),
                    void *context);

/* Reads a whole file ("-" is standard input) without its byte order mark: sets *all, and returns
 * the bytes, which the caller frees; NULL after reporting a read error. */
char *list_file_whole(const char *name, struct list_line *all);
