/*
 * bit_nfa_kernel.h - the bit-parallel NFA (bit_nfa_table.h) for any vector size: a part of
 * sliced_kernel.h, which makes the match planes.
 *
 * Columns are processed one by one. At the place before a column, the symbols before and after it
 * are known. A state has a plane for each of the `levels` costs from 0 to the limit. Most steps are
 * ordinary items after the previous one; if edits cost 1 and levels are few, the planes of the
 * previous item are still in registers. With many levels, costs are bytes (byte_nfa_kernel.h).
 */
#include "scan/bit_nfa_table.h"

#include "query/expression_tree.h"

enum { LEVELS_UNROLLED = 8, LEVELS_CONDITIONS = 6, SLOT = SLICED_COLUMNS + 1 };

/* A place in all lanes. */
struct lanes_place {
    vec begins, ends;             /* a record begins, ends here */
    vec holds[LEVELS_CONDITIONS]; /* [bit of enum condition]; if some step needs it */
    const vec *match;             /* [slot]: match of the symbol before */
    const vec *before;            /* R */
    vec *now;                     /* N */
};

/* Steps */

/* Return the planes of a state. Empty planes, for costs below 0, precede them. */
INLINE const vec *state_before(const struct bit_nfa_table *v, const struct lanes_place *p,
                               uint32_t state)
{
    return p->before + (size_t)state * v->planes.stride;
}

INLINE vec *state_now(const struct bit_nfa_table *v, const struct lanes_place *p, uint32_t state)
{
    return p->now + (size_t)state * v->planes.stride;
}

static vec conditions_hold(const struct lanes_place *p, uint32_t conditions)
{
    vec all = ~(vec){0};
    for (; conditions != 0; conditions &= conditions - 1)
        all &= p->holds[__builtin_ctz(conditions)];
    return all;
}

/* Adds insertions after the state. */
INLINE void add_inserted(const struct bit_nfa_table *v, const struct lanes_place *p, uint32_t state,
                         const uint32_t levels)
{
    const vec *own = state_before(v, p, state) - v->planes.insert, keeps = ~p->begins;
    vec *to = state_now(v, p, state);
    UNROLLED for (uint32_t d = 0; d < levels; d++) to[d] |= own[d] & keeps;
}

/* Adds the entries of step s to n[d]. */
INLINE void add_entries(const struct bit_nfa_table *v, const struct lanes_place *p,
                        const struct bit_nfa_step *s, vec *n, const uint32_t levels)
{
    for (uint32_t i = s->entries_begin; i < s->entries_end; i++) {
        const struct bit_nfa_entry *e = &v->plan->entries[i];
        const vec *from = state_before(v, p, e->before) - bit_nfa_table_offset(v, e->cost);
        vec match = p->match[v->entry_slots[i]];
        UNROLLED for (uint32_t d = 0; d < levels; d++) n[d] = LOGIC3(AND_OR, from[d], match, n[d]);
    }
}

INLINE void step_enter(const struct bit_nfa_table *v, const struct lanes_place *p,
                       const struct bit_nfa_step *s, vec match, const uint32_t levels)
{
    vec *to = state_now(v, p, s->state);
    const vec *from = state_before(v, p, s->before) - bit_nfa_table_offset(v, s->cost);
    UNROLLED for (uint32_t d = 0; d < levels; d++) to[d] = from[d] & match;
    add_entries(v, p, s, to, levels);
    if (s->insert)
        add_inserted(v, p, s->state, levels);
}

/* Computes levels [d, d + n) of a join; n is a constant, or at most LEVELS_UNROLLED. */
INLINE void join_sources(const struct bit_nfa_table *v, const struct lanes_place *p,
                         const struct bit_nfa_step *s, vec holds, size_t cost, uint32_t d,
                         const uint32_t n)
{
    bool again = s->kind == STEP_JOIN_AGAIN;
    uint32_t end = again ? s->sources_end : s->sources_known;
    vec *to = state_now(v, p, s->state) + d, any[LEVELS_UNROLLED] = {{0}};
    for (uint32_t i = s->sources_begin; i < end; i++) {
        const vec *from = state_now(v, p, v->plan->sources[i]) + d - cost;
        UNROLLED for (uint32_t j = 0; j < n; j++) any[j] |= from[j];
    }
    UNROLLED for (uint32_t i = 0; i < n; i++) to[i] =
        again ? LOGIC3(AND_OR, any[i], holds, to[i]) : any[i] & holds;
}

INLINE void join_all(const struct bit_nfa_table *v, const struct lanes_place *p,
                     const struct bit_nfa_step *s, vec holds, size_t cost, const uint32_t levels)
{
    for (uint32_t d = 0; d < levels; d += LEVELS_UNROLLED)
        join_sources(v, p, s, holds, cost, d,
                     levels - d < LEVELS_UNROLLED ? levels - d : LEVELS_UNROLLED);
}

INLINE void step_join(const struct bit_nfa_table *v, const struct lanes_place *p,
                      const struct bit_nfa_step *s, const uint32_t levels)
{
    if (s->conditions == 0)
        join_all(v, p, s, ~(vec){0}, 0, levels);
    else
        join_all(v, p, s, conditions_hold(p, s->conditions), bit_nfa_table_offset(v, s->cost),
                 levels);
    if (s->insert && s->kind == STEP_JOIN)
        add_inserted(v, p, s->state, levels);
}

INLINE void step_item_again(const struct bit_nfa_table *v, const struct lanes_place *p,
                            const struct bit_nfa_step *s, const uint32_t levels)
{
    vec *to = state_now(v, p, s->state);
    const vec *from = state_now(v, p, s->before) - v->planes.delete;
    UNROLLED for (uint32_t d = 0; d < levels; d++) to[d] |= from[d];
}

/* Executes any step except an ordinary item. */
INLINE void step_other(const struct bit_nfa_table *v, const struct lanes_place *p,
                       const struct bit_nfa_step *s, vec match, const uint32_t levels)
{
    if (s->kind == STEP_ENTER)
        step_enter(v, p, s, match, levels);
    else if (s->kind == STEP_ITEM_AGAIN)
        step_item_again(v, p, s, levels);
    else
        step_join(v, p, s, levels);
}

/* Executes an ordinary item; edits of any costs. */
INLINE void step_item(const struct bit_nfa_table *v, const struct lanes_place *p,
                      const struct bit_nfa_step *s, vec match, const uint32_t levels)
{
    const vec *before = state_before(v, p, s->before), *edited = before - v->planes.substitute;
    const vec *inserted = state_before(v, p, s->state) - v->planes.insert;
    const vec *deleted = state_now(v, p, s->before) - v->planes.delete;
    const vec keeps = ~p->begins;
    vec *to = state_now(v, p, s->state);
    UNROLLED for (uint32_t d = 0; d < levels; d++) to[d] =
        LOGIC3(AND_OR, before[d], match, deleted[d]) |
        LOGIC3(OR_AND, edited[d], inserted[d], keeps);
    add_entries(v, p, s, to, levels);
}

/* Executes all steps for edits of any costs. */
INLINE void steps_of_any(const struct bit_nfa_table *v, const struct lanes_place *p,
                         const uint32_t levels)
{
    const struct bit_nfa *l = v->plan;
    for (uint32_t i = 0; i < l->nsteps; i++) {
        const struct bit_nfa_step *s = &l->steps[i];
        vec match = p->match[v->slots[i]];
        if (s->kind == STEP_ITEM)
            step_item(v, p, s, match, levels);
        else
            step_other(v, p, s, match, levels);
    }
}

/* Executes all steps for edits of cost 1. `levels` is a constant. */
INLINE void steps_of_unit(const struct bit_nfa_table *v, const struct lanes_place *p,
                          const uint32_t levels)
{
    const struct bit_nfa *l = v->plan;
    const vec keeps = ~p->begins;
    vec before[LEVELS_UNROLLED] = {{0}},
        now[LEVELS_UNROLLED] = {{0}}; /* planes of the previous state */
    for (uint32_t i = 0; i < l->nsteps; i++) {
        const struct bit_nfa_step *s = &l->steps[i];
        vec match = p->match[v->slots[i]], below = {0};
        if (s->kind != STEP_ITEM) {
            step_other(v, p, s, match, levels);
            continue;
        }
        const vec *own = state_before(v, p, s->state);
        vec *to = state_now(v, p, s->state);
        if (!s->follows)
            UNROLLED for (uint32_t d = 0; d < levels; d++)
            {
                before[d] = state_before(v, p, s->before)[d];
                now[d] = state_now(v, p, s->before)[d];
            }
        UNROLLED for (uint32_t d = 0; d < levels; d++)
        {
            vec mine = own[d], n = LOGIC3(AND_OR, before[d], match, below);
            below = LOGIC3(OR_AND, before[d], mine, keeps) | now[d];
            before[d] = mine;
            now[d] = n;
        }
        add_entries(v, p, s, now, levels);
        UNROLLED for (uint32_t d = 0; d < levels; d++) to[d] = now[d];
    }
}

typedef void place_steps(const struct bit_nfa_table *v, const struct lanes_place *p,
                         uint32_t levels);

#define DEFINE_STEPS(NAME, KIND, LEVELS)                                                           \
    static void NAME(const struct bit_nfa_table *v, const struct lanes_place *p, uint32_t levels)  \
    {                                                                                              \
        (void)levels;                                                                              \
        KIND(v, p, LEVELS);                                                                        \
    }
#define DEFINE_LEVELS(N)                                                                           \
    DEFINE_STEPS(unit_steps_##N, steps_of_unit, N)                                                 \
    DEFINE_STEPS(any_steps_##N, steps_of_any, N)
DEFINE_LEVELS(1)
DEFINE_LEVELS(2)
DEFINE_LEVELS(3)
DEFINE_LEVELS(4)
DEFINE_LEVELS(5)
DEFINE_LEVELS(6)
DEFINE_LEVELS(7)
DEFINE_LEVELS(8)
DEFINE_STEPS(many_steps, steps_of_any, levels)

#define ALL_STEPS(NAME)                                                                            \
    {                                                                                              \
        NAME##_1, NAME##_2, NAME##_3, NAME##_4, NAME##_5, NAME##_6, NAME##_7, NAME##_8             \
    }

#include "scan/byte_nfa_kernel.h"

static void do_steps(const struct bit_nfa_table *v, const struct lanes_place *p, uint32_t levels)
{
    if (v->bytes) {
        byte_steps(v, p);
        return;
    }
    static place_steps *const steps[2][LEVELS_UNROLLED] = {ALL_STEPS(any_steps),
                                                           ALL_STEPS(unit_steps)};
    const struct edits *e = &v->plan->edits;
    bool ones = e->insert == 1 && e->delete == 1 && e->substitute == 1;
    place_steps *run = levels <= LEVELS_UNROLLED ? steps[ones][levels - 1] : many_steps;
    run(v, p, levels);
}

/* Places */

static void find_conditions(const struct bit_nfa_table *v, struct lanes_place *p)
{
    const uint32_t word =
        CONDITION_BORDER | CONDITION_NO_BORDER | CONDITION_WORD | CONDITION_WORD_ENDS;
    p->holds[0] = p->begins;
    p->holds[1] = p->ends;
    if ((v->plan->conditions & word) == 0)
        return;
    vec before = p->match[v->word_slot], behind = p->match[v->word_slot + 1];
    p->holds[2] = before ^ behind;
    p->holds[3] = ~(before ^ behind);
    p->holds[4] = behind & ~before;
    p->holds[5] = before & ~behind;
}

/* Begins paths. In whole-record mode, a lane becomes active at the first record that begins in it,
 * and inactive at the first record of the next lane. */
static void begin_paths(struct bit_nfa_table *v, const struct lanes_place *p, size_t place,
                        uint32_t levels)
{
    vec *live = v->live;
    if (v->whole && place > 0)
        *live = place <= v->share ? *live | p->begins : *live & ~p->begins;
    vec lanes = v->line ? p->begins & *live : *live;
    if (v->bytes) {
        byte_begin(v, p, lanes);
        return;
    }
    for (uint32_t d = 0; d < levels; d++)
        p->now[d] = lanes;
    if (v->line)
        add_inserted(v, p, 0, levels);
}

/* Returns the cost of a state in a lane, which has one. */
static uint32_t cost_in_lane(const struct bit_nfa_table *v, const vec *state, size_t lane)
{
    const unsigned char *bytes = (const unsigned char *)state;
    uint32_t d = 0;
    if (v->bytes)
        return bytes[lane];
    while ((bytes[d * sizeof(vec) + lane / 8] >> lane % 8 & 1) == 0)
        d++;
    return d;
}

/* Calls v->found() for each of the lanes. Returns false if found() does. */
static bool report_final(struct bit_nfa_table *v, const vec *final, vec lanes, size_t column)
{
    uint64_t hits[WORDS];
    memcpy(hits, &lanes, sizeof hits);
    for (size_t i = 0; i < WORDS; i++)
        for (uint64_t rest = hits[i]; rest != 0; rest &= rest - 1) {
            size_t lane = 64 * i + (unsigned)__builtin_ctzll(rest);
            if (lane >= v->text.used)
                return true;
            if (!v->found(v->search, lane, column, cost_in_lane(v, final, lane) * v->plan->unit))
                return false;
        }
    return true;
}

/* Reports occurrences that end at this place. Returns false to stop. */
static bool find_ends(struct bit_nfa_table *v, const struct lanes_place *p, size_t place,
                      uint32_t levels)
{
    vec *seen = v->seen;
    const vec *final = state_now(v, p, v->plan->final);
    vec lanes = v->bytes ? byte_lanes_within(final, levels - 1) : final[levels - 1];
    if (v->line)
        lanes &= p->ends;
    *seen &= ~p->begins;
    lanes &= ~*seen;
    if (place == 0 || !any_bit(lanes))
        return true;
    /* In the lead-in, the lane's begin looks like a record's begin. */
    if (v->once && place > v->lead_in)
        *seen |= lanes;
    return report_final(v, final, lanes, place - 1);
}

/* Places and blocks */

/* Processes a block of places, each before the column of the same number. Returns false to stop. */
static bool run_bit_nfa_block(struct bit_nfa_table *v, const struct sliced_block *b)
{
    struct lanes_place p;
    for (unsigned c = 0; c < COLUMNS; c++) {
        uint32_t levels = v->limit / v->plan->unit + 1;
        void *swap = v->before;
        v->before = v->now;
        v->now = swap;
        p.begins = c > 0 ? b->restart[c - 1] : b->before[SLICED_BEFORE - 1];
        p.ends = b->restart[c];
        p.match = (const vec *)v->text.match + c;
        p.before = (const vec *)v->before + v->planes.empty;
        p.now = (vec *)v->now + v->planes.empty;
        if (v->plan->conditions != 0)
            find_conditions(v, &p);
        begin_paths(v, &p, b->at + c, levels);
        do_steps(v, &p, levels);
        if (!find_ends(v, &p, b->at + c, levels))
            return false;
    }
    return true;
}

/* Clears all states before the text. */
static void begin_states(struct bit_nfa_table *v)
{
    size_t size = (size_t)v->plan->nstates * v->planes.stride * sizeof(vec);
    uint64_t first = v->whole ? 1 : UINT64_MAX;
    memset(v->before, v->bytes ? 0xff : 0, size);
    memset(v->now, v->bytes ? 0xff : 0, size);
    memset(v->seen, 0, sizeof(vec));
    memset(v->live, v->whole ? 0 : 0xff, sizeof(vec));
    memcpy(v->live, &first, sizeof first);
}

static void run_bit_nfa(struct bit_nfa_table *v)
{
    struct sliced_table *t = &v->text;
    struct sliced_block b;
    vec *planes = t->planes;
    clear_planes(t->codes, planes);
    begin_block(t, &b);
    begin_states(v);
    for (size_t at = 0; at < t->columns; at += AHEAD) {
        load_planes(t->codes, at, planes);
        for (b.at = at; b.at < at + AHEAD; b.at += COLUMNS) {
            decode_block(t, &b, planes + (b.at - at));
            if (!run_bit_nfa_block(v, &b))
                return;
        }
    }
}
