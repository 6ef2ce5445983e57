#include "scan/overhangs.h"

#include <stdlib.h>

#include "base/least.h"
#include "scan/hanging_table.h"
#include "scan/overhang_pieces.h"

/* What is computed of a pattern on first use. */
struct hanging_pattern {
    struct masks masks;
    uint64_t *rises; /* bit i: with i + 1 items outside, the cost is 1 more than with i: fewer edits
                        are allowed, or this last item may not lie outside and is deleted */
};

struct overhangs {
    const struct query *q;
    const struct alphabet *a;
    struct overhang_pieces *pieces[2]; /* [side] */
    struct hanging_pattern *patterns;
    struct hanging_table table;
    uint32_t *symbols; /* near an end of a record, the nearest one first */
    size_t reach;      /* the most symbols of an occurrence */
};

struct overhangs *overhangs_open(const struct query *q, const struct alphabet *a)
{
    struct overhangs *x = calloc(1, sizeof *x);
    if (x == NULL)
        return NULL;
    *x = (struct overhangs){.q = q, .a = a, .reach = q->overlap - 1};
    x->pieces[OVERHANG_BEGIN] = overhang_pieces_open(q, a, OVERHANG_BEGIN);
    x->pieces[OVERHANG_END] = overhang_pieces_open(q, a, OVERHANG_END);
    x->patterns = calloc(q->npatterns, sizeof *x->patterns);
    x->symbols = calloc(x->reach, sizeof *x->symbols);
    if (hanging_table_open(&x->table, q->longest, x->reach) && x->pieces[OVERHANG_BEGIN] != NULL &&
        x->pieces[OVERHANG_END] != NULL && x->patterns != NULL && x->symbols != NULL)
        return x;
    overhangs_close(x);
    return NULL;
}

void overhangs_close(struct overhangs *x)
{
    if (x == NULL)
        return;
    for (size_t p = 0; x->patterns != NULL && p < x->q->npatterns; p++) {
        masks_close(&x->patterns[p].masks);
        free(x->patterns[p].rises);
    }
    overhang_pieces_close(x->pieces[OVERHANG_BEGIN]);
    overhang_pieces_close(x->pieces[OVERHANG_END]);
    free(x->patterns);
    hanging_table_close(&x->table);
    free(x->symbols);
    free(x);
}

static bool bit(const uint64_t *bits, uint32_t i)
{
    return bits[i / BITVECTOR_ROWS] >> i % BITVECTOR_ROWS & 1;
}

/* Returns what is computed of a pattern, or NULL when out of memory. */
static const struct hanging_pattern *prepare(struct overhangs *x, uint32_t pattern,
                                             uint32_t alphabet_size)
{
    const struct pattern *p = &x->q->patterns[pattern];
    struct hanging_pattern *h = &x->patterns[pattern];
    if (!masks_extend(&h->masks, p, false, x->a, alphabet_size))
        return NULL;
    if (h->rises != NULL)
        return h;
    h->rises = calloc(h->masks.blocks, sizeof *h->rises);
    if (h->rises == NULL)
        return NULL;
    for (uint32_t i = 0; i < h->masks.blocks * BITVECTOR_ROWS; i++) {
        bool few = i + 1 > p->m - p->overhang.inside; /* a further item outside is an edit */
        bool rises = few || overhang_limit(&p->overhang, p->m, p->m - i - 1) <
                                least_u32(overhang_limit(&p->overhang, p->m, p->m - i), p->k);
        h->rises[i / BITVECTOR_ROWS] |= (uint64_t)rises << i % BITVECTOR_ROWS;
    }
    return h;
}

/* Adds the ends of a pattern that hang over the begin of a record, whose first n symbols begin with
 * symbol `from` of the chunk. Returns false if a hit could not be added. */
static bool add_at_begin(struct overhangs *x, uint32_t pattern, size_t lane, const struct chunk *c,
                         size_t from, size_t n, struct hits *hits)
{
    for (size_t j = 1; j <= n; j++) {
        uint32_t distance = x->table.finals[j][lane];
        if (distance <= x->q->patterns[pattern].k && from + j > c->own.begin &&
            !hits_add(hits, (uint32_t)(from + j), distance, pattern))
            return false;
    }
    return true;
}

/* Returns the distance of all m rows in the last column of a table; row 0 is 0. */
static uint32_t last_distance(const struct overhangs *x, uint32_t m, size_t lane)
{
    uint32_t distance = 0;
    for (uint32_t block = 0; block * BITVECTOR_ROWS < m; block++)
        distance += bitvector_sum(x->table.v[block][lane], m - block * BITVECTOR_ROWS);
    return distance;
}

/* Adds the end of a record if the pattern hangs over it. Returns false if the hit could not be
 * added. */
static bool add_at_end(struct overhangs *x, uint32_t pattern, size_t lane, size_t end,
                       struct hits *hits)
{
    const struct pattern *p = &x->q->patterns[pattern];
    const uint64_t *rises = x->patterns[pattern].rises;
    uint32_t distance = last_distance(x, p->m, lane), least = UINT32_MAX;
    for (uint32_t outside = 1; outside <= p->m - p->overhang.inside; outside++) {
        uint32_t row = p->m - outside, place = row % BITVECTOR_ROWS;
        struct bitvector v = x->table.v[row / BITVECTOR_ROWS][lane];
        distance += (uint32_t)(v.mv >> place & 1) - (uint32_t)(v.pv >> place & 1);
        distance += bit(rises, outside - 1);
        least = least_u32(least, distance);
    }
    return least > p->k || hits_add(hits, (uint32_t)end, least, pattern);
}

/* Adds the hits of these patterns at one end of a record, which is [from, to); n symbols there are
 * x->symbols. */
static enum engine_status add_patterns(struct overhangs *x, enum overhang_side side,
                                       const uint32_t *patterns, size_t npatterns,
                                       const struct chunk *c, struct span record, size_t n,
                                       struct hits *hits)
{
    struct hanging_rules rules = {x->q->metric, side == OVERHANG_END, side == OVERHANG_END, 0};
    struct hanging_run runs[HANGING_LANES];
    for (size_t i = 0; i < npatterns; i++) {
        const struct hanging_pattern *h = prepare(x, patterns[i], c->alphabet_size);
        if (h == NULL)
            return ENGINE_MEMORY;
        runs[i] = (struct hanging_run){&h->masks, side == OVERHANG_BEGIN ? h->rises : NULL};
    }
    hanging_table_run(&x->table, &rules, runs, npatterns, x->symbols, n);
    for (size_t i = 0; i < npatterns; i++)
        if (!(side == OVERHANG_BEGIN ? add_at_begin(x, patterns[i], i, c, record.start, n, hits)
                                     : add_at_end(x, patterns[i], i, record.end, hits)))
            return engine_lacks_room(hits);
    return ENGINE_OK;
}

/* Adds the hits at one end of a record. */
static enum engine_status add_hits(struct overhangs *x, enum overhang_side side,
                                   const struct chunk *c, struct span record, struct hits *hits)
{
    struct record_border border = {c, alphabet_bytes(x->a),
                                   side == OVERHANG_BEGIN ? record.start : record.end - 1, side};
    const uint32_t *patterns;
    size_t before = hits->n, n = least_u64(record.end - record.start, x->reach);
    size_t found = overhang_pieces_find(x->pieces[side], &border, n, &patterns);
    enum engine_status status = ENGINE_OK;
    for (size_t i = 0; found > 0 && i < n; i++)
        x->symbols[i] = record_border_symbol(&border, i);
    for (size_t i = 0; i < found && status == ENGINE_OK; i += HANGING_LANES) {
        if (x->q->report.once && hits->n > before)
            break;
        status = add_patterns(x, side, patterns + i, least_u64(found - i, HANGING_LANES), c, record,
                              n, hits);
    }
    return status;
}

enum engine_status overhangs_add(struct overhangs *x, const struct chunk *c, struct hits *hits)
{
    struct share own = c->own;
    size_t inside = hits->n; /* hits of the engine */
    size_t next = 0;         /* the first of them that ends behind `from` */
    enum engine_status status = ENGINE_OK;
    overhang_pieces_begin(x->pieces[OVERHANG_BEGIN], c->alphabet_size);
    overhang_pieces_begin(x->pieces[OVERHANG_END], c->alphabet_size);
    for (size_t from = own.lead, end; from < own.end && status == ENGINE_OK; from = end + 1) {
        end = chunk_record_end(c, from, c->length);
        size_t to = end < own.end ? end : own.end;
        while (next < inside && hits->v[next].end <= from)
            next++;
        if (x->q->report.once && next < inside && hits->v[next].end <= end)
            continue;
        if (from < to && from + x->reach > own.begin)
            status = add_hits(x, OVERHANG_BEGIN, c, (struct span){from, to}, hits);
        if (from < end && end == to && end > own.begin && status == ENGINE_OK)
            status = add_hits(x, OVERHANG_END, c, (struct span){from, end}, hits);
    }
    return status == ENGINE_OK && hits->n > inside && !hits_settle(hits) ? ENGINE_MEMORY : status;
}
