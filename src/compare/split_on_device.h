/*
 * split_on_device.h - a queue of large parts of a table that threads divide on devices.
 *
 * One thread opens and joins; any thread may take and put between.
 */
#pragma once

#include <stdbool.h>

#include "compare/subproblems.h"
#include "strips/strips_device.h"

struct split_on_device;

/* Queues the parts of the list with more than `cells` cells, to be divided into parts of at most
 * `cells` cells. The caller keeps the list. All functions exit the program when out of memory. */
struct split_on_device *split_on_device_open(const struct subproblem *list, size_t n,
                                             enum metric metric, double cells);
enum metric split_on_device_metric(const struct split_on_device *d);
double split_on_device_cells(const struct split_on_device *d);

/* Takes a part to divide, large ones first. Returns false if none is left. A part that is taken but
 * never put stays undivided. */
bool split_on_device_take(struct split_on_device *d, struct subproblem *part);

/* Stores the pieces of a part, in order. */
void split_on_device_put(struct split_on_device *d, const struct subproblem *part,
                         const struct strips_device_part *v, size_t n);

/* Returns the list of divided parts, which the caller frees. Frees all else. */
struct subproblem *split_on_device_join(struct split_on_device *d, size_t *n);

/* Converts the parts of a table to parts of the codes of s. The caller frees them. */
struct subproblem *split_on_device_parts(const struct sequences *s,
                                         const struct strips_device_part *v, size_t n);
