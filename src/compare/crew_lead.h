/*
 * crew_lead.h - rank 0 and the other ranks of a comparison: they are takers like others (crew.h).
 *
 * Each of them has the sequences, and computes panels and aligns parts as it is told (orders.h).
 * Rank 0 has one hand for all of them. It sends a rank a little more than that is at work on, so
 * that messages travel while panels are computed.
 *
 * One thread at a time calls what is here. Where a rank cannot go on, ranks_receive() dies
 * (ranks.h), so the main thread does; and if that is in the hand, crew_lead_failure() says why.
 */
#ifndef CREW_LEAD_H
#define CREW_LEAD_H

#include "compare/crew.h"
#include "compare/orders.h"

struct crew_lead;

/* NULL where this process is alone. What the rules say of pairs is not used yet; their strings must
 * stay. */
struct crew_lead *crew_lead_open(const struct order_rules *rules);

/* Ends the run of the others; waits until nothing of it is on its way. NULL is good. */
void crew_lead_close(struct crew_lead *l);

/* The rules, for the caller to say how the next pair is compared. */
struct order_rules *crew_lead_rules(struct crew_lead *l);

/*
 * Sends two sequences, which lie one behind the other, to all ranks, and waits up to `patience`
 * seconds for their takers. A rank that takes longer works as soon as it can. What was given out
 * before must have come back.
 */
void crew_lead_pair(struct crew_lead *l, const struct sequences *s, double patience);

/* Puts the takers of all ranks there, where it is not NULL; returns how many these are. */
size_t crew_lead_takers(const struct crew_lead *l, struct grid_taker *takers);

/* The hand for them; `first` is the number of the first of them in the crew. */
struct crew_hand crew_lead_hand(struct crew_lead *l, size_t first);

/* Why the hand has ended before its work: then the grid was stopped, and the main thread has to die
 * of it. Else NULL. */
const char *crew_lead_failure(const struct crew_lead *l);

/* How many ranks have computed or aligned something, besides this one. */
unsigned crew_lead_worked(const struct crew_lead *l);

#endif
