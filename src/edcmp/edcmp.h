/* edcmp.h - the program edcmp as a function. */
#pragma once

/* Returns the exit status. */
int edcmp_run(int argc, char **argv);
