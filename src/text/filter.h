/*
 * filter.h - exact regular expressions over text (PCRE2, JIT): --where, --where-not, and what
 * delimiter.h is made of.
 *
 * In a UTF-8 locale PCRE2_UTF | PCRE2_UCP; an undecodable byte matches nothing, not even `.`
 * (PCRE2_MATCH_INVALID_UTF). Each filter is used by one thread.
 */
#ifndef FILTER_H
#define FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct filter;

/*
 * Compiles `regex`, which the user gave as `option` ("--where"). Reports errors with diag_error()
 * and returns NULL. `open_end`: text may follow what is searched, so a multi-line ^ holds behind a
 * newline at its very end too (PCRE2_ALT_CIRCUMFLEX).
 */
struct filter *filter_open(const char *option, const char *regex, bool utf8, bool open_end);
void filter_close(struct filter *f);

/* The largest number of characters by which one lookbehind of the regex goes back. */
size_t filter_lookbehind(const struct filter *f);

/* Whether a newline is one character by the regex: it does not begin with (*CRLF), (*ANY) or
 * (*ANYCRLF). */
bool filter_newline_simple(const struct filter *f);

/* Whether the regex can match the empty string, as far as PCRE2 can tell beforehand. */
bool filter_matches_empty(const struct filter *f);

enum filter_result { FILTER_NO, FILTER_YES, FILTER_MORE, FILTER_ERROR };

/* Whether the record matches. FILTER_ERROR (match limit, memory): *reason is static text, or
 * filter-owned. */
enum filter_result filter_record(struct filter *f, const unsigned char *record, size_t length,
                                 const char **reason);

/* How filter_search() takes the borders of its text. */
struct filter_text {
    const unsigned char *bytes;
    size_t length;
    bool good;   /* all bytes are decodable */
    bool middle; /* text lies before it, so ^ does not hold at its beginning */
    bool cut;    /* text lies behind it that is not looked at, so $ does not hold at its end */
    bool more;   /* text may follow: the end of what is there decides nothing */
};

/*
 * The leftmost match at or behind `from`. FILTER_YES: bounds[0] to bounds[1]. FILTER_MORE: the
 * search came to the end of the text while it looked at a match that would begin at bounds[0];
 * nothing that begins before it matches (only with `more`). FILTER_ERROR as above.
 */
enum filter_result filter_search(struct filter *f, const struct filter_text *text, size_t from,
                                 size_t bounds[2], const char **reason);

#endif
