/* list_file.h - a file that lists something, one a line: patterns, confusions, globs. */
#ifndef LIST_FILE_H
#define LIST_FILE_H

#include <stdbool.h>
#include <stddef.h>

struct list_line {
    const char *text; /* without newline; may hold NUL; never empty */
    size_t length;
    const char *file;   /* what the file is called; lives as long as the name that was given */
    unsigned long line; /* from 1 */
};

/*
 * Gives each line of a file ("-" is standard input), but for the empty ones, to take(), which
 * returns NULL, or what is wrong with it. False: that, or why the file cannot be read, was reported
 * (diag.h). A byte order mark (UTF-8) at the beginning of the file is skipped. `crlf`: a carriage
 * return before a newline is no part of the line. What `line` points to, the file's name apart, is
 * gone after the call.
 */
bool list_file_read(const char *name, bool crlf,
                    const char *(*take)(void *context, const struct list_line *line),
                    void *context);

/* All of a file ("-" is standard input) without a byte order mark: *all, in the bytes that are
 * returned, which the caller frees. NULL: why it cannot be read was reported. */
char *list_file_whole(const char *name, struct list_line *all);

#endif
