/*
 * resolve.h - from hits to reported occurrences: the only place with the rules of what is reported.
 *
 * The hits of a record come in order of (end, pattern). Each becomes a candidate (start, end,
 * distance), according to -w and -x. The sweep drops a candidate that overlaps a nearer one. The
 * others are trimmed and reported. In best mode, the level is the greatest distance still admitted:
 * a candidate of a lesser distance lowers it.
 *
 * With --best=each and --top there are bounds (resolve_bound()) instead of the level, and a pattern
 * has in each record the occurrences that threshold mode reports for a distance of its own: see
 * resolve_scope. One thread at a time may use a resolve.
 */
#ifndef RESOLVE_H
#define RESOLVE_H

#include "match/candidate.h"
#include "match/occurrence.h"
#include "query/alphabet.h"
#include "query/distance_bounds.h"
#include "scan/hit.h"
#include "text/chunk.h"

enum resolve_detail {
    RESOLVE_ANY,    /* only whether the record has an occurrence */
    RESOLVE_BEST,   /* and its best one */
    RESOLVE_ALL,    /* all its occurrences, at its end: resolve_all() */
    RESOLVE_STREAM, /* all its occurrences, each as soon as it is certain: resolve_take() */
};

enum resolve_scope {
    RESOLVE_LEVEL,     /* the level */
    RESOLVE_NARROW,    /* of each pattern only its nearest occurrences in the record */
    RESOLVE_DISTANCES, /* the occurrences of distance d are those for k = d, for every d */
};

struct resolve_wants {
    enum resolve_detail detail;
    enum resolve_scope scope; /* but for RESOLVE_LEVEL, detail is RESOLVE_ALL or RESOLVE_STREAM */
    struct candidate_wants candidate;
    /* How many occurrences of a pattern count, or with `of_records` how many records with some:
     * then it takes part no more. RESOLVE_LEVEL, and RESOLVE_ALL or RESOLVE_STREAM. 0: all count.
     */
    uint64_t most;
    bool of_records;
};

struct resolve;

struct resolve *resolve_open(const struct query *q, const struct alphabet *a,
                             struct resolve_wants wants);
void resolve_close(struct resolve *r);

/* Nothing farther is admitted than *bests, which must outlive it. Unless the scope is the level. */
void resolve_bound(struct resolve *r, const struct distance_bounds *bests);

/* RESOLVE_NARROW: lowers the bounds of patterns that occur in the record so far, which is one that
 * counts. */
void resolve_tell(const struct resolve *r, struct distance_bounds *bests);

/* The level, UINT32_MAX at first. Setting it forgets what the record has so far. */
uint32_t resolve_level(const struct resolve *r);
void resolve_set_level(struct resolve *r, uint32_t level);

void resolve_input(struct resolve *r);                        /* a new input begins */
void resolve_chunk(struct resolve *r, const struct chunk *c); /* the next hits are of this chunk */

/* The record that the next hits lie in begins at `offset` of the input. */
void resolve_record(struct resolve *r, uint64_t offset);

/* A hit in the chunk, which ends at byte `end`: chunk_end() of its symbol. */
void resolve_hit(struct resolve *r, const struct hit *hit, size_t end);

/* Whether the record has an occurrence so far. */
bool resolve_selected(const struct resolve *r);

/*
 * The occurrences that are certain and have not been taken yet: *n of them, in order, valid until
 * the next call. All hits that end before `until` must be in (chunk_position()). An occurrence is
 * certain when no later hit can replace it or come before it. With `closed` the record has ended,
 * and all that is left is certain. RESOLVE_STREAM only.
 */
struct occurrence *resolve_take(struct resolve *r, uint64_t until, bool closed, size_t *n);

/* Whether many occurrences wait: it is time for resolve_take(). */
bool resolve_full(const struct resolve *r);

/* The record has ended: all its occurrences, valid until resolve_clear(). RESOLVE_ALL only. */
struct occurrences *resolve_all(struct resolve *r);

/* Ends the record: whether it has an occurrence; its best in *best (not with
 * RESOLVE_ANY: NULL). */
bool resolve_end(struct resolve *r, const struct occurrence **best);

/* What was reported of the record counts: see resolve_wants.most. */
void resolve_commit(struct resolve *r);

/* Forgets the record. */
void resolve_clear(struct resolve *r);

/* The chunk goes: what is still needed of it is computed and copied now. */
void resolve_settle(struct resolve *r);

#endif
