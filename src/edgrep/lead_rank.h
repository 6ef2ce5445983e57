/*
 * lead_rank.h - rank 0 sends ranges to the worker ranks, and receives their extracts.
 *
 * One thread claims ranges as the workers of this process do (work_ring.h), and sends each to a
 * worker rank that has room for it. The extract that comes back goes into the slot of the range. So
 * for the main thread another rank is a worker like any other: order, -m and memory bounds need no
 * rules of their own.
 *
 * A worker rank holds as many ranges as it has workers, and one more, so that it need not wait for
 * the next. Text that it cannot open by name is sent with the range. Inputs that are not regular
 * files are read by the workers of rank 0, which send away chunks of whole records that were read
 * without a pause (work_ring_send_away()) and scan all other chunks themselves.
 *
 * A rank that fails on one range sends the error with its extract, as a worker leaves it in its
 * slot. When a rank fails as a whole, the search fails (work_ring_fail()).
 *
 * Main thread only.
 */
#pragma once

#include "edgrep/work_ring.h"

struct lead_rank;

/* Returns how many more slots the ring needs for the other ranks; 0 if there are none. */
size_t lead_rank_slots(void);

/* Starts the search on all other ranks and serves them until its end. Returns NULL if there are
 * none, or if no thread can be started. */
struct lead_rank *lead_rank_start(const struct search *search, struct work_ring *ring);

/* Waits until no other rank works for this search. Call it after the last slot, or after
 * work_ring_stop(). NULL is ignored. */
void lead_rank_join(struct lead_rank *lead);

/* Ends the run on all other ranks, even if no search began, and waits for their answers, so that no
 * message is under way afterwards. Ranks that failed before do not answer. If a rank fails only
 * now, exits with `status`, because the search is complete. */
void lead_rank_end_run(int status);
