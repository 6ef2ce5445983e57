/*
 * regex.h - compiles regexes by PCRE2, for patterns and filters, and describes errors in them.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct regex_error {
    int number;    /* of PCRE2 */
    size_t offset; /* in bytes */
};

/* Compiles text[0..length) with PCRE2's flags; NULL: *error says why. Exits the program when out of
 * memory. The result is a pcre2_code. */
void *regex_compile(const char *text, size_t length, uint32_t flags, struct regex_error *error);

/* As regex_compile(), but also returns NULL when out of memory. Thread-safe. */
void *regex_try(const char *text, size_t length, uint32_t flags, struct regex_error *error);

/* Returns a pcre2_match_data for the whole match only, or NULL when out of memory. Thread-safe. */
void *regex_match_data(void);

/* Exits the program with "WHAT: " and PCRE2's message for this match error. */
_Noreturn void regex_die(const char *what, int number);

/*
 * Reports "WHAT 'TEXT': at POSITION: REASON" with diag_error(), the position in characters from 1
 * and a long TEXT cut. regex_report() takes the reason from PCRE2.
 */
void regex_complain(const char *what, const char *text, size_t length, size_t offset, bool utf8,
                    const char *reason);
void regex_report(const char *what, const char *text, size_t length, bool utf8,
                  const struct regex_error *error);

/* As regex_complain(), but shows the part of TEXT around the position, and a second line with a '^'
 * below it. */
void regex_point(const char *what, const char *text, size_t length, size_t offset, bool utf8,
                 const char *reason);

enum { REGEX_EXCERPT = 64 };

/* Returns the number of bytes that a message shows: all, or at most REGEX_EXCERPT up to a
 * character's end. */
int regex_excerpt(const char *text, size_t length);
