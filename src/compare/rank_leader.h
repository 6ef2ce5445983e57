/*
 * rank_leader.h - the other ranks of a comparison, as executors of rank 0's scheduler
 * (scheduler.h).
 *
 * Each rank has the sequences, and computes panels, divides parts and aligns parts on rank 0's
 * orders (rank_messages.h). Rank 0 has one worker for all other ranks. It sends a rank the next
 * panel before the current one is done, so that messages travel while panels are computed.
 *
 * Main thread only. If a rank fails, ranks_receive() dies (ranks.h) in the main thread or in the
 * worker, which then stops grid and parts and reports the reason.
 */
#pragma once

#include "compare/compare.h"
#include "compare/rank_messages.h"

struct rank_leader;

/* Returns NULL if there are no other ranks. The rules' strings must outlive the result. */
struct rank_leader *rank_leader_open(const struct rank_message_rules *rules);

/* Ends the run on the other ranks, and waits until no message is in transit. Returns how many ranks
 * have computed or aligned something. NULL is ignored. */
unsigned rank_leader_close(struct rank_leader *l);

/*
 * Returns the other ranks that may join a scheduler. join() sends them the sequences, which must be
 * contiguous. A rank that is not ready joins later.
 */
struct compare_others rank_leader_others(struct rank_leader *l);
