/*
 * automata.h - the automata of a query's patterns on a device: the host side.
 *
 * An automaton with few states is searched for with bit_nfa.cuh while distances are small, any
 * other with nfa_columns.cuh.
 */
#pragma once

#include "gpu/scan/kernels_automaton.h"
#include "query/query.h"
#include "scan/engine.h"

struct automata;

/* The parameters of a scan. All pointers but `hits` itself are to device memory. */
struct automata_scan {
    const struct device_query *query;
    const struct device_text *text;
    struct share own;
    uint32_t *limit;
    uint32_t known; /* the limit is this or less */
    bool best;      /* as kernels_scan() */
    bool any;       /* use nfa_columns.cuh for every automaton */
    const struct device_hits *hits;
    cudaStream_t stream;
};

/* Creates *to from the query and copies it to the current device. *to is NULL if the query has no
 * automata. */
enum engine_status automata_open(struct automata **to, const struct query *q, cudaStream_t stream);

/* Scans for all automata, as kernels_scan() does. Sets *levels to whether the last scan used
 * bit_nfa.cuh. Synchronizes the stream if the choice depends on a limit that only the device knows.
 * Returns false on failure. */
bool automata_run(const struct automata *x, const struct automata_scan *scan, bool *levels);

void automata_free(struct automata *x);
