/*
 * sieve.h - excludes texts in which no pattern occurs, by their bytes alone, so that they need not
 * be decoded or scanned.
 *
 * By the pigeonhole principle, if a pattern is cut into k + 1 pieces, every occurrence with k
 * errors contains one of them unchanged (Wu and Manber, "Fast text searching allowing errors", CACM
 * 35(10), 1992). The sieve looks for the bytes of all pieces (pattern_piece(), or required_pieces.h
 * for an automaton). With k = 2, "colour" has the pieces "co", "lo" and "ur"; a text without any of
 * them has no occurrence. For a single pattern, the sieve verifies the places where pieces occur by
 * computing distances, if there are only a few. This excludes most compressed and most small files.
 */
#pragma once

#include "base/helpers.h"
#include "plan/contest.h"
#include "query/alphabet.h"
#include "text/chunk.h"

enum {
    SIEVE_PIECES = 8, /* of all patterns together, at most */
    SIEVE_BYTES = 16, /* bytes of a piece that are compared, at most */
    SIEVE_ROWS = 64,  /* items of a pattern that is verified, at most */
};

struct sieve_piece {
    unsigned char bytes[SIEVE_BYTES], mask[SIEVE_BYTES]; /* all ones where the piece has bytes */
    size_t length;                                       /* at least 2 */
    /* Largest number of characters of an occurrence before the piece, and from its beginning on;
     * UINT32_MAX: unbounded. */
    uint32_t before, from;
    uint32_t probes[3]; /* positions of the bytes that are compared first */
};

struct sieve {
    size_t n; /* pieces; 0: these patterns have no sieve */
    struct sieve_piece pieces[SIEVE_PIECES];
    /* The pattern, if places are verified. */
    bool utf8;
    uint32_t m, k;             /* m = 0: places are not verified */
    uint64_t rows[128];        /* bit i: item i is this character */
    uint64_t rows_beyond[256]; /* the same, by c % 256, for characters c >= 128; several share an
                                  entry */
};

/* State shared by all threads: the contest between the sieve and decoding everything, and the
 * measured time of scans of decoded text, in units of COST_SCAN. */
struct sieve_plan {
    struct contest contest;
    struct rate scan;
};

/* Makes the sieve for the query's patterns. It keeps no pointer to the query. */
void sieve_open(struct sieve *s, const struct query *q);

/* Returns the part of the n bytes at p that contains all occurrences, in text of one byte a
 * character: around all places of pieces. An empty part excludes occurrences in any text. */
struct span sieve_reach(const struct sieve *s, const unsigned char *p, size_t n);

/*
 * Decodes the chunk (decode_chunk()), unless using the sieve is the faster way and it excludes all
 * patterns: then makes the chunk `barren`. A barren chunk owns no symbols, so engines skip it. The
 * sieve reads bytes, so it excludes nothing in a text that folding changes.
 * `helpers` share the work of large chunks; NULL: this thread works alone. Returns false when out
 * of memory.
 */
bool sieve_decode(const struct sieve *s, struct sieve_plan *plan, struct chunk *c,
                  struct alphabet *a, struct helpers *helpers);
