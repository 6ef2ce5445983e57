#include "scan/path_pieces.h"

#include <stdlib.h>

#include "plan/costs.h"

enum {
    STEPS_MOST = 100, /* most symbols read on a side; then an occurrence is assumed possible */
    RECORD = 200,     /* assumed symbols of a span of unknown length */
};

static bool open_side(struct path_side *s, const struct automaton *m, const struct alphabet *a)
{
    s->dfa = m != NULL ? lazy_dfa_open(m, a, true, lazy_dfa_memory) : NULL;
    return s->dfa != NULL;
}

/* Sets the initial states of paths; `numbers` maps them to this automaton's states, NULL: equal. */
static void renew_side(struct path_side *s, const struct some_states *states, uint32_t n,
                       const uint32_t *numbers)
{
    lazy_dfa_forget(s->dfa);
    for (uint32_t i = 0; i < n; i++) {
        s->n[i] = states[i].n <= PATH_STATES ? states[i].n : 0;
        for (uint32_t j = 0; j < s->n[i]; j++) {
            uint32_t state = states[i].list[j];
            s->values[i][j] = (uint64_t)(numbers != NULL ? numbers[state] : state) << 32;
        }
    }
}

/* Returns whether paths from piece i may end, over the symbols from `at` on or, with `back`, before
 * it. Conditions are assumed to hold. */
static bool goes_on(const struct path_pieces *x, struct path_side *s, uint32_t i, size_t at,
                    bool back)
{
    const struct pieces_pass *pass = &x->pieces.pass;
    const uint32_t *bytes = alphabet_bytes(x->pieces.a);
    if (s->n[i] == 0 || lazy_dfa_useless(s->dfa))
        return true;
    uint32_t column = lazy_dfa_start(s->dfa, i, s->values[i], s->n[i]);
    for (int step = 0; step < STEPS_MOST && column != LAZY_DFA_NONE; step++) {
        const struct lazy_dfa_column *k = &lazy_dfa_columns(s->dfa)[column];
        if (k->best <= x->pieces.limit)
            return true;
        if (k->n == 0 || at == (back ? pass->own.lead : pass->own.end))
            return false;
        uint32_t symbol = chunk_symbol(pass->c, bytes, back ? --at : at++);
        if (symbol == SYMBOL_DELIMITER)
            return false;
        column = lazy_dfa_next(s->dfa, column, symbol, LAZY_DFA_HOLDING);
    }
    return true;
}

/* Returns whether an occurrence can have piece i at this symbol; true if unknown. Most paths end
 * soon, so this costs less than a search of the stretch. */
static bool may_occur(struct path_pieces *x, uint32_t i, size_t symbol)
{
    return goes_on(x, &x->behind, i, symbol + x->required.pieces[i].n, false) &&
           goes_on(x, &x->before, i, symbol, true);
}

/* Returns the record that contains this symbol. */
static struct span record_at(struct path_pieces *x, size_t symbol)
{
    const struct pieces_pass *pass = &x->pieces.pass;
    if (symbol < x->record.start || symbol >= x->record.end)
        x->record = (struct span){chunk_record_begin(pass->c, pass->own.lead, symbol),
                                  chunk_record_end(pass->c, symbol, pass->own.end)};
    return x->record;
}

/* Returns the span of all occurrences with piece i at this symbol. */
static struct share span_of_piece(struct path_pieces *x, uint32_t i, size_t symbol)
{
    const struct share *own = &x->pieces.pass.own;
    uint64_t before = (uint64_t)x->required.before[i] + x->inserted;
    uint64_t behind = (uint64_t)x->required.pieces[i].n + x->required.behind[i] + x->inserted;
    bool begin = x->line || x->required.before[i] == PATH_PIECE_ANY;
    bool end = x->line || x->required.behind[i] == PATH_PIECE_ANY;
    struct span all = {own->lead, own->end};
    if (begin || end)
        all = record_at(x, symbol);
    if (!begin && symbol - all.start > before)
        all.start = symbol - (size_t)before;
    if (!end && all.end - symbol > behind)
        all.end = symbol + (size_t)behind;
    return (struct share){all.start, all.start, all.end};
}

/* Returns whether the whole piece of fingerprint i is there, with its first item at this symbol. */
static bool is_whole(const struct pieces *x, const struct item_run *piece, uint32_t i,
                     size_t symbol)
{
    uint64_t all = UINT64_MAX;
    for (uint32_t j = 0; j < piece->n; j++)
        all &= x->places[x->pass.text[symbol + j]] >> j;
    return (all >> CHEAPEST_WITHOUT_LONGEST * i & 1) != 0;
}

static bool look_at_piece(struct pieces *pieces, uint32_t i, size_t symbol)
{
    struct path_pieces *x = (struct path_pieces *)pieces;
    const struct item_run *piece = &x->required.pieces[i];
    uint32_t before = pieces->fingerprint[i];
    size_t done = symbol - pieces->pass.own.lead;
    if (!contest_spend(pieces->pass.turn, COST_PIECES_LOOK, done))
        return false;
    if (symbol - pieces->pass.own.lead < before ||
        pieces->pass.own.end - symbol < piece->n - before ||
        !is_whole(pieces, piece, i, symbol - before))
        return true;
    struct share span = span_of_piece(x, i, symbol - before);
    return spans_have(&pieces->found, span) || !may_occur(x, i, symbol - before) ||
           pieces_add(pieces, span, done);
}

bool path_pieces_open(struct path_pieces *x, const struct query *q, const struct pattern *p,
                      const struct alphabet *a, const struct sample *sample)
{
    *x = (struct path_pieces){.line = q->line};
    pieces_open(&x->pieces, q, a, sample);
    x->pieces.p = p;
    x->pieces.look = look_at_piece;
    const struct automaton *m = pattern_without_limits(p);
    x->numbers = calloc(m->nstates, sizeof *x->numbers);
    x->reversed = x->numbers != NULL ? automaton_reverse(m, x->numbers) : NULL;
    return open_side(&x->behind, m, a) && open_side(&x->before, x->reversed, a);
}

void path_pieces_close(struct path_pieces *x)
{
    pieces_close(&x->pieces);
    lazy_dfa_close(x->behind.dfa);
    lazy_dfa_close(x->before.dfa);
    automaton_free(x->reversed);
    free(x->numbers);
}

static double share_of(const void *sample, uint32_t item)
{
    return sample_share(sample, item);
}

double path_pieces_cost(const struct path_pieces *x, size_t lanes)
{
    uint64_t longest = automaton_longest(x->pieces.p->automaton, x->pieces.limit);
    double length = longest < RECORD ? (double)longest : RECORD;
    size_t n = x->pieces.pass.own.end - x->pieces.pass.own.lead;
    return pieces_cost(&x->pieces, n, lanes) +
           (double)n * x->required.share * (length * x->pieces.cost.symbol + x->pieces.cost.span);
}

static void make_pieces(struct path_pieces *x, uint32_t limit)
{
    struct pieces *pieces = &x->pieces;
    const struct automaton *m = pattern_without_limits(pieces->p);
    struct path_shares shares = {share_of, pieces->sample};
    bool found = required_pieces_find(&x->required, m, limit, &shares);
    pieces_renew(pieces, x->required.n, limit);
    if (!found) {
        x->required.n = pieces->n = 0;
        return;
    }
    x->inserted = m->edits.insert < EDIT_NEVER ? limit / m->edits.insert : 0;
    renew_side(&x->behind, x->required.lasts, x->required.n, NULL);
    renew_side(&x->before, x->required.firsts, x->required.n, x->numbers);
    for (uint32_t i = 0; i < x->required.n; i++) {
        const struct item_run *piece = &x->required.pieces[i];
        uint32_t first = sample_rarest(pieces->sample, piece->items, piece->n, FINGERPRINT);
        pieces->fingerprint[i] = first;
        pieces_fingerprint(pieces, i, piece->items + first);
        for (uint32_t j = 0; j < piece->n; j++)
            pieces_place(pieces, CHEAPEST_WITHOUT_LONGEST * i + j, piece->items[j]);
    }
}

bool path_pieces_choose(struct path_pieces *x, const struct chunk *c, struct share own,
                        uint32_t limit, double cost)
{
    if (!pieces_begin(&x->pieces, c, own))
        return false;
    if (pieces_outdated(&x->pieces, limit))
        make_pieces(x, limit);
    x->record = (struct span){0, 0};
    x->pieces.cost = (struct span_cost){COST_STRETCH, cost};
    lazy_dfa_begin(x->behind.dfa, limit, c->alphabet_size);
    lazy_dfa_begin(x->before.dfa, limit, c->alphabet_size);
    return x->required.n > 0;
}
