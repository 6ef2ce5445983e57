/* worker_rank.h - a rank other than 0 searches the ranges that rank 0 sends. */
#pragma once

/* Runs searches until rank 0 ends the run. Prints nothing; an error is sent to rank 0, which ends
 * all ranks. */
void worker_rank_run(void);
