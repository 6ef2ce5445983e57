#include "compare/compare_device.h"

#include <stdlib.h>

#include "compare/split_on_device.h"

static const double MORE_THAN_HALF = 0.75; /* of all cells, no half has */

/* Aligns the parts of a table that the device has divided, on the processor, and appends all
 * alignments to the script. Returns the distance. Aligns nothing if several parts show that the
 * distance is above the limit. */
static uint64_t join_parts(const struct compare_device *c, const struct sequences *s,
                           enum metric metric, const struct strips_device_part *v, size_t n,
                           uint64_t limit, struct script *script)
{
    const struct subproblems_rules rules = {.metric = metric, .leaf = c->leaf};
    uint64_t distance = 0, others = script_edits(script);
    for (size_t i = 0; i < n; i++)
        distance += v[i].distance;
    if (n > 1 && distance > limit)
        return distance;
    struct subproblem *list = split_on_device_parts(s, v, n);
    struct subproblems *parts = subproblems_open(list, n, &rules);
    subproblems_work(parts, c->threads);
    subproblems_close(parts, script);
    free(list);
    return script_edits(script) - others;
}

static enum strips_device_status align_on_device(const struct compare_device *c,
                                                 struct strips_solver *solver,
                                                 const struct sequences *s, enum metric metric,
                                                 uint64_t limit, struct script *script,
                                                 uint64_t *distance)
{
    struct strips_problem problem = strips_problem_of(s, metric);
    struct strips_device_part *v;
    size_t n;
    enum strips_device_status status =
        c->device->divide(solver, &problem, c->cells, &c->run, &v, &n);
    if (status != STRIPS_DEVICE_OK)
        return status;
    *distance = join_parts(c, s, metric, v, n, limit, script);
    free(v);
    return status;
}

/* Divides the band once: its two halves are computed side by side, and tell the distance. */
static enum strips_device_status score_band(const struct compare_device *c,
                                            struct strips_solver *solver,
                                            const struct strips_problem *problem,
                                            uint64_t *distance)
{
    double all = (double)problem->rows.n * (double)problem->columns.n;
    struct strips_device_part *v;
    size_t n;
    enum strips_device_status status =
        c->device->divide(solver, problem, all * MORE_THAN_HALF, &c->run, &v, &n);
    if (status != STRIPS_DEVICE_OK)
        return status;
    *distance = 0;
    for (size_t i = 0; i < n; i++)
        *distance += v[i].distance;
    free(v);
    return status;
}

static enum strips_device_status distance_on_device(const struct compare_device *c,
                                                    struct strips_solver *solver,
                                                    const struct sequences *s, enum metric metric,
                                                    uint64_t *distance)
{
    struct strips_problem problem = strips_problem_of(s, metric);
    uint64_t score = 0;
    if (c->run.limited && s->m + s->n > 2)
        return score_band(c, solver, &problem, distance);
    enum strips_device_status status = c->device->score(solver, &problem, &c->run, &score);
    *distance = strips_distance(&problem, score);
    return status;
}

const char *compare_device_align(const struct compare_device *c, const struct sequences *s,
                                 enum metric metric, uint64_t limit, struct script *script,
                                 uint64_t *distance)
{
    struct strips_solver *solver = c->device->open(c->number);
    if (solver == NULL)
        return c->device->why_failed(NULL);
    bool good = (script == NULL ? distance_on_device(c, solver, s, metric, distance)
                                : align_on_device(c, solver, s, metric, limit, script, distance)) ==
                STRIPS_DEVICE_OK;
    const char *why = good ? NULL : c->device->why_failed(solver);
    c->device->close(solver);
    return why;
}
