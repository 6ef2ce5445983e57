/*
 * automata.h - the patterns of a query that have automata, on a device: the host's side of it.
 *
 * An automaton of few states is scanned for by levels (levels.cuh) while the distances are small,
 * any other by paths (paths.cuh).
 */
#ifndef AUTOMATA_H
#define AUTOMATA_H

#include "gpu/scan/kernels_automaton.h"
#include "query/query.h"
#include "scan/engine.h"

struct automata;

/* What a scan is to do; all pointers are to device memory but `hits` itself. */
struct automata_scan {
    const struct device_query *query;
    const struct device_text *text;
    struct share own;
    uint32_t *limit;
    uint32_t known; /* the limit is this or less */
    bool best;      /* as kernels_scan() */
    bool any;       /* by paths, whatever they are */
    const struct device_hits *hits;
    cudaStream_t stream;
};

/* Makes *to of the query, and copies it to the device in use; *to is NULL when there are none. */
enum engine_status automata_open(struct automata **to, const struct query *q, cudaStream_t stream);

/* Scans for all of them, as kernels_scan(); *levels: whether the last one was by levels. Where it
 * depends on a limit that only the device knows, this waits for the stream. False: failed. */
bool automata_run(const struct automata *x, const struct automata_scan *scan, bool *levels);

void automata_free(struct automata *x);

#endif
