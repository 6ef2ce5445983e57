/* edcmp.h - the program edcmp as a function. */
#ifndef EDCMP_H
#define EDCMP_H

/* Returns the exit status. */
int edcmp_run(int argc, char **argv);

#endif
