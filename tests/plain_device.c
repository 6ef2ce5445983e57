#include "plain_device.h"

#include <limits.h>
#include <stdlib.h>

#include "compare/split_table.h"

struct strips_solver {
    int unused;
};

struct plain_device_state plain_device_state;

void plain_device_reset(unsigned count)
{
    plain_device_state.count = count;
    plain_device_state.why_not = NULL;
    atomic_store(&plain_device_state.good, INT_MAX);
    atomic_store(&plain_device_state.opened, 0);
    plain_device_state.rows = 256;
    plain_device_state.columns = 256;
}

static bool succeeds(void)
{
    return atomic_fetch_sub(&plain_device_state.good, 1) > 0;
}

/* As succeeds(), for a call that uses a solver. */
static bool computes(const struct strips_solver *s)
{
    if (s == NULL)
        abort();
    return succeeds();
}

static const struct strips_device *load_device(const struct strips_device *d, const char **why)
{
    *why = plain_device_state.why_not;
    return *why == NULL ? d : NULL;
}

static unsigned count(void)
{
    return plain_device_state.count;
}

static void prepare(unsigned number)
{
    (void)number;
}

static struct strips_solver *open_device(unsigned number)
{
    (void)number;
    struct strips_solver *s = succeeds() ? calloc(1, sizeof *s) : NULL;
    plain_device_state.opened += s != NULL;
    return s;
}

static void close_device(struct strips_solver *s)
{
    plain_device_state.opened--;
    free(s);
}

static const char *why_failed(const struct strips_solver *s)
{
    return s == NULL ? "cannot be opened" : "is lost";
}

static void liked(unsigned number, size_t *rows, size_t *columns)
{
    (void)number;
    *rows = plain_device_state.rows;
    *columns = plain_device_state.columns;
}

static enum strips_device_status status_of(enum strips_status status)
{
    return status == STRIPS_OK          ? STRIPS_DEVICE_OK
           : status == STRIPS_CANCELLED ? STRIPS_DEVICE_CANCELLED
                                        : STRIPS_DEVICE_FAILED;
}

static struct strips_run on_processor(const struct strips_device_run *run)
{
    return (struct strips_run){
        .cancel = run->cancel, .progress = run->progress, .context = run->context};
}

static enum strips_device_status score(struct strips_solver *s, const struct strips_problem *p,
                                       const struct strips_device_run *run, uint64_t *to)
{
    const struct strips_run same = on_processor(run);
    return computes(s) ? status_of(strips_score(p, &same, to)) : STRIPS_DEVICE_FAILED;
}

static enum strips_device_status panel(struct strips_solver *s, const struct strips_problem *p,
                                       const struct strips_device_run *run,
                                       struct strips_border *border)
{
    const struct strips_run same = on_processor(run);
    return computes(s) ? status_of(strips_panel(p, &same, border)) : STRIPS_DEVICE_FAILED;
}

/* --- splitting ----------------------------------------------------------------------------- */

struct division {
    struct sequences s;
    enum metric metric;
    double cells;
    const struct strips_device_run *run;
    struct strips_device_part *parts;
    size_t n;
};

static bool halve(const struct division *d, const struct strips_device_part *part,
                  struct strips_device_part halves[2])
{
    const struct strips_run run = {0};
    struct strips_row rows[2] = {{0}};
    bool good = true;
    struct sequences s = sequences_part(&d->s, part->row, part->m, part->column, part->n);
    struct sequences before, after;
    struct split_table middle = split_table_of(&s);
    for (int half = 0; half < 2; half++) {
        struct strips_problem p = split_table_half(&middle, &s, d->metric, half == 1);
        good = good && strips_last_row(&p, &run, &rows[half]) == STRIPS_OK;
    }
    if (good) {
        split_table_cross(&middle, &s, d->metric, &rows[0], &rows[1]);
        split_table_split(&middle, &s, &before, &after);
        halves[0] =
            (struct strips_device_part){part->row, part->column, before.m, before.n, middle.before};
        halves[1] = (struct strips_device_part){part->row + before.m, part->column + before.n,
                                                after.m, after.n, middle.after};
    }
    strips_row_free(&rows[0]);
    strips_row_free(&rows[1]);
    return good;
}

static bool divide_part(struct division *d, const struct strips_device_part *part)
{
    struct strips_device_part halves[2];
    if (part->m + part->n > 4 && (double)part->m * (double)part->n > d->cells) {
        if (!halve(d, part, halves))
            return false;
        if (d->run->limited && halves[0].distance + halves[1].distance > d->run->limit)
            d->cells = (double)d->s.m * (double)d->s.n; /* the two halves prove that the limit is
                                                           exceeded: no more splits */
        return divide_part(d, &halves[0]) && divide_part(d, &halves[1]);
    }
    struct strips_device_part *parts = realloc(d->parts, (d->n + 1) * sizeof *parts);
    if (parts == NULL)
        return false;
    d->parts = parts;
    d->parts[d->n++] = *part;
    return true;
}

static enum strips_device_status divide(struct strips_solver *s, const struct strips_problem *p,
                                        double cells, const struct strips_device_run *run,
                                        struct strips_device_part **parts, size_t *n)
{
    static const enum metric metrics[] = {METRIC_LEVENSHTEIN, METRIC_INDEL, METRIC_OSA};
    struct division d = {
        .s = {p->rows.codes, p->columns.codes, p->rows.n, p->columns.n, p->code_bytes, p->ncodes},
        .metric = metrics[p->metric],
        .cells = cells,
        .run = run};
    const struct strips_device_part whole = {0, 0, p->rows.n, p->columns.n, UINT64_MAX};
    if (!computes(s) || !divide_part(&d, &whole)) {
        free(d.parts);
        return STRIPS_DEVICE_FAILED;
    }
    *parts = d.parts;
    *n = d.n;
    return STRIPS_DEVICE_OK;
}

const struct strips_device plain_device = {
    .name = "plain",
    .metrics = METRIC_BIT(METRIC_LEVENSHTEIN) | METRIC_BIT(METRIC_INDEL) | METRIC_BIT(METRIC_OSA),
    .load = load_device,
    .count = count,
    .prepare = prepare,
    .open = open_device,
    .close = close_device,
    .why_failed = why_failed,
    .score = score,
    .divide = divide,
    .panel = panel,
    .liked = liked};
