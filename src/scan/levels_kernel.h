/*
 * levels_kernel.h - levels (levels_table.h) over any vector: a part of sliced_kernel.h, which makes
 * the match planes.
 *
 * Columns are gone through one by one. At the place before a column the symbol before it is known
 * as well as the one behind it. Most steps are of an ordinary item behind the one before; where
 * edits cost 1, and there are few levels, the planes of that one are still in registers.
 */
#include "scan/levels_table.h"

#include "query/expression.h"

enum { LEVELS_UNROLLED = 8, LEVELS_CONDITIONS = 6, SLOT = SLICED_COLUMNS + 1 };

/* A place in all lanes. */
struct levels_place {
    vec begins, ends;             /* a record does */
    vec holds[LEVELS_CONDITIONS]; /* by bits of enum condition; if some step asks for it */
    const vec *match;             /* by slots: the symbol before it */
    const vec *before;            /* R */
    vec *now;                     /* N */
};

/* Steps */

static vec conditions_hold(const struct levels_place *p, uint32_t conditions)
{
    vec all = ~(vec){0};
    for (; conditions != 0; conditions &= conditions - 1)
        all &= p->holds[__builtin_ctz(conditions)];
    return all;
}

/* A state that has been inserted behind. */
INLINE void add_inserted(vec *to, const vec *own, vec keeps, uint32_t levels, uint32_t insert)
{
    for (uint32_t d = insert; d < levels; d++)
        to[d] |= own[d - insert] & keeps;
}

/* n[d]: that of step s so far. */
INLINE void add_entries(const struct levels_table *v, const struct levels_place *p,
                        const struct levels_step *s, vec *n, const uint32_t levels)
{
    for (uint32_t i = s->entries_begin; i < s->entries_end; i++) {
        const struct levels_entry *e = &v->plan->entries[i];
        const vec *from = p->before + (size_t)e->before * v->width;
        vec match = p->match[v->entry_slots[i]];
        UNROLLED for (uint32_t d = 0; d < levels; d++)
        {
            if (d >= e->cost)
                n[d] = LOGIC3(AND_OR, from[d - e->cost], match, n[d]);
        }
    }
}

INLINE void step_enter(const struct levels_table *v, const struct levels_place *p,
                       const struct levels_step *s, vec match, uint32_t levels)
{
    vec *to = p->now + (size_t)s->state * v->width;
    const vec *from = p->before + (size_t)s->before * v->width;
    for (uint32_t d = 0; d < levels; d++)
        to[d] = d >= s->cost ? from[d - s->cost] & match : (vec){0};
    add_entries(v, p, s, to, levels);
    if (s->insert)
        add_inserted(to, p->before + (size_t)s->state * v->width, ~p->begins, levels,
                     v->plan->edits.insert);
}

INLINE void step_join(const struct levels_table *v, const struct levels_place *p,
                      const struct levels_step *s, uint32_t levels)
{
    const struct levels *l = v->plan;
    bool again = s->kind == STEP_JOIN_AGAIN;
    uint32_t end = again ? s->sources_end : s->sources_known;
    vec *to = p->now + (size_t)s->state * v->width;
    vec holds = s->conditions != 0 ? conditions_hold(p, s->conditions) : ~(vec){0};
    for (uint32_t d = 0; d < levels; d++) {
        vec any = {0};
        for (uint32_t i = s->sources_begin; i < end; i++)
            any |= p->now[(size_t)l->sources[i] * v->width + d];
        to[d] = again ? LOGIC3(AND_OR, any, holds, to[d]) : any & holds;
    }
    if (s->insert && !again)
        add_inserted(to, p->before + (size_t)s->state * v->width, ~p->begins, levels,
                     l->edits.insert);
}

INLINE void step_item_again(const struct levels_table *v, const struct levels_place *p,
                            const struct levels_step *s, uint32_t levels)
{
    vec *to = p->now + (size_t)s->state * v->width;
    const vec *from = p->now + (size_t)s->before * v->width;
    for (uint32_t d = v->plan->edits.delete; d < levels; d++)
        to[d] |= from[d - v->plan->edits.delete];
}

/* All steps but that of an ordinary item. */
INLINE void step_other(const struct levels_table *v, const struct levels_place *p,
                       const struct levels_step *s, vec match, uint32_t levels)
{
    if (s->kind == STEP_ENTER)
        step_enter(v, p, s, match, levels);
    else if (s->kind == STEP_ITEM_AGAIN)
        step_item_again(v, p, s, levels);
    else
        step_join(v, p, s, levels);
}

/* An ordinary item, edits of any costs. */
INLINE void step_item(const struct levels_table *v, const struct levels_place *p,
                      const struct levels_step *s, vec match, uint32_t levels)
{
    const struct edits e = v->plan->edits;
    const size_t own = (size_t)s->state * v->width, other = (size_t)s->before * v->width;
    for (uint32_t d = 0; d < levels; d++) {
        vec edited = {0}, deleted = {0};
        if (d >= e.substitute)
            edited = p->before[other + d - e.substitute];
        if (d >= e.insert)
            edited |= p->before[own + d - e.insert];
        if (d >= e.delete)
            deleted = p->now[other + d - e.delete];
        vec n = LOGIC3(AND_OR, p->before[other + d], match, deleted);
        p->now[own + d] = n | (edited & ~p->begins);
    }
    add_entries(v, p, s, p->now + own, levels);
}

static void steps_of_any(const struct levels_table *v, const struct levels_place *p,
                         uint32_t levels)
{
    const struct levels *l = v->plan;
    for (uint32_t i = 0; i < l->nsteps; i++) {
        const struct levels_step *s = &l->steps[i];
        vec match = p->match[v->slots[i]];
        if (s->kind == STEP_ITEM)
            step_item(v, p, s, match, levels);
        else
            step_other(v, p, s, match, levels);
    }
}

/* All steps where edits cost 1. `levels` is a constant. */
INLINE void steps_of_unit(const struct levels_table *v, const struct levels_place *p,
                          const uint32_t levels)
{
    const struct levels *l = v->plan;
    const vec keeps = ~p->begins;
    vec before[LEVELS_UNROLLED] = {{0}}, now[LEVELS_UNROLLED] = {{0}}; /* of the state before */
    for (uint32_t i = 0; i < l->nsteps; i++) {
        const struct levels_step *s = &l->steps[i];
        vec match = p->match[v->slots[i]], below = {0};
        if (s->kind != STEP_ITEM) {
            step_other(v, p, s, match, levels);
            continue;
        }
        const vec *own = p->before + (size_t)s->state * v->width;
        vec *to = p->now + (size_t)s->state * v->width;
        if (!s->follows)
            UNROLLED for (uint32_t d = 0; d < levels; d++)
            {
                before[d] = p->before[(size_t)s->before * v->width + d];
                now[d] = p->now[(size_t)s->before * v->width + d];
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

#define DEFINE_STEPS(N)                                                                            \
    static void steps_of_##N(const struct levels_table *v, const struct levels_place *p,           \
                             uint32_t levels)                                                      \
    {                                                                                              \
        (void)levels;                                                                              \
        steps_of_unit(v, p, N);                                                                    \
    }
DEFINE_STEPS(1)
DEFINE_STEPS(2)
DEFINE_STEPS(3)
DEFINE_STEPS(4)
DEFINE_STEPS(5)
DEFINE_STEPS(6)
DEFINE_STEPS(7)
DEFINE_STEPS(8)

static void do_steps(const struct levels_table *v, const struct levels_place *p, uint32_t levels)
{
    static void (*const unit[LEVELS_UNROLLED + 1])(const struct levels_table *,
                                                   const struct levels_place *, uint32_t) = {
        NULL,       steps_of_1, steps_of_2, steps_of_3, steps_of_4,
        steps_of_5, steps_of_6, steps_of_7, steps_of_8};
    const struct edits *e = &v->plan->edits;
    bool ones = e->insert == 1 && e->delete == 1 && e->substitute == 1;
    (ones && levels <= LEVELS_UNROLLED ? unit[levels] : steps_of_any)(v, p, levels);
}

/* Places */

static void find_conditions(const struct levels_table *v, struct levels_place *p)
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

/* Where paths begin. Where whole records are searched, a lane becomes alive with the first one that
 * begins in it, and dies where the first one begins that is not its own. */
static void begin_paths(struct levels_table *v, const struct levels_place *p, size_t place,
                        uint32_t levels)
{
    vec *live = v->live;
    if (v->whole && place > 0)
        *live = place <= v->stride ? *live | p->begins : *live & ~p->begins;
    for (uint32_t d = 0; d < levels; d++)
        p->now[d] = v->line ? p->begins & *live : *live;
    if (v->line)
        add_inserted(p->now, p->before, ~p->begins, levels, v->plan->edits.insert);
}

/* Tells v->found() of each of the lanes; false when it says so. */
static bool report_levels(struct levels_table *v, const vec *final, vec lanes, size_t column)
{
    uint64_t hits[WORDS], word;
    uint32_t unit = v->plan->unit;
    memcpy(hits, &lanes, sizeof hits);
    for (size_t i = 0; i < WORDS; i++)
        for (uint64_t rest = hits[i]; rest != 0; rest &= rest - 1) {
            unsigned bit = (unsigned)__builtin_ctzll(rest);
            uint32_t d = 0;
            if (64 * i + bit >= v->text.used)
                return true;
            for (;; d++) {
                memcpy(&word, (const unsigned char *)&final[d] + i * sizeof word, sizeof word);
                if (word >> bit & 1)
                    break;
            }
            if (!v->found(v->search, 64 * i + bit, column, d * unit))
                return false;
        }
    return true;
}

/* What ends at this place. False: that is all. */
static bool find_ends(struct levels_table *v, const struct levels_place *p, size_t place,
                      uint32_t levels)
{
    vec *seen = v->seen;
    const vec *final = p->now + (size_t)v->plan->final * v->width;
    vec lanes = v->line ? final[levels - 1] & p->ends : final[levels - 1];
    *seen &= ~p->begins;
    lanes &= ~*seen;
    if (place == 0 || !any_bit(lanes))
        return true;
    if (v->once && place > v->lead_in) /* before, a record seems to begin where the lane does */
        *seen |= lanes;
    return report_levels(v, final, lanes, place - 1);
}

/* Places and blocks */

/* A block of places, each before the column of the same number. False: that is all. */
static bool run_levels_block(struct levels_table *v, const struct sliced_block *b)
{
    struct levels_place p;
    for (unsigned c = 0; c < COLUMNS; c++) {
        uint32_t levels = levels_table_count(v);
        void *swap = v->before;
        v->before = v->now;
        v->now = swap;
        p.begins = c > 0 ? b->restart[c - 1] : b->before[SLICED_BEFORE - 1];
        p.ends = b->restart[c];
        p.match = (const vec *)v->text.match + c;
        p.before = v->before;
        p.now = v->now;
        if (v->plan->conditions != 0)
            find_conditions(v, &p);
        begin_paths(v, &p, b->at + c, levels);
        do_steps(v, &p, levels);
        if (!find_ends(v, &p, b->at + c, levels))
            return false;
    }
    return true;
}

/* Nothing is reached before the text. */
static void begin_levels(struct levels_table *v)
{
    size_t size = (size_t)v->plan->nstates * v->width * sizeof(vec);
    uint64_t first = v->whole ? 1 : UINT64_MAX;
    memset(v->before, 0, size);
    memset(v->now, 0, size);
    memset(v->seen, 0, sizeof(vec));
    memset(v->live, v->whole ? 0 : 0xff, sizeof(vec));
    memcpy(v->live, &first, sizeof first);
}

static void run_levels(struct levels_table *v)
{
    struct sliced_table *t = &v->text;
    struct sliced_block b;
    vec *planes = t->planes;
    clear_planes(t->codes, planes);
    begin_block(t, &b);
    begin_levels(v);
    for (size_t at = 0; at < t->columns; at += AHEAD) {
        load_planes(t->codes, at, planes);
        for (b.at = at; b.at < at + AHEAD; b.at += COLUMNS) {
            decode(t, &b, planes + (b.at - at));
            if (!run_levels_block(v, &b))
                return;
        }
    }
}

static const struct levels_kernel levels_kernel = {
    .lanes = 64 * WORDS, .ahead = AHEAD, .planes = PLANES * sizeof(vec), .run = run_levels};
