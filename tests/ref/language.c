/*
 * language.c - see language.h.
 *
 * A repetition is read as often as it is made, and once more to find its end.
 */
#include "language.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "expression.h"

#define FOREVER SIZE_MAX

enum edge_kind { EMPTY, ITEM, BEGIN, END, BORDER, NO_BORDER, WORD_BEGIN, WORD_END };

struct edge {
    size_t from, to;
    enum edge_kind kind;
    size_t item;
    size_t opens, closes; /* the number of a ( ) that begins or ends, or 0 */
    size_t scope;         /* the group whose limits its edits have, from 1, or 0 */
    bool back;            /* to the beginning of a loop */
    size_t other;         /* the next edge from the same node, or NO_EDGE */
};

#define NO_EDGE SIZE_MAX

/* The kind of a move over an edge without an edit. */
static enum language_kind kind_without(const struct edge *edge)
{
    return edge->kind == EMPTY ? LANGUAGE_PASSING : LANGUAGE_NO_EDIT;
}

/* A group with limits. What a path has spent is one number: that of each count is a digit of it. */
struct scope {
    struct language_limits limits;
    size_t stride; /* of its first digit */
    size_t outer;  /* the one around it, or 0 */
    size_t depth;  /* how many are around its items; of 0: none */
};

struct language {
    struct edge *edges;
    size_t nedges;
    size_t *leaves;         /* of each node: the first edge from it, or NO_EDGE */
    size_t *scope;          /* of each node: of an insertion there */
    struct scope *scopes;   /* from 1 on */
    size_t nscopes, nspent; /* nspent: numbers of what is spent in them */
    size_t deepest;         /* the greatest depth of a scope */
    size_t between;         /* the stride of the digit that nested scopes have (cross()) */
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
    size_t *item_at;  /* of each byte at which an item begins, plus 1 */
    size_t *scope_at; /* of each byte at which a group with limits begins: its scope */
    size_t scope;
    bool utf8;
    struct language *l;
};

static size_t add_node(struct reader *r)
{
    struct language *l = r->l;
    l->scope = naive_with_room(l->scope, l->nnodes, sizeof *l->scope);
    l->scope[l->nnodes] = r->scope;
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
        .from = from, .to = to, .kind = kind, .item = item, .scope = r->scope, .other = NO_EDGE};
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

static size_t read_number(struct reader *r)
{
    size_t n = 0;
    while (r->at < r->text.length && isdigit(r->text.bytes[r->at]))
        n = n * 10 + (size_t)(r->text.bytes[r->at++] - '0');
    return n;
}

/* Reads the limits that follow a group, {+1 -0 #2 ~2}. Returns whether there are any. */
static bool read_limits(struct reader *r, struct language_limits *limits)
{
    static const char kinds[] = "+-#~";
    *limits = (struct language_limits){0};
    const unsigned char *text = r->text.bytes + r->at;
    if (r->text.length - r->at < 3 || text[0] != '{' || strchr(kinds, text[1]) == NULL)
        return false;
    for (r->at++; !take(r, "}");) {
        const char *kind = strchr(kinds, r->text.bytes[r->at++]);
        if (kind == NULL || !isdigit(r->text.bytes[r->at]))
            abort();
        limits->limited[kind - kinds] = true;
        limits->most[kind - kinds] = read_number(r);
        while (take(r, " ") || take(r, ","))
            continue;
    }
    return true;
}

/* How many numbers there are for what is spent of these limits. */
static size_t spent_numbers(const struct language_limits *limits)
{
    size_t n = 1;
    for (size_t kind = 0; kind < LANGUAGE_KINDS; kind++)
        n *= limits->limited[kind] ? limits->most[kind] + 1 : 1;
    return n;
}

/* Finds out, without a trace, which limits follow the group that begins here, and gives them a
 * scope. Returns that, or the present one if there are none. */
static size_t find_scope(struct reader *r)
{
    size_t open = r->at, depth = 0, *scope = &r->scope_at[open];
    struct language *l = r->l;
    struct language_limits limits;
    if (*scope > 0)
        return *scope;
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
    if (read_limits(r, &limits)) {
        *scope = ++l->nscopes;
        l->scopes = naive_with_room(l->scopes, l->nscopes, sizeof *l->scopes);
        l->scopes[0] = (struct scope){.depth = 0};
        size_t depth = l->scopes[r->scope].depth + 1;
        l->scopes[l->nscopes] = (struct scope){limits, l->nspent, r->scope, depth};
        l->deepest = depth > l->deepest ? depth : l->deepest;
        l->nspent *= spent_numbers(&limits);
    }
    r->at = open;
    return *scope > 0 ? *scope : r->scope;
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
    size_t outer = r->scope, scope = find_scope(r);
    struct language_limits limits;
    (void)(take(r, "(?:") || take(r, "("));
    r->scope = scope;
    size_t inner = add_edge(r, from, add_node(r), EMPTY, 0);
    r->l->edges[r->l->nedges - 1].opens = number;
    inner = read_choice(r, inner);
    r->scope = outer;
    if (!take(r, ")"))
        abort();
    if (read_limits(r, &limits))
        r->l->sequence = false;
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
        for (size_t i = least; i < most; i++) { /* longer matches come before shorter ones */
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
    r.scope_at = naive_allocate(text.length + 1, sizeof *r.scope_at);
    l->nspent = 1;
    l->items.bytes = naive_allocate(text.length + 1, 1);
    l->offset = naive_allocate(text.length + 2, sizeof *l->offset);
    l->sequence = true;
    l->first = add_node(&r);
    l->last = add_edge(&r, read_choice(&r, l->first), add_node(&r), EMPTY, 0);
    if (r.at != text.length)
        abort();
    l->between = l->nspent;
    l->nspent *= l->deepest > 1 ? 2 * l->deepest + 1 : 1;
    free(r.item_at);
    free(r.scope_at);
    return l;
}

struct language *language_line(size_t m)
{
    struct language *l = naive_allocate(1, sizeof *l);
    struct reader r = {.l = l};
    l->nspent = 1;
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
    free(l->scope);
    free(l->scopes);
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

size_t language_groups(const struct language *l)
{
    size_t most = 0;
    for (size_t e = 0; e < l->nedges; e++)
        most = l->edges[e].opens > most ? l->edges[e].opens : most;
    return most < LANGUAGE_GROUPS ? most : LANGUAGE_GROUPS;
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

/* How many numbers there are for what a path has spent. */
static size_t all_spent(const struct language *l, const struct language_costs *costs)
{
    return l->nspent * spent_numbers(&costs->limits);
}

/* Counts an edit; its digits begin at `stride`. False: a limit would be exceeded. */
static bool spend_of(const struct language_limits *limits, size_t stride, enum language_kind kind,
                     size_t *spent)
{
    for (size_t k = 0; k < LANGUAGE_KINDS; k++) {
        if (!limits->limited[k])
            continue;
        bool most = *spent / stride % (limits->most[k] + 1) == limits->most[k];
        if ((k == kind || k == LANGUAGE_OTHER) && most)
            return false;
        *spent += k == kind || k == LANGUAGE_OTHER ? stride : 0;
        stride *= limits->most[k] + 1;
    }
    return true;
}

/*
 * Where scopes are nested, a digit has the least depth of scopes at which the path has been since
 * its last item or condition, and whether something has been inserted since then. An insertion
 * counts in the scope at this depth, which must then hold both items that it stands between: the
 * path may not leave it before the next one. Outside of all scopes one may be anywhere. Sets *scope
 * to where a move counts; false: there is no such move.
 */
static bool cross(const struct language *l, enum language_kind kind, size_t *scope, size_t *spent)
{
    size_t digit = *spent / l->between % (2 * l->deepest + 1), least = (digit + 1) / 2;
    size_t depth = l->scopes[*scope].depth;
    bool inserted = digit > 0 && digit % 2 == 0, good = true;
    if (kind == LANGUAGE_INSERTION) {
        while (l->scopes[*scope].depth > least)
            *scope = l->scopes[*scope].outer;
        inserted = true;
    } else if (kind != LANGUAGE_PASSING || depth < least) {
        good = kind != LANGUAGE_PASSING || !inserted;
        least = depth;
        inserted = false;
    }
    size_t now = least == 0 ? 0 : 2 * least - !inserted;
    *spent = *spent - digit * l->between + now * l->between;
    return good;
}

/* Counts an edit in a scope, and in the whole pattern; or a move that is none. */
static bool spend(const struct language *l, const struct language_costs *costs, size_t scope,
                  enum language_kind kind, size_t *spent)
{
    if (l->deepest > 1 && !cross(l, kind, &scope, spent))
        return false;
    if (kind >= LANGUAGE_NO_EDIT)
        return true;
    return (scope == 0 ||
            spend_of(&l->scopes[scope].limits, l->scopes[scope].stride, kind, spent)) &&
           spend_of(&costs->limits, l->nspent, kind, spent);
}

/* The least cost from the first node to the last, when each item costs so much, and is a deletion
 * unless `costs` is NULL. */
static size_t least_way(const struct language *l, size_t item, const struct language_costs *costs)
{
    size_t n = costs != NULL ? all_spent(l, costs) : 1;
    uint64_t *v = naive_allocate(l->nnodes * n, sizeof *v), least = NOWHERE;
    memset(v, 0xff, l->nnodes * n * sizeof *v);
    v[l->first * n] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t e = 0; e < l->nedges; e++)
            for (size_t c = 0; c < n; c++) {
                const struct edge *edge = &l->edges[e];
                size_t to = c;
                if (costs != NULL &&
                    !spend(l, costs, l->scope[edge->to],
                           edge->kind == ITEM ? LANGUAGE_DELETION : kind_without(edge), &to))
                    continue;
                changed = lower(&v[edge->to * n + to],
                                more(v[edge->from * n + c], edge->kind == ITEM ? item : 0)) ||
                          changed;
            }
    }
    for (size_t c = 0; c < n; c++)
        (void)lower(&least, v[l->last * n + c]);
    free(v);
    return least == NOWHERE ? LANGUAGE_NEVER : (size_t)(least >> 32);
}

size_t language_shortest(const struct language *l)
{
    return least_way(l, 1, NULL);
}

size_t language_states(const struct language *l)
{
    return l->nnodes * l->nspent;
}

size_t language_vacuous(const struct language *l, const struct language_costs *costs)
{
    return least_way(l, costs->delete, costs);
}

/* What is relaxed. */
struct table {
    const struct language *l;
    const struct text *x, *record;
    const bool *word;
    const struct language_costs *costs;
    size_t nspent;
    size_t *after; /* of spend() [scope][kind][spent]: the result + 2; 1: none; 0: not asked yet */
    /* Of this place, the one before, and so on: [node * nspent + spent]. */
    uint64_t *columns[LANGUAGE_SIDE + 1];
};

enum { ALL_KINDS = LANGUAGE_PASSING + 1 };

static struct table table_open(const struct language *l, const struct text *x,
                               const struct text *record, const bool *word,
                               const struct language_costs *costs)
{
    struct table t = {l, x, record, word, costs, all_spent(l, costs), NULL, {NULL}};
    t.after = naive_allocate((l->nscopes + 1) * ALL_KINDS * t.nspent, sizeof *t.after);
    return t;
}

/* As spend(), which is called once for each scope, kind and number. */
static bool table_spends(const struct table *t, size_t scope, enum language_kind kind,
                         size_t *spent)
{
    size_t *after = &t->after[(scope * ALL_KINDS + kind) * t->nspent + *spent];
    if (*after == 0)
        *after = spend(t->l, t->costs, scope, kind, spent) ? *spent + 2 : 1;
    *spent = *after - 2;
    return *after > 1;
}

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
    size_t n = t->nspent;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t e = 0; e < t->l->nedges; e++)
            for (size_t c = 0; c < n; c++) {
                const struct edge *edge = &t->l->edges[e];
                size_t to = c, cost = edge->kind == ITEM ? t->costs->delete : 0;
                bool item = edge->kind == ITEM;
                if ((!item && !holds(t, edge, j)) ||
                    !table_spends(t, t->l->scope[edge->to],
                                  item ? LANGUAGE_DELETION : kind_without(edge), &to))
                    continue;
                changed =
                    lower(&now[edge->to * n + to], more(now[edge->from * n + c], cost)) || changed;
            }
    }
}

/* Goes on from all nodes, v[], along edges without items: forward, or back to where they come from.
 */
static void spread(const struct table *t, uint64_t *v, bool back)
{
    const struct language *l = t->l;
    size_t n = t->nspent;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < l->nedges; i++) {
            const struct edge *edge = &l->edges[back ? l->nedges - 1 - i : i];
            for (size_t c = 0; c < n && edge->kind == EMPTY; c++) {
                size_t spent = c;
                if (!table_spends(t, l->scope[edge->to], LANGUAGE_PASSING, &spent))
                    continue;
                uint64_t *from = &v[edge->from * n + c], *to = &v[edge->to * n + spent];
                changed = (back ? lower(from, *to) : lower(to, *from)) || changed;
            }
        }
    }
}

/* The same over one item of a scope that matches the character `wanted`. */
static void pass(const struct table *t, uint64_t *v, size_t scope, uint32_t wanted, bool back)
{
    const struct language *l = t->l;
    size_t n = t->nspent;
    uint64_t *to = naive_allocate(l->nnodes * n, sizeof *to);
    memset(to, 0xff, l->nnodes * n * sizeof *to);
    for (size_t e = 0; e < l->nedges; e++) {
        const struct edge *edge = &l->edges[e];
        if (edge->kind != ITEM || edge->scope != scope || !text_equal(t->x, edge->item, wanted))
            continue;
        for (size_t c = 0, spent; c < n; c++) {
            (void)table_spends(t, scope, LANGUAGE_NO_EDIT, (spent = c, &spent));
            size_t before = edge->from * n + c, behind = edge->to * n + spent;
            (void)lower(&to[back ? before : behind], v[back ? behind : before]);
        }
    }
    memcpy(v, to, l->nnodes * n * sizeof *to);
    free(to);
}

/* Items that match n characters are taken at once, from the nodes of an earlier column; all of them
 * are of one scope. */
static void take_at_once(struct table *t, const uint64_t *from, const uint32_t *wanted, size_t n,
                         size_t cost)
{
    size_t all = t->l->nnodes * t->nspent;
    uint64_t *v = naive_allocate(all, sizeof *v);
    for (size_t scope = 0; scope <= t->l->nscopes; scope++) {
        memcpy(v, from, all * sizeof *v);
        for (size_t i = 0; i < n; i++) {
            spread(t, v, false);
            pass(t, v, scope, wanted[i], false);
        }
        for (size_t i = 0; i < all; i++) {
            size_t to = i % t->nspent;
            if (table_spends(t, scope, LANGUAGE_OTHER, &to))
                (void)lower(&t->columns[0][i - i % t->nspent + to], more(v[i], cost));
        }
    }
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
    size_t n = t->nspent;
    memmove(t->columns + 1, t->columns, LANGUAGE_SIDE * sizeof *t->columns);
    t->columns[0] = oldest;
    memset(oldest, 0xff, t->l->nnodes * n * sizeof *oldest);
    for (size_t i = 0; i < t->l->nnodes; i++)
        for (size_t c = 0, to; c < n; c++)
            if (table_spends(t, t->l->scope[i], LANGUAGE_INSERTION, (to = c, &to)))
                (void)lower(&oldest[i * n + to], more(before[i * n + c], t->costs->insert));
    for (size_t e = 0; e < t->l->nedges; e++) {
        const struct edge *edge = &t->l->edges[e];
        if (edge->kind != ITEM)
            continue;
        bool equal = text_equal(t->x, edge->item, t->record->folded[j - 1]);
        for (size_t c = 0; c < n; c++) {
            size_t to = c;
            if (table_spends(t, edge->scope, equal ? LANGUAGE_NO_EDIT : LANGUAGE_SUBSTITUTION, &to))
                (void)lower(&oldest[edge->to * n + to],
                            more(before[edge->from * n + c], equal ? 0 : t->costs->substitute));
        }
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
    struct table t = table_open(l, x, record, word, costs);
    size_t size = l->nnodes * t.nspent;
    uint64_t *row = naive_allocate(to - from + 1, sizeof *row);
    for (size_t i = 0; i <= LANGUAGE_SIDE; i++) {
        t.columns[i] = naive_allocate(size, sizeof *t.columns[i]);
        memset(t.columns[i], 0xff, size * sizeof *t.columns[i]);
    }
    for (size_t j = from; j <= to; j++) {
        if (j > from)
            step(&t, j);
        if (may_start[j])
            (void)lower(&t.columns[0][l->first * t.nspent], j);
        relax(&t, j);
        row[j - from] = NOWHERE;
        for (size_t c = 0; c < t.nspent; c++)
            (void)lower(&row[j - from], t.columns[0][l->last * t.nspent + c]);
    }
    for (size_t i = 0; i <= LANGUAGE_SIDE; i++)
        free(t.columns[i]);
    free(t.after);
    return row;
}

/* The nearest sequence */

struct step {                /* an edge of the path, and the node that it leads to */
    const struct edge *edge; /* NULL for the first node */
    size_t node;
    uint64_t *row; /* the cost of the path so far, by place: [spent * places + place] */
};

/* An exchange or a confusion: the characters before place `end` stand for items that match those
 * that are wanted. */
struct use {
    char edit; /* 'T' or 'C' */
    size_t cost, items, characters, end;
    uint32_t wanted[LANGUAGE_SIDE];
    uint64_t *rest; /* rest_in_use() */
};

struct way {
    struct table *t;
    struct language_part part;
    uint64_t *rest; /* [(node * nspent + spent) * places + place] */
    size_t places;
    struct use *uses; /* in the order of preference */
    size_t nuses;
    struct step *steps;
    size_t count;
};

/* How many numbers a column has. */
static size_t column_size(const struct way *w)
{
    return w->t->l->nnodes * w->t->nspent;
}

static void add_use(struct way *w, struct use use)
{
    use.rest =
        naive_allocate((w->t->l->nscopes + 1) * (use.items - 1) * column_size(w), sizeof *use.rest);
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
        add_use(w, (struct use){'T', costs->transpose, 2, 2, j, {text[j - 1], text[j - 2]}, NULL});
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
    return e->kind == ITEM && text_equal(w->t->x, e->item, use->wanted[n]);
}

static uint64_t sum(uint64_t a, uint64_t b)
{
    return a == NOWHERE || b == NOWHERE ? NOWHERE : a + b;
}

static uint64_t as_cost(size_t cost)
{
    return cost == LANGUAGE_NEVER ? NOWHERE : cost;
}

static bool is_equal(const struct way *w, const struct edge *e, size_t j)
{
    return text_equal(w->t->x, e->item, w->t->record->folded[w->part.from + j]);
}

/* The number of a cell of a row. */
static size_t at(const struct way *w, size_t spent, size_t j)
{
    return spent * w->places + j;
}

static uint64_t *rest_at(const struct way *w, size_t node, size_t spent, size_t j)
{
    return &w->rest[(node * w->t->nspent + spent) * w->places + j];
}

/* What a way costs from each node on, [node * nspent + spent], behind the first n >= 1 items of a
 * use, which are of this scope. */
static uint64_t *rest_in_use(const struct way *w, const struct use *u, size_t scope, size_t n)
{
    return u->rest + (scope * (u->items - 1) + n - 1) * column_size(w);
}

/* What a way costs from a node on, behind a move of this kind. */
static uint64_t rest_behind(const struct way *w, size_t node, size_t spent, size_t j, size_t scope,
                            enum language_kind kind, size_t cost)
{
    if (!table_spends(w->t, scope, kind, &spent))
        return NOWHERE;
    return sum(*rest_at(w, node, spent, j), as_cost(cost));
}

/* What it costs from each node and place j when a character comes next. */
static void rest_by_character(struct way *w, size_t j)
{
    const struct language *l = w->t->l;
    const struct language_costs *costs = w->t->costs;
    for (size_t c = 0; c < w->t->nspent; c++) {
        for (size_t i = 0; i < l->nnodes; i++)
            (void)lower(rest_at(w, i, c, j), rest_behind(w, i, c, j + 1, l->scope[i],
                                                         LANGUAGE_INSERTION, costs->insert));
        for (size_t e = 0; e < l->nedges; e++) {
            const struct edge *edge = &l->edges[e];
            if (edge->kind != ITEM)
                continue;
            bool equal = is_equal(w, edge, j);
            (void)lower(rest_at(w, edge->from, c, j),
                        rest_behind(w, edge->to, c, j + 1, edge->scope,
                                    equal ? LANGUAGE_NO_EDIT : LANGUAGE_SUBSTITUTION,
                                    equal ? 0 : costs->substitute));
        }
    }
}

/* The same when a use comes next. */
static void rest_by_use(struct way *w, const struct use *u, size_t scope, uint64_t *v)
{
    size_t n = w->t->nspent, all = column_size(w), j = u->end - u->characters;
    for (size_t i = 0; i < all; i++)
        v[i] = rest_behind(w, i / n, i % n, u->end, scope, LANGUAGE_OTHER, u->cost);
    for (size_t k = u->items; k-- > 0;) {
        pass(w->t, v, scope, u->wanted[k], true);
        spread(w->t, v, true);
        if (k > 0)
            memcpy(rest_in_use(w, u, scope, k), v, all * sizeof *v);
    }
    for (size_t i = 0; i < all; i++)
        (void)lower(rest_at(w, i / n, i % n, j), v[i]);
}

static void rest_by_uses(struct way *w, size_t j)
{
    uint64_t *v = naive_allocate(column_size(w), sizeof *v);
    for (const struct use *u = w->uses, *end = uses_end(w); u < end; u++)
        for (size_t scope = 0; u->end - u->characters == j && scope <= w->t->l->nscopes; scope++)
            rest_by_use(w, u, scope, v);
    free(v);
}

/* The same when no character comes next. */
static void rest_in_place(struct way *w, size_t j)
{
    const struct language *l = w->t->l;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t e = l->nedges; e-- > 0;)
            for (size_t c = 0; c < w->t->nspent; c++) {
                const struct edge *edge = &l->edges[e];
                bool item = edge->kind == ITEM;
                if (!item && !holds(w->t, edge, w->part.from + j))
                    continue;
                uint64_t rest = rest_behind(w, edge->to, c, j, l->scope[edge->to],
                                            item ? LANGUAGE_DELETION : kind_without(edge),
                                            item ? w->t->costs->delete : 0);
                changed = lower(rest_at(w, edge->from, c, j), rest) || changed;
            }
    }
}

/* The least cost of all. */
static uint64_t least_rest(const struct way *w)
{
    return *rest_at(w, w->t->l->first, 0, 0);
}

static void fill_rest(struct way *w)
{
    const struct language *l = w->t->l;
    memset(w->rest, 0xff, l->nnodes * w->t->nspent * w->places * sizeof *w->rest);
    for (size_t c = 0; c < w->t->nspent; c++)
        *rest_at(w, l->last, c, w->places - 1) = 0;
    for (size_t j = w->places; j-- > 0;) {
        if (j + 1 < w->places)
            rest_by_character(w, j);
        rest_by_uses(w, j);
        rest_in_place(w, j);
    }
}

/* The step of the first of the last items up to step `last`, when these are the first n of the use,
 * in one scope, which *scope becomes; SIZE_MAX: they are not. */
static size_t first_of_use(const struct way *w, const struct use *use, size_t n, size_t last,
                           size_t *scope)
{
    bool any = false;
    for (size_t i = last; i > 0; i--) {
        const struct edge *edge = w->steps[i].edge;
        if (edge->kind != EMPTY && !is_wanted(w, use, n - 1, edge))
            return SIZE_MAX;
        if (edge->kind != ITEM)
            continue;
        if (any && edge->scope != *scope)
            return SIZE_MAX;
        any = true;
        *scope = edge->scope;
        if (--n == 0)
            return i;
    }
    return SIZE_MAX;
}

/* The cost before such a use. */
static uint64_t before_use(const struct way *w, const struct use *use, size_t first, size_t spent)
{
    return w->steps[first - 1].row[at(w, spent, use->end - use->characters)];
}

/* Whether a use that has begun is on a nearest way. */
static bool has_begun(const struct way *w)
{
    size_t scope;
    for (const struct use *u = w->uses, *end = uses_end(w); u < end; u++)
        for (size_t n = 1; n < u->items; n++) {
            size_t first = first_of_use(w, u, n, w->count - 1, &scope);
            for (size_t c = 0; first != SIZE_MAX && c < w->t->nspent; c++) {
                size_t spent = c, i = first;
                for (; i < w->count; i++)
                    (void)table_spends(w->t, w->t->l->scope[w->steps[i].node],
                                       kind_without(w->steps[i].edge), &spent);
                uint64_t rest =
                    rest_in_use(w, u, scope, n)[w->steps[i - 1].node * w->t->nspent + spent];
                if (sum(before_use(w, u, first, c), rest) == least_rest(w))
                    return true;
            }
        }
    return false;
}

/* A way of this cost comes to a cell of the row by a move of this kind. */
static void come(const struct way *w, uint64_t *row, size_t spent, size_t j, uint64_t cost,
                 size_t scope, enum language_kind kind, size_t more)
{
    if (table_spends(w->t, scope, kind, &spent))
        (void)lower(&row[at(w, spent, j)], sum(cost, as_cost(more)));
}

static void come_by_uses(const struct way *w, uint64_t *row, size_t spent)
{
    size_t scope;
    for (const struct use *u = w->uses, *end = uses_end(w); u < end; u++) {
        size_t first = first_of_use(w, u, u->items, w->count - 1, &scope);
        if (first != SIZE_MAX)
            come(w, row, spent, u->end, before_use(w, u, first, spent), scope, LANGUAGE_OTHER,
                 u->cost);
    }
}

/* Goes to a node by an edge, to the first node by none (NULL). False, and not there, when that is
 * not on a nearest way. */
static bool go(struct way *w, const struct edge *edge, size_t node)
{
    size_t cells = w->t->nspent * w->places;
    struct step step = {edge, node, naive_allocate(cells, sizeof *step.row)};
    const uint64_t *before = edge != NULL ? w->steps[w->count - 1].row : NULL;
    const struct language_costs *costs = w->t->costs;
    bool good = false;
    memset(step.row, 0xff, cells * sizeof *step.row);
    w->steps = naive_with_room(w->steps, w->count, sizeof step);
    w->steps[w->count++] = step;
    if (edge == NULL)
        step.row[0] = 0;
    for (size_t c = 0; edge != NULL && c < w->t->nspent; c++) {
        for (size_t j = 0; j < w->places; j++) {
            uint64_t cost = before[at(w, c, j)];
            if (edge->kind == ITEM) {
                come(w, step.row, c, j, cost, edge->scope, LANGUAGE_DELETION, costs->delete);
                if (j + 1 < w->places && is_equal(w, edge, j))
                    come(w, step.row, c, j + 1, cost, edge->scope, LANGUAGE_NO_EDIT, 0);
                else if (j + 1 < w->places)
                    come(w, step.row, c, j + 1, cost, edge->scope, LANGUAGE_SUBSTITUTION,
                         costs->substitute);
            } else if (holds(w->t, edge, w->part.from + j)) {
                come(w, step.row, c, j, cost, w->t->l->scope[node], kind_without(edge), 0);
            }
        }
        if (edge->kind == ITEM)
            come_by_uses(w, step.row, c);
    }
    for (size_t j = 0; j < w->places; j++)
        for (size_t c = 0; c < w->t->nspent; c++) {
            uint64_t cost = step.row[at(w, c, j)], all = sum(cost, *rest_at(w, node, c, j));
            if (j + 1 < w->places)
                come(w, step.row, c, j + 1, cost, w->t->l->scope[node], LANGUAGE_INSERTION,
                     costs->insert);
            good = good || (all != NOWHERE && all == least_rest(w));
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
    bool good = false;
    for (size_t c = 0; node == l->last && c < w->t->nspent; c++)
        good = good || w->steps[w->count - 1].row[at(w, c, w->places - 1)] == least_rest(w);
    return good;
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

/* Where the way back may be: in these steps, each with what is spent. */
struct back {
    bool *in, *next; /* [step * nspent + spent]; next: where it may be after an edit */
    size_t j;
};

/* Marks in `to` where a move of this kind, from step `from` and place `place`, comes from, if it
 * leads to a marked cell of step `step`. Returns whether there is any. */
static bool come_back(const struct way *w, const struct back *b, size_t step, size_t from,
                      size_t place, size_t scope, enum language_kind kind, size_t cost, bool *to)
{
    size_t n = w->t->nspent;
    bool any = false;
    for (size_t c = 0; c < n; c++) {
        size_t spent = c;
        if (!table_spends(w->t, scope, kind, &spent))
            continue;
        uint64_t now = w->steps[step].row[at(w, spent, b->j)];
        if (now == NOWHERE || !b->in[step * n + spent] ||
            sum(w->steps[from].row[at(w, c, place)], as_cost(cost)) != now)
            continue;
        to[from * n + c] = any = true;
    }
    return any;
}

/* The first use of the kind that the way back may take from step `item`. */
static const struct use *use_back(const struct way *w, const struct back *b, char edit, size_t item,
                                  size_t *first)
{
    size_t scope;
    for (const struct use *u = w->uses, *end = uses_end(w); u < end; u++) {
        size_t begin = u->edit == edit && u->end == b->j
                           ? first_of_use(w, u, u->items, item, &scope)
                           : SIZE_MAX;
        if (begin == SIZE_MAX || !come_back(w, b, item, begin - 1, b->j - u->characters, scope,
                                            LANGUAGE_OTHER, u->cost, b->next))
            continue;
        *first = begin;
        return u;
    }
    return NULL;
}

/* Goes back over the item of a step by an edit other than an insertion; returns that, or 0. */
static char back_over(const struct way *w, struct back *b, size_t item, const struct use **use,
                      size_t *first)
{
    const struct edge *e = w->steps[item].edge;
    const struct language_costs *costs = w->t->costs;
    bool equal = b->j > 0 && is_equal(w, e, b->j - 1);
    *first = item;
    *use = NULL;
    if (b->j == 0)
        return 0;
    if (equal && come_back(w, b, item, item - 1, b->j - 1, e->scope, LANGUAGE_NO_EDIT, 0, b->next))
        return '=';
    if ((*use = use_back(w, b, 'T', item, first)) != NULL)
        return 'T';
    if (!equal && come_back(w, b, item, item - 1, b->j - 1, e->scope, LANGUAGE_SUBSTITUTION,
                            costs->substitute, b->next))
        return 'X';
    return (*use = use_back(w, b, 'C', item, first)) != NULL ? 'C' : 0;
}

/* The way back: where it may be, of the steps behind the last item that has not been taken. */
static size_t trace_back(const struct way *w, char *edits)
{
    size_t n = w->t->nspent, last = w->count - 1, count = 0;
    struct back b = {naive_allocate(w->count * n, 1), naive_allocate(w->count * n, 1),
                     w->places - 1};
    for (size_t c = 0; c < n; c++)
        b.in[last * n + c] = w->steps[last].row[at(w, c, b.j)] == least_rest(w);
    for (;;) {
        size_t item = last;
        for (; item > 0 && w->steps[item].edge->kind != ITEM; item--)
            if (holds(w->t, w->steps[item].edge, w->part.from + b.j))
                (void)come_back(w, &b, item, item - 1, b.j, w->t->l->scope[w->steps[item].node],
                                kind_without(w->steps[item].edge), 0, b.in);
        if (item == 0 && b.j == 0)
            break;
        const struct use *use = NULL;
        size_t first = item;
        char edit = item > 0 ? back_over(w, &b, item, &use, &first) : 0;
        for (size_t i = item; edit != '=' && edit != 'X' && use == NULL && b.j > 0 && i <= last;
             i++)
            if (come_back(w, &b, i, i, b.j - 1, w->t->l->scope[w->steps[i].node],
                          LANGUAGE_INSERTION, w->t->costs->insert, b.next))
                edit = 'I';
        if (edit == 0) {
            edit = 'D';
            if (!come_back(w, &b, item, item - 1, b.j, w->steps[item].edge->scope,
                           LANGUAGE_DELETION, w->t->costs->delete, b.next))
                abort();
        }
        if (use != NULL)
            count += put_use(use, edits + count);
        else
            edits[count++] = edit;
        b.j -= use != NULL ? use->characters : edit != 'D';
        last = edit == 'I' ? last : first - 1;
        memcpy(b.in, b.next, w->count * n);
        memset(b.next, 0, w->count * n);
    }
    free(b.in);
    free(b.next);
    return count;
}

size_t language_align(const struct language *l, const struct text *x, const struct text *record,
                      const bool *word, struct language_part part,
                      const struct language_costs *costs, size_t *items, size_t *nitems,
                      char *edits, struct language_part *groups)
{
    struct table t = table_open(l, x, record, word, costs);
    struct way w = {.t = &t, .part = part, .places = part.to - part.from + 1};
    w.rest = naive_allocate(l->nnodes * t.nspent * w.places, sizeof *w.rest);
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
    for (size_t i = 0; i < w.nuses; i++)
        free(w.uses[i].rest);
    free(w.uses);
    free(t.after);
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
    unsigned loops;  /* number of loops that may still be written */
    unsigned limits; /* likewise */
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

/* Alternatives; mostly one of them has all items. */
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

/* Limits with few numbers of what may be spent. */
static void put_limits(struct writer *w)
{
    static const char *const limits[] = {"{~1}",    "{~1}",       "{~2}",      "{+0}",
                                         "{-0 #1}", "{+1,-0,#1}", "{#0}",      "{+0 -0}",
                                         "{~1 #0}", "{#2-1}",     "{+1 #1 ~1}"};
    fputs(limits[random_below(w->random, sizeof limits / sizeof *limits)], w->to);
    w->limits--;
}

static void put_group(struct writer *w, const struct naive_bytes *items, size_t count,
                      unsigned depth)
{
    fputs(percent(w, 60) ? "(" : "(?:", w->to);
    put_choice(w, items, count, depth - 1);
    putc(')', w->to);
    if (percent(w, 12))
        fputs("{~0}", w->to);
    else if (w->limits > 0 && percent(w, 25))
        put_limits(w);
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

/* A choice of words; one of them has all items. */
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
    struct writer w = {to, r, random_percent(r, 50) ? 2 : 0, random_percent(r, 40) ? 2 : 0};
    bool around = count > 50 && w.loops > 0 && percent(&w, 40);
    if (percent(&w, 15)) {
        put_words(&w, items, count);
        return;
    }
    fputs(around ? "(?:" : "", to);
    put_choice(&w, items, count, 3);
    fputs(around ? ")+" : "", to);
}

void language_draw(char **text, size_t *length, struct random *r, const char *letters, size_t kinds,
                   size_t count, unsigned plain)
{
    struct elements alphabet = {.count = 0};
    struct naive_bytes *items = calloc(count, sizeof *items);
    struct expression_rules rules = {.letters = &alphabet};
    for (size_t i = 0; i < kinds; i++)
        elements_add(&alphabet, letters + i, 1);
    for (size_t i = 0; i < count; i++) {
        unsigned char letter = (unsigned char)letters[random_below(r, kinds)];
        FILE *to = open_memstream((char **)&items[i].bytes, &items[i].length);
        if (plain > 0 && random_percent(r, plain))
            putc(letter, to);
        else
            expression_put_item(to, r, &rules, letter);
        fclose(to);
    }
    FILE *to = open_memstream(text, length);
    language_put(to, r, items, count);
    fclose(to);
    for (size_t i = 0; i < count; i++)
        free(items[i].bytes);
    free(items);
}
