/*
 * select.h - decides which records are printed: -v, -m, context, counts, and when to stop. The
 * outputs (output.h) only format.
 *
 * With --best=each and --top the selection is known only at the end: until then a journal holds it
 * (deferred.h).
 *
 * One thread at a time uses a select. A worker has one of its own, which treats each part of a
 * range as an input, and returns a selection. The main thread merges selections in order by
 * select_join(): only the main thread knows how many records were selected before, and so how many
 * more -m admits.
 *
 * Context may cross the borders of a part. So the worker also copies the edges of the part: the
 * records at its beginning that may be context behind a record selected before the part, and those
 * at its end that may be context before a record behind it. The main thread decides which of them
 * are printed.
 */
#ifndef SELECT_H
#define SELECT_H

#include "output/output.h"

struct select;

enum select_state {
    SELECT_GO_ON,
    SELECT_INPUT_DONE, /* nothing more of this input matters */
    SELECT_ALL_DONE,   /* nor of any other */
};

struct select *select_open(const struct output_env *env);
void select_close(struct select *s);

/* Whether parts can be joined: else their context could only be known where all that lies before
 * is. */
bool select_joins(const struct output_env *env);

/* An input begins; `size` in bytes, UINT64_MAX: not known. */
void select_begin(struct select *s, const char *name, uint64_t size);

/* A part of an input begins, in a worker; whether some of the input lies before it, and behind it.
 */
void select_begin_part(struct select *s, const char *name, uint64_t size, bool before, bool behind);

/* The next record that matters: any record with -v, else one with an occurrence, those before it
 * that are its context, and what select_wants_next() wants. `searched`: --where admits it. */
void select_record(struct select *s, const struct record *record, bool searched, bool occurs);

/* -o without kept records: an occurrence of a record that select_record() will end. */
void select_occurrence(struct select *s, const struct record *record,
                       const struct occurrence *occurrence);

/* Whether the next record matters, whatever it is: as context behind a selected one. */
bool select_wants_next(const struct select *s);

enum select_state select_state(const struct select *s);

/* A format wants no more of any input. */
void select_stop(struct select *s);

/* Best mode: the level fell. All that was selected and printed so far is taken back. */
void select_forget(struct select *s);

/* Ends the input after `bytes` bytes. If the search ended before (-m, -l), the format gets the
 * bytes up to the end of the last record that came. */
void select_end(struct select *s, uint64_t bytes);

/* How many bytes of the input lie before the end of the selected record that reached -m. The
 * context behind it does not count. UINT64_MAX: -m did not end the search. */
uint64_t select_behind(const struct select *s);

/* Records at an edge of a part: how many, and where they begin in the edges. */
struct record_edge {
    uint64_t at, n;
};

/* What a worker's select has selected of a part, for the main thread's. Records count from 1. */
struct selection {
    struct sheet_place begin, end;  /* of the sheet: what is printed of the part */
    uint64_t selected, occurrences; /* occurrences: of the records selected */
    uint64_t looked;                /* offset of the end of the last record that came */
    size_t first_mark;              /* with -m: marks of its records */
    uint64_t first, printed;        /* the first record selected, the last one printed */
    uint64_t after;                 /* context records still to come */
    struct record_edge head, tail;
    uint64_t from, to; /* bytes of the journal's entries */
};

/* With -m: what is to be known where the search may end, behind a selected record. */
struct mark {
    struct sheet_place place;
    uint64_t occurrences; /* of the part up to there */
    uint64_t end;         /* offset of the end of the record */
};

struct marks {
    struct mark *v;
    size_t n, capacity;
};

/* What a worker's select has printed and noted of some parts. */
struct collected {
    struct sheet sheet;
    struct marks marks;
    struct spill edges;   /* copies of records */
    struct spill entries; /* of a journal (deferred.h) */
};

#define COLLECTED_INIT                                                                             \
    ((struct collected){.sheet = SHEET_INIT, .edges = SPILL_INIT, .entries = SPILL_INIT})

void collected_clear(struct collected *c);          /* keeps small buffers */
void collected_free(struct collected *c);           /* keeps nothing */
uint64_t collected_size(const struct collected *c); /* bytes that it takes */

/* Ends the part. `cut`: the worker is dying, perhaps within a function of this file, and nothing
 * behind the part will be joined. */
struct selection select_part(struct select *s, bool cut);

/* Exchanges what was collected of all parts since the last call for *c. */
void select_exchange(struct select *s, struct collected *c);

/* Goes on with the current input by what was selected of a part of it; `records` of the input came
 * before that part. */
void select_join(struct select *s, const struct selection *x, struct collected *c,
                 uint64_t records);

/* A worker's: the next part is of another input than the last one. */
void select_restart(struct select *s);

/* All inputs have ended. With a journal all is printed now. */
void select_finish(struct select *s, uint32_t best);

/* Another search begins, whatever has become of the last one: as if just opened. */
void select_again(struct select *s);

/* Whether anything was selected. */
bool select_any(const struct select *s);

#endif
