/*
 * candidate.h - one candidate: its start, its distance with -w and -x, and the printed part of its
 * record.
 *
 * An engine reports only the end and the distance of a candidate. Finding its start costs a
 * backward scan of m + d symbols, so the start is computed only when a decision needs it, or before
 * the chunk with the candidate's text is freed. One thread at a time may use a candidate.
 */
#ifndef CANDIDATE_H
#define CANDIDATE_H

#include "match/occurrence.h"
#include "query/alphabet.h"
#include "query/query.h"
#include "text/chunk.h"

struct candidate {
    bool started;                  /* the start is known */
    bool settled;                  /* `o` is complete, and the chunk is no longer needed */
    size_t start_symbol;           /* of the current chunk; when started */
    size_t end_symbol;             /* of the current chunk */
    size_t match_start, match_end; /* the same, trimmed, while it is settled */
    struct occurrence o; /* end, distance, pattern always; start when started; all when settled */
};

/* What the output needs of an occurrence besides its place and distance. */
struct candidate_wants {
    bool trim;         /* it is printed, so it is trimmed */
    bool match;        /* MATCHED, without its record: the occurrence carries its bytes */
    bool columns;      /* the number of its first character in the record, ... */
    bool line_columns; /* ... or in its line */
    bool lines;        /* LINE is the number of newlines before the start, plus 1 (--span-lines) */
};

/* Measures candidates against the text that they lie in. */
struct finder;

struct finder *finder_open(const struct query *q, const struct alphabet *a,
                           struct candidate_wants wants);
void finder_close(struct finder *f);

void finder_input(struct finder *f);                        /* a new input begins */
void finder_chunk(struct finder *f, const struct chunk *c); /* candidates lie in it from now on */
void finder_record(struct finder *f, uint64_t offset);      /* their record begins there */

/* The chunk goes: looks at its last bytes, as far as that is needed to count lines. */
void finder_leave_chunk(struct finder *f);

/* Finds the start S[end], unless it is known. */
void candidate_start(struct finder *f, struct candidate *t);

/* The same for a pattern with an automaton, where candidates of the record have distances of at
 * most d. As long as their ends ascend, each symbol is looked at a few times, however many they
 * are. */
void candidate_track(struct finder *f, struct candidate *t, uint32_t d);

/* With -w: the distance and the start over the admissible starts. False: no admissible start or end
 * gives a distance of at most d. */
bool candidate_word(struct finder *f, struct candidate *t, uint32_t d);

/* With -x: the same; the only candidate is the whole record. */
bool candidate_line(struct finder *f, struct candidate *t, uint32_t d);

/* With a pattern that may hang over the record: the least cost (overhang.h) and the start. False:
 * there is none within the limits. */
bool candidate_hanging(struct finder *f, struct candidate *t);

/* Completes the occurrence: all that is printed of it is known then. */
void candidate_settle(struct finder *f, struct candidate *t);

#endif
