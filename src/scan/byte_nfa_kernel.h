/*
 * byte_nfa_kernel.h - the steps of bit_nfa.h where the cost of a state is a byte of each lane
 * (bit_nfa_table.h): a part of bit_nfa_kernel.h.
 *
 * The least cost is a minimum, and a cost is added, so that steps take as long for any number of
 * costs.
 */

/* Puts 255 into the bytes of the lanes that are not in `lanes`, and 0 into the others. */
static void put_others(vec to[NFA_BYTES], vec lanes)
{
    const uint64_t each = 0x0101010101010101, bits = 0x8040201008040201;
    unsigned char from[sizeof lanes];
    memcpy(from, &lanes, sizeof from);
    for (unsigned i = 0; i < NFA_BYTES; i++) {
        vec v = {0};
        for (unsigned w = 0; w < WORDS; w++)
            v[w] = from[i * WORDS + w] * each & bits;
        to[i] = (vec)((vec_bytes)v == 0);
    }
}

/* Returns a vector with this cost, at most 255, in each byte. */
INLINE vec all_bytes(uint32_t cost)
{
    return (vec){0} + (cost < 255 ? cost : 255) * UINT64_C(0x0101010101010101);
}

/* Adds the paths from a state at a cost, but for those of the lanes that `others` has. */
INLINE void add_paths(vec *to, const vec *from, uint32_t cost, const vec *others)
{
    vec more = all_bytes(cost);
    UNROLLED for (unsigned i = 0; i < NFA_BYTES; i++)
    {
        vec path = ADD_BYTES(from[i], more);
        to[i] = LEAST_BYTES(to[i], others != NULL ? path | others[i] : path);
    }
}

/* The steps of a place. */
struct byte_place {
    const struct bit_nfa_table *v;
    const struct lanes_place *p;
    const vec *begins; /* 255 in lanes where a record begins; NULL: there is none */
};

INLINE const vec *misses_of(const struct bit_nfa_table *v, uint32_t slot)
{
    return (const vec *)v->misses + (size_t)(slot / SLOT) * NFA_BYTES;
}

/* Executes an ordinary item. */
INLINE void byte_item(const struct byte_place *x, const struct bit_nfa_step *s, const vec *misses)
{
    const struct edits *e = &x->v->plan->edits;
    const vec substitute = all_bytes(e->substitute), insert = all_bytes(e->insert),
              delete = all_bytes(e->delete);
    const vec *last = state_before(x->v, x->p, s->before),
              *own = state_before(x->v, x->p, s->state);
    const vec *now = state_now(x->v, x->p, s->before);
    vec *to = state_now(x->v, x->p, s->state);
    UNROLLED for (unsigned i = 0; i < NFA_BYTES; i++)
    {
        vec edited = LEAST_BYTES(ADD_BYTES(last[i], substitute), ADD_BYTES(own[i], insert));
        edited = x->begins != NULL ? edited | x->begins[i] : edited;
        edited = LEAST_BYTES(edited, ADD_BYTES(now[i], delete));
        to[i] = LEAST_BYTES(edited, last[i] | misses[i]);
    }
}

static void add_byte_entries(const struct byte_place *x, const struct bit_nfa_step *s, vec *to)
{
    for (uint32_t i = s->entries_begin; i < s->entries_end; i++) {
        const struct bit_nfa_entry *e = &x->v->plan->entries[i];
        add_paths(to, state_before(x->v, x->p, e->before), e->cost,
                  misses_of(x->v, x->v->entry_slots[i]));
    }
}

/* Returns vector i of the paths n with those that come from the state itself by an insertion. */
INLINE vec with_inserted(const struct byte_place *x, const vec *own, vec insert, unsigned i, vec n)
{
    vec path = ADD_BYTES(own[i], insert);
    return LEAST_BYTES(n, x->begins != NULL ? path | x->begins[i] : path);
}

INLINE void byte_enter(const struct byte_place *x, const struct bit_nfa_step *s, const vec *misses)
{
    const vec cost = all_bytes(s->cost),
              insert = all_bytes(s->insert ? x->v->plan->edits.insert : 255);
    const vec *last = state_before(x->v, x->p, s->before),
              *own = state_before(x->v, x->p, s->state);
    vec *to = state_now(x->v, x->p, s->state);
    UNROLLED for (unsigned i = 0; i < NFA_BYTES; i++) to[i] =
        with_inserted(x, own, insert, i, ADD_BYTES(last[i], cost) | misses[i]);
}

INLINE void byte_join(const struct byte_place *x, const struct bit_nfa_step *s)
{
    bool again = s->kind == STEP_JOIN_AGAIN;
    uint32_t end = again ? s->sources_end : s->sources_known;
    const vec insert = all_bytes(s->insert && !again ? x->v->plan->edits.insert : 255);
    const vec *own = state_before(x->v, x->p, s->state);
    vec n[NFA_BYTES], *to = state_now(x->v, x->p, s->state);
    UNROLLED for (unsigned i = 0; i < NFA_BYTES; i++) n[i] = ~(vec){0};
    for (uint32_t j = s->sources_begin; j < end; j++) {
        const vec *from = state_now(x->v, x->p, x->v->plan->sources[j]);
        UNROLLED for (unsigned i = 0; i < NFA_BYTES; i++) n[i] = LEAST_BYTES(n[i], from[i]);
    }
    if (s->conditions != 0) {
        vec others[NFA_BYTES], cost = all_bytes(s->cost);
        put_others(others, conditions_hold(x->p, s->conditions));
        UNROLLED for (unsigned i = 0; i < NFA_BYTES; i++) n[i] = ADD_BYTES(n[i], cost) | others[i];
    }
    UNROLLED for (unsigned i = 0; i < NFA_BYTES; i++)
    {
        vec all = with_inserted(x, own, insert, i, n[i]);
        to[i] = again ? LEAST_BYTES(all, to[i]) : all;
    }
}

/* Executes any step except an ordinary item. */
INLINE void byte_other(const struct byte_place *x, const struct bit_nfa_step *s, const vec *misses)
{
    uint32_t delete = x->v->plan->edits.delete;
    vec *to = state_now(x->v, x->p, s->state);
    if (s->kind == STEP_ENTER) {
        byte_enter(x, s, misses);
        add_byte_entries(x, s, to);
    } else if (s->kind == STEP_ITEM_AGAIN) {
        add_paths(to, state_now(x->v, x->p, s->before), delete, NULL);
    } else {
        byte_join(x, s);
    }
}

INLINE void byte_steps_of(const struct byte_place *x)
{
    for (uint32_t i = 0; i < x->v->plan->nsteps; i++) {
        const struct bit_nfa_step *s = &x->v->plan->steps[i];
        const vec *misses = misses_of(x->v, x->v->slots[i]);
        if (s->kind != STEP_ITEM) {
            byte_other(x, s, misses);
            continue;
        }
        byte_item(x, s, misses);
        add_byte_entries(x, s, state_now(x->v, x->p, s->state));
    }
}

static void byte_steps(const struct bit_nfa_table *v, const struct lanes_place *p)
{
    vec begins[NFA_BYTES];
    for (uint32_t i = 0; i < v->text.codes->nslots; i++)
        put_others((vec *)v->misses + (size_t)i * NFA_BYTES, p->match[(size_t)i * SLOT]);
    if (any_bit(p->begins)) {
        put_others(begins, ~p->begins);
        byte_steps_of(&(struct byte_place){v, p, begins});
    } else {
        byte_steps_of(&(struct byte_place){v, p, NULL});
    }
}

/* Begins paths in these lanes. */
static void byte_begin(const struct bit_nfa_table *v, const struct lanes_place *p, vec lanes)
{
    vec begins[NFA_BYTES];
    put_others(p->now, lanes);
    if (!v->line)
        return;
    put_others(begins, ~p->begins);
    add_paths(p->now, state_before(v, p, 0), v->plan->edits.insert, begins);
}

/* Returns the lanes in which the state costs at most `most`. */
static vec byte_lanes_within(const vec *state, uint32_t most)
{
    vec more = all_bytes(NFA_BYTE_MOST - most), any = {0}, lanes = {0};
    unsigned char costs[NFA_BYTES * sizeof(vec)];
    uint64_t words[WORDS] = {0};
    for (unsigned i = 0; i < NFA_BYTES; i++)
        any |= ~ADD_BYTES(state[i], more);
    if (!any_bit(any))
        return lanes;
    memcpy(costs, state, sizeof costs);
    for (size_t i = 0; i < sizeof costs; i++)
        words[i / 64] |= (uint64_t)(costs[i] <= most) << i % 64;
    memcpy(&lanes, words, sizeof lanes);
    return lanes;
}
