/*
 * naive_regex.h - the reference for --where and --delimiter: PCRE2 on the whole text at once,
 * without its optimizations.
 */
#pragma once

#include "naive.h"

struct regex;

struct regex *regex_open(const char *text, bool utf8);
void regex_close(struct regex *r);

bool regex_matches(struct regex *r, struct naive_bytes record);

/* Returns whether the regex has an atomic group or a possessive quantifier, as expression_draw()
 * writes them. PCRE2's machine code (10.42) wrongly backtracks into them: it finds
 * a(?>a+|a)(?=a) in "aaaaaaa", and the interpreter does not. */
bool regex_is_atomic(const char *text);

struct delimiters {
    struct delimiter {
        size_t start, end; /* in bytes */
    } * list;
    size_t count;
};

/* Returns all delimiters of a text, by -z, --delimiter and --span-lines. The caller frees the list.
 */
struct delimiters delimiters_find(const struct naive_options *o, struct naive_bytes text);
