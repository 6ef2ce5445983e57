/*
 * language.c - see language.h.
 *
 * A repetition is read as often as it is made, and once more to find its end.
 */
#include "language.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define FOREVER SIZE_MAX

enum edge_kind { EMPTY, ITEM, BEGIN, END, BORDER, NO_BORDER, WORD_BEGIN, WORD_END };

struct edge {
    size_t from, to;
    enum edge_kind kind;
    size_t item;
    size_t opens, closes; /* the number of a ( ) that begins or ends, or 0 */
    bool exact, back;     /* back: to the beginning of a loop */
    size_t other;         /* the next edge from the same node, or NO_EDGE */
};

#define NO_EDGE SIZE_MAX

struct language {
    struct edge *edges;
    size_t nedges;
    size_t *leaves; /* of each node: the first edge from it, or NO_EDGE */
    bool *exact;    /* of each node: no insertion there */
    size_t nnodes, first, last;
    struct naive_bytes items;
    size_t *offset; /* of each item among their bytes, and of their end */
    bool sequence;  /* there is nothing but items */
    bool loose;     /* a loop may take nothing */
};

/* Reading */

struct reader {
    struct naive_bytes text;
    size_t at, nitems;
    size_t *item_at; /* of each byte at which an item begins, plus 1 */
    bool utf8, exact;
    struct language *l;
};

static size_t add_node(struct reader *r)
{
    struct language *l = r->l;
    l->exact = naive_with_room(l->exact, l->nnodes, sizeof *l->exact);
    l->exact[l->nnodes] = r->exact;
    l->leaves = naive_with_room(l->leaves, l->nnodes, sizeof *l->leaves);
    l->leaves[l->nnodes] = NO_EDGE;
    return l->nnodes++;
}

static size_t add_edge(struct reader *r, size_t from, size_t to, enum edge_kind kind, size_t item)
{
    struct language *l = r->l;
    l->edges = naive_with_room(l->edges, l->nedges, sizeof *l->edges);
    size_t *last = &l->leaves[from];
    while (*last != NO_EDGE)
        last = &l->edges[*last].other;
    *last = l->nedges;
    l->edges[l->nedges++] = (struct edge){
        .from = from, .to = to, .kind = kind, .item = item, .exact = r->exact, .other = NO_EDGE};
    return to;
}

static bool next_is(const struct reader *r, const char *s)
{
    size_t n = strlen(s);
    return r->text.length - r->at >= n && memcmp(r->text.bytes + r->at, s, n) == 0;
}

static bool take(struct reader *r, const char *s)
{
    bool is = next_is(r, s);
    r->at += is ? strlen(s) : 0;
    return is;
}

static size_t read_choice(struct reader *r, size_t from);

static size_t read_item(struct reader *r, size_t from)
{
    size_t at = r->at;
    r->at += item_length(r->text.bytes + at, r->text.length - at, r->utf8);
    if (r->item_at[at] == 0) {
        struct naive_bytes *items = &r->l->items;
        memcpy(items->bytes + items->length, r->text.bytes + at, r->at - at);
        items->length += r->at - at;
        r->item_at[at] = ++r->nitems;
        r->l->offset[r->nitems] = items->length;
    }
    return add_edge(r, from, add_node(r), ITEM, r->item_at[at] - 1);
}

/* Finds out, without a trace, whether {~0} follows the group that begins here. */
static bool is_exact_group(struct reader *r)
{
    size_t open = r->at, depth = 0;
    for (; r->at < r->text.length; r->at++) {
        unsigned char c = r->text.bytes[r->at];
        if (c == '\\' || c == '[') {
            r->at += item_length(r->text.bytes + r->at, r->text.length - r->at, r->utf8) - 1;
        } else {
            depth += (c == '(') - (c == ')');
            if (depth == 0)
                break;
        }
    }
    r->at++;
    bool exact = next_is(r, "{~0}");
    r->at = open;
    return exact;
}

/* The number of the group that begins here, 0: it has none. */
static size_t group_number(const struct reader *r)
{
    size_t number = 0;
    if (next_is(r, "(?"))
        return 0;
    for (size_t at = 0; at <= r->at; at++) {
        unsigned char c = r->text.bytes[at];
        if (c == '\\' || c == '[')
            at += item_length(r->text.bytes + at, r->text.length - at, r->utf8) - 1;
        else
            number += c == '(' && (at + 1 == r->text.length || r->text.bytes[at + 1] != '?');
    }
    return number;
}

static size_t read_group(struct reader *r, size_t from)
{
    size_t number = group_number(r);
    bool outer = r->exact, exact = is_exact_group(r);
    (void)(take(r, "(?:") || take(r, "("));
    r->exact = outer || exact;
    size_t inner = add_edge(r, from, add_node(r), EMPTY, 0);
    r->l->edges[r->l->nedges - 1].opens = number;
    inner = read_choice(r, inner);
    r->exact = outer;
    if (!take(r, ")"))
        abort();
    if (exact && !take(r, "{~0}"))
        abort();
    r->l->sequence = r->l->sequence && !exact;
    size_t behind = add_edge(r, inner, add_node(r), EMPTY, 0);
    r->l->edges[r->l->nedges - 1].closes = number;
    return behind;
}

static size_t read_atom(struct reader *r, size_t from)
{
    static const struct {
        const char *text;
        enum edge_kind kind;
    } conditions[] = {{"^", BEGIN},       {"$", END},          {"\\b", BORDER},
                      {"\\B", NO_BORDER}, {"\\<", WORD_BEGIN}, {"\\>", WORD_END}};
    if (next_is(r, "("))
        return read_group(r, from);
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
        if (take(r, conditions[i].text)) {
            r->l->sequence = false;
            return add_edge(r, from, add_node(r), conditions[i].kind, 0);
        }
    return read_item(r, from);
}

static size_t read_number(struct reader *r)
{
    size_t n = 0;
    while (r->at < r->text.length && isdigit(r->text.bytes[r->at]))
        n = n * 10 + (size_t)(r->text.bytes[r->at++] - '0');
    return n;
}

static void read_quantifier(struct reader *r, size_t *least, size_t *most)
{
    *least = *most = 1;
    if (take(r, "?")) {
        *least = 0;
    } else if (take(r, "*")) {
        *least = 0;
        *most = FOREVER;
    } else if (take(r, "+")) {
        *most = FOREVER;
    } else if (take(r, "{")) {
        *least = *most = read_number(r);
        if (take(r, ","))
            *most = next_is(r, "}") ? FOREVER : read_number(r);
        if (!take(r, "}"))
            abort();
    }
    r->l->sequence = r->l->sequence && *least == *most;
}

/* Whether one comes from a node to another without an item. */
static bool is_nothing(const struct language *l, size_t from, size_t to)
{
    bool *seen = naive_allocate(l->nnodes, sizeof *seen);
    seen[from] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t e = 0; e < l->nedges; e++) {
            const struct edge *edge = &l->edges[e];
            if (edge->kind == ITEM || !seen[edge->from] || seen[edge->to])
                continue;
            seen[edge->to] = changed = true;
        }
    }
    bool nothing = seen[to];
    free(seen);
    return nothing;
}

/* A copy, and as many as one likes. One that takes nothing is the last. */
static size_t read_loop(struct reader *r, size_t from, size_t begin, bool none)
{
    r->at = begin;
    size_t again = add_edge(r, from, add_node(r), EMPTY, 0), end = add_node(r);
    size_t behind = read_atom(r, again);
    r->l->loose = r->l->loose || is_nothing(r->l, again, behind);
    (void)add_edge(r, behind, again, EMPTY, 0);
    r->l->edges[r->l->nedges - 1].back = true;
    (void)add_edge(r, behind, end, EMPTY, 0);
    if (none)
        (void)add_edge(r, again, end, EMPTY, 0);
    return end;
}

/* `least` to `most` copies of what begins at `begin`. */
static size_t read_copies(struct reader *r, size_t from, size_t begin, size_t least, size_t most)
{
    size_t behind = r->at, node = from, apart = least - (most == FOREVER && least > 0);
    for (size_t i = 0; i < apart; i++) {
        r->at = begin;
        node = read_atom(r, node);
    }
    if (most == FOREVER) {
        node = read_loop(r, node, begin, least == 0);
    } else if (most > least) {
        size_t end = add_node(r);
        for (size_t i = least; i < most; i++) { /* to go on comes before to end */
            r->at = begin;
            size_t next = read_atom(r, node);
            (void)add_edge(r, node, end, EMPTY, 0);
            node = next;
        }
        node = add_edge(r, node, end, EMPTY, 0);
    }
    r->at = behind;
    return node;
}

static size_t read_sequence(struct reader *r, size_t from)
{
    size_t node = add_edge(r, from, add_node(r), EMPTY, 0);
    while (r->at < r->text.length && !next_is(r, "|") && !next_is(r, ")")) {
        size_t begin = r->at, least, most;
        bool before = r->l->sequence;
        (void)read_atom(r, add_node(r)); /* nothing leads there */
        read_quantifier(r, &least, &most);
        if (most == 0) /* whatever it is */
            r->l->sequence = before;
        size_t behind = r->at;
        node = read_copies(r, node, begin, least, most);
        r->at = behind;
    }
    return node;
}

static size_t read_choice(struct reader *r, size_t from)
{
    size_t end = add_node(r);
    (void)add_edge(r, read_sequence(r, from), end, EMPTY, 0);
    while (take(r, "|")) {
        r->l->sequence = false;
        (void)add_edge(r, read_sequence(r, from), end, EMPTY, 0);
    }
    return end;
}

struct language *language_open(struct naive_bytes text, bool utf8)
{
    struct language *l = naive_allocate(1, sizeof *l);
    struct reader r = {.text = text, .utf8 = utf8, .l = l};
    r.item_at = naive_allocate(text.length + 1, sizeof *r.item_at);
    l->items.bytes = naive_allocate(text.length + 1, 1);
    l->offset = naive_allocate(text.length + 2, sizeof *l->offset);
    l->sequence = true;
    l->first = add_node(&r);
    l->last = add_edge(&r, read_choice(&r, l->first), add_node(&r), EMPTY, 0);
    if (r.at != text.length)
        abort();
    free(r.item_at);
    return l;
}

struct language *language_line(size_t m)
{
    struct language *l = naive_allocate(1, sizeof *l);
    struct reader r = {.l = l};
    l->first = l->last = add_node(&r);
    for (size_t i = 0; i < m; i++)
        l->last = add_edge(&r, l->last, add_node(&r), ITEM, i);
    return l;
}

void language_close(struct language *l)
{
    if (l == NULL)
        return;
    free(l->edges);
    free(l->exact);
    free(l->leaves);
    free(l->items.bytes);
    free(l->offset);
    free(l);
}

struct naive_bytes language_items(const struct language *l)
{
    return l->items;
}

bool language_is_sequence(const struct language *l)
{
    return l->sequence;
}

bool language_is_loose(const struct language *l)
{
    return l->loose;
}

/* The first edge that leaves a node. */
static const struct edge *first_edge(const struct language *l, size_t node)
{
    return &l->edges[l->leaves[node]];
}

struct naive_bytes language_sequence(const struct language *l)
{
    struct naive_bytes all = {NULL, 0};
    FILE *to = open_memstream((char **)&all.bytes, &all.length);
    for (size_t node = l->first; node != l->last; node = first_edge(l, node)->to) {
        const struct edge *e = first_edge(l, node);
        if (e->kind == ITEM)
            fwrite(l->items.bytes + l->offset[e->item], 1,
                   l->offset[e->item + 1] - l->offset[e->item], to);
    }
    if (fclose(to) != 0)
        abort();
    return all;
}

/* Costs */

#define NOWHERE UINT64_MAX

/* v with `cost` more in its high half. */
static uint64_t more(uint64_t v, size_t cost)
{
    return v == NOWHERE || cost == LANGUAGE_NEVER ? NOWHERE : v + ((uint64_t)cost << 32);
}

static bool lower(uint64_t *v, uint64_t other)
{
    if (other >= *v)
        return false;
    *v = other;
    return true;
}

/* The least cost from the first node to the last, when each item costs so much. */
static size_t least_way(const struct language *l, size_t item, size_t exact_item)
{
    uint64_t *v = naive_allocate(l->nnodes, sizeof *v), least;
    memset(v, 0xff, l->nnodes * sizeof *v);
    v[l->first] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t e = 0; e < l->nedges; e++) {
            const struct edge *edge = &l->edges[e];
            size_t cost = edge->kind != ITEM ? 0 : edge->exact ? exact_item : item;
            changed = lower(&v[edge->to], more(v[edge->from], cost)) || changed;
        }
    }
    least = v[l->last];
    free(v);
    return least == NOWHERE ? LANGUAGE_NEVER : (size_t)(least >> 32);
}

size_t language_shortest(const struct language *l)
{
    return least_way(l, 1, 1);
}

size_t language_vacuous(const struct language *l, const struct language_costs *costs)
{
    return least_way(l, costs->delete, LANGUAGE_NEVER);
}

/* What is relaxed. */
struct table {
    const struct language *l;
    const struct text *x, *record;
    const bool *word;
    const struct language_costs *costs;
    uint64_t *columns[LANGUAGE_SIDE + 1]; /* of this place, the one before, and so on */
};

/* Whether the edge, which has no item, may be gone at place j. */
static bool holds(const struct table *t, const struct edge *edge, size_t j)
{
    size_t n = t->record->n;
    bool before = j > 0 && t->word[j - 1], behind = j < n && t->word[j];
    switch (edge->kind) {
    case BEGIN:
        return j == 0;
    case END:
        return j == n;
    case BORDER:
        return before != behind;
    case NO_BORDER:
        return before == behind;
    case WORD_BEGIN:
        return !before && behind;
    case WORD_END:
        return before && !behind;
    default:
        return true;
    }
}

static void relax(struct table *t, size_t j)
{
    uint64_t *now = t->columns[0];
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t e = 0; e < t->l->nedges; e++) {
            const struct edge *edge = &t->l->edges[e];
            if (edge->kind == ITEM ? edge->exact : !holds(t, edge, j))
                continue;
            size_t cost = edge->kind == ITEM ? t->costs->delete : 0;
            changed = lower(&now[edge->to], more(now[edge->from], cost)) || changed;
        }
    }
}

/* Goes on from all nodes, v[], along edges without items: forward, or back to where they come from.
 */
static void spread(const struct language *l, uint64_t *v, bool back)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < l->nedges; i++) {
            const struct edge *edge = &l->edges[back ? l->nedges - 1 - i : i];
            if (edge->kind == EMPTY)
                changed = (back ? lower(&v[edge->from], v[edge->to])
                                : lower(&v[edge->to], v[edge->from])) ||
                          changed;
        }
    }
}

/* The same over one item that matches the character `wanted`, and is not exact. */
static void pass(const struct table *t, uint64_t *v, uint32_t wanted, bool back)
{
    const struct language *l = t->l;
    uint64_t *to = naive_allocate(l->nnodes, sizeof *to);
    memset(to, 0xff, l->nnodes * sizeof *to);
    for (size_t e = 0; e < l->nedges; e++) {
        const struct edge *edge = &l->edges[e];
        if (edge->kind != ITEM || edge->exact || v[back ? edge->to : edge->from] == NOWHERE ||
            !text_equal(t->x, edge->item, wanted))
            continue;
        (void)lower(&to[back ? edge->from : edge->to], v[back ? edge->to : edge->from]);
    }
    memcpy(v, to, l->nnodes * sizeof *to);
    free(to);
}

/* Items that match n characters are taken at once, from the nodes of an earlier column. */
static void take_at_once(struct table *t, const uint64_t *from, const uint32_t *wanted, size_t n,
                         size_t cost)
{
    size_t nnodes = t->l->nnodes;
    uint64_t *v = naive_allocate(nnodes, sizeof *v);
    memcpy(v, from, nnodes * sizeof *v);
    for (size_t i = 0; i < n; i++) {
        spread(t->l, v, false);
        pass(t, v, wanted[i], false);
    }
    for (size_t node = 0; node < nnodes; node++)
        (void)lower(&t->columns[0][node], more(v[node], cost));
    free(v);
}

static void exchanges(struct table *t, size_t j)
{
    const uint32_t *text = t->record->folded;
    if (j > 1)
        take_at_once(t, t->columns[2], (const uint32_t[]){text[j - 1], text[j - 2]}, 2,
                     t->costs->transpose);
}

/* Those whose last character in the text is j - 1. */
static void confusions(struct table *t, size_t j)
{
    for (size_t i = 0; i < t->costs->nconfusions; i++) {
        const struct language_confusion *c = &t->costs->confusions[i];
        bool stands = c->items.n <= j;
        for (size_t n = 0; stands && n < c->items.n; n++)
            stands = text_equal(&c->items, n, t->record->folded[j - c->items.n + n]);
        if (stands)
            take_at_once(t, t->columns[c->items.n], c->characters.folded, c->characters.n, c->cost);
    }
}

/* The column behind character j - 1, as far as that is taken. */
static void step(struct table *t, size_t j)
{
    uint64_t *oldest = t->columns[LANGUAGE_SIDE], *before = t->columns[0];
    memmove(t->columns + 1, t->columns, LANGUAGE_SIDE * sizeof *t->columns);
    t->columns[0] = oldest;
    memset(oldest, 0xff, t->l->nnodes * sizeof *oldest);
    for (size_t i = 0; i < t->l->nnodes; i++)
        if (!t->l->exact[i])
            oldest[i] = more(before[i], t->costs->insert);
    for (size_t e = 0; e < t->l->nedges; e++) {
        const struct edge *edge = &t->l->edges[e];
        if (edge->kind != ITEM)
            continue;
        size_t other = edge->exact ? LANGUAGE_NEVER : t->costs->substitute;
        bool equal = text_equal(t->x, edge->item, t->record->folded[j - 1]);
        (void)lower(&oldest[edge->to], more(before[edge->from], equal ? 0 : other));
    }
    if (t->costs->transpose != LANGUAGE_NEVER)
        exchanges(t, j);
    if (t->costs->nconfusions > 0)
        confusions(t, j);
}

uint64_t *language_row(const struct language *l, const struct text *x, const struct text *record,
                       const bool *word, size_t from, size_t to, const bool *may_start,
                       const struct language_costs *costs)
{
    struct table t = {l, x, record, word, costs, {NULL}};
    uint64_t *row = naive_allocate(to - from + 1, sizeof *row);
    for (size_t i = 0; i <= LANGUAGE_SIDE; i++) {
        t.columns[i] = naive_allocate(l->nnodes, sizeof *t.columns[i]);
        memset(t.columns[i], 0xff, l->nnodes * sizeof *t.columns[i]);
    }
    for (size_t j = from; j <= to; j++) {
        if (j > from)
            step(&t, j);
        if (may_start[j])
            (void)lower(&t.columns[0][l->first], j);
        relax(&t, j);
        row[j - from] = t.columns[0][l->last];
    }
    for (size_t i = 0; i <= LANGUAGE_SIDE; i++)
        free(t.columns[i]);
    return row;
}

/* The nearest sequence */

struct step {                /* an edge of the path, and the node that it leads to */
    const struct edge *edge; /* NULL for the first node */
    size_t node;
    uint64_t *row; /* the cost of the path so far, by place */
};

/* An exchange or a confusion: the characters before place `end` stand for items that match those
 * that are wanted. */
struct use {
    char edit; /* 'T' or 'C' */
    size_t cost, items, characters, end;
    uint32_t wanted[LANGUAGE_SIDE];
};

struct way {
    struct table *t;
    struct language_part part;
    uint64_t *rest; /* [node * places + place] */
    size_t places;
    struct use *uses; /* in the order of preference */
    size_t nuses;
    struct step *steps;
    size_t count;
};

static void add_use(struct way *w, struct use use)
{
    w->uses = naive_with_room(w->uses, w->nuses, sizeof use);
    w->uses[w->nuses++] = use;
}

static const struct use *uses_end(const struct way *w)
{
    return w->nuses > 0 ? w->uses + w->nuses : w->uses;
}

static void find_uses(struct way *w)
{
    const struct language_costs *costs = w->t->costs;
    const uint32_t *text = w->t->record->folded + w->part.from;
    for (size_t j = 2; j < w->places && costs->transpose != LANGUAGE_NEVER; j++)
        add_use(w, (struct use){'T', costs->transpose, 2, 2, j, {text[j - 1], text[j - 2]}});
    for (size_t i = 0; i < costs->nconfusions; i++) {
        const struct language_confusion *c = &costs->confusions[i];
        struct use use = {.edit = 'C', .cost = c->cost, .items = c->characters.n};
        use.characters = c->items.n;
        memcpy(use.wanted, c->characters.folded, use.items * sizeof *use.wanted);
        for (use.end = use.characters; use.end < w->places; use.end++) {
            bool stands = true;
            for (size_t n = 0; n < c->items.n; n++)
                stands = stands && text_equal(&c->items, n, text[use.end - c->items.n + n]);
            if (stands)
                add_use(w, use);
        }
    }
}

/* Whether the item of the edge may be number n of the use. */
static bool is_wanted(const struct way *w, const struct use *use, size_t n, const struct edge *e)
{
    return e->kind == ITEM && !e->exact && text_equal(w->t->x, e->item, use->wanted[n]);
}

static uint64_t sum(uint64_t a, uint64_t b)
{
    return a == NOWHERE || b == NOWHERE ? NOWHERE : a + b;
}

static uint64_t as_cost(size_t cost)
{
    return cost == LANGUAGE_NEVER ? NOWHERE : cost;
}

/* What it costs that the character at place j stands for the item of the edge. */
static uint64_t across(const struct way *w, const struct edge *e, size_t j)
{
    if (text_equal(w->t->x, e->item, w->t->record->folded[w->part.from + j]))
        return 0;
    return e->exact ? NOWHERE : as_cost(w->t->costs->substitute);
}

static uint64_t without(const struct way *w, const struct edge *e)
{
    return e->exact ? NOWHERE : as_cost(w->t->costs->delete);
}

static uint64_t inserted(const struct way *w, size_t node)
{
    return w->t->l->exact[node] ? NOWHERE : as_cost(w->t->costs->insert);
}

/* What it costs from each node and place j when a character comes next. */
static void rest_by_character(struct way *w, size_t j)
{
    const struct language *l = w->t->l;
    for (size_t i = 0; i < l->nnodes; i++) {
        uint64_t *cell = &w->rest[i * w->places + j];
        (void)lower(cell, sum(cell[1], inserted(w, i)));
    }
    for (size_t e = 0; e < l->nedges; e++) {
        const struct edge *edge = &l->edges[e];
        uint64_t to = w->rest[edge->to * w->places + j + 1];
        if (edge->kind == ITEM && to != NOWHERE)
            (void)lower(&w->rest[edge->from * w->places + j], sum(to, across(w, edge, j)));
    }
}

/* The same when a use comes next. */
static void rest_by_uses(struct way *w, size_t j)
{
    size_t nodes = w->t->l->nnodes;
    uint64_t *v = naive_allocate(nodes, sizeof *v);
    for (const struct use *u = w->uses, *end = uses_end(w); u < end; u++) {
        if (u->end - u->characters != j)
            continue;
        for (size_t i = 0; i < nodes; i++)
            v[i] = w->rest[i * w->places + u->end];
        for (size_t n = u->items; n-- > 0;) {
            pass(w->t, v, u->wanted[n], true);
            spread(w->t->l, v, true);
        }
        for (size_t i = 0; i < nodes; i++)
            (void)lower(&w->rest[i * w->places + j], sum(v[i], u->cost));
    }
    free(v);
}

/* The same when no character comes next. */
static void rest_in_place(struct way *w, size_t j)
{
    const struct language *l = w->t->l;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t e = l->nedges; e-- > 0;) {
            const struct edge *edge = &l->edges[e];
            uint64_t to = w->rest[edge->to * w->places + j];
            if (to == NOWHERE || !holds(w->t, edge, w->part.from + j))
                continue;
            uint64_t cost = edge->kind == ITEM ? without(w, edge) : 0;
            changed = lower(&w->rest[edge->from * w->places + j], sum(to, cost)) || changed;
        }
    }
}

static void fill_rest(struct way *w)
{
    const struct language *l = w->t->l;
    memset(w->rest, 0xff, l->nnodes * w->places * sizeof *w->rest);
    w->rest[l->last * w->places + w->places - 1] = 0;
    for (size_t j = w->places; j-- > 0;) {
        if (j + 1 < w->places)
            rest_by_character(w, j);
        rest_by_uses(w, j);
        rest_in_place(w, j);
    }
}

/* The cost of the path up to `last` when its last items are the first n of the use; then *first is
 * the step of the first of them. NOWHERE: they are not. */
static uint64_t by_use(const struct way *w, const struct use *use, size_t n, size_t last,
                       size_t *first)
{
    for (size_t i = last; i > 0; i--) {
        const struct edge *edge = w->steps[i].edge;
        if (edge->kind != EMPTY && !is_wanted(w, use, n - 1, edge))
            return NOWHERE;
        if (edge->kind != ITEM || --n > 0)
            continue;
        *first = i;
        return sum(w->steps[i - 1].row[use->end - use->characters], use->cost);
    }
    return NOWHERE;
}

/* Whether a use may have begun, so that nothing is known of what it will cost. */
static bool has_begun(const struct way *w)
{
    size_t first;
    for (const struct use *u = w->uses, *end = uses_end(w); u < end; u++)
        for (size_t n = 1; n < u->items; n++)
            if (by_use(w, u, n, w->count - 1, &first) <= w->rest[w->t->l->first * w->places])
                return true;
    return false;
}

static uint64_t least_by_use(const struct way *w, size_t j)
{
    uint64_t least = NOWHERE;
    size_t first;
    for (const struct use *u = w->uses, *end = uses_end(w); u < end; u++)
        if (u->end == j)
            (void)lower(&least, by_use(w, u, u->items, w->count - 1, &first));
    return least;
}

/* Goes to a node by an edge, to the first node by none (NULL). False, and not there, when that is
 * not on a nearest way. */
static bool go(struct way *w, const struct edge *edge, size_t node)
{
    struct step step = {edge, node, naive_allocate(w->places, sizeof *step.row)};
    const uint64_t *before = edge != NULL ? w->steps[w->count - 1].row : NULL;
    bool good = false;
    w->steps = naive_with_room(w->steps, w->count, sizeof step);
    w->steps[w->count++] = step;
    for (size_t j = 0; j < w->places; j++) {
        uint64_t cost = edge == NULL && j == 0 ? 0 : NOWHERE;
        if (edge != NULL && edge->kind == ITEM) {
            (void)lower(&cost, sum(before[j], without(w, edge)));
            if (j > 0)
                (void)lower(&cost, sum(before[j - 1], across(w, edge, j - 1)));
            (void)lower(&cost, least_by_use(w, j));
        } else if (edge != NULL && holds(w->t, edge, w->part.from + j)) {
            cost = before[j];
        }
        if (j > 0)
            (void)lower(&cost, sum(step.row[j - 1], inserted(w, node)));
        step.row[j] = cost;
        uint64_t all = sum(cost, w->rest[node * w->places + j]);
        good = good || (all != NOWHERE && all == w->rest[w->t->l->first * w->places]);
    }
    if (good || has_begun(w))
        return true;
    free(w->steps[--w->count].row);
    return false;
}

/* Whether no item has been taken since the node. */
static bool took_nothing(const struct way *w, size_t node)
{
    size_t i = w->count - 1;
    while (i > 0 && w->steps[i].node != node && w->steps[i].edge->kind != ITEM)
        i--;
    return w->steps[i].node == node;
}

static bool go_on(struct way *w)
{
    const struct language *l = w->t->l;
    size_t node = w->steps[w->count - 1].node, before = w->count;
    for (size_t e = l->leaves[node]; e != NO_EDGE; e = l->edges[e].other) {
        const struct edge *edge = &l->edges[e];
        if ((edge->back && took_nothing(w, edge->to)) || !go(w, edge, edge->to))
            continue;
        if (go_on(w))
            return true;
        while (w->count > before)
            free(w->steps[--w->count].row);
    }
    return node == l->last &&
           w->steps[w->count - 1].row[w->places - 1] == w->rest[l->first * w->places];
}

/* Writes a use backward; returns how many edits. */
static size_t put_use(const struct use *use, char *edits)
{
    size_t n = use->items > use->characters ? use->items : use->characters;
    for (size_t i = 0; i < n; i++)
        edits[n - 1 - i] = i == 0 || use->edit == 'T' ? use->edit
                           : i >= use->characters     ? 'd'
                           : i >= use->items          ? 'i'
                                                      : 'c';
    return n;
}

/* The first use of the kind that the way back may take from step `item` and place j; then *first is
 * the step of its first item. */
static const struct use *use_back(const struct way *w, char edit, size_t item, size_t j,
                                  size_t *first)
{
    const struct step *s = &w->steps[item];
    size_t begin = 0;
    for (const struct use *u = w->uses, *end = uses_end(w); u < end; u++)
        if (u->edit == edit && u->end == j && s->row[j] != NOWHERE &&
            by_use(w, u, u->items, item, &begin) == s->row[j]) {
            *first = begin;
            return u;
        }
    return NULL;
}

/* The way back: where it may be, of the steps behind the last item that has not been taken. */
static size_t trace_back(const struct way *w, char *edits)
{
    size_t j = w->places - 1, last = w->count - 1, count = 0;
    bool *in = naive_allocate(w->count, sizeof *in);
    in[last] = true;
    for (;;) {
        size_t item = last;
        for (; item > 0 && w->steps[item].edge->kind != ITEM; item--)
            if (in[item] && holds(w->t, w->steps[item].edge, w->part.from + j) &&
                w->steps[item - 1].row[j] == w->steps[item].row[j])
                in[item - 1] = true;
        if (item == 0 && j == 0 && in[0])
            break;
        const struct step *s = &w->steps[item];
        bool inner = item > 0 && j > 0 && in[item];
        bool diagonal = inner && sum(s[-1].row[j - 1], across(w, s->edge, j - 1)) == s->row[j];
        bool equal = diagonal &&
                     text_equal(w->t->x, s->edge->item, w->t->record->folded[w->part.from + j - 1]);
        const struct use *use = NULL;
        size_t first = item;
        if (inner && !equal)
            use = use_back(w, 'T', item, j, &first);
        if (inner && !diagonal && use == NULL)
            use = use_back(w, 'C', item, j, &first);
        diagonal = diagonal || use != NULL;
        bool inserts = false;
        for (size_t i = item; i <= last && !diagonal; i++)
            inserts = inserts || (in[i] && j > 0 &&
                                  sum(w->steps[i].row[j - 1], inserted(w, w->steps[i].node)) ==
                                      w->steps[i].row[j]);
        for (size_t i = item; i <= last && inserts; i++)
            in[i] = in[i] && sum(w->steps[i].row[j - 1], inserted(w, w->steps[i].node)) ==
                                 w->steps[i].row[j];
        if (use != NULL)
            count += put_use(use, edits + count);
        else
            edits[count++] = equal ? '=' : diagonal ? 'X' : inserts ? 'I' : 'D';
        j -= use != NULL ? use->characters : diagonal || inserts;
        if (inserts)
            continue;
        last = first - 1;
        memset(in, 0, w->count * sizeof *in);
        in[last] = true;
    }
    free(in);
    return count;
}

size_t language_align(const struct language *l, const struct text *x, const struct text *record,
                      const bool *word, struct language_part part,
                      const struct language_costs *costs, size_t *items, size_t *nitems,
                      char *edits, struct language_part *groups)
{
    struct table t = {l, x, record, word, costs, {NULL}};
    struct way w = {.t = &t, .part = part, .places = part.to - part.from + 1};
    w.rest = naive_allocate(l->nnodes * w.places, sizeof *w.rest);
    find_uses(&w);
    fill_rest(&w);
    if (!go(&w, NULL, l->first) || !go_on(&w))
        abort();
    *nitems = 0;
    for (size_t g = 0; g < LANGUAGE_GROUPS; g++)
        groups[g] = (struct language_part){0, 0};
    for (size_t i = 1; i < w.count; i++) {
        const struct edge *edge = w.steps[i].edge;
        if (edge->kind == ITEM)
            items[(*nitems)++] = edge->item;
        if (edge->opens > 0 && edge->opens <= LANGUAGE_GROUPS)
            groups[edge->opens - 1].from = *nitems;
        if (edge->closes > 0 && edge->closes <= LANGUAGE_GROUPS)
            groups[edge->closes - 1].to = *nitems;
    }
    size_t count = trace_back(&w, edits);
    for (size_t a = 0, b = count; a + 1 < b; a++) {
        char edit = edits[--b];
        edits[b] = edits[a];
        edits[a] = edit;
    }
    for (size_t i = 0; i < w.count; i++)
        free(w.steps[i].row);
    free(w.steps);
    free(w.rest);
    free(w.uses);
    return count;
}

/* Walking */

struct naive_bytes language_item(const struct language *l, size_t item)
{
    return (struct naive_bytes){l->items.bytes + l->offset[item],
                                l->offset[item + 1] - l->offset[item]};
}

/* How many edges lead from each node to the last; SIZE_MAX: none does. */
static size_t *edges_to_end(const struct language *l)
{
    size_t *left = naive_allocate(l->nnodes, sizeof *left);
    for (size_t i = 0; i < l->nnodes; i++)
        left[i] = i == l->last ? 0 : SIZE_MAX;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t e = l->nedges; e-- > 0;) {
            const struct edge *edge = &l->edges[e];
            if (left[edge->to] == SIZE_MAX || left[edge->to] + 1 >= left[edge->from])
                continue;
            left[edge->from] = left[edge->to] + 1;
            changed = true;
        }
    }
    return left;
}

/* Any that leads on from the node; in haste, one that is on the shortest way. */
static const struct edge *draw_edge(const struct language *l, struct random *r, size_t node,
                                    const size_t *left, bool haste)
{
    const struct edge *drawn = NULL;
    size_t times = 0;
    for (size_t e = l->leaves[node]; e != NO_EDGE; e = l->edges[e].other) {
        const struct edge *edge = &l->edges[e];
        if (left[edge->to] != SIZE_MAX && (!haste || left[edge->to] < left[node]) &&
            random_below(r, ++times) == 0)
            drawn = edge;
    }
    return drawn;
}

void language_walk(const struct language *l, struct random *r, size_t most,
                   struct language_walk *walk)
{
    size_t *left = edges_to_end(l), steps = 0;
    *walk = (struct language_walk){NULL, 0, false, false, false};
    for (size_t node = l->first; node != l->last; steps++) {
        const struct edge *edge = draw_edge(l, r, node, left, walk->count > most || steps > 1000);
        if (edge->kind == ITEM) {
            walk->items = naive_with_room(walk->items, walk->count, sizeof *walk->items);
            walk->items[walk->count++] = edge->item;
        }
        walk->begins = walk->begins || edge->kind == BEGIN;
        walk->ends = walk->ends || edge->kind == END;
        walk->borders = walk->borders || edge->kind > END;
        node = edge->to;
    }
    free(left);
}

/* Writing */

struct writer {
    FILE *to;
    struct random *random;
    unsigned loops; /* so many more may be written */
};

static bool percent(struct writer *w, unsigned p)
{
    return random_percent(w->random, p);
}

static void put_items(struct writer *w, const struct naive_bytes *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fwrite(items[i].bytes, 1, items[i].length, w->to);
}

/* `likely` here, where it may hold, or any. */
static void put_condition(struct writer *w, const char *likely)
{
    static const char *const conditions[] = {"^", "$", "\\b", "\\b", "\\B", "\\<", "\\>"};
    size_t drawn = random_below(w->random, sizeof conditions / sizeof *conditions);
    if (percent(w, drawn < 2 ? 85 : 30))
        fputs(likely, w->to);
    else
        fputs(conditions[drawn], w->to);
}

static void put_quantifier(struct writer *w)
{
    static const char *const few[] = {"?", "{0,2}", "{1,2}", "{1,3}", "{2}", "{0}", "?", "{1}"};
    static const char *const many[] = {"*", "+", "{0,}", "{2,}"};
    if (w->loops > 0 && percent(w, 40)) {
        fputs(many[random_below(w->random, 4)], w->to);
        w->loops--;
    } else {
        fputs(few[random_below(w->random, 8)], w->to);
    }
}

static void put_part(struct writer *w, const struct naive_bytes *items, size_t count,
                     unsigned depth);

static void put_sequence(struct writer *w, const struct naive_bytes *items, size_t count,
                         unsigned depth)
{
    for (size_t at = 0, n; at < count; at += n) {
        n = random_between(w->random, 1, count - at);
        if (percent(w, 6))
            put_condition(w, at == 0 ? "^" : "\\b");
        put_part(w, items + at, n, depth);
    }
    if (percent(w, 6))
        put_condition(w, "$");
}

/* Alternatives, one of which mostly has all items. */
static void put_choice(struct writer *w, const struct naive_bytes *items, size_t count,
                       unsigned depth)
{
    size_t others = percent(w, 50) ? 0 : random_between(w->random, 1, 3);
    size_t place = random_below(w->random, others + 1);
    for (size_t i = 0; i <= others; i++) {
        size_t from = i == place ? 0 : random_below(w->random, count + 1);
        size_t n = i == place ? count : random_below(w->random, count - from + 1);
        if (i > 0)
            putc('|', w->to);
        put_sequence(w, items + from, n, depth);
    }
}

static void put_group(struct writer *w, const struct naive_bytes *items, size_t count,
                      unsigned depth)
{
    fputs(percent(w, 60) ? "(" : "(?:", w->to);
    put_choice(w, items, count, depth - 1);
    putc(')', w->to);
    if (percent(w, 12))
        fputs("{~0}", w->to);
}

/* One of several for each item: many ends before many beginnings. */
static void put_crowd(struct writer *w, const struct naive_bytes *items, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t others = random_between(w->random, 1, 3),
               place = random_below(w->random, others + 1);
        for (size_t n = 0; n <= others; n++) {
            putc(n == 0 ? '(' : '|', w->to);
            put_items(w, items + (n == place ? i : random_below(w->random, count)), 1);
        }
        putc(')', w->to);
    }
}

static void put_part(struct writer *w, const struct naive_bytes *items, size_t count,
                     unsigned depth)
{
    if (depth > 0 && count <= 8 && percent(w, 10)) {
        put_crowd(w, items, count);
        return;
    }
    if (depth > 0 && percent(w, 35)) {
        put_group(w, items, count, depth);
        if (percent(w, 40))
            put_quantifier(w);
    } else {
        put_items(w, items, count);
        if (percent(w, 12))
            put_quantifier(w);
    }
}

/* A choice of words, one of which has all items. */
static void put_words(struct writer *w, const struct naive_bytes *items, size_t count)
{
    size_t others = random_between(w->random, 1, 4), place = random_below(w->random, others + 1);
    for (size_t i = 0; i <= others; i++) {
        size_t from = i == place ? 0 : random_below(w->random, count);
        size_t n = i == place ? count : random_between(w->random, 1, count - from);
        fputs(i > 0 ? "|" : "", w->to);
        put_items(w, items + from, n);
    }
}

void language_put(FILE *to, struct random *r, const struct naive_bytes *items, size_t count)
{
    struct writer w = {to, r, random_percent(r, 50) ? 2 : 0};
    bool around = count > 50 && w.loops > 0 && percent(&w, 40);
    if (percent(&w, 15)) {
        put_words(&w, items, count);
        return;
    }
    fputs(around ? "(?:" : "", to);
    put_choice(&w, items, count, 3);
    fputs(around ? ")+" : "", to);
}
