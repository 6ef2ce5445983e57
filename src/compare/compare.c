/*
 * compare.c - which way a pair is compared, and when diagonals give way to strips.
 *
 * A short sequence and a very long one need one pass over the long one (short_by_long.h). Others
 * begin with diagonals, which notice at once when sequences are alike. Strips follow when these are
 * given up (patience.h): they compute a band of the table, for a bound on the distance.
 */
#include "compare/compare.h"

#include <stdlib.h>

#include "base/diag.h"
#include "base/io.h"
#include "base/least.h"
#include "base/trace.h"
#include "compare/align_from_rows.h"
#include "compare/align_small.h"
#include "compare/compare_device.h"
#include "compare/compare_parallel.h"
#include "compare/corridor_parts.h"
#include "compare/device_worker.h"
#include "compare/diagonals.h"
#include "compare/hamming.h"
#include "compare/hirschberg.h"
#include "compare/patience.h"
#include "compare/short_by_long.h"
#include "compare/strips_choice.h"
#include "plan/costs.h"
#include "ranks/share.h"

enum {
    LEAF = 1 << 14,         /* words */
    BAND_LEAST = 1 << 20,   /* words of a band whose moves are kept, */
    BAND_SHARE = 4,         /* one more for this many codes */
    KEPT_SHARE = 4,         /* bytes for each code, of rows that are kept */
    PART = 1 << 28,         /* cells of a part that is not divided any more */
    PART_OF_MEMORY = 1 << 6 /* such cells for each word of memory, where its size is given */
};

static size_t leaf_most(const struct compare *c)
{
    return c->memory > 0 ? c->memory : LEAF;
}

/* Cells of a part of the table that is not divided any more: it is left to a thread. */
static double part_cells(const struct compare *c)
{
    return c->memory > 0 ? (double)c->memory * PART_OF_MEMORY : PART;
}

/* --- progress ------------------------------------------------------------------------------ */

/* The progress of strips. */
struct meter {
    const struct compare *c;
    double cells; /* of the table */
    double work;  /* cells that will be computed: each may be more than once */
    double done;  /* of them */
};

static void meter_add(void *context, uint64_t cells)
{
    struct meter *m = context;
    m->done += (double)cells;
    double part = m->done < m->work ? m->done / m->work : 1;
    m->c->progress(m->c->context, part, m->cells);
}

/* `passes`: how often each cell is computed. */
static struct meter meter_open(const struct compare *c, const struct sequences *s, double passes)
{
    return (struct meter){.c = c, .cells = sequences_cells(s), .work = passes * sequences_cells(s)};
}

static struct strips_run strips_run_for(struct compare *c, const struct sequences *s,
                                        uint64_t limit, struct meter *meter)
{
    return (struct strips_run){.kernel = c->kernel,
                               .threads = c->threads,
                               .worked = &c->work.threads,
                               .limited = limit < s->m + s->n,
                               .limit = limit,
                               .progress = c->progress != NULL ? meter_add : NULL,
                               .context = meter};
}

/* --- devices ------------------------------------------------------------------------------- */

/* Compares on one device. A distance above the limit may be too great. Returns false if the device
 * failed. */
static bool compare_by_device(struct compare *c, const struct sequences *s, enum metric metric,
                              uint64_t limit, struct script *script, uint64_t *distance)
{
    struct meter meter = meter_open(c, s, script == NULL ? 1 : 2);
    struct compare_device d = {
        .device = c->device,
        .number = share_item(c->device->count(), 0),
        .run = {.blocks = c->way == WAY_BLOCKS,
                .limited = c->way != WAY_BLOCKS && strips_choice_is_band(s, limit),
                .limit = limit,
                .progress = c->progress != NULL ? meter_add : NULL,
                .context = &meter},
        .threads = c->threads,
        .cells = part_cells(c),
        .leaf = leaf_most(c)};
    trace(TRACE_COMPARE, "by a device, for a distance up to %llu", (unsigned long long)limit);
    const char *why = compare_device_align(&d, s, metric, limit, script, distance);
    if (why != NULL && c->device_only)
        die("engine %s failed: %s", c->device->name, why);
    c->work.why_not = why;
    if (why != NULL)
        return false;
    c->work.devices = c->work.devices > 0 ? c->work.devices : 1;
    return true;
}

/* --- devices, threads and ranks together ---------------------------------------------------- */

/* Adds the threads of the processor. */
static void add_teams(struct compare *c, struct scheduler *scheduler, unsigned devices,
                      unsigned *worked)
{
    unsigned teams = c->device_only        ? 0
                     : c->panels.teams > 0 ? c->panels.teams
                                           : strips_choice_team_pays(c, devices);
    trace(TRACE_COMPARE, "scheduler: %u devices and %u teams of threads", devices, teams);
    for (unsigned i = 0; i < teams; i++)
        scheduler_add_team(scheduler, c->kernel, c->threads, worked);
    if (teams == 0)
        scheduler_add_aligners(scheduler, c->threads);
}

/* Returns NULL if one device of this rank is faster alone, because the other ranks have none. */
static struct scheduler *open_scheduler(struct compare *c, const struct sequences *s,
                                        enum metric metric, unsigned devices,
                                        struct device_outcome *outcome, unsigned *worked)
{
    struct scheduler *scheduler = scheduler_open();
    add_teams(c, scheduler, devices, worked);
    for (unsigned i = 0; i < devices; i++)
        device_workers_add(scheduler, c->device, share_item(c->device->count(), i), c->device_only,
                           outcome);
    unsigned elsewhere =
        c->others != NULL ? c->others->join(c->others->context, scheduler, s, metric) : 0;
    if (c->panels.teams > 0 || devices != 1 || elsewhere > 0)
        return scheduler;
    scheduler_close(scheduler);
    return NULL;
}

/* Closes the scheduler. If devices failed, the processor will do their work. Exits the program if
 * the scheduler has not done the work and has other ranks, or no devices. */
static void close_scheduler(struct compare *c, struct scheduler *scheduler, bool good)
{
    const char *why = scheduler_why(scheduler);
    if (why != NULL && c->device_only && c->others == NULL)
        die("engine %s failed: %s", c->device->name, why);
    bool failed = !good && (c->others != NULL || scheduler_dividers(scheduler) == 0);
    if (failed && why != NULL)
        die("%s", why);
    if (failed)
        die_out_of_memory();
    scheduler_close(scheduler);
}

/* Compares by a scheduler, as compare_by_device(). Returns false if devices failed, or one device
 * is faster alone. */
static bool compare_by_scheduler(struct compare *c, const struct sequences *s, enum metric metric,
                                 unsigned devices, uint64_t limit, struct script *script,
                                 uint64_t *distance)
{
    struct device_outcome outcome = {0};
    unsigned worked = 0;
    struct meter meter = meter_open(c, s, script == NULL ? 1 : 2);
    struct compare_parallel run = {.scheduler =
                                       open_scheduler(c, s, metric, devices, &outcome, &worked),
                                   .shape = {.rows = c->panels.rows, .columns = c->panels.columns},
                                   .rules = {.metric = metric,
                                             .kernel = c->kernel,
                                             .leaf = leaf_most(c),
                                             .diagonals = c->way == WAY_AUTO},
                                   .cells = part_cells(c),
                                   .bands = devices == 0};
    if (c->progress != NULL) {
        run.shape.progress = run.rules.progress = meter_add;
        run.shape.context = run.rules.context = &meter;
    }
    if (run.scheduler == NULL)
        return false;
    bool good = compare_parallel_align(&run, s, limit, script, distance);
    close_scheduler(c, run.scheduler, good);
    c->work.threads = worked > c->work.threads ? worked : c->work.threads;
    devices = (unsigned)__builtin_popcountll(outcome.worked);
    c->work.devices = devices > c->work.devices ? devices : c->work.devices;
    c->work.why_not = outcome.why != NULL ? outcome.why : c->work.why_not;
    return good;
}

/* Compares by a scheduler or a device, within *bound or more, and sets *tried to that bound. If the
 * distance is above it, sets *distance to COMPARE_MORE and *bound to the next bound to try: the
 * cost of the best path in the band, unless that is far more than the bound. Returns false if
 * neither could do it. */
static bool try_bound(struct patience *p, const struct sequences *compact,
                      const struct strips_choice *choice, uint64_t *bound, uint64_t *tried,
                      struct script *script, uint64_t *distance)
{
    struct compare *c = p->c;
    struct script_mark mark = script != NULL ? script_mark(script) : (struct script_mark){0};
    bool alone = choice->devices > 0 && !choice->parallel;
    bool whole = choice->devices > 0 && choice->parallel;
    uint64_t liked = strips_choice_device_limit(compact, p->distance);
    if (alone && !p->known && c->guess == 0 && liked > *bound)
        *bound = liked;
    if (whole || *bound > p->limit || !strips_choice_is_band(compact, *bound) ||
        c->way == WAY_BLOCKS)
        *bound = p->limit;
    *tried = *bound;
    if (!(choice->parallel &&
          compare_by_scheduler(c, compact, p->metric, choice->devices, *tried, script, distance)) &&
        !(choice->devices > 0 && c->work.why_not == NULL &&
          compare_by_device(c, compact, p->metric, *tried, script, distance)))
        return false;
    if (*distance <= *tried)
        return true;
    if (script != NULL)
        script_return(script, mark);
    *bound = *distance / 2 < *tried ? *distance : 2 * *tried;
    p->limit = least_u64(p->limit, *distance);
    *distance = COMPARE_MORE;
    return true;
}

/* --- both ---------------------------------------------------------------------------------- */

/* Returns the distance if it is at most *bound; else COMPARE_MORE, and sets *bound to the next
 * bound to try. */
static uint64_t distance_by_strips(struct patience *p, const struct sequences *compact,
                                   uint64_t *bound, struct strips_kept *keep)
{
    struct compare *c = p->c;
    struct meter meter = meter_open(c, compact, 1);
    struct strips_run run = strips_run_for(c, compact, *bound, &meter);
    struct strips_problem problem = strips_problem_of(compact, p->metric);
    const struct corridor *corridor = p->corridor.spans != NULL ? &p->corridor : NULL;
    uint64_t score;
    double began = io_seconds(), part = 1;
    run.share_done = &part;
    run.keep = keep;
    run.corridor = corridor;
    enum strips_status status = strips_score(&problem, &run, &score);
    if (status == STRIPS_MEMORY)
        die_out_of_memory();
    if (corridor == NULL)
        strips_choice_learn(c, compact, *bound, part, io_seconds() - began);
    if (status != STRIPS_BEYOND)
        return strips_distance(&problem, score);
    *bound = strips_bound_next(compact, *bound, part, &p->distance);
    return COMPARE_MORE;
}

static void align_by_strips(struct compare *c, const struct sequences *s, enum metric metric,
                            const struct strips_kept *kept, uint64_t distance,
                            struct script *script)
{
    struct meter meter = meter_open(c, s, 2);
    struct hirschberg h = {
        .metric = metric, .run = strips_run_for(c, s, distance, &meter), .leaf = leaf_most(c)};
    size_t band = c->memory > 0 ? c->memory : BAND_LEAST + (s->m + s->n) / BAND_SHARE;
    align_from_rows(&h, s, kept, distance, band, script);
}

/* Starts the devices that will be used, while sequences_compact() copies the codes. */
static void prepare_devices(const struct compare *c, const struct strips_choice *choice)
{
    unsigned devices = choice->parallel ? choice->devices : choice->devices > 0;
    for (unsigned i = 0; i < devices; i++)
        c->device->prepare(share_item(c->device->count(), i));
}

/* Compares by diagonals in a corridor if there is one where they are faster than strips. */
static bool diagonals_in_corridor(const struct patience *p, struct script *script,
                                  uint64_t *distance)
{
    struct compare *c = p->c;
    if (p->corridor.spans == NULL || !strips_choice_diagonals(c, p->s, &p->corridor))
        return false;
    trace(TRACE_COMPARE, "by diagonals in the corridor");
    c->work.diagonals = true;
    *distance = corridor_parts_align(p->s, p->metric, p->limit, &p->corridor, c->threads, script);
    return true;
}

/* Returns whether the processor is fastest with strips in a corridor. */
static bool strips_in_corridor(const struct patience *p, const struct strips_choice *choice)
{
    return p->corridor.spans != NULL && !p->c->device_only &&
           strips_choice_corridor_cost(p->c, p->s, &p->corridor) <= choice->cost;
}

/*
 * By strips. Within a bound on the distance, the processor computes only a band of the table. While
 * the distance turns out to be greater, a greater bound is tried, until a device or a scheduler
 * would compute the whole table sooner.
 */
static uint64_t compare_by_strips(struct patience *p, struct script *script)
{
    struct compare *c = p->c;
    const struct sequences *s = p->s;
    struct sequences compact;
    uint64_t distance, tried, difference = sequences_excess(s);
    uint64_t bound = c->guess > 0 ? c->guess : strips_bound_first(s, p->distance);
    if (difference > p->limit)
        return COMPARE_MORE;
    if (c->way == WAY_STRIPS && c->guess == 0)
        bound = p->limit;
    struct strips_choice choice = strips_choose(c, s, bound);
    prepare_devices(c, &choice);
    void *codes = sequences_compact(s, &compact);
    if (codes == NULL)
        die_out_of_memory();
    do {
        bound = most_u64(bound, difference);
        choice = strips_choose(c, s, bound);
        patience_ask_anchors(p, choice.cost);
        if (diagonals_in_corridor(p, script, &distance))
            break;
        if (bound > sequences_longer(s) || bound > p->limit || (p->known && c->guess == 0))
            bound = p->limit;
        trace(TRACE_COMPARE, "%zu x %zu codes, by strips, for a distance up to %llu", s->m, s->n,
              (unsigned long long)bound);
        choice = strips_choose(c, s, bound);
        tried = bound;
        if (!strips_in_corridor(p, &choice) &&
            try_bound(p, &compact, &choice, &bound, &tried, script, &distance))
            continue;
        struct strips_kept kept = {.most = KEPT_SHARE * (s->m + s->n)};
        distance = distance_by_strips(p, &compact, &bound, script != NULL ? &kept : NULL);
        if (distance != COMPARE_MORE && script != NULL)
            align_by_strips(c, &compact, p->metric, &kept, distance, script);
        strips_kept_close(&kept);
    } while (distance == COMPARE_MORE && tried < p->limit);
    free(codes);
    return distance;
}

/* Compares a short sequence and a very long one. Appends the alignment to a script even if the
 * distance is above the limit. */
static uint64_t compare_short_by_long(struct compare *c, const struct sequences *s,
                                      enum metric metric, uint64_t limit, struct script *script)
{
    c->work.short_by_long = true;
    trace(TRACE_COMPARE, "%zu x %zu codes, column by column", s->m, s->n);
    if (sequences_excess(s) > limit)
        return COMPARE_MORE;
    uint64_t distance = short_by_long_align(s, metric, script);
    return distance <= limit ? distance : COMPARE_MORE;
}

/* METRIC_HAMMING; as compare_short_by_long(). */
static uint64_t compare_hamming(struct compare *c, const struct sequences *s, uint64_t limit,
                                struct script *script)
{
    c->work.hamming = true;
    trace(TRACE_COMPARE, "%zu codes, in pairs", s->m);
    uint64_t distance = hamming_distance(s, c->threads, &c->work.threads, NULL);
    if (script != NULL && distance <= limit)
        hamming_align(s, script);
    return distance <= limit ? distance : COMPARE_MORE;
}

/* Compares what is left between the common prefix and suffix. */
static uint64_t compare_rest(struct compare *c, const struct sequences *s, enum metric metric,
                             uint64_t limit, struct script *script)
{
    struct patience patience = patience_begin(c, s, metric, limit);
    struct diagonals_watch watch = {patience_with_diagonals, &patience};
    if (s->m == 0 || s->n == 0) {
        uint64_t distance = s->m + s->n;
        if (script != NULL && distance <= limit) {
            script_add(script, 'D', s->m);
            script_add(script, 'I', s->n);
        }
        return distance <= limit ? distance : COMPARE_MORE;
    }
    if (metric == METRIC_HAMMING)
        return compare_hamming(c, s, limit, script);
    if (c->way == WAY_AUTO && short_by_long_pay(s))
        return compare_short_by_long(c, s, metric, limit, script);
    uint64_t distance;
    if (c->way == WAY_AUTO && script != NULL &&
        align_small(s, metric, limit, leaf_most(c), script, &distance)) {
        c->work.diagonals = true;
        return distance <= limit ? distance : COMPARE_MORE;
    }
    bool strips = c->way == WAY_STRIPS || c->way == WAY_BLOCKS;
    distance = strips ? DIAGONALS_GIVEN_UP : diagonals_distance(s, metric, limit, &watch);
    trace(TRACE_COMPARE, "%zu x %zu codes, by diagonals: %s", s->m, s->n,
          strips                           ? "not wanted"
          : distance == DIAGONALS_GIVEN_UP ? "given up"
                                           : "done");
    if (distance != DIAGONALS_GIVEN_UP) {
        c->work.diagonals = true;
        if (script != NULL && distance != DIAGONALS_MORE)
            diagonals_align(s, metric, distance, NULL, script);
    } else if (!diagonals_in_corridor(&patience, script, &distance)) {
        c->work.strips = true;
        distance = compare_by_strips(&patience, script);
    }
    patience_end(&patience);
    return distance;
}

uint64_t compare_align(struct compare *c, const struct sequences *s, enum metric metric,
                       uint64_t limit, struct script *script)
{
    double started = io_seconds();
    size_t prefix, suffix;
    struct sequences rest = sequences_between_ends(s, &prefix, &suffix);
    struct script_mark mark = {0};
    if (script != NULL) {
        mark = script_mark(script);
        script_add(script, '=', prefix);
    }
    uint64_t distance = compare_rest(c, &rest, metric, limit, script);
    if (script != NULL && distance == COMPARE_MORE)
        script_return(script, mark);
    else if (script != NULL)
        script_add(script, '=', suffix);
    c->work.cells += sequences_cells(&rest);
    c->work.seconds += io_seconds() - started;
    return distance;
}

uint64_t compare_distance(struct compare *c, const struct sequences *s, enum metric metric,
                          uint64_t limit)
{
    return compare_align(c, s, metric, limit, NULL);
}
