/*
 * candidate.h - one candidate: its start, its distance with -w and -x, and the printed part of its
 * record.
 *
 * An engine reports only the end and the distance of a candidate. Finding its start costs a
 * backward scan of m + d symbols, so the start is computed only when a decision needs it, or before
 * the chunk with the candidate's text is freed. One thread at a time may use a candidate.
 */
#pragma once

#include "match/occurrence.h"
#include "query/alphabet.h"
#include "query/query.h"
#include "text/chunk.h"

struct candidate {
    bool started;                  /* the start is known */
    bool settled;                  /* `o` is complete, and the chunk is no longer needed */
    size_t start_symbol;           /* in the current chunk; valid if started */
    size_t end_symbol;             /* in the current chunk */
    size_t match_start, match_end; /* trimmed start and end, during candidate_settle() */
    struct occurrence o; /* end, distance, pattern always; start when started; all when settled */
};

/* What the output needs to know of an occurrence, besides its position and distance. */
struct candidate_wants {
    bool trim;         /* printed, so trimmed */
    bool match;        /* MATCHED without its record: the occurrence has a copy of the bytes */
    bool columns;      /* the number of its first character in the record, ... */
    bool line_columns; /* ... or in its line */
    bool lines;        /* LINE is the number of newlines before the start, plus 1 (--span-lines) */
};

/* Computes starts and distances of candidates from the text around them. */
struct finder;

struct finder *finder_open(const struct query *q, const struct alphabet *a,
                           struct candidate_wants wants);
void finder_close(struct finder *f);

void finder_input(struct finder *f); /* begins an input */
void finder_chunk(struct finder *f,
                  const struct chunk *c); /* sets the chunk of the following candidates */
void finder_record(struct finder *f, uint64_t offset); /* sets the begin of their record */

/* Called before the chunk is freed: counts the lines in its last bytes, if needed. */
void finder_leave_chunk(struct finder *f);

/* Computes the start S[end], unless it is known. */
void candidate_start(struct finder *f, struct candidate *t);

/* As candidate_start(), for a pattern with an automaton; candidates of the record have distances of
 * at most d. As long as their ends ascend, each symbol is read only a few times, regardless of the
 * number of candidates. */
void candidate_path_start(struct finder *f, struct candidate *t, uint32_t d);

/* -w: sets the distance and the start over the admissible starts. Returns false if no admissible
 * start or end gives a distance of at most d. */
bool candidate_word(struct finder *f, struct candidate *t, uint32_t d);

/* -x: as candidate_word(); the only candidate is the whole record. */
bool candidate_line(struct finder *f, struct candidate *t, uint32_t d);

/* For a pattern that may hang over the record: sets the least cost (overhang.h), which the limits
 * admit for every hit, and the start. */
void candidate_hanging(struct finder *f, struct candidate *t);

/* Completes the occurrence: sets all fields that are printed. */
void candidate_settle(struct finder *f, struct candidate *t);
