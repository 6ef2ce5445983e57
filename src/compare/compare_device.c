/* compare_device.c - see compare_device.h. */
#include "compare/compare_device.h"

#include <stdlib.h>

#include "base/parallel.h"
#include "base/xalloc.h"
#include "compare/hirschberg.h"

/* --- parts that are left to the processor -------------------------------------------------- */

/* The parts of a table that a device has divided. Each thread takes the next until none is left. */
struct parts {
    const struct compare_device *c;
    const struct sequences *s;
    enum metric metric;
    struct strips_device_part *v;
    size_t n;
    struct script *scripts; /* of each part */
    atomic_size_t next;
};

static void *align_parts(void *context)
{
    struct parts *p = context;
    struct hirschberg h = {.metric = p->metric, .run = {.threads = 1}, .leaf = p->c->leaf};
    for (size_t i; (i = atomic_fetch_add(&p->next, 1)) < p->n;) {
        const struct strips_device_part *v = &p->v[i];
        struct sequences part = sequences_part(p->s, v->row, v->m, v->column, v->n);
        (void)hirschberg_align(&h, &part, v->distance, &p->scripts[i]);
    }
    return NULL;
}

static void add_all(struct script *to, const struct script *from)
{
    for (size_t i = 0; i < from->count; i++)
        script_add(to, edit_kind(from->runs[i]), edit_length(from->runs[i]));
}

/* Aligns the parts, and adds all alignments to the script; returns the distance. When several parts
 * tell that it is beyond the limit, nothing is aligned. */
static uint64_t join_parts(struct parts *p, uint64_t limit, struct script *script)
{
    uint64_t distance = 0, others = script_edits(script);
    for (size_t i = 0; i < p->n; i++)
        distance += p->v[i].distance;
    if (p->n > 1 && distance > limit)
        return distance;
    p->scripts = xcalloc(p->n, sizeof *p->scripts);
    (void)in_parallel(p->c->threads, align_parts, p);
    for (size_t i = 0; i < p->n; i++) {
        add_all(script, &p->scripts[i]);
        script_free(&p->scripts[i]);
    }
    free(p->scripts);
    return script_edits(script) - others;
}

/* ------------------------------------------------------------------------------------------- */

static enum strips_device_status align(const struct compare_device *c, struct strips_solver *solver,
                                       const struct sequences *s, enum metric metric,
                                       uint64_t limit, struct script *script, uint64_t *distance)
{
    struct strips_problem problem = strips_problem_of(s, metric);
    struct parts parts = {.c = c, .s = s, .metric = metric};
    enum strips_device_status status =
        c->device->divide(solver, &problem, c->cells, &c->run, &parts.v, &parts.n);
    if (status != STRIPS_DEVICE_OK)
        return status;
    *distance = join_parts(&parts, limit, script);
    free(parts.v);
    return status;
}

static enum strips_device_status score(const struct compare_device *c, struct strips_solver *solver,
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
    bool good =
        (script == NULL ? score(c, solver, s, metric, distance)
                        : align(c, solver, s, metric, limit, script, distance)) == STRIPS_DEVICE_OK;
    const char *why = good ? NULL : c->device->why_failed(solver);
    c->device->close(solver);
    return why;
}
