/*
 * grid_plan.c - see grid_plan.h.
 *
 * Executors follow one another through the columns, each on another tier. A table has more panels
 * in both directions than there are executors; otherwise executors would wait for each other. So
 * the width of a panel is bounded by its executor's share of the total speed, of half the columns
 * (of more, with several tables), and by its share of a fraction of the remaining work, so that
 * panels become narrow towards the end. While any executor is idle, panels are narrow too, because
 * they then open further panels sooner.
 *
 * A device is fastest with as many rows at once as possible. So equal devices compute whole tables,
 * if the tables divide evenly among them.
 */
#include "strips/grid_plan.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum {
    NARROWEST_SHARE = 8, /* narrowest panel: 1 / this of the columns that an executor likes */
    WIDEST = 4,          /* widest panel: times the columns that an executor likes */
    WIDTHS = 2,          /* panels in a tier for each executor, if all had the same speed */
    TURNS = 10,          /* panels that an executor would still get if all were equally wide */
    HASTE = 4,           /* panels are narrower by this factor while an executor is idle */
};
static const double UNEQUAL = 1.1; /* times the mean: the largest of tables that count as equal */
static const double NEWEST_WEIGHT = 0.5; /* weight of the last panel in the measured speed */
/* s: an executor gets its next panel this long before it runs out */
static const double SOON = 0.03;

/* The current state of an executor. */
struct grid_load {
    bool gone; /* it takes no more panels */
    unsigned held;
    uint64_t cells; /* cells of the panels it holds */
    double since;   /* when it began the first of these */
};

/* --- whole tables -------------------------------------------------------------------------- */

/* Returns how many executors of the kind there are, or 0 if they differ. */
static size_t alike(const struct grid_plan *p, enum grid_kind kind)
{
    size_t n = 0;
    for (size_t i = 0; i < p->nexecutors; i++) {
        const struct grid_executor *t = &p->executors[i], *first = &p->executors[0];
        if (t->kind == GRID_TEAM || t->rows != first->rows || t->columns != first->columns)
            return 0;
        n += t->kind == kind;
    }
    return n;
}

/* Returns whether the tables are so equal that `executors` executors, computing one after another,
 * end at about the same time. */
static bool divides(const struct grid_lengths *tables, size_t ntables, size_t executors)
{
    double most = 0, all = 0;
    for (size_t i = 0; i < ntables; i++) {
        double cells = (double)tables[i].rows * (double)tables[i].columns;
        most = cells > most ? cells : most;
        all += cells;
    }
    return executors > 0 && ntables % executors == 0 && most * (double)ntables <= all * UNEQUAL;
}

/* Returns how many devices compute whole tables: equal devices need no panels if all end at the
 * same time without. With many tables, a device computes two at a time. */
static size_t count_whole(const struct grid_plan *p, const struct grid_lengths *tables)
{
    size_t devices = alike(p, GRID_DEVICE), both = devices + alike(p, GRID_SECOND);
    return divides(tables, p->ntables, both)      ? both
           : divides(tables, p->ntables, devices) ? devices
                                                  : 0;
}

/* Chooses a table for an executor that has none; SIZE_MAX: none is left. */
static size_t choose_whole(const struct grid_plan *p, size_t executor, size_t *columns)
{
    if (p->loads[executor].held > 0)
        return SIZE_MAX;
    for (size_t i = 0; i < p->ntiers; i++) {
        const struct grid_tier *tier = &p->tiers[i];
        *columns = tier->columns - tier->at;
        if (tier->open > tier->at && !tier->held)
            return i;
    }
    return SIZE_MAX;
}

bool grid_plan_open(struct grid_plan *p, const struct grid_lengths *tables, size_t ntables,
                    struct grid_executor *executors, size_t nexecutors,
                    const struct grid_shape *shape)
{
    *p = (struct grid_plan){.ntables = ntables,
                            .executors = executors,
                            .nexecutors = nexecutors,
                            .columns = grid_round_up(shape->columns)};
    bool cut = shape->rows > 0 || shape->columns > 0 || shape->bands != NULL;
    p->whole = cut ? 0 : count_whole(p, tables);
    p->loads = calloc(nexecutors, sizeof *p->loads);
    return p->loads != NULL && grid_tiers_open(p, tables, shape);
}

void grid_plan_close(struct grid_plan *p)
{
    free(p->tiers);
    free(p->loads);
    *p = (struct grid_plan){0};
}

/* --- speeds -------------------------------------------------------------------------------- */

/* Returns the cells per second of all executors that have not left. Those of unknown speed count as
 * the mean of the others. 0: unknown. */
static double speed_of_all(const struct grid_plan *p)
{
    double sum = 0;
    size_t known = 0, all = 0;
    for (size_t i = 0; i < p->nexecutors; i++) {
        bool counts = !p->loads[i].gone;
        all += counts;
        known += counts && p->executors[i].speed > 0;
        sum += counts ? p->executors[i].speed : 0;
    }
    return known > 0 ? sum * (double)all / (double)known : 0;
}

/* Returns the seconds until an executor has done all that it holds; negative: it is late. */
static double busy_for(const struct grid_plan *p, size_t executor, double now)
{
    const struct grid_load *l = &p->loads[executor];
    double speed = p->executors[executor].speed;
    return l->held > 0 && speed > 0 ? (double)l->cells / speed - (now - l->since) : 0;
}

/* As busy_for(); an executor that is late is expected to be late by as much again. */
static double busy(const struct grid_plan *p, size_t executor, double now)
{
    return fabs(busy_for(p, executor, now));
}

/* --- choosing ------------------------------------------------------------------------------ */

/* An executor's view of the others. */
struct grid_outlook {
    size_t executor;
    double now;
    double all;  /* speed of all executors that have not left, this one included; 0: unknown */
    bool idle;   /* another executor is idle */
    double open; /* cells that are open to any executor */
    size_t best; /* the executor that would finish a usual panel first if it got it now */
};

/* Returns the width that suits the executor for a panel of this tier now. */
static size_t width_liked(const struct grid_plan *p, const struct grid_tier *tier,
                          const struct grid_outlook *o)
{
    const struct grid_executor *is = &p->executors[o->executor];
    double least = (double)is->columns / NARROWEST_SHARE;
    double most = (double)is->columns * WIDEST, width = least;
    if (p->columns > 0)
        return p->columns;
    if (is->speed > 0) {
        double half = (double)(tier->columns - tier->from) * (double)p->ntables / WIDTHS;
        double turn = (double)p->cells_left / TURNS / (double)tier->rows;
        width = is->speed / o->all * (half < turn ? half : turn);
        width = o->idle ? width / HASTE : width;
    }
    width = width < least ? least : width < most ? width : most;
    return width < 1 ? GRID_WORD : grid_round_up((size_t)width);
}

/* Sets the executor's view of the others, except `open` and `best`. */
static struct grid_outlook look_around(const struct grid_plan *p, size_t executor, double now)
{
    struct grid_outlook o = {
        .executor = executor, .now = now, .all = speed_of_all(p), .best = executor};
    for (size_t i = 0; i < p->nexecutors; i++)
        o.idle = o.idle || (i != executor && !p->loads[i].gone && p->loads[i].held == 0);
    return o;
}

/* Finds the open cells, and the executor that would finish a usual panel first. */
static void look_for_best(const struct grid_plan *p, struct grid_outlook *o)
{
    const struct grid_tier usual = {.rows = p->rows, .columns = p->tiers[0].columns};
    double least = INFINITY, cells = (double)p->rows * (double)width_liked(p, &usual, o);
    for (size_t i = 0; i < p->ntiers; i++)
        o->open += (double)p->tiers[i].rows * (double)(p->tiers[i].open - p->tiers[i].at);
    for (size_t i = 0; i < p->nexecutors; i++) {
        bool counts = !p->loads[i].gone && p->executors[i].speed > 0;
        double seconds = counts ? busy(p, i, o->now) + cells / p->executors[i].speed : INFINITY;
        o->best = seconds < least ? i : o->best;
        least = seconds < least ? seconds : least;
    }
}

/* Returns how many columns of a tier the executor can have; 0: none, or so few that it should wait
 * for more. */
static size_t width_of(const struct grid_plan *p, const struct grid_tier *tier,
                       const struct grid_outlook *o)
{
    size_t open = tier->open - tier->at,
           least = p->executors[o->executor].columns / NARROWEST_SHARE;
    if (tier->held || open == 0 || (p->columns == 0 && tier->open < tier->columns && open < least))
        return 0;
    size_t liked = width_liked(p, tier, o);
    return open < liked + liked / 2 ? open : liked;
}

/* Returns the cells on the path from here to the end of the table: to the right, and then down, by
 * panels of `columns` columns. */
static double path_cells(const struct grid_tier *tier, double columns)
{
    return (double)tier->rows * (double)(tier->columns - tier->at) + columns * (double)tier->below;
}

/*
 * Whether the executor should wait and leave this panel to the best one: if the table would end
 * later otherwise, or if others would have to wait for the panel so long that more is lost than the
 * executor computes in that time.
 */
static bool delays(const struct grid_plan *p, const struct grid_tier *tier, size_t columns,
                   const struct grid_outlook *o)
{
    double speed = p->executors[o->executor].speed, fastest = p->executors[o->best].speed;
    if (o->best == o->executor || speed <= 0)
        return false;
    double cells = (double)tier->rows * (double)columns, rest = path_cells(tier, (double)columns);
    double by_this = busy(p, o->executor, o->now) + cells / speed;
    double by_best = busy(p, o->best, o->now) + cells / fastest, others = o->all - speed;
    double open = o->open - (double)tier->rows * (double)(tier->open - tier->at);
    double end = by_this + (rest - cells) / fastest;
    bool later = end > by_best + (rest - cells) / fastest && end > (double)p->cells_left / o->all;
    double lost = others * (by_this - by_best), waiting = others * by_this - open;
    return later || (lost > cells && waiting > cells);
}

size_t grid_plan_choose(struct grid_plan *p, size_t executor, double now, size_t *columns)
{
    const struct grid_load *load = &p->loads[executor];
    size_t ahead = p->executors[executor].ahead > 0 ? p->executors[executor].ahead : 1,
           chosen = SIZE_MAX;
    double longest = 0;
    if (p->ntiers == 0 || load->gone || load->held >= ahead ||
        (load->held > 0 && busy_for(p, executor, now) > SOON))
        return SIZE_MAX;
    struct grid_outlook o = look_around(p, executor, now);
    if (p->whole > 0)
        return choose_whole(p, executor, columns);
    look_for_best(p, &o);
    for (size_t i = 0; i < p->ntiers; i++) {
        const struct grid_tier *tier = &p->tiers[i];
        size_t width = width_of(p, tier, &o);
        double length = path_cells(tier, (double)width);
        if (width > 0 && length > longest && !delays(p, tier, width, &o)) {
            chosen = i;
            longest = length;
            *columns = width;
        }
    }
    return chosen;
}

/* --- what happens -------------------------------------------------------------------------- */

static uint64_t cells_of(const struct grid_plan *p, size_t tier, size_t columns)
{
    return (uint64_t)p->tiers[tier].rows * columns;
}

void grid_plan_begin(struct grid_plan *p, size_t tier, size_t executor, size_t columns, double now)
{
    struct grid_load *l = &p->loads[executor];
    if (l->held++ == 0)
        l->since = now;
    l->cells += cells_of(p, tier, columns);
    p->tiers[tier].held = true;
}

void grid_plan_undo(struct grid_plan *p, size_t tier, size_t executor, size_t columns, double now)
{
    struct grid_load *l = &p->loads[executor];
    l->held--;
    l->cells -= cells_of(p, tier, columns);
    l->since = now;
    p->tiers[tier].held = false;
}

void grid_plan_end(struct grid_plan *p, size_t tier, size_t executor, size_t columns, double now)
{
    struct grid_executor *is = &p->executors[executor];
    struct grid_tier *t = &p->tiers[tier];
    uint64_t cells = cells_of(p, tier, columns);
    double seconds = now - p->loads[executor].since, weight = is->speed > 0 ? NEWEST_WEIGHT : 1;
    if (seconds > 0)
        is->speed += weight * ((double)cells / seconds - is->speed);
    grid_plan_undo(p, tier, executor, columns, now);
    p->cells_left -= cells;
    t->at += columns;
    if (t->below > 0 && t->at == t->columns)
        t[1].open = t[1].columns;
    else if (t->below > 0 && t->at > t[1].open)
        t[1].open = t->at;
}

void grid_plan_leave(struct grid_plan *p, size_t executor)
{
    p->loads[executor].gone = true;
}

bool grid_plan_excludes(const struct grid_plan *p, size_t executor)
{
    bool second = p->executors[executor].kind == GRID_SECOND;
    return p->loads[executor].gone || (second && p->whole > 0 && p->whole < p->nexecutors);
}
