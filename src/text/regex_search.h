/*
 * regex_search.h - exact regular expressions over text, by PCRE2: for --where and --where-not, and
 * for delimiter.h.
 *
 * In a UTF-8 locale they are compiled with PCRE2_UTF | PCRE2_UCP, and nothing matches an
 * undecodable byte, not even `.` (PCRE2_MATCH_INVALID_UTF). One thread at a time may use a search.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct regex_search;

/*
 * Compiles `regex`, which the user gave with the option `option`, such as "--where". Reports errors
 * and returns NULL. `open_end`: more text may follow the searched text, so a multi-line ^ also
 * matches behind a newline at its very end (PCRE2_ALT_CIRCUMFLEX).
 */
struct regex_search *regex_search_open(const char *option, const char *regex, bool utf8,
                                       bool open_end);
void regex_search_close(struct regex_search *f);

/* Returns the largest number of characters that one lookbehind of the regex goes back. */
size_t regex_search_lookbehind(const struct regex_search *f);

/* Returns whether newlines are single characters for the regex: false if it begins with (*CRLF),
 * (*ANY) or (*ANYCRLF). */
bool regex_search_newline_simple(const struct regex_search *f);

/* Returns whether the regex can match the empty string, as far as PCRE2 can tell without a text. */
bool regex_search_matches_empty(const struct regex_search *f);

enum regex_result { REGEX_NO, REGEX_YES, REGEX_MORE, REGEX_ERROR };

/* Whether the record matches. REGEX_ERROR: PCRE2 reached a limit or ran out of memory; *reason
 * says so, and is valid until the next search. */
enum regex_result regex_search_record(struct regex_search *f, const unsigned char *record,
                                      size_t length, const char **reason);

/* A text to search, and what surrounds it. */
struct regex_text {
    const unsigned char *bytes;
    size_t length;
    bool good;   /* all bytes are decodable */
    bool middle; /* text precedes it, so ^ does not match at its beginning */
    bool cut;    /* text that will not be searched follows it, so $ does not match at its end */
    bool more;   /* more text may come: a match that depends on it gives REGEX_MORE */
};

/*
 * Finds the leftmost match that begins at or behind `from`. REGEX_YES: it is [bounds[0],
 * bounds[1]). REGEX_MORE, only with `more`: with more text, a match may begin at bounds[0], and
 * none begins before. REGEX_ERROR as above.
 */
enum regex_result regex_search_find(struct regex_search *f, const struct regex_text *text,
                                    size_t from, size_t bounds[2], const char **reason);
