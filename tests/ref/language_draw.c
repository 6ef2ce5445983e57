/* language_draw.c - random sequences of an expression, and random expressions. */
#include <stdlib.h>
#include <string.h>

#include "expression.h"
#include "language_network.h"

struct naive_bytes language_item(const struct language *l, size_t item)
{
    return (struct naive_bytes){l->items.bytes + l->offset[item],
                                l->offset[item + 1] - l->offset[item]};
}

/* Returns for each node the length of a shortest path to the last node; SIZE_MAX: there is none. */
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

/* Draws an edge from the node; with `haste`, one on a shortest path to the end. */
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

struct writer {
    FILE *to;
    struct random *random;
    unsigned loops;  /* that may still be written */
    unsigned limits; /* likewise, of groups */
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

/* Writes a condition: `likely`, which may hold here, or any other. */
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

/* Writes alternatives; one of them has all items. */
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

/* Writes limits for which `spent` has few values. */
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

/* Writes a choice of items for each item: an automaton with edges from many states to many. */
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

/* Writes a choice of words; one of them has all items. */
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
