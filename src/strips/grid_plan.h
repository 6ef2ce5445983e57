/*
 * grid_plan.h - decides which panel an executor of a grid gets, and how wide it is (grid.h).
 *
 * The plan has lengths and speeds, but no codes and no borders. One thread at a time may use it.
 * Times are in seconds, from any origin.
 */
#pragma once

#include "strips/grid_tiers.h"

/* Plans the tables. Returns false when out of memory. grid_plan_close() must be called in any
 * case. */
bool grid_plan_open(struct grid_plan *p, const struct grid_lengths *tables, size_t ntables,
                    struct grid_executor *executors, size_t nexecutors,
                    const struct grid_shape *shape);
void grid_plan_close(struct grid_plan *p);

/* Chooses a tier for the executor, and *columns columns of it from `at` on. Returns SIZE_MAX if
 * there is none now. */
size_t grid_plan_choose(struct grid_plan *p, size_t executor, double now, size_t *columns);

/* The executor begins these columns of a tier; has done them; gives them back undone. */
void grid_plan_begin(struct grid_plan *p, size_t tier, size_t executor, size_t columns, double now);
void grid_plan_end(struct grid_plan *p, size_t tier, size_t executor, size_t columns, double now);
void grid_plan_undo(struct grid_plan *p, size_t tier, size_t executor, size_t columns, double now);

/* Removes an executor; returns whether it was removed, or has nothing to do in this plan. */
void grid_plan_leave(struct grid_plan *p, size_t executor);
bool grid_plan_excludes(const struct grid_plan *p, size_t executor);
