/*
 * distances.c - sorts pairs by the length of the longer string, and cuts them into groups that fit
 * into the lanes.
 */
#include "compare/distances.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "cells/word_distance.h"
#include "compare/compare.h"
#include "compare/diagonals.h"
#include "plan/costs.h"

enum {
    BATCH = 1 << 12, /* pairs sorted at a time, so that they stay in the cache */
    GROUPS = 16,     /* of columns, with the fewest lanes of any kernel */
    WIDTHS = 2,
    FEW = 4, /* up to this many pairs are not sorted: lanes would take longer */
};

/* A new group begins at a string with more than twice the codes of the group's first string, and
 * LONGER more. */
enum { LONGER = 8 };

struct distance_item {
    struct lanes_pair pair; /* y is the longer one */
    size_t number;
};

struct distances {
    enum metric metric;
    unsigned width;
    const struct lanes_kernel *kernel;
    struct lanes *lanes[WIDTHS][GROUPS]; /* for codes of 1 and of 4 bytes, the first group of each
                                            also for pairs; NULL until used */
    struct distance_item *items;
    uint16_t *places;         /* of items, sorted */
    struct lanes_pair *group; /* one for each lane, like the next two: */
    uint32_t *numbers;
    /* All zero between pairs. */
    uint64_t rows[WORD_DISTANCE_CODES], words[WORD_DISTANCE_CODES][WORD_DISTANCE_WORDS];
    /* The strings that rows are compared with. */
    const struct lanes_string *strings;
    size_t ncolumns, nshort;             /* `nshort` of `ncolumns` are in lanes */
    uint32_t columns[DISTANCES_COLUMNS]; /* numbers of strings */
};

struct distances *distances_open(const struct lanes_kernel *kernel, enum metric metric,
                                 unsigned width)
{
    struct distances *d = xcalloc(1, sizeof *d);
    d->metric = metric;
    d->width = width;
    d->kernel = kernel;
    d->items = xmalloc(BATCH * sizeof *d->items);
    d->places = xmalloc(BATCH * sizeof *d->places);
    d->group = xmalloc(kernel->lanes * sizeof *d->group);
    d->numbers = xmalloc(kernel->lanes * sizeof *d->numbers);
    return d;
}

void distances_close(struct distances *d)
{
    if (d == NULL)
        return;
    for (size_t g = 0; g < GROUPS; g++) {
        lanes_close(d->lanes[0][g]);
        lanes_close(d->lanes[1][g]);
    }
    free(d->items);
    free(d->places);
    free(d->group);
    free(d->numbers);
    free(d);
}

void distances_set_width(struct distances *d, unsigned width)
{
    d->width = width;
}

static struct lanes *lanes_of(struct distances *d, size_t group)
{
    struct lanes **lanes = &d->lanes[d->width > 1][group];
    if (*lanes == NULL)
        *lanes = lanes_open(d->kernel, d->metric, d->width);
    return *lanes;
}

/* --- one by one ---------------------------------------------------------------------------- */

/* Returns whether a string fits the words of a column. */
static bool fits_words(const struct distances *d, size_t m)
{
    return d->width == 1 && m <= (size_t)WORD_DISTANCE_WORDS * BITVECTOR_ROWS;
}

/* Nanoseconds that comparing one pair by itself is predicted to take. */
static double alone_cost(const struct distances *d, size_t m, size_t n)
{
    size_t more = (m - (m > 0)) / BITVECTOR_ROWS;
    if (fits_words(d, m))
        return COST_PAIR_WORD_BEGIN + COST_PAIR_WORD_CODE * (double)(m + n) +
               COST_PAIR_WORD_MORE * (double)more * (double)n;
    return COST_PAIR_BEGIN + COST_PAIR_CODE * (double)(m + n) +
           COST_PAIR_CELL * (double)m * (double)n;
}

static uint32_t count_unlike(const struct distances *d, const struct lanes_pair *p)
{
    uint32_t sum = 0;
    if (d->width == 1)
        for (size_t i = 0; i < p->x.length; i++)
            sum += p->x.codes[i] != p->y.codes[i];
    else
        for (size_t i = 0; i < (size_t)p->x.length * d->width; i += d->width)
            sum += memcmp(p->x.codes + i, p->y.codes + i, d->width) != 0;
    return sum;
}

/* Compares a pair of one-byte codes; x has at most BITVECTOR_ROWS. */
static uint32_t compare_word(struct distances *d, const struct lanes_pair *p)
{
    for (size_t i = 0; i < p->x.length; i++)
        d->rows[p->x.codes[i]] |= UINT64_C(1) << i;
    uint32_t distance = word_distance(d->metric, d->rows, p->x.length, p->y.codes, p->y.length);
    for (size_t i = 0; i < p->x.length; i++)
        d->rows[p->x.codes[i]] = 0;
    return distance;
}

static uint32_t compare_words(struct distances *d, const struct lanes_pair *p)
{
    for (size_t i = 0; i < p->x.length; i++)
        d->words[p->x.codes[i]][i / BITVECTOR_ROWS] |= UINT64_C(1) << i % BITVECTOR_ROWS;
    uint32_t distance = words_distance(d->metric, d->words, p->x.length, p->y.codes, p->y.length);
    for (size_t i = 0; i < p->x.length; i++)
        d->words[p->x.codes[i]][i / BITVECTOR_ROWS] = 0;
    return distance;
}

/* Returns the pair with the longer string as y; without an unpredictable branch. */
static struct lanes_pair turned(const struct lanes_pair *p)
{
    const struct lanes_string *both[] = {&p->x, &p->y};
    unsigned shorter = p->x.length > p->y.length;
    return (struct lanes_pair){*both[shorter], *both[!shorter]};
}

/* Compares what is left of a pair of one-byte codes without its ends: by diagonals if they are
 * alike; else by words. */
static uint32_t compare_rest(struct distances *d, const struct sequences *rest, uint64_t limit)
{
    struct lanes_pair p = {{rest->x, (uint32_t)rest->m}, {rest->y, (uint32_t)rest->n}};
    p = turned(&p);
    if (p.x.length <= BITVECTOR_ROWS)
        return compare_word(d, &p);
    uint64_t alike = diagonals_edits_in(alone_cost(d, p.x.length, p.y.length), limit);
    uint64_t distance = diagonals_distance(rest, d->metric, alike, NULL);
    if (distance != DIAGONALS_MORE)
        return (uint32_t)distance;
    return alike == limit ? DISTANCES_MORE : compare_words(d, &p);
}

/* Compares a pair without lanes; x is not longer than y. */
static uint32_t compare_alone(struct distances *d, const struct lanes_pair *p, uint32_t limit)
{
    if (d->metric == METRIC_HAMMING)
        return p->x.length == p->y.length ? count_unlike(d, p) : DISTANCES_UNLIKE;
    if (d->width == 1 && p->x.length <= BITVECTOR_ROWS)
        return compare_word(d, p);
    struct compare compare = {.threads = 1};
    struct sequences s = {p->x.codes,  p->y.codes, p->x.length,
                          p->y.length, d->width,   d->width == 1 ? 256 : UINT32_MAX};
    size_t prefix, suffix;
    struct sequences rest = sequences_between_ends(&s, &prefix, &suffix);
    if (fits_words(d, sequences_shorter(&rest)))
        return compare_rest(d, &rest, limit);
    uint64_t distance = compare_distance(&compare, &s, d->metric, limit);
    return distance == COMPARE_MORE ? DISTANCES_MORE : (uint32_t)distance;
}

/* --- in groups ----------------------------------------------------------------------------- */

static uint32_t limit_of(const uint32_t *limits, size_t i)
{
    return limits != NULL ? limits[i] : DISTANCES_MORE;
}

/* Returns the distance, or DISTANCES_MORE if it is above the limit. */
static uint32_t limited_distance(uint32_t distance, uint32_t limit)
{
    return distance <= limit || distance == DISTANCES_UNLIKE ? distance : DISTANCES_MORE;
}

/* The items of a group, as indexes into d->items. */
struct distance_group {
    const uint16_t *places;
    size_t count;
    size_t m, n; /* codes of the longest strings */
};

static const struct distance_item *group_item(const struct distances *d,
                                              const struct distance_group *g, size_t i)
{
    return &d->items[g->places[i]];
}

/* Returns the group at the beginning of the sorted items `places`. */
static struct distance_group group_of(const struct distances *d, const uint16_t *places,
                                      size_t count)
{
    struct distance_group g = {places, 0, 0, 0};
    size_t most = d->kernel->lanes, first = group_item(d, &g, 0)->pair.y.length;
    count = count < most ? count : most;
    for (; g.count < count; g.count++) {
        const struct lanes_pair *pair = &group_item(d, &g, g.count)->pair;
        if (pair->y.length > 2 * first + LONGER)
            break;
        g.m = pair->x.length > g.m ? pair->x.length : g.m;
        g.n = pair->y.length;
    }
    return g;
}

static void compute_group(struct distances *d, const struct distance_group *g,
                          const uint32_t *limits, uint32_t *to)
{
    if ((double)g->count * alone_cost(d, g->m, g->n) < lanes_cost(g->m, g->n)) {
        for (size_t i = 0; i < g->count; i++) {
            const struct distance_item *item = group_item(d, g, i);
            uint32_t limit = limit_of(limits, item->number);
            to[item->number] = limited_distance(compare_alone(d, &item->pair, limit), limit);
        }
        return;
    }
    for (size_t i = 0; i < g->count; i++)
        d->group[i] = group_item(d, g, i)->pair;
    lanes_pairs(lanes_of(d, 0), d->group, g->count, d->numbers);
    for (size_t i = 0; i < g->count; i++) {
        size_t number = group_item(d, g, i)->number;
        to[number] = limited_distance(d->numbers[i], limit_of(limits, number));
    }
}

/* Sets *to if the pair needs no lane. Returns false if it does. */
static bool settle_without_lanes(struct distances *d, const struct lanes_pair *p, uint32_t limit,
                                 uint32_t *to)
{
    if (p->y.length - p->x.length > limit && d->metric != METRIC_HAMMING)
        *to = DISTANCES_MORE;
    else if (d->metric == METRIC_HAMMING || p->y.length > LANES_LONGEST)
        *to = limited_distance(compare_alone(d, p, limit), limit);
    else
        return false;
    return true;
}

/* Collects the pairs that need a lane, and prefetches their codes. Returns their number. */
static size_t take_items(struct distances *d, const struct lanes_pair *pairs, size_t count,
                         const uint32_t *limits, uint32_t *to)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        struct lanes_pair pair = turned(&pairs[i]);
        __builtin_prefetch(pair.x.codes);
        __builtin_prefetch(pair.y.codes);
        if (!settle_without_lanes(d, &pair, limit_of(limits, i), &to[i]))
            d->items[n++] = (struct distance_item){pair, i};
    }
    return n;
}

/* Sorts the items into d->places, shorter ones first. */
static void sort_items(struct distances *d, size_t count)
{
    uint16_t begins[LANES_LONGEST + 2] = {0};
    for (size_t i = 0; i < count; i++)
        begins[d->items[i].pair.y.length + 1]++;
    for (size_t n = 1; n < LANES_LONGEST + 2; n++)
        begins[n] = (uint16_t)(begins[n] + begins[n - 1]);
    for (size_t i = 0; i < count; i++)
        d->places[begins[d->items[i].pair.y.length]++] = (uint16_t)i;
}

static void compute_batch(struct distances *d, const struct lanes_pair *pairs, size_t count,
                          const uint32_t *limits, uint32_t *to)
{
    size_t items = take_items(d, pairs, count, limits, to);
    struct distance_group group;
    sort_items(d, items);
    for (size_t at = 0; at < items; at += group.count) {
        group = group_of(d, d->places + at, items - at);
        compute_group(d, &group, limits, to);
    }
}

void distances_pairs(struct distances *d, const struct lanes_pair *pairs, size_t count,
                     const uint32_t *limits, uint32_t *to)
{
    if (count <= FEW) {
        for (size_t i = 0; i < count; i++) {
            struct lanes_pair pair = turned(&pairs[i]);
            uint32_t limit = limit_of(limits, i);
            if (!settle_without_lanes(d, &pair, limit, &to[i]))
                to[i] = limited_distance(compare_alone(d, &pair, limit), limit);
        }
        return;
    }
    for (size_t at = 0; at < count; at += BATCH) {
        size_t part = count - at < BATCH ? count - at : BATCH;
        compute_batch(d, pairs + at, part, limits != NULL ? limits + at : NULL, to + at);
    }
}

/* --- one with many ------------------------------------------------------------------------- */

/* Sorts the numbers of the strings into d->columns, shorter ones first. Returns how many are for
 * lanes. */
static size_t sort_columns(struct distances *d)
{
    size_t taken = 0, longer = d->ncolumns;
    for (size_t j = 0; j < d->ncolumns; j++)
        if (d->metric == METRIC_HAMMING || d->strings[j].length > LANES_LONGEST)
            d->columns[--longer] = (uint32_t)j;
        else
            d->items[taken++] = (struct distance_item){{d->strings[j], d->strings[j]}, j};
    sort_items(d, taken);
    for (size_t i = 0; i < taken; i++)
        d->columns[i] = (uint32_t)d->items[d->places[i]].number;
    return taken;
}

void distances_columns(struct distances *d, const struct lanes_string *columns, size_t count)
{
    size_t lanes = d->kernel->lanes;
    d->strings = columns;
    d->ncolumns = count;
    d->nshort = sort_columns(d);
    for (size_t group = 0, at = 0; at < d->nshort; group++, at += lanes) {
        size_t left = d->nshort - at;
        lanes_rows(lanes_of(d, group), d->strings, d->columns + at, left < lanes ? left : lanes);
    }
}

void distances_row(struct distances *d, const struct lanes_string *row, uint32_t *restrict to)
{
    size_t i = 0, lanes = d->kernel->lanes;
    const uint32_t *restrict columns = d->columns, *restrict distances = d->numbers;
    for (size_t group = 0; i < d->nshort && row->length <= LANES_LONGEST; group++) {
        lanes_column(lanes_of(d, group), row, d->numbers);
        for (size_t j = 0; j < lanes && i < d->nshort; j++, i++)
            to[columns[i]] = distances[j];
    }
    for (; i < d->ncolumns; i++) {
        struct lanes_pair pair = {*row, d->strings[columns[i]]};
        pair = turned(&pair);
        to[columns[i]] = compare_alone(d, &pair, DISTANCES_MORE);
    }
}
