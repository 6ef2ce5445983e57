/*
 * range_queue.h - ranges that one thread gives and others take, in order.
 *
 * The giver decides how many there are at a time.
 */
#ifndef RANGE_QUEUE_H
#define RANGE_QUEUE_H

#include "text/range.h"

struct range_queue;

/* NULL: memory is out. */
struct range_queue *range_queue_open(void);

/* Frees the queue, and the ranges that nobody took. */
void range_queue_close(struct range_queue *q);

/* Takes the range over, which is empty then. False: memory is out, and it is still the caller's. */
bool range_queue_give(struct range_queue *q, struct range *r);

/* Waits for the next range and exchanges *r for it. False: the queue has ended. */
bool range_queue_take(struct range_queue *q, struct range *r);

/* Whether range_queue_take() would wait. */
bool range_queue_waits(struct range_queue *q);

/* Nobody gets a range any more. */
void range_queue_end(struct range_queue *q);

#endif
