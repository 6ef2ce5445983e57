#include "compare/compare_parallel.h"

#include <math.h>
#include <stdlib.h>

#include "base/trace.h"
#include "base/xalloc.h"
#include "compare/split_table.h"

/* Parts for each worker: enough that all workers end at about the same time. */
enum { PARTS_OF_THREAD = 8, PARTS_OF_EXECUTOR = 2, PARTS_OF_DIVIDER = 4 };
enum { NEIGHBOURS = 2 };           /* diagonals by which a band is wider for exchanges */
static const double UNEVEN = 1.15; /* those who divide parts may need so much more than the mean */

/* The parts of the table so far, in order. */
struct division {
    const struct compare_parallel *c;
    struct subproblem *parts;
    size_t n;
    double cells;   /* a part of more is halved; less than 0: every part is */
    uint64_t limit; /* of the whole path */
};

/* --- one depth ----------------------------------------------------------------------------- */

/* A part that is halved: where, and whether its two tables are transposed. */
struct halving {
    size_t part;
    struct split_table middle;
    bool turned; /* their last columns are along the middle, not their last rows */
};

static bool is_halved(const struct division *d, const struct subproblem *part)
{
    bool large = part->s.m + part->s.n > 4 && sequences_cells(&part->s) > d->cells;
    return d->cells < 0 || (large && !subproblems_by_diagonals(&d->c->rules, part));
}

static size_t count_halved(const struct division *d)
{
    size_t n = 0;
    for (size_t i = 0; i < d->n; i++)
        n += is_halved(d, &d->parts[i]);
    return n;
}

/* Returns whether halves are bands: the limit is one, or distances are known. */
static bool are_bands(const struct division *d)
{
    const struct sequences *s = &d->parts[0].s;
    return d->c->bands && (d->n > 1 || d->limit < s->m + s->n);
}

/* Returns the diagonals of both halves of a part that a path of its distance can reach, or one
 * within the limit. An exchange at a border of the band needs its neighbours, and saves 1. */
static struct diagonal_span band_of(const struct division *d, const struct subproblem *part,
                                    const struct halving *halving)
{
    const struct sequences *s = &part->s;
    uint64_t bound = part->distance < UINT64_MAX ? part->distance : d->limit;
    bool columns = halving->middle.columns;
    struct diagonal_span band =
        diagonal_span_within(columns ? s->n : s->m, columns ? s->m : s->n, bound);
    int64_t neighbours = d->c->rules.metric == METRIC_OSA ? NEIGHBOURS : 0;
    return (struct diagonal_span){band.lowest - neighbours, band.highest + neighbours};
}

/* Halves a part: *halving but for its part, two problems and their bands. Whole tables have the
 * longer side as rows: who computes rows side by side is faster then. */
static void halve_part(const struct division *d, const struct subproblem *part,
                       struct halving *halving, struct strips_problem halves[2],
                       struct diagonal_span bands[2])
{
    halving->middle = split_table_of(&part->s);
    for (int second = 0; second < 2; second++) {
        halves[second] =
            split_table_half(&halving->middle, &part->s, d->c->rules.metric, second == 1);
        bands[second] = band_of(d, part, halving);
    }
    halving->turned = !are_bands(d) && halves[0].rows.n < halves[0].columns.n;
    for (int second = 0; second < 2 && halving->turned; second++)
        halves[second] = strips_turned(&halves[second]);
}

/* Fills the halvings of a depth, and two problems for each. */
static void open_depth(const struct division *d, struct halving *halvings,
                       struct strips_problem *halves, struct diagonal_span *bands)
{
    for (size_t i = 0, k = 0; i < d->n; i++) {
        if (!is_halved(d, &d->parts[i]))
            continue;
        halvings[k].part = i;
        halve_part(d, &d->parts[i], &halvings[k], &halves[2 * k], &bands[2 * k]);
        k++;
    }
}

/* Finds where the path crosses each middle. */
static void find_crosses(const struct division *d, struct grid *g, struct halving *halvings,
                         size_t n)
{
    for (size_t k = 0; k < n; k++) {
        struct strips_row first, second;
        void (*along_middle)(struct grid *, size_t, struct strips_row *) =
            halvings[k].turned ? grid_column : grid_row;
        along_middle(g, 2 * k, &first);
        along_middle(g, 2 * k + 1, &second);
        split_table_cross(&halvings[k].middle, &d->parts[halvings[k].part].s, d->c->rules.metric,
                          &first, &second);
        strips_row_free(&first);
        strips_row_free(&second);
    }
}

/* Replaces each part that was halved by two parts. */
static void split(struct division *d, const struct halving *halvings, size_t n)
{
    struct subproblem *parts = xcalloc(d->n + n, sizeof *parts), *to = parts;
    for (size_t i = 0, k = 0; i < d->n; i++) {
        if (k == n || halvings[k].part != i) {
            *to++ = d->parts[i];
            continue;
        }
        const struct split_table *middle = &halvings[k++].middle;
        split_table_split(middle, &d->parts[i].s, &to[0].s, &to[1].s);
        to[0].distance = middle->before;
        to[1].distance = middle->after;
        to += 2;
    }
    free(d->parts);
    d->parts = parts;
    d->n += n;
}

/* Halves all large parts. Returns false if all workers failed. */
static bool halve_parts(struct division *d, size_t n)
{
    struct halving *halvings = xcalloc(n, sizeof *halvings);
    struct strips_problem *halves = xcalloc(2 * n, sizeof *halves);
    struct diagonal_span *bands = xcalloc(2 * n, sizeof *bands);
    struct grid_shape shape = d->c->shape;
    open_depth(d, halvings, halves, bands);
    trace(TRACE_COMPARE, "%zu parts, %zu of them halved by %zu executors", d->n, n,
          scheduler_executors(d->c->scheduler));
    shape.bands = are_bands(d) ? bands : NULL;
    struct grid *g = scheduler_compute(d->c->scheduler, halves, 2 * n, &shape);
    if (g != NULL) {
        find_crosses(d, g, halvings, n);
        split(d, halvings, n);
        grid_close(g);
    }
    free(halvings);
    free(halves);
    free(bands);
    return g != NULL;
}

/* --- all of it ----------------------------------------------------------------------------- */

/* Returns the distance of all parts; UINT64_MAX before anything was halved. */
static uint64_t distance_of(const struct division *d)
{
    uint64_t distance = 0;
    for (size_t i = 0; i < d->n; i++)
        distance += d->parts[i].distance;
    return distance;
}

static bool is_beyond(const struct division *d)
{
    return d->n > 1 && distance_of(d) > d->limit;
}

/* Lets devices divide the parts that are still large. */
static void divide_parts(struct division *d)
{
    struct subproblem *old = d->parts;
    if (scheduler_dividers(d->c->scheduler) == 0)
        return;
    trace(TRACE_COMPARE, "%zu parts for %u dividers", d->n, scheduler_dividers(d->c->scheduler));
    struct split_on_device *dividing =
        split_on_device_open(old, d->n, d->c->rules.metric, d->c->cells);
    scheduler_divide(d->c->scheduler, dividing);
    d->parts = split_on_device_join(dividing, &d->n);
    free(old);
}

/* Aligns all parts. Returns false if a worker failed. */
static bool align_parts(const struct division *d, struct script *script, uint64_t *distance)
{
    uint64_t others = script_edits(script);
    trace(TRACE_COMPARE, "%zu parts to be aligned", d->n);
    struct subproblems *parts = subproblems_open(d->parts, d->n, &d->c->rules);
    bool good = scheduler_align(d->c->scheduler, parts);
    subproblems_close(parts, script);
    *distance = script_edits(script) - others;
    return good;
}

/* Returns the most cells of one of n dividers, if each takes the largest part that is left. */
static double most_of_dividers(const struct division *d, size_t n)
{
    struct subproblem *parts = subproblems_sorted(d->parts, d->n);
    double *loads = xcalloc(n, sizeof *loads), most = 0;
    for (size_t i = 0; i < d->n; i++) {
        size_t least = 0;
        for (size_t k = 1; k < n; k++)
            least = loads[k] < loads[least] ? k : least;
        loads[least] += sequences_cells(&parts[i].s);
        most = loads[least] > most ? loads[least] : most;
    }
    free(parts);
    free(loads);
    return most;
}

/* Returns the cells above which all workers together halve a part, so that the dividers get about
 * the same number of cells. */
static double small_for_dividers(const struct division *d)
{
    size_t n = scheduler_dividers(d->c->scheduler);
    double all = 0;
    for (size_t i = 0; i < d->n; i++)
        all += sequences_cells(&d->parts[i].s);
    double mean = all / (double)n;
    return most_of_dividers(d, n) <= mean * UNEVEN ? INFINITY : mean / PARTS_OF_DIVIDER;
}

/* A part of more is halved. A depth has twice as many parts as the one above, and half its cells.
 */
static double small_enough(const struct division *d, const struct sequences *s)
{
    const struct scheduler *scheduler = d->c->scheduler;
    double parts = scheduler_dividers(scheduler) > 0
                       ? PARTS_OF_EXECUTOR * (double)scheduler_executors(scheduler)
                       : PARTS_OF_THREAD * (double)scheduler_threads(scheduler);
    double cells = scheduler_all_divide(scheduler) ? small_for_dividers(d)
                                                   : sequences_cells(s) / parts / parts;
    return cells > d->c->cells ? cells : d->c->cells;
}

/* Counts the parts that are to be halved next. */
static size_t next_depth(struct division *d, const struct sequences *s)
{
    d->cells = small_enough(d, s);
    return count_halved(d);
}

/*
 * An optimal path goes through the middle of the table. So two halves tell the distance, and
 * neither needs anything of the other.
 */
bool compare_parallel_align(const struct compare_parallel *c, const struct sequences *s,
                            uint64_t limit, struct script *script, uint64_t *distance)
{
    struct division d = {.c = c, .n = 1, .limit = limit, .cells = -1};
    d.parts = xcalloc(1, sizeof *d.parts);
    d.parts[0] = (struct subproblem){.s = *s, .distance = UINT64_MAX};
    bool good = true;
    if (script == NULL)
        good = halve_parts(&d, 1);
    for (size_t n; good && script != NULL && !is_beyond(&d) && (n = next_depth(&d, s)) > 0;)
        good = halve_parts(&d, n);
    if (good && (script == NULL || is_beyond(&d))) {
        *distance = distance_of(&d);
    } else if (good) {
        divide_parts(&d);
        good = align_parts(&d, script, distance);
    }
    free(d.parts);
    return good;
}
