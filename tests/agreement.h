/*
 * agreement.h - edgrep against the reference: random cases, each at one random point of the matrix
 * engine x threads x chunk size x range size x way of input, must give the same bytes and the same
 * exit status.
 *
 * differential.h tells the command line; an engine is NAME or NAME/ALGORITHM. --only prints the
 * commands of the case and keeps its files. `mpirun -n N diff_NAME-mpi` runs the same cases over N
 * ranks: rank 0 has them (follow.h).
 */
#pragma once

#include "inprocess.h"
#include "ref/instance.h"

struct agreement {
    const char *name; /* of the program */
    unsigned weight;  /* a case takes as long as this number of cases of most programs: see
                         differential.h */
    void (*draw)(struct instance *i, struct random *r);
    /* Returns whether edgrep is right; if not, reports the error. NULL: compares with the
     * reference. */
    bool (*check)(struct instance *i, struct random *r);
    /* What edgrep has got right, to be counted, or NULL. */
    void (*observe)(const struct instance *i, const struct naive_result *result);
    /* After all cases: whether they have tested what they should. May be NULL. */
    bool (*enough)(uint64_t cases);
};

/* For check(): what edgrep makes of a case, with an engine that is drawn; the outcome is the
 * caller's. */
void agreement_run(const struct instance *i, struct random *r, struct outcome *to);

/* As above; returns whether the result is the expected one, and reports it if not. */
bool agreement_same(const struct instance *i, struct random *r, const struct outcome *expected);

/* Whether the program refused limits of edits with more states than it takes; the reference takes
 * all. */
bool agreement_too_large(const struct outcome *o);

/* The main() of a program; its exit status. */
int agreement_main(int argc, char **argv, const struct agreement *a);
