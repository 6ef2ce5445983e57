/*
 * naive.c - the reference: edgrep's rules, one after the other, by O(mn) tables.
 *
 * The order of the file is the order of the rules: the table, the occurrences of a record, the
 * search of all inputs. naive_text.c has the characters and which of them are equal, naive_regex.c
 * the delimiters and --where, naive_align.c the alignments, naive_print.c what is printed.
 */
#include "naive.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "language.h"
#include "naive_align.h"
#include "naive_dna.h"
#include "naive_entries.h"
#include "naive_regex.h"
#include "naive_text.h"

/*
 * The table
 *
 * A cell is the least distance and the smallest start that gives it, as one number: the distance in
 * the high half, the start in the low half. So the lesser cell is the better one, and an edit adds
 * EDIT. The cell (i, j) belongs to the first i characters of the pattern and a part of the record
 * that ends before its character j.
 */
typedef uint64_t cell;
#define EDIT ((cell)1 << 32)
#define NEVER (EDIT << 30) /* greater than all that edits lead to */

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

/* The columns j - 2, j - 1 and j of the table. */
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

/* Whether the last two of the first i items are the last two of the first j characters, the other
 * way round. */
static bool is_exchange(const struct text *x, const uint32_t *r, size_t i, size_t j)
{
    return i > 1 && j > 1 && text_equal(x, i - 2, r[j - 1]) && text_equal(x, i - 1, r[j - 2]);
}

/* The cell (i, j) of c->here, i and j from 1. */
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
 * The last row, n + 1 cells (the caller frees them), when a part of r may start before the
 * characters j with may_start[j]; may_start[0] is true. With no other start it holds ED(X,
 * R[0..j)).
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

/* ED(X, R[0..j)) for every j. */
static cell *edit_distances(enum naive_metric metric, const struct text *x, const uint32_t *r,
                            size_t n)
{
    bool *only_first = naive_allocate(n + 1, sizeof *only_first);
    only_first[0] = true;
    cell *row = last_row(metric, x, r, n, only_first);
    free(only_first);
    return row;
}

/* D and S for every end j. */
static cell *ends(const struct naive_options *o, const struct text *x, const struct text *r)
{
    bool *may_start = naive_allocate(r->n + 1, sizeof *may_start);
    for (size_t i = 0; i <= r->n; i++)
        may_start[i] = !o->word || i == 0 || !character_is_word(o, r->chars[i - 1]);
    cell *row = last_row(o->metric, x, r->folded, r->n, may_start);
    free(may_start);
    return row;
}

/* The occurrences of a record, at first in characters */

struct pattern {
    struct text text; /* its items */
    struct naive_bytes bytes;
    /* of -E, unless it is a sequence of items, with costs or --limit; or NULL */
    struct language *language;
    bool written;                /* it is no sequence of items: equal patterns are written alike */
    struct naive_bytes sequence; /* the sequence, or the strand; owned */
    struct naive_bytes form;     /* the form in which it is compared, owned */
    bool reverse;
    bool strand;                                 /* `form` is that of a strand of an expression */
    const struct language_confusion *confusions; /* of the search */
    size_t nconfusions;
    struct naive_bytes given;
    size_t number; /* from 1 */
    size_t limit;  /* the greatest distance admitted: k, or m - 1 */
    size_t least;  /* --best=each: its least distance, or SIZE_MAX */
};

struct occurrences {
    struct naive_occurrence *list;
    size_t count;
};

static void add(struct occurrences *to, struct naive_occurrence occurrence)
{
    to->list = naive_with_room(to->list, to->count, sizeof *to->list);
    to->list[to->count++] = occurrence;
}

/* Expressions: the same by their network. */

/* Without confusions. */
static struct language_costs costs_of(const struct naive_options *o)
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

/* Whether an edit that a metric does not have can be seen where the costs are taken for it. */
static bool shows_cost(const struct naive_options *o, size_t cost, bool has)
{
    bool shows = naive_aligns(o) || naive_has_groups(o);
    return !has && cost != NAIVE_NEVER && (o->edits.given || (shows && cost <= 2));
}

/* Costs that amount to a metric are taken for it. */
static void take_metric(struct naive_options *o)
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

/* Also by costs that amount to it. */
static bool is_hamming(const struct naive_options *o)
{
    struct language_costs costs = costs_of(o);
    return costs.insert == NAIVE_NEVER && costs.delete == NAIVE_NEVER && costs.substitute == 1 &&
           costs.transpose != 1 && o->nconfusions == 0;
}

static struct language_costs all_costs_of(const struct naive_options *o, const struct pattern *p)
{
    struct language_costs costs = costs_of(o);
    costs.confusions = p->confusions;
    costs.nconfusions = p->nconfusions;
    return costs;
}

/* Which characters are word characters: of from..to, and the one before and behind. */
static bool *words_of(const struct naive_options *o, const struct text *r, size_t from, size_t to)
{
    bool *word = naive_allocate(r->n + 1, sizeof *word);
    for (size_t i = from > 0 ? from - 1 : 0; i < r->n && i <= to; i++)
        word[i] = character_is_word(o, r->chars[i]);
    return word;
}

/* Of parts that end at `from` or behind, up to `to`. */
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

/* The distance of the part from..to. */
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

/* A path through an expression by which a part of the text is found. */
struct path {
    size_t *items, nitems; /* by their numbers */
    char *edits;
    size_t nedits;
    struct language_part groups[LANGUAGE_GROUPS];
};

static struct path path_open(const struct naive_options *o, const struct pattern *p,
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

static void path_close(struct path *path)
{
    free(path->items);
    free(path->edits);
}

static struct naive_alignment *language_alignment(const struct naive_options *o,
                                                  const struct pattern *p, const struct text *r,
                                                  const struct naive_occurrence *x)
{
    struct text matched = text_part(r, x->trimmed_start, x->trimmed_end);
    struct path path = path_open(o, p, p->language, &p->text, r, x);
    struct naive_bytes written = p->written ? language_items(p->language) : p->bytes;
    struct naive_alignment *a = naive_align_by(o, &p->text, written, &matched, path.edits,
                                               path.nedits, path.items, path.nitems);
    path_close(&path);
    return a;
}

/* The characters of the text that a group's items are aligned with. */
static struct naive_part group_part(struct language_part items, const char *edits, size_t nedits,
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
 * --overhang: the first items may lie before the record, or the last ones behind it. Then the other
 * items have a limit of their own, and each that lies outside counts as an edit where occurrences
 * are compared.
 */

/* How many may lie outside. */
static size_t most_outside(const struct naive_options *o, const struct pattern *p)
{
    return o->overhang > 0 && p->text.n > o->overhang ? p->text.n - o->overhang : 0;
}

/* The items that are left, without the first or the last ones. */
static struct text items_inside(const struct pattern *p, size_t outside, bool before)
{
    return text_part(&p->text, before ? outside : 0, before ? p->text.n : p->text.n - outside);
}

/* The cell with the items outside; NEVER: it is not within the limit. */
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

/* Returns the distance of the part from..to, with a number of items outside before or behind it; or
 * SIZE_MAX. */
static size_t hanging_by(const struct naive_options *o, const struct pattern *p,
                         const struct text *r, size_t from, size_t to, size_t outside, bool before)
{
    if (outside > 0 && (before ? from > 0 : to < r->n))
        return SIZE_MAX;
    struct text items = items_inside(p, outside, before);
    cell *row = edit_distances(o->metric, &items, r->folded + from, to - from);
    cell c = hanging_cell(o, p, row[to - from], outside);
    free(row);
    return c == NEVER ? SIZE_MAX : cell_distance(c);
}

/* The least one. Sets *outside to the most items that it can have outside, and *before: they lie
 * before the record if as many can. */
static size_t hanging_distance(const struct naive_options *o, const struct pattern *p,
                               const struct text *r, size_t from, size_t to, size_t *outside,
                               bool *before)
{
    size_t least = hanging_by(o, p, r, from, to, 0, false);
    *outside = 0;
    for (int side = 0; side < 2; side++)
        for (size_t n = 1; n <= most_outside(o, p); n++) {
            size_t distance = hanging_by(o, p, r, from, to, n, side == 1);
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
    (void)hanging_distance(o, p, r, x->trimmed_start, x->trimmed_end, &outside, &before);
    struct text items = items_inside(p, outside, before);
    struct text matched = text_part(r, x->trimmed_start, x->trimmed_end);
    struct naive_alignment *a = naive_align(o, &items, p->bytes, &matched);
    naive_alignment_move(a, before ? outside : 0);
    return a;
}

/* Rule 1: what ends within `limit`, in order of the end. With -x that is the whole record. */
static struct occurrences candidates(const struct naive_options *o, const struct pattern *p,
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
            add(&found, (struct naive_occurrence){.start = cell_start(row[j]),
                                                  .end = j,
                                                  .distance = cell_distance(row[j]),
                                                  .pattern = p->number,
                                                  .given = p->given,
                                                  .reverse = p->reverse});
    }
    free(row);
    return found;
}

/* Rule 2: of candidates that overlap the better one stays; adds what is reported to *reported. */
static void sweep(struct occurrences found, struct occurrences *reported)
{
    if (found.count == 0)
        return;
    struct naive_occurrence pending = found.list[0];
    for (size_t i = 1; i < found.count; i++) {
        struct naive_occurrence c = found.list[i];
        if (c.start >= pending.end) {
            add(reported, pending);
            pending = c;
        } else if (c.distance < pending.distance ||
                   (c.distance == pending.distance && c.start == pending.start)) {
            pending = c;
        }
    }
    add(reported, pending);
}

/* The distance of the part from..to of a record. */
static size_t part_distance(const struct naive_options *o, const struct pattern *p,
                            const struct text *r, size_t from, size_t to)
{
    size_t outside;
    bool before;
    if (o->overhang > 0)
        return hanging_distance(o, p, r, from, to, &outside, &before);
    if (p->language != NULL)
        return language_distance(o, p, r, from, to);
    cell *row = edit_distances(o->metric, &p->text, r->folded + from, to - from);
    size_t distance = cell_distance(row[to - from]);
    free(row);
    return distance;
}

/* Rule 4: while no edit is lost by it, first the end and then the start of what is printed give up
 * characters that are no word characters. */
static void trim(const struct naive_options *o, const struct pattern *p, const struct text *r,
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

static int compare(size_t a, size_t b)
{
    return a < b ? -1 : a > b;
}

static int by_end_start_pattern(const void *first, const void *second)
{
    const struct naive_occurrence *a = first, *b = second;
    int order = compare(a->behind, b->behind);
    if (order == 0)
        order = compare(a->first, b->first);
    if (order == 0)
        order = compare(a->pattern, b->pattern);
    return order ? order : compare(a->reverse, b->reverse);
}

/* Rule 3; the list is in the order that decides ties. */
static const struct naive_occurrence *best_of(struct occurrences o)
{
    const struct naive_occurrence *best = NULL;
    for (size_t i = 0; i < o.count; i++)
        if (best == NULL || o.list[i].distance < best->distance)
            best = &o.list[i];
    return best;
}

/* The search of all inputs */

/* A record before it is searched. */
struct naive_place {
    struct text text;         /* part of that of the input, or owned */
    struct text read;         /* the same as it was read, part of that of the input */
    size_t start;             /* its first byte */
    struct naive_bytes bytes; /* of what was read */
    size_t next;              /* the byte behind its delimiter */
    bool searched;            /* by --where and --where-not */
};

struct search {
    const struct naive_options *options;
    struct folding *folding;
    struct pattern *patterns; /* no two of them equal */
    size_t npatterns;
    struct input {
        struct text text;
        struct naive_place *places;
        size_t count;
    } * inputs;
    size_t ninputs;
    struct regex *wheres[NAIVE_MOST_WHERES];
    struct other {
        struct pattern strands[2];
        size_t nstrands;
    } others[NAIVE_MOST_OTHERS];
    struct language_confusion confusions[2 * NAIVE_MOST_CONFUSIONS]; /* two ways each */
    struct naive_bytes sides[2 * NAIVE_MOST_CONFUSIONS];             /* what they are of, owned */
};

/* Fills in the groups of an occurrence, still in characters. */
static void find_groups(const struct search *s, const struct pattern *p, const struct text *r,
                        struct naive_occurrence *x)
{
    struct naive_bytes form = folding_form(s->folding, p->given, !s->options->classes);
    size_t written[DNA_GROUPS]; /* the number that each group of the form has in what is given */
    for (size_t g = 0; g < DNA_GROUPS; g++)
        written[g] = g + 1;
    if (s->options->iupac) {
        struct naive_bytes given = form;
        form = dna_expression(given, p->reverse, written);
        free(given.bytes);
    }
    struct language *l = language_open(form, s->options->utf8);
    struct naive_bytes own = language_items(l);
    struct text items = folding_pattern(s->folding, own);
    struct path path = path_open(s->options, p, l, &items, r, x);
    x->ngroups = language_groups(l);
    for (size_t g = 0; g < LANGUAGE_GROUPS; g++)
        x->groups[written[g] - 1] =
            group_part(path.groups[g], path.edits, path.nedits, x->trimmed_start);
    free(form.bytes);
    path_close(&path);
    text_free(&items);
    language_close(l);
}

/* Adds what is reported of these candidates of pattern p, and has at least the distance `least`, to
 * *all, still in characters. */
static void find_among(const struct search *s, const struct pattern *p, const struct text *r,
                       struct occurrences found, size_t least, struct occurrences *all)
{
    const struct naive_options *o = s->options;
    struct occurrences reported = {NULL, 0};
    size_t before = all->count;
    sweep(found, &reported);
    for (size_t i = 0; i < reported.count; i++)
        if (reported.list[i].distance >= least)
            add(all, reported.list[i]);
    free(reported.list);
    for (size_t i = before; i < all->count; i++) {
        struct naive_occurrence *occurrence = &all->list[i];
        occurrence->trimmed_start = occurrence->start;
        occurrence->trimmed_end = occurrence->end;
        if (o->overhang > 0 || (!o->line && !is_hamming(o)))
            trim(o, p, r, occurrence);
        bool before;
        if (o->overhang > 0)
            (void)hanging_distance(o, p, r, occurrence->trimmed_start, occurrence->trimmed_end,
                                   &occurrence->outside, &before);
        if (naive_has_groups(o))
            find_groups(s, p, r, occurrence);
        struct text matched = text_part(r, occurrence->trimmed_start, occurrence->trimmed_end);
        if (naive_aligns(o) && o->overhang > 0)
            occurrence->alignment = hanging_alignment(o, p, r, occurrence);
        else if (naive_aligns(o) && p->language != NULL)
            occurrence->alignment = language_alignment(o, p, r, occurrence);
        else if (naive_aligns(o))
            occurrence->alignment = naive_align(o, &p->text, p->bytes, &matched);
    }
}

/* The number of the character of a text as it was read that begins at `byte`, or of its end. */
static size_t character_of(const struct text *t, size_t byte)
{
    size_t low = 0, high = t->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (t->offset[middle] < byte)
            low = middle + 1;
        else
            high = middle;
    }
    assert(t->offset[low] == byte);
    return low;
}

/* Where the occurrence is in its record or line as it was read, and what is around it there. */
static void locate(const struct naive_options *o, const struct text *r, struct naive_occurrence *x)
{
    size_t start = character_of(r, x->trimmed_start), end = character_of(r, x->trimmed_end);
    size_t line = start;
    while ((o->column || o->format == NAIVE_JSON) && line > 0 &&
           !(o->span_lines && r->chars[line - 1] == '\n'))
        line--;
    x->column = start - line + 1;
    x->around_start = r->offset[start > o->around ? start - o->around : 0];
    x->around_end = r->offset[r->n - end > o->around ? end + o->around : r->n];
}

static bool is_blank(struct naive_bytes b, size_t from, size_t to)
{
    while (from < to && strchr(" \t\n\v\f\r", b.bytes[from]) != NULL && b.bytes[from] != '\0')
        from++;
    return from >= to;
}

/* --block: the whole lines of an occurrence. Lines at its ends are left out if the occurrence has
 * only blanks of them, but not all of its lines. */
static void widen(const struct naive_place *place, struct naive_occurrence *x)
{
    struct naive_bytes b = place->bytes;
    size_t start = x->trimmed_start - place->start, end = x->trimmed_end - place->start;
    size_t first = start, newline = start, last = end, after = end;
    while (first > 0 && b.bytes[first - 1] != '\n')
        first--;
    while (newline < b.length && b.bytes[newline] != '\n')
        newline++;
    if (newline < end && newline + 1 < b.length && is_blank(b, start, newline) &&
        !is_blank(b, first, start))
        first = newline + 1;
    while (last > 0 && b.bytes[last - 1] != '\n')
        last--;
    while (after < b.length && b.bytes[after] != '\n')
        after++;
    bool partly = is_blank(b, last, end) && !is_blank(b, end, after);
    if (last > first && (partly || last == b.length)) /* behind the last newline is no line */
        after = last - 1;
    x->trimmed_start = x->around_start = place->start + first;
    x->trimmed_end = x->around_end = place->start + after;
    x->column = 1;
}

/* Adds what pattern p has in the record to *all, still in characters. */
static void find(const struct search *s, const struct pattern *p, const struct text *r,
                 size_t limit, struct occurrences *all)
{
    struct occurrences found = candidates(s->options, p, r, limit);
    find_among(s, p, r, found, 0, all);
    free(found.list);
}

/* Characters become bytes, in the order in which they are reported. */
static void settle(const struct naive_options *o, const struct naive_place *place,
                   struct occurrences *all)
{
    const struct text *r = &place->text;
    for (size_t i = 0; i < all->count; i++) {
        all->list[i].first = all->list[i].start;
        all->list[i].behind = all->list[i].end;
        all->list[i].start = r->offset[all->list[i].start];
        all->list[i].end = r->end[all->list[i].end - 1];
        all->list[i].residue = all->list[i].trimmed_start;
        all->list[i].residues = all->list[i].trimmed_end - all->list[i].trimmed_start;
        all->list[i].trimmed_start = r->offset[all->list[i].trimmed_start];
        all->list[i].trimmed_end = r->end[all->list[i].trimmed_end - 1];
        for (size_t g = 0; g < 9 && naive_has_groups(o); g++) {
            struct naive_part *group = &all->list[i].groups[g];
            bool any = group->end > group->start;
            *group = any ? (struct naive_part){r->offset[group->start], r->end[group->end - 1]}
                         : (struct naive_part){0, 0};
        }
        locate(o, &place->read, &all->list[i]);
        if (o->entries != NAIVE_NO_ENTRIES)
            all->list[i].column = all->list[i].residue + 1;
        if (o->block)
            widen(place, &all->list[i]);
    }
    if (all->count > 0)
        qsort(all->list, all->count, sizeof *all->list, by_end_start_pattern);
}

/* Fills in the occurrences of *record. */
static void report(const struct search *s, const struct naive_place *place, size_t best,
                   struct naive_record *record)
{
    struct occurrences all = {NULL, 0};
    for (size_t p = 0; p < s->npatterns; p++) {
        size_t limit = s->patterns[p].limit;
        size_t least = s->options->each ? s->patterns[p].least : best;
        if (!s->options->each || least < SIZE_MAX)
            find(s, &s->patterns[p], &place->text, limit < least ? limit : least, &all);
    }
    settle(s->options, place, &all);
    record->occurrences = all.list;
    record->count = all.count;
    record->best = best_of(all);
}

/* Whether --where and --where-not let a record be searched. */
static bool is_searched(const struct search *s, struct naive_bytes record)
{
    for (size_t i = 0; i < s->options->nwheres; i++)
        if (regex_matches(s->wheres[i], record) == s->options->wheres[i].negated)
            return false;
    return true;
}

/* Whether --and and --not let a record be searched. */
static bool has_others(const struct search *s, const struct text *r)
{
    for (size_t i = 0; i < s->options->nothers; i++) {
        const struct other *other = &s->others[i];
        size_t found = 0;
        for (size_t p = 0; p < other->nstrands; p++) {
            struct occurrences all =
                candidates(s->options, &other->strands[p], r, other->strands[p].limit);
            found += all.count;
            free(all.list);
        }
        if ((found > 0) == s->options->others[i].negated)
            return false;
    }
    return true;
}

/* Cuts an input into records: what lies between two delimiters, and what is behind the last one
 * unless that is nothing. */
static void cut(const struct search *s, struct naive_bytes bytes, struct input *input)
{
    bool entries = s->options->entries != NAIVE_NO_ENTRIES;
    struct delimiters d =
        entries ? entries_cut(s->options, bytes) : delimiters_find(s->options, bytes);
    size_t first = 0, from = 0;
    input->places = naive_allocate(d.count + 1, sizeof *input->places);
    for (size_t i = 0; i < d.count || from < bytes.length; i++) {
        struct delimiter none = {bytes.length, bytes.length};
        struct delimiter delimiter = i < d.count ? d.list[i] : none;
        size_t end = character_of(&input->text, delimiter.start);
        struct naive_bytes record = {bytes.bytes + from, delimiter.start - from};
        struct text read = text_part(&input->text, first, end), text = read;
        if (entries)
            text = entry_residues(s->folding, s->options, record, from);
        else if (naive_folds(s->options))
            text = folding_record(s->folding, record, from);
        input->places[input->count++] = (struct naive_place){
            text,   read,          from,
            record, delimiter.end, is_searched(s, record) && has_others(s, &text)};
        first = character_of(&input->text, delimiter.end);
        from = delimiter.end;
    }
    free(d.list);
}

/* The least distance of a candidate in the record, or `least` when that is less. */
static size_t lower(const struct search *s, const struct text *r, size_t least)
{
    for (size_t p = 0; p < s->npatterns; p++) {
        struct occurrences found = candidates(s->options, &s->patterns[p], r, s->patterns[p].limit);
        for (size_t i = 0; i < found.count; i++)
            if (found.list[i].distance < least)
                least = found.list[i].distance;
        free(found.list);
    }
    return least;
}

/* d*: the least distance of any candidate, or SIZE_MAX. */
static size_t least_distance(const struct search *s)
{
    size_t least = SIZE_MAX;
    for (size_t n = 0; n < s->ninputs; n++)
        for (size_t i = 0; i < s->inputs[n].count; i++)
            if (s->inputs[n].places[i].searched)
                least = lower(s, &s->inputs[n].places[i].text, least);
    return least;
}

/* Pattern p with the others of its number, which follow it: the other strand. */
static struct search only(const struct search *s, size_t p)
{
    struct search one = *s;
    one.patterns = &s->patterns[p];
    one.npatterns = 1;
    while (p + one.npatterns < s->npatterns &&
           s->patterns[p + one.npatterns].number == s->patterns[p].number)
        one.npatterns++;
    return one;
}

/* --best=each: the least distance of each pattern, on both strands. */
static void find_least(struct search *s)
{
    for (size_t p = 0; p < s->npatterns;) {
        struct search one = only(s, p);
        size_t least = least_distance(&one);
        for (size_t i = 0; i < one.npatterns; i++)
            s->patterns[p++].least = least;
    }
}

/* --top */

struct ranks {
    struct naive_ranked *list;
    size_t count;
};

static void add_ranked(struct ranks *to, size_t input, struct naive_record record,
                       const struct naive_occurrence *list, size_t count)
{
    to->list = naive_with_room(to->list, to->count, sizeof *to->list);
    record.occurrences = naive_allocate(count, sizeof *list);
    memcpy(record.occurrences, list, count * sizeof *list);
    record.count = count;
    record.best = record.occurrences;
    to->list[to->count++] = (struct naive_ranked){input, record};
}

/* Adds what threshold mode reports with k = d of the candidates `found`, and has this distance. */
static void find_near(const struct search *s, const struct pattern *p, const struct text *r,
                      struct occurrences found, size_t d, struct occurrences *all)
{
    struct occurrences near = {naive_allocate(found.count + 1, sizeof *near.list), 0};
    for (size_t i = 0; i < found.count; i++)
        if (found.list[i].distance <= d)
            near.list[near.count++] = found.list[i];
    find_among(s, p, r, near, d, all);
    free(near.list);
}

/* What threshold mode reports with k = d on all strands, and has this distance. */
static struct occurrences at_distance(const struct search *s, const struct naive_place *place,
                                      const struct occurrences *found, size_t d)
{
    struct occurrences all = {NULL, 0};
    for (size_t p = 0; p < s->npatterns; p++)
        find_near(s, &s->patterns[p], &place->text, found[p], d, &all);
    settle(s->options, place, &all);
    return all;
}

/* The least distance of a candidate that is at least d, or SIZE_MAX. */
static size_t next_distance(const struct search *s, const struct occurrences *found, size_t d)
{
    size_t next = SIZE_MAX;
    for (size_t p = 0; p < s->npatterns; p++)
        for (size_t i = 0; i < found[p].count; i++)
            if (found[p].list[i].distance >= d && found[p].list[i].distance < next)
                next = found[p].list[i].distance;
    return next;
}

/* Adds the results of a pattern, all that s has, in a record: each occurrence, or those of the
 * least distance. */
static void rank_record(const struct search *s, size_t input, const struct naive_place *place,
                        struct naive_record record, struct ranks *to)
{
    bool each = s->options->only_matching || s->options->span_lines;
    struct occurrences *found = naive_allocate(s->npatterns, sizeof *found);
    bool any = false;
    for (size_t p = 0; p < s->npatterns; p++)
        found[p] = candidates(s->options, &s->patterns[p], &place->text, s->patterns[p].limit);
    for (size_t d = next_distance(s, found, 0); d < SIZE_MAX && (each || !any);
         d = next_distance(s, found, d + 1)) {
        struct occurrences all = at_distance(s, place, found, d);
        for (size_t i = 0; each && i < all.count; i++)
            add_ranked(to, input, record, &all.list[i], 1);
        if (!each && all.count > 0)
            add_ranked(to, input, record, all.list, all.count);
        any = any || all.count > 0;
        free(all.list);
    }
    for (size_t p = 0; p < s->npatterns; p++)
        free(found[p].list);
    free(found);
}

static const struct naive_options *ranking; /* of by_rank() */

static int by_rank(const void *first, const void *second)
{
    const struct naive_ranked *a = first, *b = second;
    const struct naive_occurrence *x = a->record.occurrences, *y = b->record.occurrences;
    int order = ranking->each ? compare(x->pattern, y->pattern) : 0;
    order = order ? order : compare(x->distance, y->distance);
    order = order ? order : compare(a->input, b->input);
    order = order ? order : compare(a->record.start, b->record.start);
    return order ? order : by_end_start_pattern(x, y);
}

static void free_record(struct naive_record *record)
{
    for (size_t i = 0; i < record->count; i++)
        naive_alignment_free(record->occurrences[i].alignment);
    free(record->occurrences);
}

/* Keeps the first N, or the first N of each pattern. */
static void keep_top(const struct naive_options *o, struct ranks *all)
{
    size_t kept = 0, of = 0, pattern = 0;
    for (size_t i = 0; i < all->count; i++) {
        size_t own = all->list[i].record.occurrences->pattern;
        if (o->each && own != pattern)
            of = 0;
        pattern = own;
        if (of++ < o->top)
            all->list[kept++] = all->list[i];
        else
            free_record(&all->list[i].record);
    }
    all->count = kept;
}

static void rank_all(const struct search *s, struct naive_result *result)
{
    struct ranks all = {NULL, 0};
    for (size_t p = 0; p < s->npatterns;) {
        struct search one = only(s, p);
        for (size_t n = 0; n < s->ninputs; n++)
            for (size_t i = 0; i < s->inputs[n].count; i++)
                if (s->inputs[n].places[i].searched)
                    rank_record(&one, n, &s->inputs[n].places[i], result->inputs[n].records[i],
                                &all);
        p += one.npatterns;
    }
    ranking = s->options;
    if (all.count > 0)
        qsort(all.list, all.count, sizeof *all.list, by_rank);
    ranking = NULL;
    keep_top(s->options, &all);
    result->top = all.list;
    result->ntop = all.count;
}

static struct naive_records search_input(const struct search *s, const struct input *input,
                                         size_t best)
{
    struct naive_records to = {naive_allocate(input->count, sizeof *to.records), input->count};
    for (size_t i = 0; i < input->count; i++) {
        const struct naive_place *place = &input->places[i];
        to.records[i] = (struct naive_record){.start = place->start,
                                              .end = place->start + place->bytes.length,
                                              .next = place->next,
                                              .number = i + 1,
                                              .searched = place->searched};
        if (place->searched && s->options->top == 0)
            report(s, place, best, &to.records[i]);
    }
    return to;
}

/* --margin, and --json of --block: what is second of --top=2 -o. False: it is too near. */
static bool find_second(const struct search *s, struct naive_result *result)
{
    struct naive_options o = *s->options;
    struct search top = *s;
    struct naive_result both = {.ninputs = s->ninputs};
    o.top = 2;
    o.only_matching = true;
    o.cigar = o.align = false;
    top.options = &o;
    both.inputs = naive_allocate(s->ninputs, sizeof *both.inputs);
    for (size_t i = 0; i < s->ninputs; i++)
        both.inputs[i] = search_input(&top, &s->inputs[i], SIZE_MAX);
    rank_all(&top, &both);
    result->second = both.ntop > 1 ? both.top[1].record.occurrences->distance : SIZE_MAX;
    bool near = both.ntop > 1 && result->second - result->best < s->options->margin;
    for (size_t i = 0; i < both.ntop; i++)
        free_record(&both.top[i].record);
    for (size_t i = 0; i < s->ninputs; i++)
        free(both.inputs[i].records);
    free(both.top);
    free(both.inputs);
    return !near;
}

/* m items; nothing of them is left for `vacuous`. */
static size_t limit_of(const struct naive_options *o, size_t number, size_t m, size_t vacuous)
{
    size_t limit = naive_limited(o) ? naive_limit(o, number, m) : vacuous - 1;
    assert(m > 0 && limit < vacuous);
    return limit;
}

size_t naive_vacuous(const struct naive_options *o, const struct language *l)
{
    struct language_costs costs = costs_of(o);
    size_t vacuous = language_vacuous(l, &costs);
    return is_hamming(o) ? language_shortest(l) : vacuous == LANGUAGE_NEVER ? UINT32_MAX : vacuous;
}

static bool same_text(const struct text *a, const struct text *b)
{
    if (a->n != b->n)
        return false;
    if (a->sets != NULL)
        return memcmp(a->sets, b->sets, a->n * sizeof *a->sets) == 0;
    return memcmp(a->folded, b->folded, a->n * sizeof *a->folded) == 0;
}

static bool same_pattern(const struct pattern *a, const struct pattern *b)
{
    bool written = a->written || b->written;
    if (a->reverse != b->reverse)
        return false;
    if (!written)
        return same_text(&a->text, &b->text);
    struct naive_bytes one = a->strand ? a->given : a->bytes, two = b->strand ? b->given : b->bytes;
    return one.length == two.length && memcmp(one.bytes, two.bytes, one.length) == 0;
}

/* Makes of an expression that is only a sequence just that. */
static void take_expression(const struct search *s, struct pattern *p)
{
    p->language = language_open(p->bytes, s->options->utf8);
    if (language_is_sequence(p->language)) {
        p->bytes = p->sequence = language_sequence(p->language);
        language_close(p->language);
        p->language = NULL;
    }
    p->written = p->language != NULL;
}

static void pattern_free(struct pattern *p)
{
    text_free(&p->text);
    language_close(p->language);
    free(p->sequence.bytes);
    free(p->form.bytes);
}

/* Takes in pattern `number`, or its reverse complement, unless an earlier one equals it. */
static void add_pattern(struct search *s, struct naive_bytes bytes, size_t number, bool reverse)
{
    struct pattern p = {.bytes = bytes, .given = bytes, .number = number, .reverse = reverse};
    if (naive_folds(s->options))
        p.bytes = p.form = folding_form(s->folding, bytes, !s->options->classes);
    p.strand = s->options->iupac && s->options->expression;
    if (p.strand) {
        struct naive_bytes form = p.form;
        p.bytes = p.form = dna_expression(p.bytes, reverse, (size_t[DNA_GROUPS]){0});
        free(form.bytes);
    }
    if (s->options->expression)
        take_expression(s, &p);
    else if (s->options->iupac)
        p.bytes = p.sequence = dna_strand(p.bytes, reverse);
    p.text = folding_pattern(s->folding, p.language != NULL ? language_items(p.language) : p.bytes);
    if ((s->options->costs || s->options->edits.given) && p.language == NULL)
        p.language = language_line(p.text.n);
    for (size_t i = 0; i < s->npatterns; i++)
        if (same_pattern(&s->patterns[i], &p)) {
            pattern_free(&p);
            return;
        }
    p.limit = p.language != NULL ? limit_of(s->options, number, language_shortest(p.language),
                                            naive_vacuous(s->options, p.language))
                                 : limit_of(s->options, number, p.text.n, p.text.n);
    s->patterns[s->npatterns++] = p;
}

/* Both ways of each, for all patterns. */
static void add_confusions(struct search *s)
{
    size_t n = 2 * s->options->nconfusions;
    const struct naive_confusion *given = s->options->confusions;
    for (size_t i = 0; i < n; i++)
        s->sides[i] = folding_form(s->folding, given[i / 2].sides[i % 2], true);
    for (size_t i = 0; i < n; i++)
        s->confusions[i].items = folding_pattern(s->folding, s->sides[i ^ 1]);
    for (size_t i = 0; i < n; i++) {
        s->confusions[i].cost = given[i / 2].cost;
        s->confusions[i].characters = folding_text(s->folding, s->sides[i]);
    }
    for (size_t i = 0; i < s->npatterns; i++) {
        s->patterns[i].confusions = s->confusions;
        s->patterns[i].nconfusions = n;
    }
}

/* Of expressions only a sequence of items may be. */
static bool is_own_reverse_expression(const struct search *s, struct naive_bytes form)
{
    struct text strands[2];
    bool sequence = true;
    for (int reverse = 0; reverse < 2; reverse++) {
        struct naive_bytes strand = dna_expression(form, reverse != 0, (size_t[DNA_GROUPS]){0});
        struct language *l = language_open(strand, s->options->utf8);
        sequence = language_is_sequence(l);
        struct naive_bytes own = sequence ? language_sequence(l) : (struct naive_bytes){0};
        strands[reverse] = folding_pattern(s->folding, own);
        language_close(l);
        free(strand.bytes);
        free(own.bytes);
    }
    bool same = sequence && same_text(&strands[0], &strands[1]);
    text_free(&strands[0]);
    text_free(&strands[1]);
    return same;
}

static bool is_own_reverse(const struct search *s, struct naive_bytes pattern)
{
    struct naive_bytes form = folding_form(s->folding, pattern, !s->options->classes);
    if (s->options->expression) {
        bool own = is_own_reverse_expression(s, form);
        free(form.bytes);
        return own;
    }
    struct naive_bytes one = dna_strand(form, false), other = dna_strand(form, true);
    bool same = memcmp(one.bytes, other.bytes, form.length) == 0;
    free(form.bytes);
    free(one.bytes);
    free(other.bytes);
    return same;
}

/* A pattern of --and or --not, on its strands. */
static void add_other(struct search *s, struct other *to, struct naive_bytes pattern)
{
    struct search own = *s;
    own.patterns = to->strands;
    own.npatterns = 0;
    add_pattern(&own, pattern, SIZE_MAX, false);
    if (s->options->reverse_complement && !is_own_reverse(s, pattern))
        add_pattern(&own, pattern, SIZE_MAX, true);
    to->nstrands = own.npatterns;
    for (size_t i = 0; i < to->nstrands; i++) {
        to->strands[i].confusions = s->confusions;
        to->strands[i].nconfusions = 2 * s->options->nconfusions;
    }
}

static void search_open(struct search *s, const struct naive_bytes *patterns, size_t npatterns,
                        const struct naive_input *inputs, size_t ninputs)
{
    s->folding = folding_open(s->options);
    s->patterns = naive_allocate(2 * npatterns, sizeof *s->patterns);
    for (size_t i = 0; i < npatterns; i++) {
        add_pattern(s, patterns[i], i + 1, false);
        if (s->options->reverse_complement && !is_own_reverse(s, patterns[i]))
            add_pattern(s, patterns[i], i + 1, true);
    }
    add_confusions(s);
    for (size_t i = 0; i < s->options->nothers; i++)
        add_other(s, &s->others[i], s->options->others[i].pattern);
    for (size_t i = 0; i < s->options->nwheres; i++)
        s->wheres[i] = regex_open(s->options->wheres[i].regex, s->options->utf8);
    s->inputs = naive_allocate(ninputs, sizeof *s->inputs);
    for (s->ninputs = 0; s->ninputs < ninputs; s->ninputs++) {
        struct input *input = &s->inputs[s->ninputs];
        input->text = folding_text(s->folding, inputs[s->ninputs].text);
        cut(s, inputs[s->ninputs].text, input);
    }
}

static void search_close(struct search *s)
{
    for (size_t i = 0; i < s->npatterns; i++)
        pattern_free(&s->patterns[i]);
    for (size_t i = 0; i < s->ninputs; i++) {
        text_free(&s->inputs[i].text);
        for (size_t p = 0; naive_folds(s->options) && p < s->inputs[i].count; p++)
            text_free(&s->inputs[i].places[p].text);
        free(s->inputs[i].places);
    }
    for (size_t i = 0; i < s->options->nwheres; i++)
        regex_close(s->wheres[i]);
    for (size_t i = 0; i < s->options->nothers; i++)
        for (size_t p = 0; p < s->others[i].nstrands; p++)
            pattern_free(&s->others[i].strands[p]);
    for (size_t i = 0; i < 2 * s->options->nconfusions; i++) {
        text_free(&s->confusions[i].items);
        text_free(&s->confusions[i].characters);
        free(s->sides[i].bytes);
    }
    free(s->patterns);
    free(s->inputs);
    folding_close(s->folding);
}

/* --max-per-pattern: leaves out what comes behind the first N of each pattern, which are
 * occurrences or records. */
static void keep_most(const struct naive_options *o, struct naive_result *result, size_t npatterns)
{
    bool of_records = !o->only_matching && !o->span_lines && !o->count_matches;
    size_t *counts = naive_allocate(npatterns + 1, sizeof *counts);
    for (size_t n = 0; n < result->ninputs; n++)
        for (size_t i = 0; i < result->inputs[n].count; i++) {
            struct naive_record *record = &result->inputs[n].records[i];
            struct occurrences kept = {record->occurrences, 0};
            for (size_t x = 0; x < record->count; x++) {
                size_t *count = &counts[record->occurrences[x].pattern];
                bool first = true;
                for (size_t y = 0; y < kept.count; y++)
                    first = first && kept.list[y].pattern != record->occurrences[x].pattern;
                if (*count >= o->max_per_pattern && (!of_records || first)) {
                    naive_alignment_free(record->occurrences[x].alignment);
                    continue;
                }
                *count += !of_records || first;
                kept.list[kept.count++] = record->occurrences[x];
            }
            record->count = kept.count;
            record->best = best_of(kept);
        }
    free(counts);
}

struct naive_result *naive_search(const struct naive_options *options,
                                  const struct naive_bytes *patterns, size_t npatterns,
                                  const struct naive_input *inputs, size_t ninputs)
{
    struct naive_options o = *options;
    take_metric(&o);
    struct search s = {.options = &o};
    naive_source_forget();
    search_open(&s, patterns, npatterns, inputs, ninputs);
    struct naive_result *result = naive_allocate(1, sizeof *result);
    bool best_mode = naive_best_mode(&o);
    bool ranked = o.each || o.top > 0;
    if (o.each)
        find_least(&s);
    result->best = best_mode && !ranked ? least_distance(&s) : SIZE_MAX;
    result->top = NULL;
    result->ntop = result->most = 0;
    for (size_t p = 0; p < s.npatterns; p++)
        if (s.patterns[p].limit > result->most)
            result->most = s.patterns[p].limit;
    result->ninputs = ninputs;
    result->inputs = naive_allocate(ninputs, sizeof *result->inputs);
    result->seconds = o.margin > 0 || (o.block && o.format == NAIVE_JSON && best_mode && !ranked &&
                                       npatterns == 1 && !o.reverse_complement);
    bool shows = !result->seconds || find_second(&s, result);
    for (size_t i = 0; i < s.npatterns && !shows; i++)
        pattern_free(&s.patterns[i]);
    s.npatterns = shows ? s.npatterns : 0;
    result->best = shows ? result->best : SIZE_MAX;
    for (size_t i = 0; i < ninputs; i++)
        result->inputs[i] = search_input(&s, &s.inputs[i], result->best);
    if (o.top > 0)
        rank_all(&s, result);
    if (o.max_per_pattern > 0)
        keep_most(&o, result, npatterns);
    search_close(&s);
    return result;
}

void naive_free(struct naive_result *result)
{
    for (size_t i = 0; i < result->ninputs; i++) {
        for (size_t r = 0; r < result->inputs[i].count; r++)
            free_record(&result->inputs[i].records[r]);
        free(result->inputs[i].records);
    }
    for (size_t i = 0; i < result->ntop; i++)
        free_record(&result->top[i].record);
    free(result->top);
    free(result->inputs);
    free(result);
}
