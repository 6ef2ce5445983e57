/*
 * resident.h - what a device has of a query as long as a scan goes on: the patterns, what the
 * symbols match, and the tables by which text becomes codes.
 *
 * All of it is in the memory of the device in use. The tables go there before the first chunk.
 * Those that depend on the alphabet go again whenever it has grown; as they may be in use, all
 * streams that use them are waited for.
 *
 * Status: ENGINE_MEMORY: memory of the host is out; ENGINE_FAILED: the device failed
 * (device_why_failed()).
 */
#ifndef RESIDENT_H
#define RESIDENT_H

#include "gpu/scan/automata.h"
#include "gpu/scan/pages.h"

enum { RESIDENT_STREAMS = 2 };

/* All zero: nothing is on the device. */
struct resident {
    const struct query *q;
    const struct alphabet *a;
    cudaStream_t streams[RESIDENT_STREAMS]; /* that use it; the first brings it there */
    struct device_query query;
    struct device_pattern *patterns; /* these and their slots in host memory */
    uint32_t *host_slots;
    struct automata *automata; /* the patterns that are no sequences of items; NULL: none */
    struct buffer patterns_memory, slots, matches;
    struct buffer tables; /* the codes of all bytes, then those of all symbols of one byte */
    struct pages pages;
};

/* Brings the query there, but nothing of the alphabet except the codes of bytes. What the arguments
 * point to must outlive it. */
enum engine_status resident_open(struct resident *r, const struct query *q,
                                 const struct alphabet *a,
                                 const cudaStream_t streams[RESIDENT_STREAMS]);

/* Encodes the first ncodes symbols and makes their match planes, unless that many are there
 * already. */
enum engine_status resident_match(struct resident *r, uint32_t ncodes);

/* These pages of the alphabet are there, and what their symbols match. */
enum engine_status resident_learn(struct resident *r, struct alphabet *a,
                                  const uint32_t unknown[PAGES_WORDS]);

/* Before a raw chunk: there are pages, and among them that of the character behind what the chunk
 * owns. */
enum engine_status resident_expect(struct resident *r, const struct chunk *c);

/* Waits until the device does nothing of this scan: the tables that it has may be in use. False:
 * failed. */
bool resident_await(const struct resident *r);

/* Bytes of a code: 1 or 4, as in struct device_text. It never falls. */
unsigned resident_width(const struct resident *r);

/* The codes of the symbols of a text for kernels_encode(): `bytes` stand for themselves, or symbols
 * have one byte each. */
const uint32_t *resident_codes(const struct resident *r, bool bytes);

/* Whether reports may lower the limit, which is that of all patterns: best mode, and every report
 * is admissible. */
static inline bool resident_lowers(const struct resident *r)
{
    return r->q->report.lowers == LOWERS_ENDS && !r->q->each && r->q->report.slack == 0;
}

/* Frees the tables on the device, which is in use; then the automata, and what is in host memory.
 * The second needs no device in use. */
void resident_release(struct resident *r);
void resident_free(struct resident *r);

#endif
