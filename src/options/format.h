/*
 * format.h - the language of --format: text with fields (%f) and escapes (\n).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct format_piece {
    char field;       /* its letter, or 0 */
    const char *text; /* if it is no field */
    size_t length;
};

/* Returns the piece at *at, and advances *at. Returns false at the end. The format must be
 * valid. */
bool format_next(const char **at, struct format_piece *piece);

/* Returns an error message for an invalid format, or NULL. */
const char *format_fault(const char *format);

/* What --bed prints. Its fields 0 and 1 are for it alone: the numbers, from 0, of the first residue
 * of the occurrence, and of the one behind the last. */
#define FORMAT_BED "%n\\t%0\\t%1\\t%i\\t%d\\t%s\\n"

/* Returns whether the format has the field. */
bool format_has(const char *format, char field);
