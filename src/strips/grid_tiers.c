#include "strips/grid_tiers.h"

#include <stdlib.h>

enum {
    TIERS_OF_EXECUTOR = 4, /* tiers per executor, or fewer, if they had too few rows */
    MOST_ROWS = 8,         /* rows of a tier, at most: times what an executor needs */
    ALIKE = 4,      /* executors that need at least 1 / ALIKE of the most rows count as large */
    BAND_TIERS = 4, /* tiers that a band is as wide as, for each executor of a table */
};

/* Returns the most rows that an executor needs; *alike: how many executors need about as many. */
static size_t rows_needed(const struct grid_plan *p, size_t *alike)
{
    size_t most = GRID_WORD;
    for (size_t i = 0; i < p->nexecutors; i++)
        most = p->executors[i].rows > most ? p->executors[i].rows : most;
    *alike = 0;
    for (size_t i = 0; i < p->nexecutors; i++)
        *alike += p->executors[i].rows >= most / ALIKE;
    return *alike > 0 ? most : GRID_WORD;
}

/* Returns the rows of a tier. Each executor shall have several tiers to choose from, but not with
 * fewer rows than the largest executors need; and there must be a tier for each of these. */
static size_t choose_rows(const struct grid_plan *p, size_t all)
{
    size_t alike, least = rows_needed(p, &alike), most = least * MOST_ROWS, rows;
    rows = all / TIERS_OF_EXECUTOR / p->nexecutors;
    rows = rows < least ? least : rows < most ? rows : most;
    return alike == 0 || rows < all / alike ? rows : all / alike;
}

/* Returns the rows of a tier of bands, at most: the next tier can begin when that many columns are
 * done, and each tier adds a triangle at both sides of the band. */
static size_t most_rows_of_bands(const struct grid_plan *p, const struct grid_lengths *tables,
                                 const struct diagonal_span *bands)
{
    size_t executors = strips_divide_up(p->nexecutors, p->ntables), widest = 0;
    for (size_t i = 0; i < p->ntables; i++) {
        uint64_t width = (uint64_t)(bands[i].highest - bands[i].lowest) + 1;
        width = width < tables[i].columns ? width : tables[i].columns;
        widest = width > widest ? (size_t)width : widest;
    }
    return widest / BAND_TIERS / executors;
}

/* Leaves a tier only those columns in which its rows meet the band. */
static void narrow_tier(struct grid_tier *tier, const struct diagonal_span *band)
{
    int64_t from = (int64_t)tier->first + band->lowest;
    int64_t end = (int64_t)(tier->first + tier->rows) + band->highest;
    size_t columns = end > 0 ? grid_round_up((size_t)end) : GRID_WORD;
    tier->from = tier->at = from > 0 ? (size_t)from / GRID_WORD * GRID_WORD : 0;
    tier->columns = columns < tier->columns ? columns : tier->columns;
    tier->open = tier->first == 0 ? tier->columns : tier->from;
}

/* Returns how many tiers a table has; none without columns. */
static size_t tiers_of(const struct grid_plan *p, const struct grid_lengths *table)
{
    return table->columns > 0 ? strips_divide_up(table->rows, p->rows) : 0;
}

/* Adds the tiers of a table, from the top down, all but the last with as many rows. */
static void add_tiers(struct grid_plan *p, size_t table, const struct grid_lengths *lengths,
                      const struct diagonal_span *band)
{
    size_t n = tiers_of(p, lengths);
    for (size_t i = 0; i < n; i++) {
        struct grid_tier *tier = &p->tiers[p->ntiers++];
        size_t rows = grid_round_up(strips_divide_up(lengths->rows, n));
        size_t first = i * rows, left = lengths->rows - first;
        *tier = (struct grid_tier){.table = table,
                                   .first = first,
                                   .rows = left < rows ? left : rows,
                                   .columns = lengths->columns,
                                   .open = first == 0 ? lengths->columns : 0};
        tier->below = left - tier->rows;
        if (band != NULL)
            narrow_tier(tier, band);
        p->cells_left += (uint64_t)tier->rows * (tier->columns - tier->from);
    }
}

/* Sets how many rows a tier shall have at most. */
static void plan_rows(struct grid_plan *p, const struct grid_lengths *tables,
                      const struct grid_shape *shape)
{
    size_t all = 0, longest = GRID_WORD;
    for (size_t i = 0; i < p->ntables; i++) {
        all += tables[i].columns > 0 ? tables[i].rows : 0;
        longest = tables[i].rows > longest ? tables[i].rows : longest;
    }
    p->rows = shape->rows;
    if (shape->rows == 0)
        p->rows = p->whole > 0 ? longest : choose_rows(p, all);
    if (shape->rows == 0 && shape->bands != NULL && p->ntables > 0) {
        size_t most = most_rows_of_bands(p, tables, shape->bands);
        p->rows = p->rows < most ? p->rows : most;
    }
    p->rows = p->rows > GRID_WORD ? grid_round_up(p->rows) : GRID_WORD;
}

bool grid_tiers_open(struct grid_plan *p, const struct grid_lengths *tables,
                     const struct grid_shape *shape)
{
    size_t tiers = 0;
    plan_rows(p, tables, shape);
    for (size_t i = 0; i < p->ntables; i++)
        tiers += tiers_of(p, &tables[i]);
    p->tiers = calloc(tiers + 1, sizeof *p->tiers);
    if (p->tiers == NULL)
        return false;
    for (size_t i = 0; i < p->ntables; i++)
        add_tiers(p, i, &tables[i], shape->bands != NULL ? &shape->bands[i] : NULL);
    return true;
}
