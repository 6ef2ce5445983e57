/* follow.h - a rank that follows: it searches what rank 0 sends. */
#ifndef FOLLOW_H
#define FOLLOW_H

/*
 * The whole of a run on a rank but 0: serves searches until rank 0 says that the run is over. It
 * prints nothing. A reason why it cannot go on is told to rank 0, which ends all ranks.
 */
void follow(void);

#endif
