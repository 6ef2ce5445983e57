#include "compare/compare_device.h"

#include <stdlib.h>

#include "compare/split_on_device.h"

static const double MORE_THAN_HALF = 0.75; /* of all cells, no half has */

/* Aligns the parts on the processor, and appends their alignments to the script. Returns the
 * distance. */
static uint64_t align_parts(const struct compare_device *c, const struct sequences *s,
                            enum metric metric, const struct strips_device_part *v, size_t n,
                            struct script *script)
{
    const struct subproblems_rules rules = {.metric = metric, .leaf = c->leaf};
    uint64_t others = script_edits(script);
    struct subproblem *list = split_on_device_parts(s, v, n);
    struct subproblems *parts = subproblems_open(list, n, &rules);
    subproblems_work(parts, c->threads);
    subproblems_close(parts, script);
    free(list);
    return script_edits(script) - others;
}

/*
 * The device divides the table: for a distance once, because it computes the two halves of a band
 * side by side; for an alignment, into small parts. The distance is the sum of the parts'; if that
 * is above the limit, nothing is aligned. A table that is one part has no distance yet.
 */
static enum strips_device_status compare_by_parts(const struct compare_device *c,
                                                  struct strips_solver *solver,
                                                  const struct sequences *s, enum metric metric,
                                                  uint64_t limit, struct script *script,
                                                  uint64_t *distance)
{
    struct strips_problem problem = strips_problem_of(s, metric);
    double cells = script != NULL ? c->cells : sequences_cells(s) * MORE_THAN_HALF;
    struct strips_device_part *v;
    size_t n;
    enum strips_device_status status = c->device->divide(solver, &problem, cells, &c->run, &v, &n);
    if (status != STRIPS_DEVICE_OK)
        return status;
    *distance = 0;
    for (size_t i = 0; i < n; i++)
        *distance += v[i].distance;
    if (script != NULL && (n == 1 || *distance <= limit))
        *distance = align_parts(c, s, metric, v, n, script);
    free(v);
    return status;
}

static enum strips_device_status score_table(const struct compare_device *c,
                                             struct strips_solver *solver,
                                             const struct sequences *s, enum metric metric,
                                             uint64_t *distance)
{
    struct strips_problem problem = strips_problem_of(s, metric);
    uint64_t score = 0;
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
    bool parts = script != NULL || (c->run.limited && s->m + s->n > 2);
    bool good = (parts ? compare_by_parts(c, solver, s, metric, limit, script, distance)
                       : score_table(c, solver, s, metric, distance)) == STRIPS_DEVICE_OK;
    const char *why = good ? NULL : c->device->why_failed(solver);
    c->device->close(solver);
    return why;
}
