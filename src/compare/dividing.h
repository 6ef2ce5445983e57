/*
 * dividing.h - large parts of a table, each divided into small ones by whoever takes it.
 *
 * One thread opens and joins; any thread may take and put in between.
 */
#ifndef DIVIDING_H
#define DIVIDING_H

#include <stdbool.h>

#include "compare/parts.h"
#include "strips/strips_device.h"

struct dividing;

/* The parts of the list that have more than `cells` cells are to be divided into parts of at most
 * as many. The list stays the caller's. Out of memory the program ends, here and below. */
struct dividing *dividing_open(const struct part *list, size_t n, enum metric metric, double cells);
enum metric dividing_metric(const struct dividing *d);
double dividing_cells(const struct dividing *d);

/* Gives a part to be divided, large ones first. False: there is none any more. A part that is
 * taken, but never put, stays undivided. */
bool dividing_take(struct dividing *d, struct part *part);

/* What the part was divided into, in order. */
void dividing_put(struct dividing *d, const struct part *part, const struct strips_device_part *v,
                  size_t n);

/* The list as it is now; the caller frees it. Frees all else. */
struct part *dividing_join(struct dividing *d, size_t *n);

/* The same parts in another form: those of a table are some codes of s. The caller frees them. */
struct part *dividing_parts(const struct sequences *s, const struct strips_device_part *v,
                            size_t n);

#endif
