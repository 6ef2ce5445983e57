/*
 * format.h - the language of --format: text with fields (%f) and escapes (\n).
 */
#ifndef FORMAT_H
#define FORMAT_H

#include <stdbool.h>
#include <stddef.h>

struct format_piece {
    char field;       /* its letter, or 0 */
    const char *text; /* where there is no field */
    size_t length;
};

/* Takes the piece at *at, which moves behind it. False at the end. The format is a good one. */
bool format_next(const char **at, struct format_piece *piece);

/* What is wrong with a format, or NULL. */
const char *format_fault(const char *format);

/* Whether it has a field. */
bool format_has(const char *format, char field);

#endif
