/*
 * query_on_device.h - the tables of a query in device memory during a scan: patterns, match planes
 * of the symbols, and tables that encode text.
 *
 * The tables are copied to the current device before the first chunk. Tables that depend on the
 * alphabet are copied again whenever it has grown, after all streams that use them are
 * synchronized.
 *
 * Status: ENGINE_MEMORY: out of host memory; ENGINE_FAILED: the device failed
 * (device_why_failed()).
 */
#pragma once

#include "gpu/base/buffer.h"
#include "gpu/scan/kernels.h"
#include "query/alphabet.h"
#include "query/query.h"
#include "scan/engine.h"

enum {
    QUERY_STREAMS = 2,
    PAGES_WORDS = (ALPHABET_PAGES + 31) / 32 /* words with a bit for each page */
};

/* Those pages of the alphabet that the texts have needed so far, in host memory and on the device.
 * Pages never change, so this only grows. */
struct alphabet_pages {
    uint16_t *numbers; /* as in struct device_pages; NULL: none yet */
    uint32_t *symbols;
    size_t n, capacity; /* listed pages */
    struct buffer numbers_memory, symbols_memory;
};

/* An automaton on the device. One with few states is searched for with bit_nfa.cuh while distances
 * are small, any other with nfa_columns.cuh. */
struct sent_automaton {
    const struct automaton *automaton;
    struct device_automaton device;
    struct bit_nfa_tables *tables; /* in host memory; NULL: too many states */
    struct buffer memory;          /* states, edges, tables */
};

/* All zero: nothing on the device. */
struct query_on_device {
    const struct query *q;
    const struct alphabet *a;
    cudaStream_t streams[QUERY_STREAMS]; /* that use the tables; the first also copies them */
    struct device_query query;
    struct device_pattern *patterns; /* this and host_slots: in host memory */
    uint32_t *host_slots;
    struct sent_automaton *automata; /* of the patterns that are not sequences of items */
    size_t nautomata;
    uint32_t *heartbeat; /* device_heartbeat(), if there are automata */
    struct buffer patterns_memory, slots, matches;
    struct buffer tables; /* the codes of all bytes, then the codes of all one-byte symbols */
    struct alphabet_pages pages;
};

/* Copies the query and the codes of bytes to the device, but nothing else of the alphabet. The
 * objects pointed to must outlive *r. */
enum engine_status query_on_device_open(struct query_on_device *r, const struct query *q,
                                        const struct alphabet *a,
                                        const cudaStream_t streams[QUERY_STREAMS]);

/* Copies the match planes of the first ncodes symbols, unless they are on the device already. */
enum engine_status query_on_device_match(struct query_on_device *r, uint32_t ncodes);

/* Copies these pages of the alphabet and the match planes of their symbols. */
enum engine_status query_on_device_learn(struct query_on_device *r, struct alphabet *a,
                                         const uint32_t unknown[PAGES_WORDS]);

/* Called before a raw chunk: makes sure that the page of the character after the chunk's owned
 * bytes is on the device. */
enum engine_status query_on_device_expect(struct query_on_device *r, const struct chunk *c);

/*
 * Scans for all automata. *scan->limit, on the device, is `known` or less. `columns`: uses
 * nfa_columns.cuh for every automaton. Sets *used to the algorithm of the last scan. Synchronizes
 * the stream if the choice depends on a limit that only the device knows. Returns false on failure.
 */
bool query_on_device_scan_automata(const struct query_on_device *r, const struct scan *scan,
                                   uint32_t known, cudaStream_t stream, bool columns,
                                   enum algorithm *used);

/* Waits until the device is idle, because the old tables may be in use. Returns false on
 * failure. */
bool query_on_device_wait(const struct query_on_device *r);

/* Returns the bytes of a code: 1 or 4, as in struct device_text. It never decreases. */
unsigned query_on_device_width(const struct query_on_device *r);

/* Returns the table for kernels_encode(): of the codes of bytes, or of one-byte symbols. */
const uint32_t *query_on_device_codes(const struct query_on_device *r, bool bytes);

/* Returns whether a reported distance may lower the common limit of all patterns: in best mode, if
 * every report is admissible. */
static inline bool query_on_device_lowers(const struct query_on_device *r)
{
    return r->q->report.lowers == LOWERS_ENDS && !r->q->each && r->q->report.slack == 0;
}

/* Needs no current device. */
void query_on_device_free(struct query_on_device *r);
