#include "strips/grid_tiers.h"

#include <stdlib.h>

enum {
    TIERS_OF_EXECUTOR = 4, /* tiers per executor, or fewer, if they had too few rows */
    MOST_ROWS = 8,         /* rows of a tier, at most: times what an executor needs */
    ALIKE = 4,      /* executors that need at least 1 / ALIKE of the most rows count as large */
    BAND_TIERS = 4, /* tiers that a band is as wide as, for each executor of a table */
    SMALLER = 2,    /* where tables meet, a tier has at least 1 / this of the rows that executors
                       need */
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
                                 const struct strips_band *bands)
{
    size_t executors = grid_divide_up(p->nexecutors, p->ntables), widest = 0;
    for (size_t i = 0; i < p->ntables; i++) {
        uint64_t width = (uint64_t)(bands[i].highest - bands[i].lowest) + 1;
        width = width < tables[i].columns ? width : tables[i].columns;
        widest = width > widest ? (size_t)width : widest;
    }
    return widest / BAND_TIERS / executors;
}

size_t grid_tiers_fewest_rows(const struct grid_plan *p, const struct grid_executor *executor)
{
    size_t fewest = p->rows > 0 ? p->usual : grid_round_up(executor->rows / SMALLER);
    fewest = fewest < p->usual ? fewest : p->usual;
    return fewest > GRID_WORD ? fewest : GRID_WORD;
}

static size_t fewest_rows_of_all(const struct grid_plan *p)
{
    size_t fewest = grid_tiers_fewest_rows(p, &p->executors[0]);
    for (size_t i = 1; i < p->nexecutors; i++) {
        size_t own = grid_tiers_fewest_rows(p, &p->executors[i]);
        fewest = own < fewest ? own : fewest;
    }
    return fewest;
}

static size_t tiers_of(const struct grid_plan *p, const struct grid_lengths *table)
{
    if (table->columns == 0)
        return 0;
    return p->meet ? grid_divide_up(table->rows, fewest_rows_of_all(p)) + 1
                   : grid_divide_up(table->rows, p->usual);
}

/* Leaves a tier only those columns in which its rows meet the band. */
static void narrow_tier(struct grid_tier *tier, const struct strips_band *band)
{
    int64_t from = (int64_t)tier->first + band->lowest;
    int64_t end = (int64_t)(tier->first + tier->rows) + band->highest;
    size_t columns = end > 0 ? grid_round_up((size_t)end) : GRID_WORD;
    tier->from = tier->at = from > 0 ? (size_t)from / GRID_WORD * GRID_WORD : 0;
    tier->columns = columns < tier->columns ? columns : tier->columns;
    tier->open = tier->first == 0 ? tier->columns : tier->from;
}

/* Cuts a table into tiers from the top down. */
static void cut_tiers(struct grid_plan *p, size_t table, const struct grid_lengths *lengths,
                      const struct strips_band *band)
{
    struct grid_cut *c = &p->cuts[table];
    size_t n = c->end - c->first,
           rows = grid_round_up(grid_divide_up(lengths->rows, n > 0 ? n : 1));
    for (size_t first = 0; first < lengths->rows && n > 0; first += rows) {
        size_t left = lengths->rows - first;
        struct grid_tier *tier = &p->tiers[c->first + c->tiers++];
        tier->first = first;
        tier->rows = left < rows ? left : rows;
        if (band != NULL)
            narrow_tier(tier, band);
        p->left += (uint64_t)tier->rows * (tier->columns - tier->from);
    }
    c->rows = lengths->rows;
}

/* Makes room for the tiers of a table, behind those of the tables before. */
static void add_tiers(struct grid_plan *p, size_t table, const struct grid_lengths *lengths)
{
    size_t first = p->ntiers;
    p->ntiers += tiers_of(p, lengths);
    p->cuts[table] = (struct grid_cut){.first = first, .end = p->ntiers};
    for (size_t i = first; i < p->ntiers; i++)
        p->tiers[i] = (struct grid_tier){
            .table = table, .columns = lengths->columns, .open = i == first ? lengths->columns : 0};
}

/* Sets how many rows a tier shall have. */
static void plan_rows(struct grid_plan *p, const struct grid_lengths *tables,
                      const struct grid_shape *shape)
{
    size_t all = 0, longest = GRID_WORD, ends = p->meet ? 2 : 1;
    for (size_t i = 0; i < p->ntables; i++) {
        all += tables[i].columns > 0 ? tables[i].rows : 0;
        longest = tables[i].rows > longest ? tables[i].rows : longest;
    }
    p->stock = p->meet ? all / 2 : 0;
    p->usual = shape->rows;
    if (shape->rows == 0)
        p->usual = p->whole > 0 ? grid_divide_up(longest, ends) : choose_rows(p, all / ends);
    if (shape->rows == 0 && shape->bands != NULL && p->ntables > 0) {
        size_t most = most_rows_of_bands(p, tables, shape->bands);
        p->usual = p->usual < most ? p->usual : most;
    }
    p->usual = p->usual > GRID_WORD ? grid_round_up(p->usual) : GRID_WORD;
    p->rows = shape->rows > 0 || p->whole > 0 ? p->usual : 0;
}

bool grid_tiers_open(struct grid_plan *p, const struct grid_lengths *tables,
                     const struct grid_shape *shape)
{
    size_t most = 0;
    plan_rows(p, tables, shape);
    for (size_t i = 0; i < p->ntables; i++)
        most += tiers_of(p, &tables[i]);
    p->tiers = calloc(most + 1, sizeof *p->tiers);
    p->cuts = calloc(p->ntables + 1, sizeof *p->cuts);
    if (p->tiers == NULL || p->cuts == NULL)
        return false;
    for (size_t i = 0; i < p->ntables; i++) {
        add_tiers(p, i, &tables[i]);
        if (!p->meet)
            cut_tiers(p, i, &tables[i], shape->bands != NULL ? &shape->bands[i] : NULL);
        if (p->meet && i == 0)
            p->left += (uint64_t)tables[i].rows * tables[i].columns;
    }
    return true;
}
