/*
 * distribute.h - rank 0: ranges for the other ranks.
 *
 * A thread takes ranges in its turn, as workers do (turns.h), and sends each to a rank that has
 * asked for some. What that makes of it comes back as an extract, which goes into the slot. So for
 * the main thread a rank is a worker like any other: order, -m and memory are kept as always.
 *
 * A rank has as many ranges as it has workers, and one more, so that it need not wait for the next.
 * The text of what they cannot open by its name goes with the range. What is no regular file is
 * read by the workers of rank 0; what then is whole records, and fast enough, they leave to the
 * others (turns_give()). All other chunks, such as pieces of a record, stay with them.
 *
 * A rank that cannot go on with a range leaves its last words in the slot, as a worker does. One
 * that cannot go on at all makes the search fail at once (turns_fail()).
 *
 * Main thread only.
 */
#ifndef DISTRIBUTE_H
#define DISTRIBUTE_H

#include "edgrep/turns.h"

struct distribute;

/* How many more slots the ring should have for the other ranks; 0: there are none. */
size_t distribute_slots(void);

/* Tells the other ranks of the search, and serves them until its end. NULL: there are none, or no
 * thread can be had for it. */
struct distribute *distribute_start(const struct search *search, struct turns *turns);

/* After the last slot, or turns_stop(): waits until no other rank works for this search. NULL is
 * nothing. */
void distribute_join(struct distribute *d);

/* The end of the run, even where no search began: after it no message is on its way. A rank that
 * could not go on does not answer; if one fails only now, the program ends with `status`, for all
 * is done. */
void distribute_over(int status);

#endif
