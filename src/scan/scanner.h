/* scanner.h - a thread's scans, one for each engine that it uses; opened on first use. */
#pragma once

#include "scan/engine.h"

/*
 * The engines of a search: the one that was chosen; one that begins faster, for small chunks; and
 * one with devices, which works beside the first. The first two may be the same. The last may be
 * NULL.
 */
enum { SCANNER_ENGINE, SCANNER_SMALL, SCANNER_OFFLOAD, SCANNER_ENGINES };

/* Shared by the scans of all threads. */
struct scanner_parts {
    const struct engine *engines[SCANNER_ENGINES];
    /* [engine]: cached chunk_size(), which visits all patterns */
    size_t chunk_sizes[SCANNER_ENGINES];
    const struct query *query;
    struct alphabet *alphabet;
    struct distance_bounds *bests; /* best mode: the bounds of distances */
    struct scan_shared *shared;
    const char *algorithm; /* for engines with devices, or NULL */
};

/* Opens the members that do not depend on engines; `bests` gets the bounds. Exits on allocation
 * failure. */
void scanner_parts_open(struct scanner_parts *parts, const struct query *q,
                        struct distance_bounds *bests, int delimiter_byte);
void scanner_parts_close(struct scanner_parts *parts);

/* The limits of the scans under way, for checking their hits. At most two, used alternately. */
struct scanner_watch {
    uint32_t limit[2];
    unsigned begun, ended;
};

struct overhangs;

struct scanner {
    const struct scanner_parts *parts;
    unsigned device; /* for engines with devices */
    /* Best mode: the bounds of the record in which the next chunk begins; NULL: not known here. */
    const struct record_bounds *record;
    struct distance_bounds *bounds; /* those of the chunk that is scanned: see scanner_bounds() */
    struct engine_scan *scans[SCANNER_ENGINES];
    const struct engine *loaded[SCANNER_ENGINES]; /* the engines of the scans: engine_loaded() */
    bool worked[SCANNER_ENGINES];
    struct overhangs *overhangs; /* with query->hangs; opened on first use */
    uint64_t begun; /* rates_now() when the engine of the processor began; 0: not measured */
    unsigned cuts;  /* small parts scanned for a bound, since one was last known */
    struct scanner_watch watches[SCANNER_ENGINES]; /* only where EDGREP_CHECK_HITS is defined */
};

/*
 * Returns the engine for a chunk: `engine`; SCANNER_SMALL for a small chunk; SCANNER_ENGINE instead
 * of SCANNER_OFFLOAD if whole records must be scanned (OVERLAP_RECORD) and one is long, because a
 * single device thread scans a record: 10 s for 32 MiB, which a processor scans in 0.2 s.
 */
unsigned scanner_engine(const struct scanner_parts *parts, unsigned engine, const struct chunk *c);

/* Opens the scan of an engine now, which starts its device. */
void scanner_open(struct scanner *s, unsigned engine);

/* Returns whether small parts of chunks are still scanned first, for a bound: not after many
 * without one. */
bool scanner_seeks_bound(const struct scanner *s);

/* Returns whether s->record bounds the first record of the chunk, at least the part that it has. */
bool scanner_bounds_record(const struct scanner *s, const struct chunk *c);

/* Returns the bounds of distances for a scan of the chunk: those of all results so far, and of its
 * record if it lies in one. Valid until the next call. */
const struct distance_bounds *scanner_bounds(struct scanner *s, const struct chunk *c);

/*
 * As submit() and collect() of that engine, of all that the chunk owns; the hits are cleared first.
 * ENGINE_FULL without a scan: nearly every end would be a hit, because nothing bounds distances yet
 * (--top without -k); a small part should be scanned first. After ENGINE_MEMORY a chunk can be
 * scanned again: the processor's engine is opened anew. A raw chunk is decoded before or
 * afterwards, by the processor or the device, whichever is faster: when its scan has ended, it is
 * raw no longer. Where EDGREP_CHECK_HITS is defined (Makefile), wrong hits end the program: see
 * hit_check.h.
 */
enum engine_status scanner_begin(struct scanner *s, unsigned engine, struct chunk *c,
                                 struct hits *hits);
enum engine_status scanner_end(struct scanner *s, unsigned engine, struct chunk *c,
                               struct hits *hits);

/* Begins and ends a scan on the engine for the chunk. */
enum engine_status scanner_scan(struct scanner *s, struct chunk *c, struct hits *hits);

void scanner_close(struct scanner *s);
