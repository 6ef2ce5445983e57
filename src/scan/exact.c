/*
 * exact.c - bit vectors in 64-bit words, on any machine.
 *
 * Each record is scanned from its beginning (restart), so every distance is final. Patterns of up
 * to 64 items run in a register; longer ones in blocks of 64 rows with carries, of which only those
 * are computed that can hold a distance within the limit (Ukkonen's cut-off, by blocks as in Myers
 * 1999, section 4).
 */
#include "scan/exact.h"

#include <stdlib.h>
#include <string.h>

#include "scan/column.h"

/*
 * For patterns in a register and narrow symbols a chunk is cut once more, into lanes that are
 * scanned in step: the processor overlaps their chains of dependent operations.
 */
enum { LANES = 4, LANE_WORTH = 16 /* lead-ins that a lane must own to be worth it */ };

struct lane {
    const unsigned char *text; /* its symbols from cut.lead on */
    struct bitvector v;
    uint32_t score, rise; /* of the last row: D[j], and 1 when it is D[j-1] + 1 */
};

struct exact {
    const struct query *q;
    const struct alphabet *a;
    struct masks *patterns; /* of each pattern */
    struct block *blocks;   /* as many as the longest pattern needs */
    /* What exact_begin() chose. */
    const struct chunk *c;
    const struct masks *masks;
    uint32_t pattern;
    uint64_t eq[256]; /* match masks of the text's bytes, when narrow() */
    int delimiter;    /* the byte where the state restarts then, or -1 */
    /* What exact_scan() is at. */
    struct share own;
    struct hits *hits;
    uint32_t limit;
    struct share lanes[LANES];
    struct hits lane_hits[LANES];
};

void exact_close(struct exact *e)
{
    if (e == NULL)
        return;
    for (size_t p = 0; e->patterns != NULL && p < e->q->npatterns; p++)
        masks_close(&e->patterns[p]);
    for (size_t l = 0; l < LANES; l++)
        hits_free(&e->lane_hits[l]);
    free(e->patterns);
    free(e->blocks);
    free(e);
}

struct exact *exact_open(const struct query *q, const struct alphabet *a)
{
    struct exact *e = calloc(1, sizeof *e);
    if (e == NULL)
        return NULL;
    e->q = q;
    e->a = a;
    e->patterns = calloc(q->npatterns + 1, sizeof *e->patterns);
    e->blocks = calloc(column_blocks(q->longest), sizeof *e->blocks);
    bool good = e->patterns != NULL && e->blocks != NULL;
    for (size_t p = 0; good && p < q->npatterns; p++)
        good = masks_open(&e->patterns[p], &q->patterns[p], false);
    if (!good) {
        exact_close(e);
        return NULL;
    }
    return e;
}

/* The first delimiter in [from, own.end), else own.end. */
static size_t record_end(const struct exact *e, size_t from)
{
    size_t end = e->own.end, n = end - from;
    const void *found = NULL;
    if (e->c->width == 0 && e->c->delimiter >= 0) {
        found = memchr(e->c->bytes + from, e->c->delimiter, n);
        return found == NULL ? end : (size_t)((const unsigned char *)found - e->c->bytes);
    }
    if (e->c->width == 1) {
        const unsigned char *text = e->c->symbols;
        found = memchr(text + from, SYMBOL_DELIMITER, n);
        return found == NULL ? end : (size_t)((const unsigned char *)found - text);
    }
    if (e->c->width == 4) {
        const uint32_t *text = e->c->symbols;
        while (from < end && text[from] != SYMBOL_DELIMITER)
            from++;
        return from;
    }
    return end;
}

/* Adds the end behind symbol i; with -x only where the record ends. Not inlined, so that the loops
 * keep their registers. False: the hits are full, or memory is out. */
__attribute__((noinline)) static bool add(struct exact *e, struct hits *hits, size_t i,
                                          uint32_t score)
{
    if (e->q->line && !chunk_record_ends(e->c, alphabet_bytes(e->a), i + 1))
        return true;
    if (e->q->best && e->q->certain && score < e->limit)
        e->limit = score;
    return hits_add(hits, (uint32_t)(i + 1), score, e->pattern);
}

/* Reports the end behind symbol i, if it is owned; when D `rises` there, only if that is wanted.
 * False: as add(). */
static inline bool report(struct exact *e, struct hits *hits, size_t begin, size_t i,
                          uint32_t score, bool rises)
{
    return i < begin || (rises && !e->q->rising) || add(e, hits, i, score);
}

/* A record's symbols [from, to), wide ones, with the pattern in a register. */
static bool scan_wide(struct exact *e, size_t from, size_t to)
{
    const uint32_t *text = e->c->symbols;
    struct bitvector v = BITVECTOR_START;
    unsigned last_row = e->masks->m - 1;
    uint32_t score = e->masks->m;
    for (size_t i = from; i < to; i++) {
        struct horizontal h = bitvector_step(&v, masks_word(e->masks, text[i], 0), 0, 0);
        uint32_t rise = h.p >> last_row & 1;
        score += rise - (uint32_t)(h.m >> last_row & 1);
        if (score <= e->limit && !report(e, e->hits, e->own.begin, i, score, rise))
            return false;
    }
    return true;
}

/* The column before the first symbol, c[i][0] = i: the blocks that hold a distance within the
 * limit. */
static struct column column_begin(const struct exact *e)
{
    struct column column = {.masks = e->masks, .blocks = e->blocks};
    column_enter(&column, 0);
    while (!column_whole(&column) && column_score(&column) <= e->limit)
        column_enter(&column, column_score(&column));
    return column;
}

static bool scan_blocks(struct exact *e, size_t from, size_t to)
{
    struct column column = column_begin(e);
    const uint32_t *bytes = alphabet_bytes(e->a);
    for (size_t i = from; i < to; i++) {
        uint32_t symbol = chunk_symbol(e->c, bytes, i), above = column_score(&column);
        struct horizontal carry = {0, 0};
        column_advance(&column, symbol, &carry);
        if (!column_whole(&column) && above <= e->limit) {
            column_enter(&column, above);
            column_step(&column, column.behind - 1, symbol, &carry);
        }
        while (column.behind > 1 && column_score(&column) >= e->limit + BITVECTOR_ROWS)
            column.behind--;
        uint32_t score = column_score(&column);
        if (column_whole(&column) && score <= e->limit &&
            !report(e, e->hits, e->own.begin, i, score, carry.p))
            return false;
    }
    return true;
}

/*
 * Lanes. The pattern stands in the top rows of the word, so that its last row is the sign bit; the
 * rows above it match everything and have no deltas: they stay 0, as row 0 does.
 */

static struct bitvector lane_start(uint32_t m)
{
    return (struct bitvector){~UINT64_C(0) << (BITVECTOR_ROWS - m), 0};
}

/* The pattern fits a register and a symbol a byte. */
static bool narrow(const struct exact *e)
{
    return e->masks->blocks == 1 && e->c->width != 4;
}

static void prepare_narrow(struct exact *e)
{
    const uint32_t *bytes = alphabet_bytes(e->a);
    uint64_t above = ~lane_start(e->masks->m).pv;
    unsigned shift = BITVECTOR_ROWS - e->masks->m;
    uint32_t limit = e->c->width == 0 ? (e->c->utf8 ? 128 : 256) : e->c->alphabet_size;
    for (uint32_t t = 0; t < limit; t++)
        e->eq[t] = masks_word(e->masks, e->c->width == 0 ? bytes[t] : t, 0) << shift | above;
    e->delimiter = e->c->width == 0 ? e->c->delimiter : SYMBOL_DELIMITER;
}

/* What the step of a lane needs, in registers. */
struct pace {
    const uint64_t *eq;
    int delimiter;
    uint32_t m, limit;
};

/* Advances a lane by its i-th symbol: whether the limit admits its score. Inlined, or the lanes
 * would leave their registers. */
__attribute__((always_inline)) static inline bool lane_step(struct lane *lane, struct pace pace,
                                                            size_t i)
{
    unsigned char t = lane->text[i];
    if (t == pace.delimiter) {
        lane->v = lane_start(pace.m);
        lane->score = pace.m;
        return false;
    }
    struct horizontal h = bitvector_step(&lane->v, pace.eq[t], 0, 0);
    lane->rise = (uint32_t)(h.p >> (BITVECTOR_ROWS - 1));
    lane->score += lane->rise - (uint32_t)(h.m >> (BITVECTOR_ROWS - 1));
    return lane->score <= pace.limit;
}

static struct pace pace_of(const struct exact *e)
{
    return (struct pace){e->eq, e->delimiter, e->masks->m, e->limit};
}

/* Reports lane l at its i-th symbol, if its score is still within the limit. */
static bool report_lane(struct exact *e, struct lane lane, size_t l, size_t i)
{
    return lane.score > e->limit || report(e, &e->lane_hits[l], e->lanes[l].begin,
                                           e->lanes[l].lead + i, lane.score, lane.rise);
}

static size_t lane_length(const struct exact *e, size_t l)
{
    return e->lanes[l].end - e->lanes[l].lead;
}

static bool run_lane(struct exact *e, struct lane lane, size_t l, size_t from)
{
    struct pace pace = pace_of(e);
    for (size_t i = from, n = lane_length(e, l); i < n; i++)
        if (lane_step(&lane, pace, i)) {
            if (!report_lane(e, lane, l, i))
                return false;
            pace.limit = e->limit;
        }
    return true;
}

/* All lanes in step as far as the shortest goes (they are equal up to a symbol), then what is left
 * of each. */
static bool run_lanes(struct exact *e, const struct lane lanes[LANES])
{
    struct lane a = lanes[0], b = lanes[1], c = lanes[2], d = lanes[3];
    struct pace pace = pace_of(e);
    size_t n = SIZE_MAX;
    for (size_t l = 0; l < LANES; l++)
        n = lane_length(e, l) < n ? lane_length(e, l) : n;
    for (size_t i = 0; i < n; i++) {
        bool hit_a = lane_step(&a, pace, i), hit_b = lane_step(&b, pace, i);
        bool hit_c = lane_step(&c, pace, i), hit_d = lane_step(&d, pace, i);
        if (!(hit_a | hit_b | hit_c | hit_d))
            continue;
        if ((hit_a && !report_lane(e, a, 0, i)) || (hit_b && !report_lane(e, b, 1, i)) ||
            (hit_c && !report_lane(e, c, 2, i)) || (hit_d && !report_lane(e, d, 3, i)))
            return false;
        pace.limit = e->limit;
    }
    return run_lane(e, a, 0, n) && run_lane(e, b, 1, n) && run_lane(e, c, 2, n) &&
           run_lane(e, d, 3, n);
}

static bool scan_narrow(struct exact *e)
{
    const unsigned char *text = chunk_narrow(e->c);
    uint32_t overlap = e->q->overlap;
    size_t count = e->own.end - e->own.begin > (size_t)LANES * LANE_WORTH * overlap ? LANES : 1;
    struct lane lanes[LANES] = {{0}};
    for (size_t l = 0; l < count; l++) {
        e->lanes[l] = partition(e->own, overlap, count, l);
        lanes[l] = (struct lane){text + e->lanes[l].lead, lane_start(e->masks->m), e->masks->m, 0};
        hits_clear(&e->lane_hits[l]);
        e->lane_hits[l].most = e->hits->most;
    }
    bool good = count == 1 ? run_lane(e, lanes[0], 0, 0) : run_lanes(e, lanes);
    for (size_t l = 0; l < count && good; l++)
        good = hits_append(e->hits, &e->lane_hits[l]);
    for (size_t l = 0; l < count; l++)
        e->hits->full |= e->lane_hits[l].full;
    return good;
}

static bool scan(struct exact *e)
{
    if (narrow(e))
        return scan_narrow(e);
    bool (*record)(struct exact *, size_t, size_t) =
        e->masks->blocks == 1 ? scan_wide : scan_blocks;
    for (size_t from = e->own.lead, to; from < e->own.end; from = to + 1) {
        to = record_end(e, from);
        if (!record(e, from, to))
            return false;
    }
    return true;
}

bool exact_begin(struct exact *e, const struct chunk *c, uint32_t pattern)
{
    if (!masks_extend(&e->patterns[pattern], e->a, c->alphabet_size))
        return false;
    e->c = c;
    e->pattern = pattern;
    e->masks = &e->patterns[pattern];
    if (narrow(e))
        prepare_narrow(e);
    return true;
}

enum engine_status exact_scan(struct exact *e, struct share own, uint32_t *limit, struct hits *hits)
{
    e->own = own;
    e->limit = *limit;
    e->hits = hits;
    bool good = scan(e);
    *limit = e->limit;
    return good ? ENGINE_OK : hits->full ? ENGINE_FULL : ENGINE_MEMORY;
}
