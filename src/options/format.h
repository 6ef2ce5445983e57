/*
 * format.h - the language of --format: text with fields (%f) and escapes (\n).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct format_piece {
    char field;       /* its letter, or 0 */
    const char *text; /* where there is no field */
    size_t length;
};

/* Returns the piece at *at, and advances *at. Returns false at the end. The format must be
 * valid. */
bool format_next(const char **at, struct format_piece *piece);

/* Returns an error message for an invalid format, or NULL. */
const char *format_fault(const char *format);

/* What --bed prints. Its fields 0 and 1, which users cannot write, are the first residue of the
 * occurrence, from 0, and that behind it. */
#define FORMAT_BED "%n\\t%0\\t%1\\t%i\\t%d\\t%s\\n"

/* Returns whether the format has the field. */
bool format_has(const char *format, char field);
