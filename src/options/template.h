/*
 * template.h - the texts of --format and --replace: text with fields and escapes (\n).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum template_kind {
    TEMPLATE_FORMAT,      /* fields are %f and so on */
    TEMPLATE_REPLACEMENT, /* fields are & and \1 to \9 */
};

struct template_piece {
    char field;       /* its letter, '&' or digit; 0: text */
    const char *text; /* if it is no field */
    size_t length;
};

/* Returns the piece at *at, and advances *at. Returns false at the end. The template must be
 * valid. */
bool template_next(enum template_kind kind, const char **at, struct template_piece *piece);

/* Returns an error message for an invalid template, or NULL. */
const char *template_fault(enum template_kind kind, const char *text);

/* Returns whether the template has one of these fields. */
bool template_has(enum template_kind kind, const char *text, const char *fields);

/* The fields of a replacement that are groups of an expression. */
#define TEMPLATE_GROUPS "123456789"

/* What --bed prints. Its fields 0 and 1 are for it alone: the numbers, from 0, of the first residue
 * of the occurrence, and of the one behind the last. */
#define TEMPLATE_BED "%n\\t%0\\t%1\\t%i\\t%d\\t%s\\n"
