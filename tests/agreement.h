/*
 * agreement.h - compares edgrep with the reference implementation on random cases.
 *
 * Each case runs at one random point of the matrix engine x threads x chunk size x range size x way
 * of input. Output and exit status must equal the reference's.
 *
 * differential.h describes the command line; an engine is NAME or NAME/ALGORITHM. --only prints the
 * commands of the case and keeps its files. `mpirun -n N diff_NAME-mpi` runs the same cases over N
 * ranks: rank 0 draws the cases, the others follow (follow.h).
 */
#pragma once

#include "inprocess.h"
#include "ref/instance.h"

struct agreement {
    const char *name; /* of the program */
    unsigned weight;  /* how many average cases one case costs: see differential.h */
    void (*draw)(struct instance *i, struct random *r);
    /* Returns whether edgrep is right; if not, prints the error. NULL: compares with the
     * reference. */
    bool (*check)(struct instance *i, struct random *r);
    /* Called after each correct run, for statistics. May be NULL. */
    void (*observe)(const struct instance *i, const struct naive_result *result);
    /* Returns, after all cases, whether they covered what they should. May be NULL. */
    bool (*enough)(uint64_t cases);
};

/* For check(): runs edgrep on a case with a random engine. The caller frees the outcome. */
void agreement_run(const struct instance *i, struct random *r, struct outcome *to);

/* For check(): runs edgrep on a case with a random engine. Returns whether the outcome is the
 * expected one; if not, prints the difference. */
bool agreement_same(const struct instance *i, struct random *r, const struct outcome *expected);

/* Returns whether edgrep refused the case because limits on edits need too many states. The
 * reference has no such limit. */
bool agreement_too_large(const struct outcome *o);

/* The main() of a differential program. Returns its exit status. */
int agreement_main(int argc, char **argv, const struct agreement *a);
