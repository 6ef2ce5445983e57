#include "scan/bit_nfa_scan.h"

#include <math.h>
#include <stdlib.h>

#include "base/least.h"
#include "plan/costs.h"
#include "plan/ways.h"
#include "query/expression_tree.h"
#include "scan/sliced_codes.h"

enum {
    STATE_MOST = 16 << 20, /* most bytes of all planes */
    SLOT = SLICED_COLUMNS + 1,
    NEAR = 2,       /* most strides of a lane before lanes mostly read each other's text */
    CHECKS_MOST = 8 /* share of the time of all columns for finding shorter lead-ins */
};

static const size_t LEAD_INS[] = {16, 1}; /* lead-ins to try, as fractions of a lane's stride */

struct bit_nfa_scan {
    const struct query *q;
    const struct sliced_kernel *kernel;
    const struct pattern *p;
    uint32_t pattern;     /* its number */
    struct bit_nfa *plan; /* NULL: the automaton does not suit bit-parallel states */
    struct sliced_codes codes;
    struct sliced_lanes lanes;
    struct bit_nfa_table table;
    size_t reserved;             /* vectors of table.now, and of table.before */
    struct nfa_lead_in *lead_in; /* if nfa_lead_in_pays() */
    struct hits found;
    enum engine_status status;

    const struct chunk *c; /* the current part */
    struct share own;
    bool one_record; /* it lies within a record */
};

void bit_nfa_scan_close(struct bit_nfa_scan *x)
{
    if (x == NULL)
        return;
    bit_nfa_free(x->plan);
    sliced_codes_close(&x->codes);
    sliced_table_close(&x->table.text);
    free(x->table.slots);
    free(x->table.entry_slots);
    free(x->table.now);
    free(x->table.before);
    free(x->table.misses);
    free(x->table.live);
    free(x->table.seen);
    hits_free(&x->found);
    free(x);
}

/* Callback of the kernel: struct bit_nfa_table. */
static bool found_end(void *scan, size_t lane, size_t column, uint32_t distance)
{
    struct bit_nfa_scan *x = scan;
    struct bit_nfa_table *v = &x->table;
    size_t symbol = sliced_lanes_symbol(&x->lanes, lane, column);
    if (symbol < x->own.begin || symbol >= x->own.end || distance > v->limit ||
        (!v->whole && !sliced_lanes_owns(&x->lanes, lane, column)))
        return true;
    v->limit = query_limit(x->q, v->limit, distance);
    if (hits_add(&x->found, (uint32_t)(symbol + 1), distance, x->pattern))
        return !(v->once && x->one_record);
    x->status = engine_lacks_room(&x->found);
    return false;
}

static bool open_table(struct bit_nfa_scan *x, const struct alphabet *a)
{
    struct bit_nfa_table *v = &x->table;
    size_t vector = x->kernel->lanes / 8;
    *v = (struct bit_nfa_table){.plan = x->plan, .search = x, .found = found_end};
    v->slots = calloc(x->plan->nsteps + 1, sizeof *v->slots);
    v->entry_slots = calloc(x->plan->nentries + 1, sizeof *v->entry_slots);
    v->live = sliced_vectors(vector);
    v->seen = sliced_vectors(vector);
    if (!sliced_codes_open(&x->codes, x->q, a) ||
        !sliced_table_open(&v->text, x->q->metric, &x->codes, 0, vector, x->kernel->planes))
        return false;
    v->text.before = 1;
    return v->slots != NULL && v->entry_slots != NULL && v->live != NULL && v->seen != NULL;
}

struct bit_nfa_scan *bit_nfa_scan_open(const struct sliced_kernel *kernel, const struct query *q,
                                       const struct alphabet *a, uint32_t pattern,
                                       struct nfa_lead_in *lead_in)
{
    struct bit_nfa_scan *x = calloc(1, sizeof *x);
    if (x == NULL)
        return NULL;
    *x = (struct bit_nfa_scan){.q = q,
                               .kernel = kernel,
                               .p = &q->patterns[pattern],
                               .pattern = pattern,
                               .lead_in = lead_in};
    x->lanes = (struct sliced_lanes){.n = kernel->lanes, .ahead = kernel->ahead};
    if (bit_nfa_compile(x->p->automaton, &x->plan) && (x->plan == NULL || open_table(x, a)))
        return x;
    bit_nfa_scan_close(x);
    return NULL;
}

/* Lanes */

/*
 * Returns how many symbols after its stride a lane must read, if lanes begin at multiples of
 * `stride`: the most symbols up to the end of a record. Sets x->one_record.
 */
static size_t find_tail(struct bit_nfa_scan *x, size_t stride)
{
    const struct share own = x->own;
    size_t end = own.end, longest = 0, n = (own.end - own.lead) / stride;
    size_t first = own.end - own.lead < stride ? own.end : own.lead + stride;
    x->one_record = own.begin >= first || chunk_record_end(x->c, own.begin, first) == first;
    for (size_t lane = n; lane > 0; lane--) {
        size_t from = own.lead + lane * stride;
        size_t limit = own.end - from < stride ? own.end : from + stride;
        size_t to = chunk_record_end(x->c, from, limit);
        x->one_record = x->one_record && to == limit;
        end = to < limit ? to : end;
        longest = end + 1 - from > longest ? end + 1 - from : longest;
    }
    return longest;
}

/* Returns whether this overlap suffices as a lead-in in all lanes. */
static bool overlap_suffices(struct bit_nfa_scan *x, uint32_t limit, double *ns)
{
    const struct sliced_lanes *l = &x->lanes;
    for (size_t lane = 1; lane < l->used; lane++) {
        size_t from = sliced_lanes_symbol(l, lane, 0), to = from + l->overlap;
        if (!nfa_lead_in_suffices(x->lead_in, x->c, from, to < x->own.end ? to : x->own.end, limit,
                                  ns))
            return false;
    }
    return true;
}

/* If occurrences can have any length: cuts lanes with a fraction of their stride as the lead-in.
 * Takes at most `ns`. Returns whether such a cut was found. */
static bool cut_converging(struct bit_nfa_scan *x, uint32_t limit, double ns)
{
    struct sliced_lanes *l = &x->lanes;
    size_t stride = l->stride;
    for (size_t i = 0; i < sizeof LEAD_INS / sizeof *LEAD_INS && nfa_lead_in_pays(x->q); i++) {
        sliced_lanes_cut(l, x->own, stride / LEAD_INS[i] + 1);
        if (overlap_suffices(x, limit, &ns))
            return true;
    }
    sliced_lanes_cut(l, x->own, 0);
    return false;
}

/* Cuts the part into lanes, in the way with fewer columns. */
static void cut_lanes(struct bit_nfa_scan *x, uint32_t limit, double column)
{
    struct sliced_lanes *l = &x->lanes;
    struct bit_nfa_table *v = &x->table;
    uint64_t longest = pattern_longest(x->p, x->q->metric, limit);
    size_t n = x->own.end - x->own.lead;
    sliced_lanes_cut(l, x->own, 0);
    x->one_record = true;
    size_t tail = chunk_delimits(x->c) ? find_tail(x, l->stride) : n;
    v->whole = longest >= tail;
    size_t columns = l->stride + tail < n ? l->stride + tail : n;
    if (!v->whole) {
        sliced_lanes_cut(l, x->own, (size_t)longest + 1);
    } else if (columns > NEAR * l->stride &&
               cut_converging(x, limit, column * (double)columns / CHECKS_MOST)) {
        v->whole = false;
    } else {
        l->columns = columns / l->ahead * l->ahead + l->ahead;
    }
    v->lead_in = l->overlap > x->own.begin - x->own.lead ? l->overlap : x->own.begin - x->own.lead;
    v->share = l->stride;
    v->text.columns = l->columns;
    v->text.used = l->used;
}

/* Computes the layout of the planes of a state, for costs up to `limit`. */
static void place_planes(struct bit_nfa_table *v, uint32_t limit)
{
    const struct bit_nfa *l = v->plan;
    v->bytes = false;
    uint32_t most = most_u32(l->edits.insert, most_u32(l->edits.delete, l->edits.substitute));
    for (uint32_t i = 0; i < l->nsteps; i++)
        most = most_u32(most, l->steps[i].cost);
    for (uint32_t i = 0; i < l->nentries; i++)
        most = most_u32(most, l->entries[i].cost);
    v->planes.width = limit / l->unit + 1;
    v->planes.empty = most < v->planes.width ? most : v->planes.width;
    v->planes.stride = v->planes.empty + v->planes.width;
    v->planes.insert = bit_nfa_table_offset(v, l->edits.insert);
    v->planes.delete = bit_nfa_table_offset(v, l->edits.delete);
    v->planes.substitute = bit_nfa_table_offset(v, l->edits.substitute);
}

/* The same where a state has bytes. */
static void place_bytes(struct bit_nfa_table *v)
{
    v->bytes = true;
    v->planes = (struct bit_nfa_planes){.stride = NFA_BYTES};
}

/* Returns whether all states have room in planes. */
static bool fits_planes(const struct bit_nfa_scan *x)
{
    return (uint64_t)x->table.planes.stride * x->plan->nstates <=
           STATE_MOST / (x->kernel->lanes / 8);
}

/* Returns whether costs fit bytes, and have more planes than a byte has bits. */
static bool fits_bytes(const struct bit_nfa_scan *x)
{
    uint32_t levels = x->table.planes.width;
    return levels <= NFA_BYTE_MOST + 1 && (levels > NFA_BYTES || way_is_forced(WAY_BYTE_NFA));
}

/* Returns the nanoseconds of a column of all lanes, for vectors of any width. */
static struct bit_nfa_costs cost_of_column(const struct bit_nfa_scan *x)
{
    const struct bit_nfa *l = x->plan;
    uint32_t levels = x->table.planes.width;
    struct bit_nfa_costs column = {(double)INFINITY, (double)INFINITY};
    if (fits_planes(x))
        column.bits = COST_BIT_NFA_COLUMN +
                      l->nsteps * (COST_BIT_NFA_STEP + COST_BIT_NFA_LEVEL * levels) +
                      l->nentries * (COST_BIT_NFA_ENTRY + COST_BIT_NFA_ENTRY_LEVEL * levels);
    if (fits_bytes(x))
        column.bytes = COST_BIT_NFA_COLUMN + l->nsteps * COST_BYTE_NFA_STEP +
                       l->nentries * COST_BYTE_NFA_ENTRY;
    return column;
}

struct bit_nfa_costs bit_nfa_scan_begin(struct bit_nfa_scan *x, const struct chunk *c,
                                        struct share own, uint32_t limit)
{
    const struct bit_nfa_costs impossible = {(double)INFINITY, (double)INFINITY};
    struct bit_nfa_table *v = &x->table;
    x->c = c;
    x->own = own;
    v->limit = limit;
    v->once = x->q->report.once;
    v->line = x->q->line;
    if (x->plan == NULL || own.begin == own.end || limit >= STATE_MOST)
        return impossible; /* best mode without a bound: planes are counted in 32 bits */
    if (!chunk_delimits(c) && (v->line || (x->plan->conditions & CONDITION_END) != 0))
        return impossible; /* no lane would see the end of the text */
    place_planes(v, limit);
    struct bit_nfa_costs column = cost_of_column(x);
    double least = bit_nfa_least_cost(column);
    if (least == (double)INFINITY)
        return impossible;
    cut_lanes(x, limit, least);
    size_t columns = x->lanes.columns, near = NEAR * x->lanes.stride;
    double far = columns > near ? COST_BIT_NFA_FAR_COLUMN * (double)(columns - near) : 0;
    return (struct bit_nfa_costs){column.bits * (double)columns + far,
                                  column.bytes * (double)columns + far};
}

/* Assigns slots to all items for this chunk, if the old ones are outdated. */
static bool give_slots(struct bit_nfa_scan *x)
{
    struct bit_nfa_table *v = &x->table;
    struct sliced_codes *codes = &x->codes;
    if (!sliced_codes_outdated(codes, x->c))
        return true;
    sliced_codes_begin(codes);
    for (uint32_t i = 0; i < x->plan->nsteps; i++) {
        const struct bit_nfa_step *s = &x->plan->steps[i];
        if (s->kind == STEP_ITEM || s->kind == STEP_ENTER)
            v->slots[i] = SLOT * sliced_codes_slot(codes, s->item);
    }
    for (uint32_t i = 0; i < x->plan->nentries; i++)
        v->entry_slots[i] = SLOT * sliced_codes_slot(codes, x->plan->entries[i].item);
    if (x->q->classes.word != ITEM_NONE && x->plan->conditions != 0)
        v->word_slot = SLOT * sliced_codes_slot(codes, x->q->classes.word);
    free(v->text.match);
    free(v->misses);
    v->text.match = sliced_vectors((size_t)codes->nslots * SLOT * v->text.vector);
    v->misses = sliced_vectors((size_t)codes->nslots * NFA_BYTES * v->text.vector);
    return v->text.match != NULL && v->misses != NULL && sliced_codes_end(codes, x->c);
}

static bool reserve_ends(struct bit_nfa_scan *x)
{
    struct bit_nfa_table *v = &x->table;
    size_t vectors = (size_t)v->plan->nstates * v->planes.stride;
    if (vectors <= x->reserved)
        return true;
    free(v->now);
    free(v->before);
    v->now = sliced_vectors(vectors * v->text.vector);
    v->before = sliced_vectors(vectors * v->text.vector);
    x->reserved = v->now != NULL && v->before != NULL ? vectors : 0;
    return x->reserved > 0;
}

/* Appends the found hits in order. */
static bool append_found(struct bit_nfa_scan *x, struct hits *hits)
{
    size_t n = 0;
    for (size_t i = 0; i < x->found.n; i++)
        if (x->found.v[i].distance <= x->table.limit)
            x->found.v[n++] = x->found.v[i];
    x->found.n = n;
    return hits_sort(&x->found) && hits_append(hits, &x->found);
}

enum engine_status bit_nfa_scan_run(struct bit_nfa_scan *x, bool bytes, uint32_t *limit,
                                    struct hits *hits)
{
    if (bytes)
        place_bytes(&x->table);
    hits_begin(&x->found, hits->most - hits->n);
    x->status = ENGINE_OK;
    if (!give_slots(x) || !reserve_ends(x) || !sliced_codes_text(&x->codes, x->c, &x->lanes))
        return ENGINE_MEMORY;
    x->kernel->run_bit_nfa(&x->table);
    *limit = x->table.limit;
    if (x->status == ENGINE_OK && !append_found(x, hits))
        x->status = engine_lacks_room(hits);
    return x->status;
}
