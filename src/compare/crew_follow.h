/*
 * crew_follow.h - a rank that is not rank 0, in one run of edcmp: it does what rank 0 orders
 * (orders.h).
 *
 * It prints nothing. Where it cannot go on, rank 0 is told why, and ends the program.
 */
#ifndef CREW_FOLLOW_H
#define CREW_FOLLOW_H

/* Returns when the run is over. */
void crew_follow(void);

#endif
