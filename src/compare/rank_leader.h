/*
 * rank_leader.h - the other ranks of a comparison, as takers of rank 0's scheduler (scheduler.h).
 *
 * Each of them has the sequences; it computes panels, and divides and aligns parts, as rank 0
 * orders (rank_messages.h). Rank 0 has one hand for all of them. It sends a rank the next panel
 * before the current one is done, so that messages travel while panels are computed.
 *
 * Main thread only. If a rank cannot go on, ranks_receive() dies (ranks.h), in the main thread or
 * in the hand, which then stops grid and parts and reports the reason.
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
 * The other ranks that may join a crew. Opening sends them the sequences, which must lie one behind
 * the other. A rank that is not ready at once joins as soon as it can.
 */
struct compare_others rank_leader_others(struct rank_leader *l);

#endif
