/*
 * myers.c - Myers' bit vectors in 64-bit words, on any machine.
 *
 * Each record is scanned from its beginning (restart), so every distance is final. Patterns of up
 * to 64 items are computed in a register; longer ones in blocks of 64 rows with carries, skipping
 * blocks that cannot hold a distance within the limit (Ukkonen's cut-off, by blocks as in Myers
 * 1999, section 4).
 *
 * The loops are written once for all metrics with deltas, and inlined for each. METRIC_HAMMING has
 * counters (counters.h) and loops of its own.
 */
#include "scan/myers.h"

#include <stdlib.h>

#include "base/inline.h"
#include "scan/byte_masks.h"
#include "scan/column.h"
#include "scan/counter_column.h"
#include "scan/word_occurrence.h"

/*
 * For patterns in a register and narrow symbols, a chunk is cut into lanes that are scanned in
 * lockstep: the processor overlaps their dependency chains.
 */
enum { LANES = 4, LANE_WORTH = 16 /* lead-ins that a lane must own to be worth it */ };

struct myers_lane {
    const unsigned char *text; /* its symbols from cut.lead on */
    struct bitvector v;
    struct before before;
    uint32_t score, rise; /* of the last row: D[j], and 1 when it is D[j-1] + 1 */
};

struct myers {
    const struct query *q;
    const struct alphabet *a;
    struct masks *patterns;      /* [pattern]; created on first use */
    struct column_block *blocks; /* as many as the longest pattern needs */
    struct before *before;       /* METRIC_OSA: as many */
    /* METRIC_HAMMING: the planes of each block, then the rows beyond the limit */
    uint64_t *counters;
    /* What myers_begin() chose. */
    const struct chunk *c;
    const struct masks *masks;
    uint32_t pattern;
    struct byte_masks eq; /* when fits_register() */
    int delimiter;        /* the byte where the state restarts, or -1 */
    /* Arguments and state of myers_scan(). */
    struct share own;
    struct hits *hits;
    bool one; /* one end is enough */
    uint32_t limit;
    uint32_t counted; /* the initial limit: counters count up to it */
    struct share lanes[LANES];
    struct hits lane_hits[LANES];
};

void myers_close(struct myers *e)
{
    if (e == NULL)
        return;
    for (size_t p = 0; e->patterns != NULL && p < e->q->npatterns; p++)
        masks_close(&e->patterns[p]);
    for (size_t l = 0; l < LANES; l++)
        hits_free(&e->lane_hits[l]);
    free(e->patterns);
    free(e->blocks);
    free(e->before);
    free(e->counters);
    free(e);
}

/* Allocates the state of the longest pattern for the metric. */
static bool open_blocks(struct myers *e)
{
    uint32_t blocks = column_blocks(e->q->longest);
    if (e->q->metric == METRIC_HAMMING) {
        unsigned planes = counter_planes(e->q->longest);
        e->counters = calloc(blocks, (planes + 1) * sizeof *e->counters);
        return e->counters != NULL;
    }
    e->blocks = calloc(blocks, sizeof *e->blocks);
    if (e->q->metric == METRIC_OSA)
        e->before = calloc(blocks, sizeof *e->before);
    return e->blocks != NULL && (e->q->metric != METRIC_OSA || e->before != NULL);
}

struct myers *myers_open(const struct query *q, const struct alphabet *a)
{
    struct myers *e = calloc(1, sizeof *e);
    if (e == NULL)
        return NULL;
    e->q = q;
    e->a = a;
    e->patterns = calloc(q->npatterns + 1, sizeof *e->patterns);
    if (e->patterns == NULL || !open_blocks(e)) {
        myers_close(e);
        return NULL;
    }
    return e;
}

/* Adds the end after symbol i; with -x only at the end of a record, with classes.border only before
 * a border of words. Not inlined, so that the loops keep their registers. Returns false if the hits
 * are full, or when out of memory. */
__attribute__((noinline)) static bool add(struct myers *e, struct hits *hits, size_t i,
                                          uint32_t score)
{
    if ((e->q->line && !chunk_record_ends(e->c, alphabet_bytes(e->a), i + 1)) ||
        (e->q->classes.border > 0 && !word_ends(e->c, e->a, i + 1)))
        return true;
    e->limit = query_limit(e->q, e->limit, score);
    return hits_add(hits, (uint32_t)(i + 1), score, e->pattern);
}

/* Returns whether one end is enough, and there is one behind the `had` hits before. */
static inline bool found_enough(const struct myers *e, const struct hits *hits, size_t had)
{
    return e->one && hits->n > had;
}

/* Reports the end behind symbol i, if it is owned; if D `rises` there, only if rising ends are
 * needed. Returns false if the hits are full. */
static inline bool report_end(struct myers *e, struct hits *hits, size_t begin, size_t i,
                              uint32_t score, bool rises)
{
    return i < begin || (rises && !e->q->report.rising) || add(e, hits, i, score);
}

/* Scans a record's symbols [from, to), with the pattern in a register. */
INLINE bool scan_symbols(enum metric metric, bool wide, struct myers *e, size_t from, size_t to)
{
    const uint32_t *text = e->c->symbols, *bytes = alphabet_bytes(e->a);
    struct bitvector v = BITVECTOR_START;
    struct before before = BEFORE_NONE;
    unsigned last_row = e->masks->m - 1;
    uint32_t score = e->masks->m;
    for (size_t i = from; i < to; i++) {
        uint32_t symbol = wide ? text[i] : chunk_symbol(e->c, bytes, i);
        uint64_t eq = masks_word(e->masks, symbol, 0);
        struct edge last =
            edge_of(metric_step(metric, &v, &before, eq, (struct edge){0}), last_row);
        score += (uint32_t)last.p - (uint32_t)last.m;
        if (score <= e->limit && !report_end(e, e->hits, e->own.begin, i, score, last.p))
            return false;
    }
    return true;
}

/* The column before the first symbol, c[i][0] = i: the blocks that hold a distance within the
 * limit. */
INLINE struct column column_begin(enum metric metric, const struct myers *e)
{
    struct column column = {.masks = e->masks, .blocks = e->blocks, .before = e->before};
    column_enter(metric, &column, 0);
    while (!column_whole(&column) && column_score(&column) <= e->limit)
        column_enter(metric, &column, column_score(&column));
    return column;
}

INLINE bool scan_blocks(enum metric metric, struct myers *e, size_t from, size_t to)
{
    struct column column = column_begin(metric, e);
    const uint32_t *bytes = alphabet_bytes(e->a);
    for (size_t i = from; i < to; i++) {
        uint32_t symbol = chunk_symbol(e->c, bytes, i), above = column_score(&column);
        struct edge edge = {0};
        column_advance(metric, &column, symbol, &edge);
        if (!column_whole(&column) && above <= e->limit) {
            column_enter(metric, &column, above);
            column_step(metric, &column, column.behind - 1, symbol, &edge);
        }
        while (column.behind > 1 && column_score(&column) >= e->limit + BITVECTOR_ROWS)
            column.behind--;
        uint32_t score = column_score(&column);
        if (column_whole(&column) && score <= e->limit &&
            !report_end(e, e->hits, e->own.begin, i, score, edge.p))
            return false;
    }
    return true;
}

/*
 * Lanes. The pattern is in the top rows of a word (byte_masks.h). The rows above it have no deltas:
 * they stay 0, as row 0 does.
 */

static struct bitvector lane_start(uint32_t m)
{
    return (struct bitvector){byte_masks_rows(m), 0};
}

/* Returns whether the pattern fits a register, and a symbol a byte. */
static bool fits_register(const struct myers *e)
{
    return e->masks->blocks == 1 && e->c->width != 4;
}

/* Returns whether eq may be used. */
static bool has_table(struct myers *e)
{
    e->delimiter = chunk_narrow_delimiter(e->c);
    return byte_masks_ready(&e->eq, e->masks, e->c, e->a, e->own.end - e->own.lead);
}

/* The constants of a lane's step, in registers. */
struct pace {
    const uint64_t *eq;
    int delimiter;
    uint32_t m, limit;
};

/* Advances a lane by its i-th symbol. Returns whether the score is within the limit. */
INLINE bool lane_step(enum metric metric, struct myers_lane *lane, struct pace pace, size_t i)
{
    unsigned char t = lane->text[i];
    if (t == pace.delimiter) {
        lane->v = lane_start(pace.m);
        lane->before = BEFORE_NONE;
        lane->score = pace.m;
        return false;
    }
    struct edge last =
        edge_of(metric_step(metric, &lane->v, &lane->before, pace.eq[t], (struct edge){0}),
                BITVECTOR_ROWS - 1);
    lane->rise = (uint32_t)last.p;
    lane->score += lane->rise - (uint32_t)last.m;
    return lane->score <= pace.limit;
}

static struct pace pace_of(const struct myers *e)
{
    return (struct pace){e->eq.masks, e->delimiter, e->masks->m, e->limit};
}

/* Reports lane l at its i-th symbol, if its score is still within the limit. */
static bool report_lane(struct myers *e, struct myers_lane lane, size_t l, size_t i)
{
    return lane.score > e->limit || report_end(e, &e->lane_hits[l], e->lanes[l].begin,
                                               e->lanes[l].lead + i, lane.score, lane.rise);
}

static size_t lane_length(const struct myers *e, size_t l)
{
    return e->lanes[l].end - e->lanes[l].lead;
}

INLINE bool run_lane(enum metric metric, struct myers *e, struct myers_lane lane, size_t l,
                     size_t from)
{
    struct pace pace = pace_of(e);
    for (size_t i = from, n = lane_length(e, l); i < n; i++)
        if (lane_step(metric, &lane, pace, i)) {
            if (!report_lane(e, lane, l, i))
                return false;
            if (found_enough(e, &e->lane_hits[l], 0))
                return true;
            pace.limit = e->limit;
        }
    return true;
}

/* Scans all lanes in lockstep up to the length of the shortest (lengths differ by at most one
 * symbol), then the rest of each. */
INLINE bool run_lanes(enum metric metric, struct myers *e, const struct myers_lane lanes[LANES])
{
    struct myers_lane a = lanes[0], b = lanes[1], c = lanes[2], d = lanes[3];
    struct pace pace = pace_of(e);
    size_t n = SIZE_MAX;
    for (size_t l = 0; l < LANES; l++)
        n = lane_length(e, l) < n ? lane_length(e, l) : n;
    for (size_t i = 0; i < n; i++) {
        bool hit_a = lane_step(metric, &a, pace, i), hit_b = lane_step(metric, &b, pace, i);
        bool hit_c = lane_step(metric, &c, pace, i), hit_d = lane_step(metric, &d, pace, i);
        if (!(hit_a | hit_b | hit_c | hit_d))
            continue;
        if ((hit_a && !report_lane(e, a, 0, i)) || (hit_b && !report_lane(e, b, 1, i)) ||
            (hit_c && !report_lane(e, c, 2, i)) || (hit_d && !report_lane(e, d, 3, i)))
            return false;
        pace.limit = e->limit;
    }
    return run_lane(metric, e, a, 0, n) && run_lane(metric, e, b, 1, n) &&
           run_lane(metric, e, c, 2, n) && run_lane(metric, e, d, 3, n);
}

/* Returns lane l at the begin of its part of the text. */
static struct myers_lane begin_lane(struct myers *e, size_t l, struct share part)
{
    e->lanes[l] = part;
    hits_begin(&e->lane_hits[l], e->hits->most);
    return (struct myers_lane){chunk_narrow(e->c) + part.lead, lane_start(e->masks->m), BEFORE_NONE,
                               e->masks->m, 0};
}

INLINE bool scan_narrow(enum metric metric, struct myers *e)
{
    struct myers_lane lanes[LANES] = {{0}};
    size_t worth = (size_t)LANES * LANE_WORTH * e->q->overlap;
    size_t count = e->own.end - e->own.begin > worth ? LANES : 1;
    for (size_t l = 0; l < count; l++)
        lanes[l] =
            begin_lane(e, l, count == 1 ? e->own : partition(e->own, e->q->overlap, count, l));
    bool good = count == 1 ? run_lane(metric, e, lanes[0], 0, 0) : run_lanes(metric, e, lanes);
    for (size_t l = 0; l < count && good; l++)
        good = hits_append(e->hits, &e->lane_hits[l]);
    for (size_t l = 0; l < count; l++)
        e->hits->full |= e->lane_hits[l].full;
    return good;
}

/*
 * Counters. In a register the pattern is in the top rows, too. The counters of the rows above it
 * keep the value that all begin with.
 */

enum { REGISTER_PLANES = 6 }; /* they count up to 63, which any limit is at most */

INLINE bool scan_counters(unsigned planes, struct myers *e, size_t from, size_t to, bool table)
{
    const unsigned char *text = table ? chunk_narrow(e->c) : NULL;
    const uint32_t *bytes = alphabet_bytes(e->a);
    uint32_t start = counter_start(planes, e->counted);
    uint64_t beyond = byte_masks_rows(e->masks->m), above = ~beyond, counters[REGISTER_PLANES];
    for (unsigned b = 0; b < planes; b++)
        counters[b] = start >> b & 1 ? above : 0;
    for (size_t i = from; i < to; i++) {
        uint64_t eq = text != NULL ? e->eq.masks[text[i]]
                                   : byte_masks_of(e->masks, chunk_symbol(e->c, bytes, i));
        counters_step(counters, planes, &beyond, eq, start, 0);
        if (beyond >> (COUNTER_ROWS - 1))
            continue;
        uint32_t distance = counters_row(counters, planes, COUNTER_ROWS - 1) - start;
        if (distance <= e->limit && !report_end(e, e->hits, e->own.begin, i, distance, false))
            return false;
    }
    return true;
}

/* The number of planes is a constant in each. */
static bool count_register(struct myers *e, size_t from, size_t to, bool table)
{
    switch (counter_planes(e->counted)) {
    case 0:
        return scan_counters(0, e, from, to, table);
    case 1:
        return scan_counters(1, e, from, to, table);
    case 2:
        return scan_counters(2, e, from, to, table);
    case 3:
        return scan_counters(3, e, from, to, table);
    case 4:
        return scan_counters(4, e, from, to, table);
    case 5:
        return scan_counters(5, e, from, to, table);
    default:
        return scan_counters(REGISTER_PLANES, e, from, to, table);
    }
}

static bool count_blocks(struct myers *e, size_t from, size_t to)
{
    unsigned planes = counter_planes(e->counted);
    struct counter_column column = {e->counters, planes, counter_start(planes, e->counted), 0};
    uint32_t blocks = e->masks->blocks;
    unsigned last_row = (e->masks->m - 1) % COUNTER_ROWS;
    const uint32_t *bytes = alphabet_bytes(e->a);
    counter_column_enter(&column);
    for (size_t i = from; i < to; i++) {
        counter_column_advance(&column, e->masks, chunk_symbol(e->c, bytes, i));
        if (column.behind < blocks)
            continue;
        struct count last = counter_column_row(&column, blocks - 1, last_row);
        uint32_t distance = last.counter - column.start;
        if (!last.beyond && distance <= e->limit &&
            !report_end(e, e->hits, e->own.begin, i, distance, false))
            return false;
    }
    return true;
}

/* The metric is a constant from here on. */
INLINE bool scan_metric(enum metric metric, struct myers *e)
{
    bool table = fits_register(e) && has_table(e);
    if (table && metric != METRIC_HAMMING)
        return scan_narrow(metric, e);
    bool blocks = e->masks->blocks > 1, wide = e->c->width == 4, good = true;
    size_t had = e->hits->n;
    for (size_t from = e->own.lead, to; good && from < e->own.end && !found_enough(e, e->hits, had);
         from = to + 1) {
        to = chunk_record_end(e->c, from, e->own.end);
        if (metric == METRIC_HAMMING)
            good = blocks ? count_blocks(e, from, to) : count_register(e, from, to, table);
        else if (blocks)
            good = scan_blocks(metric, e, from, to);
        else
            good = wide ? scan_symbols(metric, true, e, from, to)
                        : scan_symbols(metric, false, e, from, to);
    }
    return good;
}

static bool scan(struct myers *e)
{
    switch (e->q->metric) {
    case METRIC_INDEL:
        return scan_metric(METRIC_INDEL, e);
    case METRIC_OSA:
        return scan_metric(METRIC_OSA, e);
    case METRIC_HAMMING:
        return scan_metric(METRIC_HAMMING, e);
    default:
        return scan_metric(METRIC_LEVENSHTEIN, e);
    }
}

bool myers_begin(struct myers *e, const struct chunk *c, uint32_t pattern)
{
    struct masks *masks = &e->patterns[pattern];
    if (!masks_extend(masks, &e->q->patterns[pattern], false, e->a, c->alphabet_size))
        return false;
    e->c = c;
    e->pattern = pattern;
    e->masks = masks;
    e->eq.scanned = 0;
    return true;
}

enum engine_status myers_scan(struct myers *e, struct share own, uint32_t *limit, struct hits *hits)
{
    e->own = own;
    e->limit = e->counted = *limit;
    e->hits = hits;
    e->one = engine_needs_one(e->q, e->c);
    bool good = scan(e);
    *limit = e->limit;
    return good ? ENGINE_OK : engine_lacks_room(hits);
}
