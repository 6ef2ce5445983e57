/*
 * crew_lead.h - rank 0 and the other ranks of a comparison: they are takers like others (crew.h).
 *
 * Each of them has the sequences, and computes panels, divides and aligns parts as it is told
 * (orders.h).
 * Rank 0 has one hand for all of them. It sends a rank a panel before the last one is done, so that
 * messages travel while panels are computed.
 *
 * All of this is for the main thread. Where a rank cannot go on, ranks_receive() dies of it
 * (ranks.h), here or in the hand, which then stops grid and parts and tells why.
 */
#ifndef CREW_LEAD_H
#define CREW_LEAD_H

#include "compare/compare.h"
#include "compare/orders.h"

struct crew_lead;

/* NULL where this process is alone. The rules' strings must stay. */
struct crew_lead *crew_lead_open(const struct order_rules *rules);

/* Ends the run of the others, and waits until nothing of it is on its way. Returns how many of them
 * have computed or aligned something. NULL is good. */
unsigned crew_lead_close(struct crew_lead *l);

/*
 * The others, who may join a crew. They are sent the sequences then, which have to lie one behind
 * the other. A rank that is not ready for them at once works as soon as it can.
 */
struct compare_others crew_lead_others(struct crew_lead *l);

#endif
