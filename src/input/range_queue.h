/*
 * range_queue.h - a FIFO queue of ranges, from one producer to several consumers.
 *
 * The queue is unbounded; the producer limits its length. Exits the program when out of memory.
 */
#pragma once

#include "input/range.h"

struct range_queue;

struct range_queue *range_queue_open(void);

/* Frees the queue, and the ranges left in it. */
void range_queue_close(struct range_queue *q);

/* Moves the range into the queue and leaves *r empty. */
void range_queue_give(struct range_queue *q, struct range *r);

/* Waits for the next range and swaps *r with it. Returns false after range_queue_end(). */
bool range_queue_take(struct range_queue *q, struct range *r);

/* Returns whether range_queue_take() would block. */
bool range_queue_waits(struct range_queue *q);

/* Ends the queue: range_queue_take() returns false from now on. */
void range_queue_end(struct range_queue *q);
