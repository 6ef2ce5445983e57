/*
 * rank_worker.h - a rank that is not rank 0, in one run of edcmp: it does what rank 0 orders
 * (rank_messages.h).
 *
 * It prints nothing. Where it cannot go on, rank 0 is told why, and ends the program.
 */
#ifndef RANK_WORKER_H
#define RANK_WORKER_H

/* Returns when the run is over. */
void crew_follow(void);

#endif
