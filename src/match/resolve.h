/*
 * resolve.h - decides which hits become reported occurrences; the only module with these rules.
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
#pragma once

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
    /* The most occurrences of a pattern that are reported, or with `of_records` the most records
     * with occurrences; then the pattern is ignored. Requires RESOLVE_LEVEL, and RESOLVE_ALL or
     * RESOLVE_STREAM. 0: no limit. */
    uint64_t most;
    bool of_records;
    bool first; /* RESOLVE_NARROW: of each pattern only its first nearest occurrence */
};

struct resolve;

struct resolve *resolve_open(const struct query *q, const struct alphabet *a,
                             struct resolve_wants wants);
void resolve_close(struct resolve *r);

/* Admits no distances above *bests, which must outlive *r. Not with RESOLVE_LEVEL. */
void resolve_bound(struct resolve *r, const struct distance_bounds *bests);

/* RESOLVE_NARROW: lowers the bounds of patterns that occur in the current record, once the record
 * is selected. */
void resolve_tell(const struct resolve *r, struct distance_bounds *bests);

/* Get and set the level, initially UINT32_MAX. Setting it drops the record's occurrences so far. */
uint32_t resolve_level(const struct resolve *r);
void resolve_set_level(struct resolve *r, uint32_t level);

void resolve_input(struct resolve *r);                        /* begins an input */
void resolve_chunk(struct resolve *r, const struct chunk *c); /* sets the chunk of the next hits */

/* Sets the record of the next hits, which begins at `offset` of the input. */
void resolve_record(struct resolve *r, uint64_t offset);

/* RESOLVE_BEST: a hit of this distance will come in the record, and be an occurrence. Farther hits
 * are ignored, and their starts not looked for. */
void resolve_expect(struct resolve *r, uint32_t distance);

/* Takes a hit in the chunk; `end` is chunk_end() of its symbol. */
void resolve_hit(struct resolve *r, const struct hit *hit, size_t end);

/* Returns whether the record has an occurrence so far. */
bool resolve_selected(const struct resolve *r);

/*
 * Returns the certain occurrences that have not been taken yet, *n of them, in order, valid until
 * the next call. All hits that end before `until` (chunk_position()) must have been passed. An
 * occurrence is certain when no later hit can replace it or come before it. `closed`: the record
 * has ended, and all remaining occurrences are certain. RESOLVE_STREAM only.
 */
struct occurrence *resolve_take(struct resolve *r, uint64_t until, bool closed, size_t *n);

/* Returns whether many occurrences wait, and resolve_take() should be called. */
bool resolve_full(const struct resolve *r);

/* Called at the end of the record: returns all its occurrences, valid until resolve_clear().
 * RESOLVE_ALL only. */
struct occurrences *resolve_all(struct resolve *r);

/* Ends the record. Returns whether it has an occurrence, and sets *best to its best one (with
 * RESOLVE_ANY: NULL). */
bool resolve_end(struct resolve *r, const struct occurrence **best);

/* Counts the record's occurrences towards resolve_wants.most. */
void resolve_commit(struct resolve *r);

/* Drops the record. */
void resolve_clear(struct resolve *r);

/* Called before the chunk is freed: computes and copies everything that is still needed from it. */
void resolve_settle(struct resolve *r);
