/*
 * filter.h - exact regular expressions over text, by PCRE2: those of --where and --where-not, and
 * those that delimiter.h is made of.
 *
 * In a UTF-8 locale they are compiled with PCRE2_UTF | PCRE2_UCP, and an undecodable byte matches
 * nothing, not even `.` (PCRE2_MATCH_INVALID_UTF). One thread uses a filter.
 */
#ifndef FILTER_H
#define FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct filter;

/*
 * Compiles `regex`, which the user gave with the option `option`, such as "--where". NULL when that
 * fails, which is reported. `open_end`: more text may follow what is searched, so a multi-line ^
 * holds behind a newline at the very end of it too (PCRE2_ALT_CIRCUMFLEX).
 */
struct filter *filter_open(const char *option, const char *regex, bool utf8, bool open_end);
void filter_close(struct filter *f);

/* The largest number of characters by which one lookbehind of the regex goes back. */
size_t filter_lookbehind(const struct filter *f);

/* Whether newlines are single characters for the regex: not when it begins with (*CRLF), (*ANY) or
 * (*ANYCRLF). */
bool filter_newline_simple(const struct filter *f);

/* Whether the regex can match the empty string, as far as PCRE2 can tell beforehand. */
bool filter_matches_empty(const struct filter *f);

enum filter_result { FILTER_NO, FILTER_YES, FILTER_MORE, FILTER_ERROR };

/* Whether the record matches. FILTER_ERROR: a limit of PCRE2 was met, or memory is out; *reason
 * says so, until the next search. */
enum filter_result filter_record(struct filter *f, const unsigned char *record, size_t length,
                                 const char **reason);

/* A text to be searched, and what is known of its borders. */
struct filter_text {
    const unsigned char *bytes;
    size_t length;
    bool good;   /* all bytes are decodable */
    bool middle; /* text lies before it, so ^ does not hold at its beginning */
    bool cut;    /* text lies behind it that will not be looked at, so $ does not hold at its end */
    bool more;   /* more text may come: a match that depends on the end is FILTER_MORE */
};

/*
 * The leftmost match that begins at or behind `from`. FILTER_YES: it is [bounds[0], bounds[1]).
 * FILTER_MORE, only with `more`: what begins at bounds[0] may become a match with more text, and
 * nothing that begins before it matches. FILTER_ERROR as above.
 */
enum filter_result filter_search(struct filter *f, const struct filter_text *text, size_t from,
                                 size_t bounds[2], const char **reason);

#endif
