/*
 * pattern.h - compiles patterns to a query.
 *
 * Literal patterns are decoded to characters; with -i PCRE2 decides what a character equals (items
 * whose sets are the same are one item). Patterns of -P and -E are cut into items
 * (expression_cursor.h), and PCRE2 decides what each matches (char_class.h).
 */
#pragma once

#include "query/query.h"
#include "query/rules.h"

struct pattern_source { /* one pattern as given */
    char *text;         /* without newline; may hold NUL; its id follows, where it has one */
    size_t length;      /* of the text alone */
    size_t id_length;   /* 0: no id */
    bool limited;       /* has its own limit (--table) */
    struct limit limit; /* valid if `limited` */
    const char *file;   /* the file it came from (-f, --table), or NULL */
    unsigned long line; /* its line there, from 1 */
};

/*
 * Compiles `count` patterns (numbered from 1 in this order). On bad input reports one line with
 * diag_error() (pattern, position and reason) and returns NULL. In best mode without -k each
 * pattern's k is pattern_vacuous() - 1. If only some patterns have limits, the rules must have one
 * for the others.
 */
const struct query *patterns_compile(const struct pattern_source *sources, size_t count,
                                     const struct pattern_rules *rules);
