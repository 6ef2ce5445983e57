/* naive_occurrences.c - the occurrences of a pattern in a record, by O(mn) tables. */
#include <stdlib.h>
#include <string.h>

#include "naive_align.h"
#include "naive_search.h"

/*
 * The table. A cell has the least distance in its high half, and the least start with this distance
 * in its low half. So the lesser cell is better, and an edit adds EDIT. Cell (i, j): the first i
 * characters of the pattern, and a part of the record that ends before character j.
 */
typedef uint64_t cell;
#define EDIT ((cell)1 << 32)
#define NEVER (EDIT << 30) /* greater than any cost */

static size_t cell_distance(cell c)
{
    return c >> 32;
}

static size_t cell_start(cell c)
{
    return c & (EDIT - 1);
}

static cell lesser(cell a, cell b)
{
    return a < b ? a : b;
}

/* Columns j - 2, j - 1 and j of the table. */
struct columns {
    cell *second, *left, *here;
};

static void next_column(struct columns *c)
{
    cell *unused = c->second;
    c->second = c->left;
    c->left = c->here;
    c->here = unused;
}

/* Returns whether items i - 2, i - 1 match characters j - 1, j - 2. */
static bool is_exchange(const struct text *x, const uint32_t *r, size_t i, size_t j)
{
    return i > 1 && j > 1 && text_equal(x, i - 2, r[j - 1]) && text_equal(x, i - 1, r[j - 2]);
}

/* Returns cell (i, j) of c->here, i and j from 1. */
static cell next_cell(enum naive_metric metric, const struct text *x, const uint32_t *r,
                      const struct columns *c, size_t i, size_t j)
{
    cell least = NEVER;
    if (text_equal(x, i - 1, r[j - 1]))
        least = c->left[i - 1];
    else if (metric != NAIVE_INDEL) /* a substitution */
        least = c->left[i - 1] + EDIT;
    if (metric != NAIVE_HAMMING) /* an insertion, a deletion */
        least = lesser(least, lesser(c->left[i], c->here[i - 1]) + EDIT);
    if (metric == NAIVE_OSA && is_exchange(x, r, i, j))
        least = lesser(least, c->second[i - 2] + EDIT);
    return least;
}

/*
 * Returns the last row, n + 1 cells, which the caller frees. A part of r may start before the
 * characters j with may_start[j]; may_start[0] is true.
 */
static cell *last_row(enum naive_metric metric, const struct text *x, const uint32_t *r, size_t n,
                      const bool *may_start)
{
    size_t m = x->n;
    cell *row = naive_allocate(n + 1, sizeof *row);
    cell *cells = naive_allocate(3 * (m + 1), sizeof *cells);
    struct columns c = {cells, cells + m + 1, cells + 2 * (m + 1)};
    for (size_t i = 0; i <= m; i++)
        c.here[i] = i == 0 ? 0 : metric == NAIVE_HAMMING ? NEVER : i * EDIT;
    row[0] = c.here[m];
    for (size_t j = 1; j <= n; j++) {
        next_column(&c);
        c.here[0] = may_start[j] ? j : metric == NAIVE_HAMMING ? NEVER : c.left[0] + EDIT;
        for (size_t i = 1; i <= m; i++)
            c.here[i] = lesser(next_cell(metric, x, r, &c, i, j), NEVER);
        row[j] = c.here[m];
    }
    free(cells);
    return row;
}

/* Returns ED(X, R[0..j)) for each j. */
static cell *edit_distances(enum naive_metric metric, const struct text *x, const uint32_t *r,
                            size_t n)
{
    bool *only_first = naive_allocate(n + 1, sizeof *only_first);
    only_first[0] = true;
    cell *row = last_row(metric, x, r, n, only_first);
    free(only_first);
    return row;
}

/* Returns the distance and the start of each end j. */
static cell *ends(const struct naive_options *o, const struct text *x, const struct text *r)
{
    bool *may_start = naive_allocate(r->n + 1, sizeof *may_start);
    for (size_t i = 0; i <= r->n; i++)
        may_start[i] = !o->word || i == 0 || !character_is_word(o, r->chars[i - 1]);
    cell *row = last_row(o->metric, x, r->folded, r->n, may_start);
    free(may_start);
    return row;
}

void naive_occurrences_add(struct occurrences *to, struct naive_occurrence occurrence)
{
    to->list = naive_with_room(to->list, to->count, sizeof *to->list);
    to->list[to->count++] = occurrence;
}

/* --- expressions, by their network --------------------------------------------------------- */

struct language_costs naive_costs(const struct naive_options *o)
{
    bool hamming = o->metric == NAIVE_HAMMING;
    size_t never = LANGUAGE_NEVER, move = hamming ? never : 1;
    struct language_costs costs = {.insert = move, .delete = move};
    costs.substitute = o->metric == NAIVE_INDEL ? never : 1;
    costs.transpose = o->metric == NAIVE_OSA ? 1 : never;
    if (o->costs) {
        costs.insert = o->insert;
        costs.delete = o->delete;
        costs.substitute = o->substitute;
        costs.transpose = o->transpose;
    }
    for (size_t kind = 0; kind < LANGUAGE_KINDS && o->edits.given; kind++) {
        costs.limits.limited[kind] = o->edits.limited[kind];
        costs.limits.most[kind] = o->edits.most[kind];
    }
    return costs;
}

/* Returns whether the output could show an edit of this cost that the metric does not have. */
static bool shows_cost(const struct naive_options *o, size_t cost, bool has)
{
    bool shows = naive_aligns(o) || naive_has_groups(o);
    return !has && cost != NAIVE_NEVER && (o->edits.given || (shows && cost <= 2));
}

void naive_use_metric(struct naive_options *o)
{
    bool moves = o->insert == 1 && o->delete == 1;
    bool stays = o->insert == NAIVE_NEVER && o->delete == NAIVE_NEVER && o->substitute == 1;
    bool exchanges = o->transpose == 1;
    if (!o->costs || o->nconfusions > 0 || !(moves || stays) ||
        (exchanges && !(moves && o->substitute == 1)))
        return;
    if (moves && o->overhang == 0 &&
        (shows_cost(o, o->substitute, o->substitute == 1) ||
         shows_cost(o, o->transpose, exchanges)))
        return;
    o->costs = false;
    o->metric = stays               ? NAIVE_HAMMING
                : o->substitute > 1 ? NAIVE_INDEL
                : exchanges         ? NAIVE_OSA
                                    : NAIVE_LEVENSHTEIN;
}

bool naive_is_hamming(const struct naive_options *o)
{
    struct language_costs costs = naive_costs(o);
    return costs.insert == NAIVE_NEVER && costs.delete == NAIVE_NEVER && costs.substitute == 1 &&
           costs.transpose != 1 && o->nconfusions == 0;
}

static struct language_costs all_costs_of(const struct naive_options *o, const struct pattern *p)
{
    struct language_costs costs = naive_costs(o);
    costs.confusions = p->confusions;
    costs.nconfusions = p->nconfusions;
    return costs;
}

/* Returns which characters are word characters, for those of from..to and their neighbours. */
static bool *words_of(const struct naive_options *o, const struct text *r, size_t from, size_t to)
{
    bool *word = naive_allocate(r->n + 1, sizeof *word);
    for (size_t i = from > 0 ? from - 1 : 0; i < r->n && i <= to; i++)
        word[i] = character_is_word(o, r->chars[i]);
    return word;
}

/* Returns the cells of the ends from..to. */
static cell *language_cells(const struct naive_options *o, const struct pattern *p,
                            const struct text *r, size_t from, size_t to, const bool *may_start)
{
    struct language_costs costs = all_costs_of(o, p);
    bool *word = words_of(o, r, from, to);
    cell *row = language_row(p->language, &p->text, r, word, from, to, may_start, &costs);
    free(word);
    return row;
}

static cell *language_ends(const struct naive_options *o, const struct pattern *p,
                           const struct text *r)
{
    bool *may_start = naive_allocate(r->n + 1, sizeof *may_start);
    for (size_t i = 0; i <= r->n; i++)
        may_start[i] = i == 0 || (!o->line && (!o->word || !character_is_word(o, r->chars[i - 1])));
    cell *row = language_cells(o, p, r, 0, r->n, may_start);
    free(may_start);
    return row;
}

/* Returns the distance of the part from..to. */
static size_t language_distance(const struct naive_options *o, const struct pattern *p,
                                const struct text *r, size_t from, size_t to)
{
    bool *may_start = naive_allocate(r->n + 1, sizeof *may_start);
    may_start[from] = true;
    cell *row = language_cells(o, p, r, from, to, may_start);
    size_t distance = cell_distance(row[to - from]);
    free(may_start);
    free(row);
    return distance;
}

struct path naive_path_open(const struct naive_options *o, const struct pattern *p,
                            struct language *l, const struct text *items, const struct text *r,
                            const struct naive_occurrence *x)
{
    struct language_costs costs = all_costs_of(o, p);
    struct language_part part = {x->trimmed_start, x->trimmed_end};
    size_t most = LANGUAGE_SIDE * (part.to - part.from) + x->distance + 1;
    bool *word = words_of(o, r, part.from, part.to);
    struct path path = {.items = naive_allocate(most, sizeof *path.items),
                        .edits = naive_allocate(2 * most, 1)};
    path.nedits = language_align(l, items, r, word, part, &costs, path.items, &path.nitems,
                                 path.edits, path.groups);
    free(word);
    return path;
}

void naive_path_close(struct path *path)
{
    free(path->items);
    free(path->edits);
}

static struct naive_alignment *language_alignment(const struct naive_options *o,
                                                  const struct pattern *p, const struct text *r,
                                                  const struct naive_occurrence *x)
{
    struct text matched = text_part(r, x->trimmed_start, x->trimmed_end);
    struct path path = naive_path_open(o, p, p->language, &p->text, r, x);
    struct naive_bytes written = p->written ? language_items(p->language) : p->bytes;
    struct naive_alignment *a = naive_align_by(o, &p->text, written, &matched, path.edits,
                                               path.nedits, path.items, path.nitems);
    naive_path_close(&path);
    return a;
}

struct naive_part naive_group_part(struct language_part items, const char *edits, size_t nedits,
                                   size_t from)
{
    struct naive_part part = {from, from};
    size_t item = 0, character = from;
    bool any = false;
    for (size_t i = 0; i < nedits; i++) {
        bool of_text = strchr("=XTICci", edits[i]) != NULL;
        bool of_item = strchr("=XTDCcd", edits[i]) != NULL;
        size_t own = of_item ? item : edits[i] == 'i' && item > 0 ? item - 1 : SIZE_MAX;
        if (of_text && own >= items.from && own < items.to) {
            part.start = any ? part.start : character;
            part.end = character + 1;
            any = true;
        }
        item += of_item;
        character += of_text;
    }
    return part;
}

/*
 * --overhang: the first items may lie before the record, or the last items after it. The items
 * inside then have a limit of their own. In comparisons of occurrences each item outside counts as
 * an edit.
 */

/* Returns how many items may lie outside. */
static size_t most_outside(const struct naive_options *o, const struct pattern *p)
{
    return o->overhang > 0 && p->text.n > o->overhang ? p->text.n - o->overhang : 0;
}

/* Returns the items without the first (`before`) or the last `outside` ones. */
static struct text items_inside(const struct pattern *p, size_t outside, bool before)
{
    return text_part(&p->text, before ? outside : 0, before ? p->text.n : p->text.n - outside);
}

/* Returns the cell plus the items outside, or NEVER if it is above the limit. */
static cell hanging_cell(const struct naive_options *o, const struct pattern *p, cell c,
                         size_t outside)
{
    size_t m = p->text.n;
    bool within = cell_distance(c) <= naive_inside_limit(o, p->number, m, m - outside);
    return within ? c + outside * EDIT : NEVER;
}

static cell *hanging_ends(const struct naive_options *o, const struct pattern *p,
                          const struct text *r)
{
    cell *row = ends(o, &p->text, r);
    for (size_t j = 0; j <= r->n; j++)
        row[j] = hanging_cell(o, p, row[j], 0);
    for (size_t outside = 1; outside <= most_outside(o, p); outside++) {
        struct text last = items_inside(p, outside, true), first = items_inside(p, outside, false);
        cell *begins = edit_distances(o->metric, &last, r->folded, r->n);
        cell *others = ends(o, &first, r);
        for (size_t j = 0; j <= r->n; j++)
            row[j] = lesser(row[j], hanging_cell(o, p, begins[j], outside));
        row[r->n] = lesser(row[r->n], hanging_cell(o, p, others[r->n], outside));
        free(begins);
        free(others);
    }
    return row;
}

/* Returns the distance of the part from..to with `outside` items before or after the record; or
 * SIZE_MAX. */
static size_t hanging_distance_by(const struct naive_options *o, const struct pattern *p,
                                  const struct text *r, size_t from, size_t to, size_t outside,
                                  bool before)
{
    if (outside > 0 && (before ? from > 0 : to < r->n))
        return SIZE_MAX;
    struct text items = items_inside(p, outside, before);
    cell *row = edit_distances(o->metric, &items, r->folded + from, to - from);
    cell c = hanging_cell(o, p, row[to - from], outside);
    free(row);
    return c == NEVER ? SIZE_MAX : cell_distance(c);
}

size_t naive_hanging_distance(const struct naive_options *o, const struct pattern *p,
                              const struct text *r, size_t from, size_t to, size_t *outside,
                              bool *before)
{
    size_t least = hanging_distance_by(o, p, r, from, to, 0, false);
    *outside = 0;
    for (int side = 0; side < 2; side++)
        for (size_t n = 1; n <= most_outside(o, p); n++) {
            size_t distance = hanging_distance_by(o, p, r, from, to, n, side == 1);
            if (distance == SIZE_MAX || distance > least || (distance == least && n < *outside))
                continue;
            least = distance;
            *outside = n;
            *before = side == 1;
        }
    return least;
}

static struct naive_alignment *hanging_alignment(const struct naive_options *o,
                                                 const struct pattern *p, const struct text *r,
                                                 const struct naive_occurrence *x)
{
    bool before = false;
    size_t outside;
    (void)naive_hanging_distance(o, p, r, x->trimmed_start, x->trimmed_end, &outside, &before);
    struct text items = items_inside(p, outside, before);
    struct text matched = text_part(r, x->trimmed_start, x->trimmed_end);
    struct naive_alignment *a = naive_align(o, &items, p->bytes, &matched);
    naive_alignment_move(a, before ? outside : 0);
    return a;
}

struct occurrences naive_candidates(const struct naive_options *o, const struct pattern *p,
                                    const struct text *r, size_t limit)
{
    struct occurrences found = {NULL, 0};
    cell *row = o->overhang > 0       ? hanging_ends(o, p, r)
                : p->language != NULL ? language_ends(o, p, r)
                : o->line             ? edit_distances(o->metric, &p->text, r->folded, r->n)
                                      : ends(o, &p->text, r);
    for (size_t j = o->line ? r->n : 0; j <= r->n; j++) {
        bool may_end = !o->word || o->line || j == r->n || !character_is_word(o, r->chars[j]);
        if (may_end && (o->overhang > 0 ? row[j] != NEVER : cell_distance(row[j]) <= limit))
            naive_occurrences_add(&found,
                                  (struct naive_occurrence){.start = cell_start(row[j]),
                                                            .end = j,
                                                            .distance = cell_distance(row[j]),
                                                            .pattern = p->number,
                                                            .given = p->given,
                                                            .reverse = p->reverse});
    }
    free(row);
    return found;
}

void naive_sweep(struct occurrences found, struct occurrences *reported)
{
    if (found.count == 0)
        return;
    struct naive_occurrence pending = found.list[0];
    for (size_t i = 1; i < found.count; i++) {
        struct naive_occurrence c = found.list[i];
        if (c.start >= pending.end) {
            naive_occurrences_add(reported, pending);
            pending = c;
        } else if (c.distance < pending.distance ||
                   (c.distance == pending.distance && c.start == pending.start)) {
            pending = c;
        }
    }
    naive_occurrences_add(reported, pending);
}

/* Returns the distance of the part from..to of a record. */
static size_t part_distance(const struct naive_options *o, const struct pattern *p,
                            const struct text *r, size_t from, size_t to)
{
    size_t outside;
    bool before;
    if (o->overhang > 0)
        return naive_hanging_distance(o, p, r, from, to, &outside, &before);
    if (p->language != NULL)
        return language_distance(o, p, r, from, to);
    cell *row = edit_distances(o->metric, &p->text, r->folded + from, to - from);
    size_t distance = cell_distance(row[to - from]);
    free(row);
    return distance;
}

void naive_trim(const struct naive_options *o, const struct pattern *p, const struct text *r,
                struct naive_occurrence *x)
{
    size_t s = x->start, e = x->end;
    while (e > s && !character_is_word(o, r->chars[e - 1]) &&
           part_distance(o, p, r, s, e - 1) == x->distance)
        e--;
    while (s < e && !character_is_word(o, r->chars[s]) &&
           part_distance(o, p, r, s + 1, e) == x->distance)
        s++;
    x->trimmed_start = s;
    x->trimmed_end = e;
}

int naive_compare(size_t a, size_t b)
{
    return a < b ? -1 : a > b;
}

int naive_by_end(const void *first, const void *second)
{
    const struct naive_occurrence *a = first, *b = second;
    int order = naive_compare(a->behind, b->behind);
    if (order == 0)
        order = naive_compare(a->first, b->first);
    if (order == 0)
        order = naive_compare(a->pattern, b->pattern);
    return order ? order : naive_compare(a->reverse, b->reverse);
}

const struct naive_occurrence *naive_best(struct occurrences o)
{
    const struct naive_occurrence *best = NULL;
    for (size_t i = 0; i < o.count; i++)
        if (best == NULL || o.list[i].distance < best->distance)
            best = &o.list[i];
    return best;
}

struct naive_alignment *naive_align_occurrence(const struct naive_options *o,
                                               const struct pattern *p, const struct text *r,
                                               const struct naive_occurrence *x)
{
    struct text matched = text_part(r, x->trimmed_start, x->trimmed_end);
    if (o->overhang > 0)
        return hanging_alignment(o, p, r, x);
    if (p->language != NULL)
        return language_alignment(o, p, r, x);
    return naive_align(o, &p->text, p->bytes, &matched);
}
