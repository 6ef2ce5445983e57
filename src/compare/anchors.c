/*
 * anchors.c - see anchors.h.
 *
 * At regular intervals, a run of the first sequence enters a table by its hash. Then the hashes of
 * all runs of the second sequence are looked up there, after a look at a bitmap, which stays in the
 * cache. Hashes only propose anchors: how many codes are really equal there is counted again.
 */
#include "compare/anchors.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/least.h"
#include "base/xalloc.h"
#include "compare/diagonals.h"
#include "compare/hirschberg.h"
#include "compare/run_hash.h"
#include "plan/costs.h"
#include "strips/strips.h"

enum {
    RUN_LEAST = 8, /* codes of an anchor */
    RUN_MOST = 64,
    BY_CHANCE = 1 << 8,  /* for each run of the second sequence, this many others are possible */
    TWICE_SHARE = 4,     /* runs become longer if one of this many stands twice */
    INTERVAL_LEAST = 16, /* codes from one run of the table to the next */
    RUNS_MOST = 1 << 15, /* runs of the table */
    SLOT_BITS = 16,      /* logarithms of its slots, and of the bits of the bitmap */
    BITMAP_BITS = 19,
    LEAF = 1 << 14,    /* words of a table whose moves are kept */
    LEVELS_FIRST = 32, /* edits that diagonals look for between two anchors, and their growth */
    LEVELS_GROWTH = 2
};

static const double EDITS_STEP = 0.02, EDITS_MOST = 0.5; /* for each code */

enum { NOWHERE = -1, TWICE = -2 };

struct anchor {
    uint64_t hash;
    int64_t row, column; /* where the run begins; NOWHERE: not yet found; TWICE: no anchor */
};

struct anchor_table {
    const struct sequences *s;
    size_t length, interval; /* of a run; from one to the next */
    struct anchor *anchors;  /* their rows ascend */
    size_t count;
    uint16_t *slots; /* 1 + index of an anchor; 0: none */
    uint64_t *bitmap;
};

/* The anchor with this hash, or the free slot where it belongs. */
static uint16_t *find_slot(const struct anchor_table *t, uint64_t hash)
{
    size_t at = run_hash_top(hash, SLOT_BITS);
    while (t->slots[at] != 0 && t->anchors[t->slots[at] - 1].hash != hash)
        at = (at + 1) % (1 << SLOT_BITS);
    return &t->slots[at];
}

static void enter_runs(struct anchor_table *t)
{
    for (size_t row = 0; row + t->length <= t->s->m; row += t->interval) {
        uint64_t hash = run_hash(t->s->x, t->s->width, row, t->length);
        uint16_t *slot = find_slot(t, hash);
        if (*slot != 0) {
            t->anchors[*slot - 1].column = TWICE;
            continue;
        }
        size_t bit = run_hash_top(hash, BITMAP_BITS);
        t->bitmap[bit / 64] |= (uint64_t)1 << bit % 64;
        t->anchors[t->count++] = (struct anchor){hash, (int64_t)row, NOWHERE};
        *slot = (uint16_t)t->count;
    }
}

static void found(struct anchor_table *t, uint64_t hash, size_t column)
{
    uint16_t slot = *find_slot(t, hash);
    if (slot != 0)
        t->anchors[slot - 1].column =
            t->anchors[slot - 1].column == NOWHERE ? (int64_t)column : TWICE;
}

static inline void look_up_runs_of(struct anchor_table *t, unsigned width)
{
    const struct sequences s = *t->s;
    const uint64_t first_factor = run_first_factor(t->length);
    uint64_t hash = run_hash(s.y, width, 0, t->length);
    for (size_t j = 0;; j++) {
        size_t bit = run_hash_top(hash, BITMAP_BITS);
        if ((t->bitmap[bit / 64] >> bit % 64 & 1) != 0)
            found(t, hash, j);
        if (j + t->length == s.n)
            break;
        hash = run_hash_next(hash, s.y, width, j, t->length, first_factor);
    }
}

static void look_up_runs(struct anchor_table *t)
{
    if (t->s->width == 1)
        look_up_runs_of(t, 1);
    else
        look_up_runs_of(t, t->s->width);
}

/* Keeps the longest chain of anchors, whose rows and columns ascend. (M. L. Fredman, "On computing
 * the length of longest increasing subsequences", Discrete Mathematics 11, 1975.) */
static void keep_chain(struct anchor_table *t)
{
    int32_t *ends =
        xreallocarray(NULL, t->count + 1, sizeof *ends); /* of the best chains by length */
    int32_t *before = xreallocarray(NULL, t->count + 1, sizeof *before);
    size_t longest = 0;
    for (size_t i = 0; i < t->count; i++) {
        int64_t column = t->anchors[i].column;
        if (column < 0)
            continue;
        size_t low = 0, high = longest;
        if (longest > 0 && t->anchors[ends[longest - 1]].column < column)
            low = longest;
        while (low < high) {
            size_t middle = (low + high) / 2;
            if (t->anchors[ends[middle]].column < column)
                low = middle + 1;
            else
                high = middle;
        }
        before[i] = low > 0 ? ends[low - 1] : -1;
        ends[low] = (int32_t)i;
        longest += low == longest;
    }
    /* The chain is written over the anchors from its end: it lies behind what is still to be read.
     */
    size_t at = t->count;
    for (int32_t i = longest > 0 ? ends[longest - 1] : -1; i >= 0; i = before[i])
        t->anchors[--at] = t->anchors[i];
    memmove(t->anchors, t->anchors + at, (t->count - at) * sizeof *t->anchors);
    t->count = longest;
    free(ends);
    free(before);
}

/* What lies between the anchors: before the first, after the last, and from each to the next where
 * they do not overlap. Returns how many there are. */
static size_t find_gaps(const struct anchor_table *t, struct sequences *gaps)
{
    const struct sequences *s = t->s;
    size_t i = 0, j = 0, count = 0; /* how far it is aligned */
    for (size_t a = 0; a <= t->count; a++) {
        size_t row = a < t->count ? (size_t)t->anchors[a].row : s->m;
        size_t column = a < t->count ? (size_t)t->anchors[a].column : s->n;
        if (row < i || column < j)
            continue;
        gaps[count++] = sequences_part(s, i, row - i, j, column - j);
        size_t run = sequences_run(s, row, column);
        i = row + run;
        j = column + run;
    }
    return count;
}

static double diagonals_cost(double levels)
{
    return COST_STEP * levels * levels / 2;
}

static double strips_cost(const struct sequences *gap)
{
    double shorter = (double)(gap->m < gap->n ? gap->m : gap->n);
    return COST_STRIPS_BEGIN + (sequences_cells(gap) + shorter * COST_BAND) * COST_CELL;
}

static bool diagonals_are_cheap(const struct sequences *gap, uint64_t distance)
{
    return diagonals_cost((double)distance) < strips_cost(gap);
}

/* The share of codes that are likely to be edited: a run stays an anchor if none of its codes is.
 */
static double likely_edits(const struct anchor_table *t)
{
    double runs = (double)(t->s->m / t->interval + 1), kept = 0;
    double edits = 0;
    do {
        edits += EDITS_STEP;
        kept = runs;
        for (size_t i = 0; i < t->length; i++)
            kept *= 1 - edits;
    } while (kept > (double)t->count && edits < EDITS_MOST);
    return edits;
}

/* Nanoseconds, if this share of the codes is edited. */
static double likely_cost(const struct sequences *gap, double edits)
{
    double m = (double)gap->m, n = (double)gap->n, strips = strips_cost(gap);
    double diagonals = diagonals_cost(m < n ? n - (1 - edits) * m : m - (1 - edits) * n);
    return m == 0 || n == 0 ? 0 : diagonals < strips ? diagonals : strips;
}

struct gap_rules {
    struct hirschberg align;
    double edits;       /* for each code, as is likely */
    double nanoseconds; /* that may still be spent */
};

/* The distance, by diagonals while they are cheaper than strips; UINT64_MAX when that takes too
 * long. */
static uint64_t gap_distance(const struct sequences *gap, struct gap_rules *rules)
{
    double strips = strips_cost(gap);
    double cheaper = strips < rules->nanoseconds ? strips : rules->nanoseconds;
    for (uint64_t most = LEVELS_FIRST; diagonals_cost((double)most) < cheaper;
         most *= LEVELS_GROWTH) {
        uint64_t distance = diagonals_distance(gap, rules->align.metric, most, NULL);
        rules->nanoseconds -= diagonals_cost((double)(distance < most ? distance : most));
        if (distance != DIAGONALS_MORE)
            return distance;
    }
    if (strips > rules->nanoseconds)
        return UINT64_MAX;
    rules->nanoseconds -= strips;
    struct strips_problem p = strips_problem_of(gap, rules->align.metric);
    uint64_t score;
    return strips_score(&p, &rules->align.run, &score) == STRIPS_OK ? strips_distance(&p, score)
                                                                    : UINT64_MAX;
}

/* An alignment of an edit for each code. */
static void align_nowhere(const struct sequences *gap, enum metric metric, struct script *path)
{
    uint64_t pairs = metric == METRIC_INDEL ? 0 : gap->m < gap->n ? gap->m : gap->n;
    script_add(path, 'X', pairs);
    script_add(path, 'D', gap->m - pairs);
    script_add(path, 'I', gap->n - pairs);
}

static struct anchors_bound gaps_bound(const struct sequences *s, const struct sequences *gaps,
                                       size_t count, struct gap_rules *rules, struct script *path)
{
    struct anchors_bound bound = {0};
    const unsigned char *aligned = s->x;
    double likely = 0;
    for (size_t g = 0; g < count; g++)
        likely += likely_cost(&gaps[g], rules->edits);
    bool affordable = likely <= rules->nanoseconds;
    for (size_t g = 0; g < count; g++) {
        uint64_t m = gaps[g].m, n = gaps[g].n, distance = UINT64_MAX;
        uint64_t all = rules->align.metric == METRIC_INDEL ? m + n : m > n ? m : n;
        if (m == 0 || n == 0)
            distance = all;
        else if (affordable)
            distance = gap_distance(&gaps[g], rules);
        script_add(path, '=', (uint64_t)(gaps[g].x - aligned) / s->width);
        aligned = gaps[g].x + m * s->width;
        if (distance < all)
            hirschberg_align(&rules->align, &gaps[g], distance, path);
        else
            align_nowhere(&gaps[g], rules->align.metric, path);
        bound.distance += distance < all ? distance : all;
        bound.unknown += distance == UINT64_MAX ? all : 0;
    }
    script_add(path, '=', (uint64_t)(s->x + s->m * s->width - aligned) / s->width);
    return bound;
}

/* Enters and looks up the runs of this length. Returns whether more anchors stand twice than once.
 */
static bool find_anchors(struct anchor_table *t, size_t length)
{
    size_t once = 0, twice = 0;
    t->length = length;
    t->count = 0;
    memset(t->slots, 0, sizeof *t->slots << SLOT_BITS);
    memset(t->bitmap, 0, sizeof *t->bitmap << BITMAP_BITS >> 6);
    if (length > t->s->m || length > t->s->n)
        return false;
    enter_runs(t);
    look_up_runs(t);
    for (size_t i = 0; i < t->count; i++) {
        once += t->anchors[i].column >= 0;
        twice += t->anchors[i].column == TWICE;
    }
    return twice * TWICE_SHARE > once;
}

struct anchors_bound anchors_bound(const struct sequences *s, enum metric metric,
                                   const struct strips_kernel *kernel, double nanoseconds,
                                   struct script *path)
{
    struct anchor_table t = {.s = s};
    size_t length = run_unlikely_length(s, BY_CHANCE * (double)s->n, RUN_LEAST, RUN_MOST);
    t.interval = s->m / RUNS_MOST + 1;
    t.interval = t.interval < INTERVAL_LEAST ? INTERVAL_LEAST : t.interval;
    t.anchors = xreallocarray(NULL, s->m / t.interval + 1, sizeof *t.anchors);
    t.slots = xreallocarray(NULL, 1 << SLOT_BITS, sizeof *t.slots);
    t.bitmap = xreallocarray(NULL, ((size_t)1 << BITMAP_BITS) / 64, sizeof *t.bitmap);
    while (find_anchors(&t, length) && length < RUN_MOST)
        length *= 2;
    keep_chain(&t);
    struct gap_rules rules = {.align = {.metric = metric,
                                        .run = {.kernel = kernel, .threads = 1},
                                        .leaf = LEAF,
                                        .by_diagonals = diagonals_are_cheap},
                              .edits = likely_edits(&t),
                              .nanoseconds = nanoseconds};
    struct sequences *gaps = xreallocarray(NULL, t.count + 1, sizeof *gaps);
    struct anchors_bound bound = gaps_bound(s, gaps, find_gaps(&t, gaps), &rules, path);
    free(gaps);
    free(t.anchors);
    free(t.slots);
    free(t.bitmap);
    return bound;
}
