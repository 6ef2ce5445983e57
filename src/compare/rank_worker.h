/*
 * rank_worker.h - a rank other than 0 in a run of edcmp: executes rank 0's orders
 * (rank_messages.h).
 *
 * It prints nothing. If it fails, it sends rank 0 the reason, and rank 0 exits the program.
 */
#pragma once

/* Returns when the run is over. */
void rank_worker_run(void);
