/*
 * language_parse.c - parses an expression to a network.
 *
 * A repeated part is parsed again for each of its copies, and once before to find its end.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "language_network.h"

#define FOREVER SIZE_MAX

struct reader {
    struct naive_bytes text;
    size_t at, nitems;
    size_t *item_at;  /* [byte] the item that begins there, plus 1; 0: none yet */
    size_t *scope_at; /* [byte] the scope of the group with limits that begins there, or 0 */
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

/* Parses the limits after a group, {+1 -0 #2 ~2}. Returns whether there are any. */
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

size_t language_count_spent(const struct language_limits *limits)
{
    size_t n = 1;
    for (size_t kind = 0; kind < LANGUAGE_KINDS; kind++)
        n *= limits->limited[kind] ? limits->most[kind] + 1 : 1;
    return n;
}

/* Makes a scope for the limits after the group that begins here; the reader stays where it is.
 * Returns the scope, or the current one if the group has no limits. */
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
        l->nspent *= language_count_spent(&limits);
    }
    r->at = open;
    return *scope > 0 ? *scope : r->scope;
}

/* Returns the number of the group that begins here, or 0 for (?: ). */
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

/* Returns whether a path leads from one node to another without an item. */
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

/* Parses an atom to a loop: one copy or more, or with `none` any number. */
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

/* Parses the atom at `begin` to `least` to `most` copies. */
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
        for (size_t i = least; i < most; i++) { /* more copies are preferred to fewer */
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
        (void)read_atom(r, add_node(r)); /* to find its end: no edge leads to this copy */
        read_quantifier(r, &least, &most);
        if (most == 0) /* nothing is left of the atom */
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

/* Returns the first edge from a node. */
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
