/*
 * rank_leader.h - rank 0 and the other ranks of a comparison: they are takers like others
 * (scheduler.h).
 *
 * Each of them has the sequences, and computes panels, divides and aligns parts as it is told
 * (rank_messages.h).
 * Rank 0 has one hand for all of them. It sends a rank a panel before the last one is done, so that
 * messages travel while panels are computed.
 *
 * All of this is for the main thread. Where a rank cannot go on, ranks_receive() dies of it
 * (ranks.h), here or in the hand, which then stops grid and parts and tells why.
 */
#ifndef RANK_LEADER_H
#define RANK_LEADER_H

#include "compare/compare.h"
#include "compare/rank_messages.h"

struct rank_leader;

/* NULL where this process is alone. The rules' strings must stay. */
struct rank_leader *rank_leader_open(const struct rank_message_rules *rules);

/* Ends the run of the others, and waits until nothing of it is on its way. Returns how many of them
 * have computed or aligned something. NULL is good. */
unsigned rank_leader_close(struct rank_leader *l);

/*
 * The others, who may join a crew. They are sent the sequences then, which have to lie one behind
 * the other. A rank that is not ready for them at once works as soon as it can.
 */
struct compare_others rank_leader_others(struct rank_leader *l);

#endif
