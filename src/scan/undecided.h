/*
 * undecided.h - a compacted copy of the records of a chunk that may still have hits.
 *
 * With whole records (-x), those too short or too long for all patterns are dropped. If it only
 * matters which records have an occurrence of any pattern (report.once), a record with an
 * occurrence is dropped: the remaining patterns are searched for in a copy of the chunk without
 * such records.
 */
#pragma once

#include "scan/hit.h"
#include "text/chunk.h"

/* Symbols that are contiguous both in the copy, from `at` on, and in the chunk, from `from` on. */
struct undecided_run {
    size_t at, from;
};

struct undecided_runs {
    struct undecided_run *v;
    size_t n, capacity;
};

struct undecided {
    /* Returns whether a hit is an occurrence; NULL: each is. */
    bool (*occurs)(void *context, uint32_t pattern, size_t end);
    void *context;
    uint64_t *selected; /* adds, for each pattern, the symbols of the records dropped because of it;
                           NULL: does not count */
    struct chunk chunk; /* the chunk, or a view of it whose symbols are the copy */
    struct share own;   /* the part to search */
    struct undecided_runs runs, others; /* others: scratch space */
    void *copy; /* as large as the chunk; made when the first record is dropped */
    size_t copy_size;
};

/* Begins a chunk; no record of it is dropped yet. `u` must be zeroed, or have had other chunks.
 * Returns false when out of memory; undecided_close() may be called even then. */
bool undecided_begin(struct undecided *u, const struct chunk *c, struct share own);
void undecided_close(struct undecided *u);

/* Drops the records in which these sorted hits of u->chunk end, including their parts after u->own.
 * Adds the first hit of each record to *first, with its end in the whole chunk; NULL is ignored.
 * Returns false when out of memory, or if *first is full. */
bool undecided_drop(struct undecided *u, const struct hits *hits, struct hits *first);

/* Drops the records that do not have `least` to `most` symbols, if they have at least half of all
 * symbols. A record that begins before the lead-in is longer than `most`. Returns false when out of
 * memory. */
bool undecided_keep(struct undecided *u, size_t least, size_t most);

/* Returns the symbol of the whole chunk for an end in u->chunk. */
uint32_t undecided_end(const struct undecided *u, uint32_t end);
