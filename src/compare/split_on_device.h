/*
 * split_on_device.h - a queue of large parts of a table, which threads take and divide into small
 * ones.
 *
 * One thread opens and joins; any thread may take and put in between.
 */
#ifndef SPLIT_ON_DEVICE_H
#define SPLIT_ON_DEVICE_H

#include <stdbool.h>

#include "compare/subproblems.h"
#include "strips/strips_device.h"

struct split_on_device;

/* The parts of the list that have more than `cells` cells are to be divided into parts of at most
 * as many. The list stays the caller's. Out of memory the program ends, here and below. */
struct split_on_device *split_on_device_open(const struct subproblem *list, size_t n,
                                             enum metric metric, double cells);
enum metric split_on_device_metric(const struct split_on_device *d);
double split_on_device_cells(const struct split_on_device *d);

/* Gives a part to be divided, large ones first. False: there is none any more. A part that is
 * taken, but never put, stays undivided. */
bool split_on_device_take(struct split_on_device *d, struct subproblem *part);

/* What the part was divided into, in order. */
void split_on_device_put(struct split_on_device *d, const struct subproblem *part,
                         const struct strips_device_part *v, size_t n);

/* The list as it is now; the caller frees it. Frees all else. */
struct subproblem *split_on_device_join(struct split_on_device *d, size_t *n);

/* The same parts in another form: those of a table are some codes of s. The caller frees them. */
struct subproblem *split_on_device_parts(const struct sequences *s,
                                         const struct strips_device_part *v, size_t n);

#endif
