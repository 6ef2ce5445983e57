/*
 * selection.h - the results of a select: its state, a worker's selection of a part, and the output
 * collected from parts for the main thread (select.h).
 *
 * Output is held back in two forms, for one reason each. Where a nearer occurrence makes all output
 * obsolete (--best), formatted output waits in a sheet (sink.h), which one call drops: workers
 * format in parallel, and -c copies no records. Where it makes some results obsolete (--best=each,
 * --top), a deferred list (deferred.h) holds results that can be dropped one by one, and formats
 * the rest at the end. A worker's sheet has either: output, or entries of its list.
 */
#pragma once

#include "match/occurrence.h"
#include "print/sink.h"

enum select_state {
    SELECT_GO_ON,
    SELECT_INPUT_DONE, /* the rest of this input can be skipped */
    SELECT_ALL_DONE,   /* the rest of all inputs can be skipped */
};

/* Records at an edge of a part: how many, and where they begin in the edges. */
struct record_edge {
    uint64_t at, n;
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

/* A worker's results for a part, to be merged by the main thread. Records count from 1. */
struct selection {
    struct sheet_place begin, end;  /* the part's output in the sheet */
    uint64_t selected, occurrences; /* occurrences: in the selected records */
    uint64_t looked;                /* offset of the end of the last record that came */
    size_t first_mark;              /* with -m: the marks of its records */
    uint64_t first, printed;        /* the first record selected, the last one printed */
    uint64_t after;                 /* records still needed as context */
    struct record_edge head, tail;
};

/* A worker's output and notes for some parts. */
struct collected {
    struct sheet sheet;
    struct marks marks;
    struct spill edges; /* copies of records */
};

#define COLLECTED_INIT ((struct collected){.sheet = SHEET_INIT, .edges = SPILL_INIT})

void collected_clear(struct collected *c);          /* keeps small buffers */
void collected_free(struct collected *c);           /* frees everything */
uint64_t collected_size(const struct collected *c); /* bytes that it takes */

void collected_add_mark(struct collected *c, const struct mark *mark);
void collected_add_edge(struct collected *c, const struct record *record, struct record_edge *edge);

/* Returns the record at byte *at of the edges, and advances *at; `records`: records before the
 * part. */
struct record collected_next_edge(struct collected *c, uint64_t *at, uint64_t records);
