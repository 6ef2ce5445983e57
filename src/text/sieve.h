/*
 * sieve.h - tells of some texts, by their bytes, that no pattern occurs in them: they need not be
 * decoded, nor scanned.
 *
 * A pattern is cut into k + 1 pieces, of which an occurrence with k errors has one unchanged (Wu
 * and Manber, "Fast text searching allowing errors", CACM 35(10), 1992). The sieve looks for the
 * bytes of all pieces (pattern_piece(), or required_pieces.h where there is an automaton). With k =
 * 2, "colour" has the pieces "co", "lo" and "ur"; a text without any of them has no occurrence.
 * Around the places where a piece stands, the distances of a single pattern are computed, if there
 * are not too many. So most compressed and most small files are done with at once.
 */
#ifndef SIEVE_H
#define SIEVE_H

#include "base/helpers.h"
#include "plan/contest.h"
#include "query/alphabet.h"
#include "text/chunk.h"

enum {
    SIEVE_PIECES = 8, /* of all patterns together, at most */
    SIEVE_BYTES = 16, /* of a piece that are looked for, at most */
    SIEVE_ROWS = 64,  /* of a pattern whose distances are computed, at most */
};

struct sieve_piece {
    unsigned char bytes[SIEVE_BYTES],
        mask[SIEVE_BYTES]; /* the mask is all ones where it has bytes */
    size_t length;         /* at least 2 */
    /* Characters that an occurrence has at most before the piece, and from its beginning on;
     * UINT32_MAX: there may be any number. */
    uint32_t before, from;
    uint32_t probes[3]; /* bytes of it that are looked at first */
};

struct sieve {
    size_t n; /* pieces; 0: there is no sieve for these patterns */
    struct sieve_piece pieces[SIEVE_PIECES];
    /* The pattern, if its distances are to be computed. */
    bool utf8;
    uint32_t m, k;             /* m = 0: they are not */
    uint64_t rows[128];        /* bit i: item i is this character */
    uint64_t rows_beyond[256]; /* the same of characters from 128 on, by their lowest eight bits */
};

/* What threads share: the contest between the sieve and decoding all, and what scans of decoded
 * text were measured to take, beside COST_SCAN. */
struct sieve_plan {
    struct contest contest;
    struct rate scan;
};

/* The sieve for these patterns. It keeps nothing of the query. */
void sieve_open(struct sieve *s, const struct query *q);

/* Whether no pattern occurs in the n bytes at p. False: it is not known. */
bool sieve_excludes(const struct sieve *s, const unsigned char *p, size_t n);

/* The part of the n bytes at p in which all occurrences lie, where a character is a byte: around
 * all places of pieces. Whatever a character is, nothing occurs where it is empty. */
struct span sieve_reach(const struct sieve *s, const unsigned char *p, size_t n);

/*
 * Makes symbols of the chunk (decode_chunk()), unless the sieve excludes all patterns, and using it
 * is the faster way: the chunk is `barren` then. It stands as bytes, of which it owns none as
 * symbols, so that no engine looks at it. The helpers take a part of large chunks; NULL: there are
 * none. False: out of memory.
 */
bool sieve_decode(const struct sieve *s, struct sieve_plan *plan, struct chunk *c,
                  struct alphabet *a, struct helpers *helpers);

#endif
