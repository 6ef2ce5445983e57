/*
 * engine_scalar.c - the reference engine: bit vectors in 64-bit words, on any machine.
 *
 * Each record is scanned from its beginning (restart), so every distance is final. Patterns of up
 * to 64 items run in a register; longer ones in blocks of 64 rows with carries, of which only those
 * are computed that can hold a distance within the limit (Ukkonen's cut-off, by blocks as in Myers
 * 1999, section 4).
 */
#include <stdlib.h>
#include <string.h>

#include "bitvector.h"
#include "engine.h"
#include "masks.h"

struct block {
    struct bitvector v;
    uint32_t score; /* of its last row */
};

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

struct engine_scan {
    const struct query *q;
    const struct alphabet *a;
    const atomic_uint *limit;
    struct masks *masks;  /* of each pattern */
    struct block *blocks; /* as many as the longest pattern needs */
    struct hits lane_hits[LANES];
};

/* One pattern on one chunk. */
struct job {
    struct engine_scan *s;
    const struct chunk *c;
    const struct masks *masks;
    struct cut own;
    struct hits *hits;
    uint32_t pattern;
    uint32_t limit;
    /* For patterns in a register and narrow symbols: */
    uint64_t eq[256]; /* match masks of the text's bytes */
    int delimiter;    /* the byte where the state restarts, or -1 */
    struct cut lanes[LANES];
};

static const char *why_not(void)
{
    return NULL;
}

static void scan_close(struct engine_scan *s)
{
    if (s == NULL)
        return;
    for (size_t p = 0; s->masks != NULL && p < s->q->npatterns; p++)
        masks_close(&s->masks[p]);
    for (size_t l = 0; l < LANES; l++)
        hits_free(&s->lane_hits[l]);
    free(s->masks);
    free(s->blocks);
    free(s);
}

static struct engine_scan *scan_open(const struct query *q, const struct alphabet *a,
                                     const atomic_uint *limit)
{
    struct engine_scan *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    *s = (struct engine_scan){.q = q, .a = a, .limit = limit};
    s->masks = calloc(q->npatterns + 1, sizeof *s->masks);
    s->blocks = calloc(q->longest / BITVECTOR_ROWS + 1, sizeof *s->blocks);
    bool good = s->masks != NULL && s->blocks != NULL;
    for (size_t p = 0; good && p < q->npatterns; p++)
        good = masks_open(&s->masks[p], &q->patterns[p], false);
    if (!good) {
        scan_close(s);
        return NULL;
    }
    return s;
}

/* The first delimiter in [from, own.end), else own.end. */
static size_t record_end(const struct job *j, size_t from)
{
    size_t end = j->own.end, n = end - from;
    const void *found = NULL;
    if (j->c->width == 0 && j->c->delimiter >= 0) {
        found = memchr(j->c->bytes + from, j->c->delimiter, n);
        return found == NULL ? end : (size_t)((const unsigned char *)found - j->c->bytes);
    }
    if (j->c->width == 1) {
        const unsigned char *text = j->c->symbols;
        found = memchr(text + from, SYMBOL_DELIMITER, n);
        return found == NULL ? end : (size_t)((const unsigned char *)found - text);
    }
    if (j->c->width == 4) {
        const uint32_t *text = j->c->symbols;
        while (from < end && text[from] != SYMBOL_DELIMITER)
            from++;
        return from;
    }
    return end;
}

/*
 * Symbol i gives distance `score`, by horizontal delta +1 when `rises`. False: the hits are full.
 */
static inline bool report(struct job *j, struct hits *hits, size_t begin, size_t i, uint32_t score,
                          bool rises)
{
    if (i < begin || (rises && !j->s->q->rising))
        return true;
    if (j->s->q->best && j->s->q->certain && score < j->limit)
        j->limit = score;
    return hits_add(hits, (uint32_t)(i + 1), score, j->pattern);
}

/* A record's symbols [from, to), wide ones, with the pattern in a register. */
static bool scan_wide(struct job *j, size_t from, size_t to)
{
    const uint32_t *text = j->c->symbols;
    struct bitvector v = BITVECTOR_START;
    unsigned last_row = j->masks->m - 1;
    uint32_t score = j->masks->m;
    for (size_t i = from; i < to; i++) {
        struct horizontal h = bitvector_step(&v, masks_word(j->masks, text[i], 0), 0, 0);
        uint32_t rise = h.p >> last_row & 1;
        score += rise - (uint32_t)(h.m >> last_row & 1);
        if (score <= j->limit && !report(j, j->hits, j->own.begin, i, score, rise))
            return false;
    }
    return true;
}

/* How many blocks can hold a distance <= limit before the first symbol: c[i][0] = i. */
static uint32_t blocks_begin(const struct job *j)
{
    struct block *blocks = j->s->blocks;
    uint32_t active = j->limit / BITVECTOR_ROWS + 1;
    if (active > j->masks->blocks)
        active = j->masks->blocks;
    for (uint32_t b = 0; b < active; b++)
        blocks[b] = (struct block){BITVECTOR_START, (b + 1) * BITVECTOR_ROWS};
    if (active == j->masks->blocks)
        blocks[active - 1].score = j->masks->m;
    return active;
}

/*
 * Advances block b by one symbol, with the delta of the row above in *h's top bits; leaves its own
 * last row's there.
 */
static inline void block_step(const struct job *j, uint32_t b, uint32_t symbol,
                              struct horizontal *carry)
{
    struct block *block = &j->s->blocks[b];
    unsigned last_row =
        b + 1 < j->masks->blocks ? BITVECTOR_ROWS - 1 : (j->masks->m - 1) % BITVECTOR_ROWS;
    struct horizontal h =
        bitvector_step(&block->v, masks_word(j->masks, symbol, b), carry->p, carry->m);
    carry->p = h.p >> last_row & 1;
    carry->m = h.m >> last_row & 1;
    block->score += (uint32_t)carry->p - (uint32_t)carry->m;
}

static bool scan_blocks(struct job *j, size_t from, size_t to)
{
    struct block *blocks = j->s->blocks;
    uint32_t all = j->masks->blocks, active = blocks_begin(j);
    const uint32_t *bytes = alphabet_bytes(j->s->a);
    for (size_t i = from; i < to; i++) {
        uint32_t symbol = chunk_symbol(j->c, bytes, i), above = blocks[active - 1].score;
        struct horizontal carry = {0, 0};
        for (uint32_t b = 0; b < active; b++)
            block_step(j, b, symbol, &carry);
        if (active < all && above <= j->limit) {
            uint32_t rows =
                active + 1 < all ? BITVECTOR_ROWS : (j->masks->m - 1) % BITVECTOR_ROWS + 1;
            blocks[active] = (struct block){BITVECTOR_START, above + rows};
            block_step(j, active++, symbol, &carry);
        }
        while (active > 1 && blocks[active - 1].score >= j->limit + BITVECTOR_ROWS)
            active--;
        if (active == all && blocks[all - 1].score <= j->limit &&
            !report(j, j->hits, j->own.begin, i, blocks[all - 1].score, carry.p))
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

static void prepare_narrow(struct job *j)
{
    const uint32_t *bytes = alphabet_bytes(j->s->a);
    uint64_t above = ~lane_start(j->masks->m).pv;
    unsigned shift = BITVECTOR_ROWS - j->masks->m;
    uint32_t limit = j->c->width == 0 ? (j->c->utf8 ? 128 : 256) : j->c->alphabet_size;
    for (uint32_t t = 0; t < limit; t++)
        j->eq[t] = masks_word(j->masks, j->c->width == 0 ? bytes[t] : t, 0) << shift | above;
    j->delimiter = j->c->width == 0 ? j->c->delimiter : SYMBOL_DELIMITER;
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

static struct pace pace_of(const struct job *j)
{
    return (struct pace){j->eq, j->delimiter, j->masks->m, j->limit};
}

/* Lane l has an admitted score at its i-th symbol. */
static bool report_lane(struct job *j, struct lane lane, size_t l, size_t i)
{
    return lane.score > j->limit || report(j, &j->s->lane_hits[l], j->lanes[l].begin,
                                           j->lanes[l].lead + i, lane.score, lane.rise);
}

static size_t lane_length(const struct job *j, size_t l)
{
    return j->lanes[l].end - j->lanes[l].lead;
}

static bool run_lane(struct job *j, struct lane lane, size_t l, size_t from)
{
    struct pace pace = pace_of(j);
    for (size_t i = from, n = lane_length(j, l); i < n; i++)
        if (lane_step(&lane, pace, i)) {
            if (!report_lane(j, lane, l, i))
                return false;
            pace.limit = j->limit;
        }
    return true;
}

/* All lanes in step as far as the shortest goes (they are equal up to a symbol), then what is left
 * of each. */
static bool run_lanes(struct job *j, const struct lane lanes[LANES])
{
    struct lane a = lanes[0], b = lanes[1], c = lanes[2], d = lanes[3];
    struct pace pace = pace_of(j);
    size_t n = SIZE_MAX;
    for (size_t l = 0; l < LANES; l++)
        n = lane_length(j, l) < n ? lane_length(j, l) : n;
    for (size_t i = 0; i < n; i++) {
        bool hit_a = lane_step(&a, pace, i), hit_b = lane_step(&b, pace, i);
        bool hit_c = lane_step(&c, pace, i), hit_d = lane_step(&d, pace, i);
        if (!(hit_a | hit_b | hit_c | hit_d))
            continue;
        if ((hit_a && !report_lane(j, a, 0, i)) || (hit_b && !report_lane(j, b, 1, i)) ||
            (hit_c && !report_lane(j, c, 2, i)) || (hit_d && !report_lane(j, d, 3, i)))
            return false;
        pace.limit = j->limit;
    }
    return run_lane(j, a, 0, n) && run_lane(j, b, 1, n) && run_lane(j, c, 2, n) &&
           run_lane(j, d, 3, n);
}

static bool scan_narrow(struct job *j)
{
    const unsigned char *text = j->c->width == 0 ? j->c->bytes : j->c->symbols;
    uint32_t overlap = j->s->q->overlap;
    size_t count = j->own.end - j->own.begin > (size_t)LANES * LANE_WORTH * overlap ? LANES : 1;
    struct lane lanes[LANES];
    prepare_narrow(j);
    for (size_t l = 0; l < count; l++) {
        j->lanes[l] = partition(j->own, overlap, count, l);
        lanes[l] = (struct lane){text + j->lanes[l].lead, lane_start(j->masks->m), j->masks->m, 0};
        hits_clear(&j->s->lane_hits[l]);
        j->s->lane_hits[l].most = j->hits->most;
    }
    bool good = count == 1 ? run_lane(j, lanes[0], 0, 0) : run_lanes(j, lanes);
    for (size_t l = 0; l < count && good; l++)
        good = hits_append(j->hits, &j->s->lane_hits[l]);
    for (size_t l = 0; l < count; l++)
        j->hits->full |= j->s->lane_hits[l].full;
    return good;
}

static bool scan_pattern(struct job *j)
{
    if (j->masks->blocks == 1 && j->c->width != 4)
        return scan_narrow(j);
    bool (*scan)(struct job *, size_t, size_t) = j->masks->blocks == 1 ? scan_wide : scan_blocks;
    for (size_t from = j->own.lead, to; from < j->own.end; from = to + 1) {
        to = record_end(j, from);
        if (!scan(j, from, to))
            return false;
    }
    return true;
}

static enum engine_status submit(struct engine_scan *s, const struct chunk *c, struct cut own,
                                 struct hits *hits)
{
    struct job j = {.s = s, .c = c, .own = own, .hits = hits};
    for (uint32_t p = 0; p < s->q->npatterns; p++) {
        uint32_t limit = atomic_load_explicit(s->limit, memory_order_relaxed);
        if (!masks_extend(&s->masks[p], s->a, c->alphabet_size))
            return ENGINE_MEMORY;
        j.masks = &s->masks[p];
        j.pattern = p;
        j.limit = limit < s->q->patterns[p].k ? limit : s->q->patterns[p].k;
        if (!scan_pattern(&j))
            return hits->full ? ENGINE_FULL : ENGINE_MEMORY;
    }
    return hits_sort(hits) ? ENGINE_OK : ENGINE_MEMORY;
}

/* submit() has done all. */
static enum engine_status collect(struct engine_scan *s)
{
    (void)s;
    return ENGINE_OK;
}

const struct engine engine_scalar = {
    .name = "scalar",
    .rank = 0,
    .why_not = why_not,
    .open = scan_open,
    .submit = submit,
    .collect = collect,
    .close = scan_close,
};
