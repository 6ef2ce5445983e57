/*
 * multi_lines.h - many patterns that must be whole records (-x): a symmetric deletion index.
 *
 * If a pattern and a record have a distance of at most k, deleting at most k characters of each can
 * give the same string: an edit deletes a character of one or of both, and so does an exchange. So
 * a hash table has all such strings of all patterns. The strings of a record are looked up in it,
 * and a bit vector compares the patterns found with the record.
 *
 * "recieve" and "receive" have "receve" in common, and others.
 *
 * A pattern of m characters has about m^k / k! such strings, so the index suits short patterns and
 * small k. In best mode the first chunk is searched for distance 0, then 1, and so on, each time
 * for the patterns without a nearer result: for most patterns a few strings suffice.
 */
#pragma once

#include "filter/deletions.h"
#include "filter/qgram_codes.h"
#include "query/distance_bounds.h"
#include "scan/engine.h"

struct multi_line;
struct multi_entry;

/* The strings of patterns, in buckets by their hashes. */
struct deletion_table {
    struct multi_line *list; /* the patterns whose strings are in it */
    size_t n;
    unsigned char *codes_of;
    struct multi_entry *entries;
    uint32_t *buckets;
    unsigned shift;
    size_t nentries;
    bool built;
};

struct multi_lines {
    const struct query *q;
    size_t lanes; /* of the vectors of a plain search */
    struct qgram_codes codes;
    bool *covered; /* [pattern] */

    size_t ncovered;
    bool exact;    /* distances by codes are exact; else lower bounds */
    bool lowers;   /* best mode: results bound later searches */
    bool descends; /* the next chunk is searched for one distance after the other */

    struct deletion_table table;
    double plain; /* nanoseconds per symbol of a search by rows for all of these */
    /* [length of a record]: most deleted characters, plus 1; 0: no pattern can be near */
    unsigned char deleted[DELETIONS_LONGEST + 1];
    uint64_t limits; /* the sum of all patterns', with which it was built */
    uint64_t candidates, verified;
};

/* Returns false when out of memory; call multi_lines_close() even then. */
bool multi_lines_open(struct multi_lines *x, const struct query *q, const struct alphabet *a,
                      size_t lanes);
void multi_lines_close(struct multi_lines *x);

enum multi_lines_use { MULTI_LINES_MEMORY, MULTI_LINES_NO, MULTI_LINES_SAME, MULTI_LINES_CHANGED };

/* If this way is possible for a chunk, begins a turn, which the caller must end; and if it is
 * taken, prepares for the chunk, otherwise returns MULTI_LINES_NO. MULTI_LINES_CHANGED: the covered
 * patterns have changed. */
enum multi_lines_use multi_lines_begin(struct multi_lines *x, const struct chunk *c,
                                       struct share own, const struct distance_bounds *bests,
                                       struct contest *contest, struct contest_turn *turn);

/* Adds the hits of all covered patterns, in no order; in best mode lowers bounds by them. */
enum engine_status multi_lines_scan(struct multi_lines *x, const struct chunk *c, struct share own,
                                    struct distance_bounds *bests, struct hits *hits);
