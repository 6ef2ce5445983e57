/*
 * delimiter.h - finds the matches of --delimiter in text that arrives in pieces.
 *
 * Each delimiter is the leftmost match of the regex in the text behind the previous delimiter. The
 * result depends on the text alone, not on how much of it is there at a time. Therefore
 * delimiter_open() rejects regexes that look back without bound, or in which an attempt to match at
 * one place decides about other places.
 */
#pragma once

#include "text/regex_search.h"

enum {
    DELIMITER_MOST = 64 << 10,     /* longest delimiter in bytes */
    DELIMITER_LOOK_MOST = 1 << 20, /* bytes from its beginning within which a match is decided */
};

struct delimiter;

/* Compiles the regex of --delimiter. Reports errors with diag_error() and returns NULL. */
struct delimiter *delimiter_open(const char *regex, bool utf8);
void delimiter_close(struct delimiter *d);

/* A text to search. It begins at the beginning of the input, behind a delimiter, or within a
 * record. */
struct delimiter_text {
    const unsigned char *bytes;
    size_t length;
    bool middle; /* it begins within a record */
    bool last;   /* no more text will come */
};

/*
 * Finds the leftmost delimiter in `text` that begins at or behind `from`. With `middle`, the text
 * must have delimiter_lookbehind() bytes before `from`.
 *
 * REGEX_YES    the delimiter is [bounds[0], bounds[1])
 * REGEX_NO     no delimiter begins in the text
 * REGEX_MORE   only without `last`: with more text, one may begin at bounds[0]; none begins before
 * REGEX_ERROR  none begins before bounds[0]; *reason says why the search failed there, and is
 * valid until the next search
 */
enum regex_result delimiter_find(struct delimiter *d, const struct delimiter_text *text,
                                 size_t from, size_t bounds[2], const char **reason);

/* Returns how many bytes before `from` delimiter_find() may read. */
size_t delimiter_lookbehind(const struct delimiter *d);
