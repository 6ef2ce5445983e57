/*
 * filter.h - exact regular expressions over records (PCRE2, JIT): --where, --where-not,
 * --delimiter.
 *
 * In a UTF-8 locale PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF. Each filter is used by one
 * thread.
 */
#ifndef FILTER_H
#define FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct filter;

/*
 * Compiles `regex`, which the user gave as `option` ("--where"). Reports errors with diag_error()
 * and returns NULL. A delimiter that can match the empty string is an error.
 */
struct filter *filter_open(const char *option, const char *regex, bool utf8, bool delimiter);
void filter_close(struct filter *f);

enum filter_result { FILTER_NO, FILTER_YES, FILTER_MORE, FILTER_ERROR };

/* Whether the record matches. FILTER_ERROR (match limit, memory): *reason is static text, or
 * filter-owned. */
enum filter_result filter_record(struct filter *f, const unsigned char *record, size_t length,
                                 const char **reason);

/*
 * The leftmost delimiter in text[0..length) that starts at or after `from`, where text[0] follows
 * the last delimiter (or begins the input) or, if `middle`, lies within the record (then nothing is
 * taken for its beginning). FILTER_YES: *start, *end of it. FILTER_MORE: more text could make one
 * that begins at *start (only when !last). FILTER_NO: no delimiter begins in text. FILTER_ERROR as
 * above (an empty match too).
 */
enum filter_result filter_delimiter(struct filter *f, const unsigned char *text, size_t length,
                                    size_t from, bool middle, bool last, size_t *start, size_t *end,
                                    const char **reason);

/* How many bytes before `from` filter_delimiter() may look at; it wants them in text when `middle`.
 */
size_t filter_lookbehind(const struct filter *f);

#endif
