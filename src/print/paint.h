/*
 * paint.h - text for people: in the colours of GNU grep, with control bytes escaped on a terminal.
 *
 * A paint prints to a sink. Bytes of the user's files and file names go through paint_bytes(). The
 * program's own characters, such as digits and separators, may go to the sink directly.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "print/sink.h"

/* Roles with a colour of their own, and their names in GREP_COLORS. */
enum paint_role {
    PAINT_NONE,
    PAINT_MATCH,         /* ms: occurrences in selected records */
    PAINT_CONTEXT_MATCH, /* mc: occurrences in context records (-v) */
    PAINT_SELECTED,      /* sl: rest of selected records */
    PAINT_CONTEXT,       /* cx: rest of context records */
    PAINT_NAME,          /* fn */
    PAINT_LINE,          /* ln */
    PAINT_OFFSET,        /* bn: OFFSET, DISTANCE and pattern number */
    PAINT_SEPARATOR,     /* se */
    PAINT_ROLES
};

struct paint {
    struct sink *sink;
    bool visible;    /* paint_bytes() escapes control bytes */
    bool reverse;    /* "rv": with -v, exchange sl and cx */
    bool keep_erase; /* "ne" is not given: EL (erase to the end of the line) follows every SGR */
    struct paint_color {
        const char *sgr; /* digits and ';', in a literal or the environment */
        size_t length;   /* 0: no colour */
    } colors[PAINT_ROLES];
};

/*
 * Opens a paint that prints to `sink`. `color`: use the colours of GREP_COLORS; otherwise no role
 * has a colour. `visible`: standard output is a terminal.
 */
void paint_open(struct paint *p, struct sink *sink, bool color, bool visible);

/* paint_start() and paint_end() print the SGR sequences before and after text of `role`, if it has
 * a colour. paint_has() returns whether it has one. */
static inline bool paint_has(const struct paint *p, enum paint_role role)
{
    return p->colors[role].length > 0;
}

/* Prints an SGR sequence: `digits` are those of a colour; empty digits end a colour. */
void paint_sgr(const struct paint *p, const char *digits, size_t length);

static inline void paint_start(const struct paint *p, enum paint_role role)
{
    if (paint_has(p, role))
        paint_sgr(p, p->colors[role].sgr, p->colors[role].length);
}

static inline void paint_end(const struct paint *p, enum paint_role role)
{
    if (paint_has(p, role))
        paint_sgr(p, "", 0);
}

/* Prints bytes of an input or of a name, escaped if standard output is a terminal. */
void paint_bytes(const struct paint *p, const void *bytes, size_t size);

/* Print a name, a number, the number of a record (sink_record_number()) or a separator, each in its
 * colour. Numbers are padded with blanks to `width` columns. */
void paint_name(const struct paint *p, const char *name);
void paint_number(const struct paint *p, enum paint_role role, uint64_t n, unsigned width);
void paint_record_number(const struct paint *p, uint64_t n, unsigned width);

static inline void paint_separator(const struct paint *p, const char *separator)
{
    paint_start(p, PAINT_SEPARATOR);
    for (const char *c = separator; *c != '\0'; c++) /* mostly one */
        sink_putc(p->sink, *c);
    paint_end(p, PAINT_SEPARATOR);
}
