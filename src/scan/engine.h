/*
 * engine.h - the interface of an engine, which scans chunks for the ends of occurrences.
 *
 * An engine is one `const struct engine` in a file engine_NAME.c. D[j] is the least distance of a
 * pattern to a substring that ends at j and lies in one record. For each pattern and each end j in
 * the owned range of a chunk the engine reports D[j], if that is within the pattern's k and the
 * best distance so far: distance_bounds_limit() of query/distance_bounds.h.
 *
 * - The engine's state begins at the lead-in: nothing before symbol own.lead counts.
 * - It may omit rising ends, D[j] = D[j-1] + 1, unless report.rising.
 * - With query->line (-x), only whole records matter: it may omit every end but that of a record
 *   (the last symbol that the chunk shows of a record counts as its end), and records whose
 *   distance as a whole is above the limit. It may report that distance instead of D[j], and any
 *   distance for a record of more than m + k symbols: `match` rejects those.
 * - With query->word (-w), only ends before a border of words matter, where an occurrence begins
 *   behind one: it may omit all others. It may report any distance from D[j] to that occurrence's.
 * - In best mode *bests bounds distances, of all patterns and of each: by the least so far, or in
 *   a long record by what that has (scanner_bounds()). It does not change while a chunk is scanned,
 *   and may be greater for the next one. With LOWERS_ENDS every report is admissible, and the
 *   engine may continue with the least distance it has reported in the chunk; with query->each,
 *   with the least of that pattern. With query->each it may report ends above a pattern's bound.
 * - With report.once, it may omit all ends in a record, of any pattern, after the first it finds.
 * - With report.first, it may omit all ends of an input after the first record with one.
 * - With report.nearest, it may omit an end if an occurrence in its record is nearer, or if one
 *   without errors ends before it.
 * - Only engines that decode raw chunks (chunk.h) get them. Their owned ranges are in bytes, but
 *   ends are reported in symbols.
 *
 * Nothing here prints, exits or reads options. A scan belongs to one thread.
 */
#pragma once

#include "base/cpu.h"
#include "query/alphabet.h"
#include "query/distance_bounds.h"
#include "scan/hit.h"
#include "scan/shared.h"
#include "text/chunk.h"

enum engine_status {
    ENGINE_OK,
    ENGINE_FULL,   /* the hits are too many: scan less at a time */
    ENGINE_MEMORY, /* out of memory */
    ENGINE_FAILED, /* the device failed */
};

struct engine_scan; /* an engine's state; each engine defines its own */

/* Statistics of a scan's work on a device: what it did, and for how many seconds. */
struct engine_report {
    const char *algorithm, *device; /* NULL: nothing was done */
    double copy, kernel;
};

/* How a scan searches for several patterns at once: see scan/multi.h. */
struct engine_ways {
    size_t by_pieces, by_rows;     /* patterns, in the latest chunk */
    uint64_t candidates, verified; /* positions with a piece; number of these that were verified */
};

/* A named algorithm of an engine. */
struct engine_algorithm {
    const char *name;
    unsigned metrics; /* supported metrics, as METRIC_BIT() */
};

/* An engine that works on devices of its own, beside the processor. */
struct engine_devices {
    const char *(*why_not)(void); /* NULL, or why they cannot be used here */
    /* Loads the engine of a plug-in, and returns it, or NULL. Only the loaded engine has the
     * functions that scan, and those below except count() and rows(). */
    const struct engine *(*loaded)(void);
    /* Returns the algorithms of a usable engine; one without a name ends the list. */
    const struct engine_algorithm *(*algorithms)(void);
    unsigned (*count)(void); /* when usable; they are numbered from 0 */
    /* Chunks in such memory come to the device fastest. It falls back to any memory. */
    const struct chunk_memory *memory;
    /* Cost of a symbol on a device, as the number of table rows that would cost as much. */
    double (*rows)(const struct query *q);
    /* Before the first submit(): selects a device and an algorithm (NULL: the fastest), and starts
     * the device, which may take long. submit() reports a failure. */
    void (*choose)(struct engine_scan *s, unsigned device, const char *algorithm);
    const char *(*why_failed)(void); /* after ENGINE_FAILED: the first reason there was */
    void (*report)(const struct engine_scan *s, struct engine_report *report);
    /*
     * NULL: the engine takes no raw chunks. Otherwise called right after collect() of a raw chunk,
     * with its hits; the chunk is then no longer raw, and what it owns counts in symbols. It has
     * these symbols if there are hits, or too many (ENGINE_FULL); otherwise it is barren.
     */
    enum engine_status (*decode)(struct engine_scan *s, struct chunk *c);
};

struct engine {
    const char *name;
    unsigned metrics;  /* supported metrics, as METRIC_BIT() */
    int rank;          /* "auto" takes the usable engine of the highest rank that has no devices */
    bool asynchronous; /* submit() returns before the scan is done; collect() waits */
    enum cpu_feature needs; /* of the processor */
    /* Returns the most efficient number of bytes that a chunk owns. */
    size_t (*chunk_size)(const struct query *q);

    /* Returns NULL when out of memory. The arguments must outlive the scan. */
    struct engine_scan *(*open)(const struct query *q, const struct alphabet *a,
                                const struct distance_bounds *bests, struct scan_shared *shared);
    /*
     * Begins to scan the symbols [own.lead, own.end) of the chunk for ends in [own.begin, own.end);
     * an end j is owned with symbol j - 1. Chunk and hits stay the engine's until collect() has
     * returned for them. Up to two may be under way.
     */
    enum engine_status (*submit)(struct engine_scan *s, const struct chunk *c, struct share own,
                                 struct hits *hits);
    /* Ends the oldest scan under way: its hits are complete, and sorted by (end, pattern). */
    enum engine_status (*collect)(struct engine_scan *s);
    void (*close)(struct engine_scan *s);
    /* NULL: only one way. by_pieces and by_rows are 0 before the first chunk. */
    void (*ways)(const struct engine_scan *s, struct engine_ways *ways);

    const struct engine_devices *devices; /* NULL: it works on the processor */
};

/* The collect() of engines whose submit() does all work. */
static inline enum engine_status engine_collect_nothing(struct engine_scan *s)
{
    (void)s;
    return ENGINE_OK;
}

/* Returns why a hit could not be added: the list is full, or out of memory. */
static inline enum engine_status engine_lacks_room(const struct hits *hits)
{
    return hits->full ? ENGINE_FULL : ENGINE_MEMORY;
}

/* All engines built in, the highest rank first; NULL ends the list. */
const struct engine *const *engines_all(void);

/* Returns whether one end in the chunk is enough: see report.first. */
static inline bool engine_needs_one(const struct query *q, const struct chunk *c)
{
    return q->report.first && !c->origin.joined;
}

/* Returns the engine that scans: of a usable engine with devices, the loaded one. */
static inline const struct engine *engine_loaded(const struct engine *e)
{
    return e->devices != NULL ? e->devices->loaded() : e;
}

/* Returns whether a usable engine decodes raw chunks. */
static inline bool engine_decodes(const struct engine *e)
{
    return e->devices != NULL && engine_loaded(e)->devices->decode != NULL;
}

/* Returns NULL, or why the engine cannot be used here. */
static inline const char *engine_why_not(const struct engine *e)
{
    return e->devices != NULL ? e->devices->why_not() : cpu_why_not(e->needs);
}

static inline bool engine_knows(const struct engine *e, enum metric metric)
{
    return (e->metrics & METRIC_BIT(metric)) != 0;
}

/* Returns the engine with this name, or for "auto" the best usable one; NULL for an unknown
 * name. */
const struct engine *engines_find(const char *name);

/* Returns the engine for small chunks: the named one, or for "auto" the one that starts fastest. */
const struct engine *engines_small(const char *name);

/* Returns the engine with devices to use beside the one that "auto" chooses; NULL if none supports
 * the metric, or `name` is not "auto". It may be unusable; checking this takes long. */
const struct engine *engines_offload(const char *name, enum metric metric);
