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
    SELECT_INPUT_DONE, /* the rest of this input can be skipped */
    SELECT_ALL_DONE,   /* the rest of all inputs can be skipped */
};

struct select *select_open(const struct output_env *env);
void select_close(struct select *s);

/* Whether parts can be joined: not if their context depends on everything before them. */
bool select_joins(const struct output_env *env);

/* Begins an input; `size` in bytes, UINT64_MAX: unknown. */
void select_begin(struct select *s, const char *name, uint64_t size);

/* For a worker: begins a part of an input; whether some of the input lies before it, and behind
 * it. */
void select_begin_part(struct select *s, const char *name, uint64_t size, bool before, bool behind);

/* Takes the next relevant record: any record with -v, otherwise one with an occurrence, records
 * before it that are its context, and what select_wants_next() asks for. `searched`: --where admits
 * it. */
void select_record(struct select *s, const struct record *record, bool searched, bool occurs);

/* -o without kept records: an occurrence of a record that select_record() will end. */
void select_occurrence(struct select *s, const struct record *record,
                       const struct occurrence *occurrence);

/* Whether the next record is relevant in any case: as context behind a selected one. */
bool select_wants_next(const struct select *s);

enum select_state select_state(const struct select *s);

/* Stops the search of all inputs, because a format needs no more. */
void select_stop(struct select *s);

/* In best mode, when the level fell: withdraws everything selected and printed so far. */
void select_forget(struct select *s);

/* Ends the input after `bytes` bytes. If the search ended before (-m, -l), the format gets the
 * bytes up to the end of the last record that came. */
void select_end(struct select *s, uint64_t bytes);

/* Returns how many bytes of the input precede the end of the selected record that reached -m,
 * without the context behind it. UINT64_MAX: -m did not end the search. */
uint64_t select_behind(const struct select *s);

/* Records at an edge of a part: how many, and where they begin in the edges. */
struct record_edge {
    uint64_t at, n;
};

/* A worker's results for a part, to be merged by the main thread. Records count from 1. */
struct selection {
    struct sheet_place begin, end;  /* the part's output in the sheet */
    uint64_t selected, occurrences; /* occurrences: in the selected records */
    uint64_t looked;                /* offset of the end of the last record that came */
    size_t first_mark;              /* with -m: the marks of its records */
    uint64_t first, printed;        /* the first record selected, the last one printed */
    uint64_t after;                 /* records still needed as context */
    struct record_edge head, tail;
    uint64_t from, to; /* bytes of the journal's entries */
};

/* With -m: the state behind a selected record, where the search may end. */
struct mark {
    struct sheet_place place;
    uint64_t occurrences; /* in the part up to there */
    uint64_t end;         /* offset of the end of the record */
};

struct marks {
    struct mark *v;
    size_t n, capacity;
};

/* A worker's output and notes for some parts. */
struct collected {
    struct sheet sheet;
    struct marks marks;
    struct spill edges;   /* copies of records */
    struct spill entries; /* of a journal (deferred.h) */
};

#define COLLECTED_INIT                                                                             \
    ((struct collected){.sheet = SHEET_INIT, .edges = SPILL_INIT, .entries = SPILL_INIT})

void collected_clear(struct collected *c);          /* keeps small buffers */
void collected_free(struct collected *c);           /* frees everything */
uint64_t collected_size(const struct collected *c); /* bytes that it takes */

/* Ends the part. `cut`: the worker is dying, perhaps within a function of this file, and nothing
 * behind the part will be joined. */
struct selection select_part(struct select *s, bool cut);

/* Swaps what was collected of all parts since the last call with *c. */
void select_exchange(struct select *s, struct collected *c);

/* Merges the selection of a part of the current input; `records`: records of the input before the
 * part. */
void select_join(struct select *s, const struct selection *x, struct collected *c,
                 uint64_t records);

/* For a worker: the next part is of another input. */
void select_restart(struct select *s);

/* To be called after the last input. With a journal, prints everything now. */
void select_finish(struct select *s, uint32_t best);

/* Resets everything for another search, whatever the state of the last one. */
void select_again(struct select *s);

/* Whether anything was selected. */
bool select_any(const struct select *s);

#endif
