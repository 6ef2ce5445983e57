/*
 * naive_regex.h - the reference: --where and --delimiter, as PCRE2 finds them in all of a text at
 * once, without any of its optimizations.
 */
#ifndef NAIVE_REGEX_H
#define NAIVE_REGEX_H

#include "naive.h"

struct regex;

struct regex *regex_open(const char *text, bool utf8);
void regex_close(struct regex *r);

bool regex_matches(struct regex *r, struct naive_bytes record);

struct delimiters {
    struct delimiter {
        size_t start, end; /* in bytes */
    } * list;
    size_t count;
};

/* All delimiters of a text, by -z, --delimiter and --span-lines. The caller frees the list. */
struct delimiters delimiters_find(const struct naive_options *o, struct naive_bytes text);

#endif
