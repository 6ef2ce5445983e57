/*
 * print_results.h - the main thread takes scanned chunks and extracts in input order: it begins and
 * ends inputs, counts, and prints what matches. It exits when an engine or a worker failed.
 */
#pragma once

#include "edgrep/search.h"
#include "edgrep/work_ring.h"
#include "scan/scan_chunk.h"

struct print_results {
    const struct search *search;
    struct scan_chunk scan_chunk; /* the main thread's own */
    char *name;                   /* of the current input; owned */
    double rows;                  /* the sum of m of all patterns */
    uint64_t left;                /* bytes left of the current input; UINT64_MAX: not known */
};

struct print_results print_results_open(const struct search *search, unsigned device);
void print_results_close(struct print_results *r);

/* Prints the results of a done slot: of a scanned chunk, or the extract of a range. Takes names out
 * of the input status. Returns false if the search needs nothing more. */
bool print_results_slot(struct print_results *r, struct slot *slot);
