/*
 * fake_automata.c - kernels_scan_automaton() without a GPU (fake_cuda.c).
 *
 * The kernel by levels runs the kernel's own lanes one after the other (bit_nfa_lane.h), with
 * random divisions of the text. The kernel by paths computes the least cost of each state by its
 * definition.
 */
#include <stdlib.h>
#include <string.h>

#include "gpu/fake_cuda.h"
#include "gpu/fake_report.h"
#include "gpu/scan/kernels.h"

enum { LEAST_STRIDE = 16, STRIDES = 40 };

#define BIT_NFA_WORD uint32_t
#define BIT_NFA(name) bit_nfa_##name##_32
#include "gpu/scan/bit_nfa_lane.h"
#undef BIT_NFA_WORD
#undef BIT_NFA
#define BIT_NFA_WORD uint64_t
#define BIT_NFA(name) bit_nfa_##name##_64
#include "gpu/scan/bit_nfa_lane.h"
#undef BIT_NFA_WORD
#undef BIT_NFA

/* --- by levels ------------------------------------------------------------------------------ */

/* The tables in both widths. */
struct both {
    struct bit_nfa_masks_32 masks_32;
    struct bit_nfa_masks_64 masks_64;
    uint32_t next_32[4 * BIT_NFA_VALUES], hold_32[BIT_NFA_CLASSES * BIT_NFA_CLASSES], *matched_32;
    uint64_t *matched_64;
    unsigned char *classes;
};

static void copy_tables(struct both *b, const struct bit_nfa_tables *t)
{
    for (unsigned c = 0; c <= BIT_NFA_MOST; c++) {
        b->masks_64.match[c] = t->match[c];
        b->masks_64.insert[c] = t->insert[c];
        b->masks_64.substitute[c] = t->substitute[c];
        b->masks_64.remove[c] = t->remove[c];
        b->masks_32.match[c] = (uint32_t)t->match[c];
        b->masks_32.insert[c] = (uint32_t)t->insert[c];
        b->masks_32.substitute[c] = (uint32_t)t->substitute[c];
        b->masks_32.remove[c] = (uint32_t)t->remove[c];
    }
    b->masks_64.last = t->last;
    b->masks_32.last = (uint32_t)t->last;
    b->masks_64.costs = b->masks_32.costs = t->costs;
    for (unsigned i = 0; i < sizeof b->next_32 / sizeof *b->next_32; i++)
        b->next_32[i] = (uint32_t)(&t->next[0][0])[i];
    for (unsigned i = 0; i < sizeof b->hold_32 / sizeof *b->hold_32; i++)
        b->hold_32[i] = (uint32_t)(&t->hold[0][0])[i];
}

static void match_codes(struct both *b, const struct device_automaton *a,
                        const struct device_query *q)
{
    const struct bit_nfa_tables *t = a->device_tables;
    for (uint32_t code = 0; code < q->ncodes; code++) {
        for (uint32_t i = 0; i < t->nstates; i++)
            if (t->items[i] != BIT_NFA_PASS && slot_matches(q, t->items[i], code))
                b->matched_64[code] |= UINT64_C(1) << i;
        b->matched_32[code] = (uint32_t)b->matched_64[code];
        b->classes[code] = (unsigned char)class_of(q, a->word_slot, code);
    }
}

static void run_lanes(const struct lanes *s, const struct both *b, const struct device_automaton *a,
                      unsigned width)
{
    const struct bit_nfa_tables *t = a->device_tables;
    const unsigned char *classes = t->passes ? b->classes : NULL;
    const struct bit_nfa_lookup_32 x = {b->next_32, b->matched_32, classes, b->hold_32};
    const struct bit_nfa_lookup_64 y = {&t->next[0][0], b->matched_64, classes, &t->hold[0][0]};
    bool plain = (t->costs & ~3U) == 0;
    for (uint32_t i = 0; i < s->lanes; i++)
        if (t->nstates <= 32)
            bit_nfa_run_32(s, &b->masks_32, &x, i, width, s->k, plain);
        else
            bit_nfa_run_64(s, &b->masks_64, &y, i, width, s->k, plain);
}

static bool scan_levels(struct lanes *s, const struct device_automaton *a,
                        const struct device_query *q, unsigned width)
{
    struct both b = {.matched_32 = calloc(q->ncodes + 1, sizeof *b.matched_32),
                     .matched_64 = calloc(q->ncodes + 1, sizeof *b.matched_64),
                     .classes = calloc(q->ncodes + 1, 1)};
    bool good = b.matched_32 != NULL && b.matched_64 != NULL && b.classes != NULL;
    s->stride = LEAST_STRIDE * (1 + (s->scan.end + s->scan.begin) % STRIDES);
    s->lanes = (s->scan.end - s->scan.begin + s->stride - 1) / s->stride;
    if (good) {
        copy_tables(&b, a->device_tables);
        match_codes(&b, a, q);
        run_lanes(s, &b, a, width);
    }
    free(b.matched_32);
    free(b.matched_64);
    free(b.classes);
    return good;
}

/* --- by paths ------------------------------------------------------------------------------- */

static void reach(uint64_t *cost, uint64_t by, bool *changed)
{
    *changed = *changed || by < *cost;
    *cost = by < *cost ? by : *cost;
}

static void step(const struct device_automaton *a, const struct device_query *q, uint64_t *now,
                 const uint64_t *before, uint32_t code, uint32_t holding)
{
    bool changed = false;
    for (uint32_t i = 0; i < a->nstates; i++)
        now[i] = i == 0 ? 0 : UINT32_MAX;
    for (uint32_t i = 0; code != SYMBOL_DELIMITER && i < a->nstates; i++)
        if (a->states[i].inserted)
            reach(&now[i], before[i] + a->insert, &changed);
    for (uint32_t e = 0; code != SYMBOL_DELIMITER && e < a->nedges; e++) {
        const struct device_state *to = &a->states[a->edges[e].to];
        uint64_t cost = before[a->edges[e].from];
        if (to->item != BIT_NFA_PASS && slot_matches(q, to->item, code))
            reach(&now[a->edges[e].to], cost + to->cost, &changed);
        else if (to->item != BIT_NFA_PASS && to->edited)
            reach(&now[a->edges[e].to], cost + a->substitute, &changed);
    }
    do {
        changed = false;
        for (uint32_t e = 0; e < a->nedges; e++) {
            const struct device_state *to = &a->states[a->edges[e].to];
            uint64_t cost = now[a->edges[e].from];
            if (to->item == BIT_NFA_PASS && (to->conditions & ~holding) == 0)
                reach(&now[a->edges[e].to], cost + to->cost, &changed);
            else if (to->item != BIT_NFA_PASS && to->edited)
                reach(&now[a->edges[e].to], cost + a->remove, &changed);
        }
    } while (changed);
}

static uint32_t best_of(const struct device_automaton *a, const uint64_t *costs)
{
    uint64_t best = UINT32_MAX;
    for (uint32_t i = 0; i < a->nstates; i++)
        if (a->states[i].last && costs[i] < best)
            best = costs[i];
    return (uint32_t)best;
}

static bool scan_paths(const struct lanes *s, const struct device_automaton *a,
                       const struct device_query *q, unsigned width)
{
    uint64_t *costs = calloc(2 * (size_t)a->nstates, sizeof *costs);
    if (costs == NULL)
        return false;
    uint64_t *now = costs, *before = costs + a->nstates;
    uint32_t code = SYMBOL_DELIMITER;
    for (uint32_t at = s->scan.lead; at <= s->scan.end; at++) {
        uint32_t best;
        uint32_t behind = lane_symbol(s, at, width);
        step(a, q, now, before, code,
             a->holding[class_of(q, a->word_slot, code)][class_of(q, a->word_slot, behind)]);
        if (at > s->scan.begin && (!s->line || behind == SYMBOL_DELIMITER) &&
            (best = best_of(a, now)) <= s->k)
            report_hit(&s->scan, at, best, s->pattern);
        uint64_t *swap = now;
        now = before;
        before = swap;
        code = behind;
    }
    free(costs);
    return true;
}

struct automaton_scan {
    struct lanes lanes;
    struct device_automaton automaton;
    struct device_query query;
    bool levels;
    unsigned width;
};

static void run_automaton(const void *arguments)
{
    const struct automaton_scan *x = arguments;
    struct lanes s = x->lanes;
    lanes_shorten(&s);
    if (!(x->levels ? scan_levels(&s, &x->automaton, &x->query, x->width)
                    : scan_paths(&s, &x->automaton, &x->query, x->width)))
        abort();
}

cudaError_t kernels_scan_automaton(const struct device_automaton *a, struct automaton_way way,
                                   const struct device_query *query, const struct scan *scan,
                                   cudaStream_t stream)
{
    const struct automaton_scan x = {.lanes = {.scan = *scan,
                                               .lead_in = way.lead_in,
                                               .pattern = a->pattern,
                                               .k = way.bound,
                                               .line = a->line},
                                     .automaton = *a,
                                     .query = *query,
                                     .levels = way.levels,
                                     .width = scan->text.width};
    fake_launch(stream, run_automaton, &x, sizeof x);
    if (!way.levels)
        fake_take_long(stream, way.heartbeat);
    return cudaSuccess;
}
