/*
 * grid_plan.c - see grid_plan.h.
 *
 * Takers follow one another through the columns, each on another tier. A table has more panels in
 * both directions than there are takers; else they would wait for each other. So a panel is as wide
 * as its taker's share of the speed of all, of half the columns (of more, where there are several
 * tables); and as its share of a part of what is left, so that panels become narrow towards the
 * end. As long as a taker has nothing to do, panels are narrow too, because they will open others
 * to it.
 *
 * A device is fastest with as many rows at once as there are, and without an end. So devices that
 * are alike do whole tables, where these divide evenly among them.
 */
#include "strips/grid_plan.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum {
    WORD = 64,           /* rows of tiers, and columns of panels, are multiples */
    TIERS_OF_TAKER = 4,  /* or fewer, if they had too few rows */
    MOST_ROWS = 8,       /* of a tier: times what a taker needs */
    ALIKE = 4,           /* takers that need a quarter of the most rows are still large */
    NARROWEST_SHARE = 8, /* and a panel of the columns */
    WIDEST = 4,          /* times the columns that a taker likes */
    WIDTHS = 2,          /* in a tier, if all takers had the same speed: for each taker */
    TURNS = 10,          /* so many panels a taker would still get, if they were equally wide */
    HASTE = 4,           /* panels are narrower, while a taker has nothing to do */
};
static const double UNEQUAL = 1.1; /* times the mean: the largest of tables that count as equal */
static const double NEWS = 0.5;    /* how much the last panel counts for the speed */
static const double SOON = 0.03;   /* s: a taker gets a panel ahead so long before it has to wait */

/* What a taker has now. */
struct grid_load {
    bool left; /* it takes no more */
    unsigned held;
    uint64_t cells; /* of what it holds */
    double since;   /* it has worked on the first of these */
};

static size_t divide_up(size_t a, size_t b)
{
    return (a + b - 1) / b;
}

static size_t round_up(size_t n)
{
    return divide_up(n, WORD) * WORD;
}

/* --- whole tables -------------------------------------------------------------------------- */

/* How many takers of the kind there are; 0: they are not alike. */
static size_t alike(const struct grid_plan *p, enum grid_kind kind)
{
    size_t n = 0;
    for (size_t i = 0; i < p->ntakers; i++) {
        const struct grid_taker *t = &p->takers[i], *first = &p->takers[0];
        if (t->kind == GRID_TEAM || t->rows != first->rows || t->columns != first->columns)
            return 0;
        n += t->kind == kind;
    }
    return n;
}

/* Whether the tables are so equal that as many takers, doing one after the other, end at about the
 * same time. */
static bool divides(const struct grid_lengths *tables, size_t ntables, size_t takers)
{
    double most = 0, all = 0;
    for (size_t i = 0; i < ntables; i++) {
        double cells = (double)tables[i].rows * (double)tables[i].columns;
        most = cells > most ? cells : most;
        all += cells;
    }
    return takers > 0 && ntables % takers == 0 && most * (double)ntables <= all * UNEQUAL;
}

/* Devices that are alike need no panels, if all end at the same time without. Where there are many
 * tables, a device does two at a time. */
static size_t count_whole(const struct grid_plan *p, const struct grid_lengths *tables)
{
    size_t devices = alike(p, GRID_DEVICE), both = devices + alike(p, GRID_SECOND);
    return divides(tables, p->ntables, both)      ? both
           : divides(tables, p->ntables, devices) ? devices
                                                  : 0;
}

/* A table for a taker that has nothing; SIZE_MAX: none. */
static size_t choose_whole(const struct grid_plan *p, size_t taker, size_t *columns)
{
    if (p->loads[taker].held > 0)
        return SIZE_MAX;
    for (size_t i = 0; i < p->ntiers; i++) {
        *columns = p->tiers[i].columns - p->tiers[i].at;
        if (*columns > 0 && !p->tiers[i].held)
            return i;
    }
    return SIZE_MAX;
}

/* --- tiers --------------------------------------------------------------------------------- */

/* Most rows that a taker needs; *alike: how many takers need about as many. */
static size_t rows_needed(const struct grid_plan *p, size_t *alike)
{
    size_t most = WORD;
    for (size_t i = 0; i < p->ntakers; i++)
        most = p->takers[i].rows > most ? p->takers[i].rows : most;
    *alike = 0;
    for (size_t i = 0; i < p->ntakers; i++)
        *alike += p->takers[i].rows >= most / ALIKE;
    return *alike > 0 ? most : WORD;
}

/* Rows of a tier. Each taker shall have some tiers to choose from, but not with fewer rows than the
 * largest takers need; yet there must be a tier for each of these. */
static size_t choose_rows(const struct grid_plan *p, const struct grid_lengths *tables, size_t n)
{
    size_t all = 0, alike, least = rows_needed(p, &alike), most = least * MOST_ROWS, rows;
    for (size_t i = 0; i < n; i++)
        all += tables[i].columns > 0 ? tables[i].rows : 0;
    rows = all / TIERS_OF_TAKER / p->ntakers;
    rows = rows < least ? least : rows < most ? rows : most;
    return alike == 0 || rows < all / alike ? rows : all / alike;
}

static size_t most_rows(const struct grid_lengths *tables, size_t n)
{
    size_t most = WORD;
    for (size_t i = 0; i < n; i++)
        most = tables[i].rows > most ? tables[i].rows : most;
    return most;
}

static size_t tiers_of(const struct grid_lengths *table, size_t rows)
{
    return table->columns > 0 ? divide_up(table->rows, rows) : 0;
}

/* The tiers of a table; returns how many. */
static size_t cut(struct grid_tier *tiers, const struct grid_lengths *table, size_t number,
                  size_t rows)
{
    size_t n = tiers_of(table, rows);
    if (n == 0)
        return 0;
    rows = round_up(divide_up(table->rows, n));
    n = divide_up(table->rows, rows);
    for (size_t i = 0; i < n; i++) {
        size_t left = table->rows - i * rows;
        tiers[i] = (struct grid_tier){.table = number,
                                      .first = i * rows,
                                      .rows = left < rows ? left : rows,
                                      .columns = table->columns,
                                      .below = n - 1 - i,
                                      .open = i == 0 ? table->columns : 0};
    }
    return n;
}

bool grid_plan_open(struct grid_plan *p, const struct grid_lengths *tables, size_t ntables,
                    struct grid_taker *takers, size_t ntakers, size_t rows, size_t columns)
{
    size_t most = 0;
    *p = (struct grid_plan){
        .ntables = ntables, .takers = takers, .ntakers = ntakers, .columns = round_up(columns)};
    p->whole = rows > 0 || columns > 0 ? 0 : count_whole(p, tables);
    rows = rows > 0       ? rows
           : p->whole > 0 ? most_rows(tables, ntables)
                          : choose_rows(p, tables, ntables);
    rows = round_up(rows);
    rows = rows > 0 ? rows : WORD;
    for (size_t i = 0; i < ntables; i++)
        most += tiers_of(&tables[i], rows);
    p->tiers = calloc(most + 1, sizeof *p->tiers);
    p->loads = calloc(ntakers, sizeof *p->loads);
    if (p->tiers == NULL || p->loads == NULL)
        return false;
    for (size_t i = 0; i < ntables; i++) {
        p->ntiers += cut(p->tiers + p->ntiers, &tables[i], i, rows);
        p->left += (uint64_t)tables[i].rows * tables[i].columns;
    }
    return true;
}

void grid_plan_close(struct grid_plan *p)
{
    free(p->tiers);
    free(p->loads);
    *p = (struct grid_plan){0};
}

/* --- speeds -------------------------------------------------------------------------------- */

/* What all takers do in a second that have not left. Those of unknown speed count as the mean of
 * the others. 0: nothing is known yet. */
static double speed_of_all(const struct grid_plan *p)
{
    double sum = 0;
    size_t known = 0, all = 0;
    for (size_t i = 0; i < p->ntakers; i++) {
        bool counts = !p->loads[i].left;
        all += counts;
        known += counts && p->takers[i].speed > 0;
        sum += counts ? p->takers[i].speed : 0;
    }
    return known > 0 ? sum * (double)all / (double)known : 0;
}

/* Seconds until a taker has done all that it holds; less than 0: it is late. */
static double busy_for(const struct grid_plan *p, size_t taker, double now)
{
    const struct grid_load *l = &p->loads[taker];
    double speed = p->takers[taker].speed;
    return l->held > 0 && speed > 0 ? (double)l->cells / speed - (now - l->since) : 0;
}

/* The same; but one that is late may well be as late again. */
static double busy(const struct grid_plan *p, size_t taker, double now)
{
    return fabs(busy_for(p, taker, now));
}

/* --- choosing ------------------------------------------------------------------------------ */

/* What a taker has to know of the others. */
struct outlook {
    size_t taker;
    double now;
    double all;  /* speed of all takers that have not left, this one too; 0: not known */
    bool idle;   /* some of the others have nothing to do */
    double open; /* cells that are open to any taker */
    size_t best; /* who would be the first to do a usual panel, if it were given to it now */
};

static double open_cells(const struct grid_plan *p)
{
    double cells = 0;
    for (size_t i = 0; i < p->ntiers; i++)
        cells += (double)p->tiers[i].rows * (double)(p->tiers[i].open - p->tiers[i].at);
    return cells;
}

/* Columns that the taker likes in a panel of this tier now. */
static size_t width_liked(const struct grid_plan *p, const struct grid_tier *tier,
                          const struct outlook *o)
{
    const struct grid_taker *is = &p->takers[o->taker];
    double least = (double)is->columns / NARROWEST_SHARE;
    double most = (double)is->columns * WIDEST, width = least;
    if (p->columns > 0)
        return p->columns;
    if (is->speed > 0) {
        double half = (double)tier->columns * (double)p->ntables / WIDTHS;
        double turn = (double)p->left / TURNS / (double)tier->rows;
        width = is->speed / o->all * (half < turn ? half : turn);
        width = o->idle ? width / HASTE : width;
    }
    width = width < least ? least : width < most ? width : most;
    return width < 1 ? WORD : round_up((size_t)width);
}

static struct outlook look(const struct grid_plan *p, size_t taker, double now)
{
    struct outlook o = {taker, now, speed_of_all(p), false, open_cells(p), taker};
    double least = INFINITY;
    double cells = (double)p->tiers[0].rows * (double)width_liked(p, &p->tiers[0], &o);
    for (size_t i = 0; i < p->ntakers; i++) {
        if (p->loads[i].left)
            continue;
        double seconds =
            p->takers[i].speed > 0 ? busy(p, i, now) + cells / p->takers[i].speed : INFINITY;
        o.idle = o.idle || (i != taker && p->loads[i].held == 0);
        o.best = seconds < least ? i : o.best;
        least = seconds < least ? seconds : least;
    }
    return o;
}

/* How many columns of a tier the taker can have; 0: none, or too few to be worth it while more will
 * be open soon. */
static size_t width_of(const struct grid_plan *p, const struct grid_tier *tier,
                       const struct outlook *o)
{
    size_t open = tier->open - tier->at, least = p->takers[o->taker].columns / NARROWEST_SHARE;
    if (tier->held || open == 0 || (p->columns == 0 && tier->open < tier->columns && open < least))
        return 0;
    size_t liked = width_liked(p, tier, o);
    return open < liked + liked / 2 ? open : liked;
}

/* Cells on the way from here to the end of the table: to the right, and then down, by panels of so
 * many columns. */
static double way(const struct grid_tier *tier, double columns)
{
    return (double)tier->rows *
           ((double)(tier->columns - tier->at) + columns * (double)tier->below);
}

/*
 * Whether it is better that the taker waits, and the best one does this panel later. That is so
 * when the end of the table would come later; and when others would have to wait for the panel for
 * so long that more is lost than the taker does in that time.
 */
static bool delays(const struct grid_plan *p, const struct grid_tier *tier, size_t columns,
                   const struct outlook *o)
{
    double speed = p->takers[o->taker].speed, fastest = p->takers[o->best].speed;
    if (o->best == o->taker || speed <= 0)
        return false;
    double cells = (double)tier->rows * (double)columns, rest = way(tier, (double)columns);
    double by_this = busy(p, o->taker, o->now) + cells / speed;
    double by_best = busy(p, o->best, o->now) + cells / fastest, others = o->all - speed;
    double open = o->open - (double)tier->rows * (double)(tier->open - tier->at);
    double end = by_this + (rest - cells) / fastest;
    bool later = end > by_best + (rest - cells) / fastest && end > (double)p->left / o->all;
    double lost = others * (by_this - by_best), waiting = others * by_this - open;
    return later || (lost > cells && waiting > cells);
}

size_t grid_plan_choose(const struct grid_plan *p, size_t taker, double now, size_t *columns)
{
    const struct grid_load *load = &p->loads[taker];
    size_t ahead = p->takers[taker].ahead > 0 ? p->takers[taker].ahead : 1, chosen = SIZE_MAX;
    double longest = 0;
    if (p->ntiers == 0 || load->left || load->held >= ahead ||
        (load->held > 0 && busy_for(p, taker, now) > SOON))
        return SIZE_MAX;
    if (p->whole > 0)
        return choose_whole(p, taker, columns);
    struct outlook o = look(p, taker, now);
    for (size_t i = 0; i < p->ntiers; i++) {
        const struct grid_tier *tier = &p->tiers[i];
        size_t width = width_of(p, tier, &o);
        double length = way(tier, (double)width);
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

void grid_plan_begin(struct grid_plan *p, size_t tier, size_t taker, size_t columns, double now)
{
    struct grid_load *l = &p->loads[taker];
    if (l->held++ == 0)
        l->since = now;
    l->cells += cells_of(p, tier, columns);
    p->tiers[tier].held = true;
}

/* The taker does not hold these columns any more. */
static void release(struct grid_plan *p, size_t tier, size_t taker, size_t columns, double now)
{
    struct grid_load *l = &p->loads[taker];
    l->held--;
    l->cells -= cells_of(p, tier, columns);
    l->since = now;
    p->tiers[tier].held = false;
}

static void learn(struct grid_taker *t, double cells, double seconds)
{
    double weight = t->speed > 0 ? NEWS : 1;
    if (seconds > 0)
        t->speed += weight * (cells / seconds - t->speed);
}

void grid_plan_end(struct grid_plan *p, size_t tier, size_t taker, size_t columns, double now)
{
    struct grid_taker *is = &p->takers[taker];
    struct grid_tier *t = &p->tiers[tier];
    uint64_t cells = cells_of(p, tier, columns);
    learn(is, (double)cells, now - p->loads[taker].since);
    release(p, tier, taker, columns, now);
    p->left -= cells;
    t->at += columns;
    if (t->below > 0)
        t[1].open = t->at;
}

void grid_plan_undo(struct grid_plan *p, size_t tier, size_t taker, size_t columns, double now)
{
    release(p, tier, taker, columns, now);
}

void grid_plan_leave(struct grid_plan *p, size_t taker)
{
    p->loads[taker].left = true;
}

bool grid_plan_left(const struct grid_plan *p, size_t taker)
{
    bool second = p->takers[taker].kind == GRID_SECOND;
    return p->loads[taker].left || (second && p->whole > 0 && p->whole < p->ntakers);
}
