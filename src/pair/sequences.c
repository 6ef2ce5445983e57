/*
 * sequences.c - runs of equal codes, at the speed of memory.
 *
 * Most runs end within a few codes, so they are first compared word by word. Longer runs are
 * compared with memcmp(), block by block, because the C library has it vectorized for every
 * processor.
 */
#include "pair/sequences.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 256, WORD = SEQUENCES_WORD, WORDS_FIRST = 8, BLOCK = 4096 };

/* Returns n bytes behind the first `at` ones from p on or, with `back`, before the last `at` ones
 * before p. */
static inline const unsigned char *bytes_at(const unsigned char *p, size_t at, size_t n, bool back)
{
    return back ? p - at - n : p + at;
}

/* Returns the number of equal bytes from a and b on or, with `back`, before a and b; at most
 * `size`. */
static inline size_t equal_bytes(const unsigned char *a, const unsigned char *b, size_t size,
                                 bool back)
{
    size_t at = 0;
    for (unsigned words = 0; at + WORD <= size; at += WORD) {
        if (words++ == WORDS_FIRST)
            while (size - at >= BLOCK &&
                   memcmp(bytes_at(a, at, BLOCK, back), bytes_at(b, at, BLOCK, back), BLOCK) == 0)
                at += BLOCK;
        if (size - at < WORD)
            break;
        uint64_t differ =
            sequences_difference(bytes_at(a, at, WORD, back), bytes_at(b, at, WORD, back));
        if (differ != 0)
            return at + (back ? bits_bytes_behind(differ) : bits_first_byte(differ));
    }
    while (at < size && *bytes_at(a, at, 1, back) == *bytes_at(b, at, 1, back))
        at++;
    return at;
}

size_t sequences_prefix(const struct sequences *s)
{
    return equal_bytes(s->x, s->y, sequences_shorter(s) * s->width, false) / s->width;
}

size_t sequences_suffix(const struct sequences *s)
{
    const unsigned char *ends[] = {s->x + s->m * s->width, s->y + s->n * s->width};
    return equal_bytes(ends[0], ends[1], sequences_shorter(s) * s->width, true) / s->width;
}

static void find_bytes(const unsigned char *codes, size_t n, bool *found)
{
    for (size_t i = 0; i < n; i++)
        found[codes[i]] = true;
}

static void translate_codes(unsigned char *to, const unsigned char *codes, size_t n,
                            const unsigned char *table)
{
    for (size_t i = 0; i < n; i++)
        to[i] = table[codes[i]];
}

/* Each byte that occurs in both sequences gets a code; bytes that only x has share one code, and
 * bytes that only y has share another. */
void *sequences_compact(const struct sequences *s, struct sequences *compact)
{
    unsigned char *copy = malloc((s->m + s->n) * s->width + 1);
    *compact = *s;
    if (copy == NULL)
        return NULL;
    compact->x = copy;
    compact->y = copy + s->m * s->width;
    if (s->width > 1) {
        memcpy(copy, s->x, s->m * s->width);
        memcpy(copy + s->m * s->width, s->y, s->n * s->width);
        return copy;
    }
    bool in_x[BYTES] = {false}, in_y[BYTES] = {false}, x_alone = false, y_alone = false;
    unsigned char x[BYTES], y[BYTES];
    uint32_t both = 0;
    find_bytes(s->x, s->m, in_x);
    find_bytes(s->y, s->n, in_y);
    for (unsigned byte = 0; byte < BYTES; byte++) {
        x_alone |= in_x[byte] && !in_y[byte];
        y_alone |= in_y[byte] && !in_x[byte];
        if (in_x[byte] && in_y[byte])
            x[byte] = y[byte] = (unsigned char)both++;
    }
    for (unsigned byte = 0; byte < BYTES; byte++) {
        if (!in_x[byte] || !in_y[byte]) {
            x[byte] = (unsigned char)both;
            y[byte] = (unsigned char)(both + x_alone);
        }
    }
    compact->alphabet = both + x_alone + y_alone;
    translate_codes(copy, s->x, s->m, x);
    translate_codes(copy + s->m, s->y, s->n, y);
    return copy;
}

struct sequences sequences_between_ends(const struct sequences *s, size_t *prefix, size_t *suffix)
{
    *prefix = sequences_prefix(s);
    struct sequences rest = sequences_part(s, *prefix, s->m - *prefix, *prefix, s->n - *prefix);
    *suffix = sequences_suffix(&rest);
    rest.m -= *suffix;
    rest.n -= *suffix;
    return rest;
}
