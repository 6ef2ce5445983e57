/* edgrep.h - the whole program as a function. */
#pragma once

/* Runs edgrep on file descriptors 0, 1 and 2; returns the exit status. May be called again (tests
 * do). */
int edgrep_run(int argc, char **argv);
