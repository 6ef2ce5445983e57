/*
 * naive_regex.h - the reference: --where and --delimiter, as PCRE2 finds them in all of a text at
 * once, without any of its optimizations.
 */
#pragma once

#include "naive.h"

struct regex;

struct regex *regex_open(const char *text, bool utf8);
void regex_close(struct regex *r);

bool regex_matches(struct regex *r, struct naive_bytes record);

/* Whether the regex has an atomic group or a possessive quantifier, in the forms that are drawn.
 * PCRE2's machine code (10.42) goes back into such: a(?>a+|a)(?=a) is found in "aaaaaaa", where the
 * interpreter finds nothing. */
bool regex_is_atomic(const char *text);

struct delimiters {
    struct delimiter {
        size_t start, end; /* in bytes */
    } * list;
    size_t count;
};

/* All delimiters of a text, by -z, --delimiter and --span-lines. The caller frees the list. */
struct delimiters delimiters_find(const struct naive_options *o, struct naive_bytes text);
