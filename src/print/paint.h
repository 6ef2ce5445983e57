/*
 * paint.h - text for people: colours as GNU grep's, and bytes made visible on a terminal.
 *
 * A paint stands before the sink. What the user's files or names contain goes through
 * paint_bytes(); what is ours (digits, separators) may go to the sink directly.
 */
#ifndef PAINT_H
#define PAINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "print/sink.h"

/* What GREP_COLORS can colour, by its capability. */
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
    bool visible;    /* bytes go through sink_put_visible() */
    bool reverse;    /* rv: with -v, sl and cx change places */
    bool keep_erase; /* no "ne": EL (erase to the end of the line) follows every SGR */
    struct paint_color {
        const char *sgr; /* digits and ';', in a literal or the environment */
        size_t length;   /* 0: no colour */
    } colors[PAINT_ROLES];
};

/*
 * Prints to `sink`. With `color` GREP_COLORS is read; without, all roles print nothing but their
 * text. `visible`: standard output is a terminal.
 */
void paint_open(struct paint *p, struct sink *sink, bool color, bool visible);

/* SGR sequences around text of `role`; nothing for a role without colour. */
void paint_start(const struct paint *p, enum paint_role role);
void paint_end(const struct paint *p, enum paint_role role);
bool paint_has(const struct paint *p, enum paint_role role);

/* Bytes of an input or its name, made visible if need be. */
void paint_bytes(const struct paint *p, const void *bytes, size_t size);

/* A name, a number (blanks before it up to `width` columns) or a separator, each in its colour. */
void paint_name(const struct paint *p, const char *name);
void paint_number(const struct paint *p, enum paint_role role, uint64_t n, unsigned width);
void paint_separator(const struct paint *p, const char *separator);

/* The digits of n. */
unsigned decimal_digits(uint64_t n);

#endif
