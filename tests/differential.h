/*
 * differential.h - the command line of the differential programs, and the loop over their random
 * cases.
 *
 *     diff_NAME [--seed N] [--cases N] [--first CASE] [--only CASE] [--engine NAME,...] [--slow MS]
 *
 * Cases are numbered. A program runs the cases from --first (0) to --cases - 1, or --only one. With
 * --slow, it lists the cases that take at least MS milliseconds of processor time. EDGREP_SEED (1),
 * EDGREP_CASES (2000) and EDGREP_ENGINE set the defaults. A program whose cases take as long as
 * `weight` average cases runs EDGREP_CASES / weight of them.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The cases to run. Each case is drawn from the seed and its number. */
struct differential {
    uint64_t seed, first, end; /* cases first..end of this seed */
    uint64_t slow;             /* milliseconds; 0: lists none */
    bool only;                 /* --only was given: the case may print more */
    const char *engines;       /* separated by commas; NULL: the program has no --engine */
    bool (*worked)(const struct differential *d); /* returns whether the other ranks did any work;
                                                     NULL: there are none */
};

/*
 * Parses the command line and the environment. weight >= 1: see above. `engines`: the default of
 * --engine; NULL: the program has no --engine. Exits with a message and status 2 on an error.
 */
struct differential differential_parse(int argc, char **argv, const char *engines, unsigned weight);

/*
 * Runs the cases, up to a small number of failures. `check` prints why a case failed, and returns
 * false; this function then prints the command that repeats the case. On a busy machine rank 0 may
 * finish all cases before other ranks have worked: then it runs further cases, for at most a
 * minute. Returns the exit status: 1 if a case failed or the other ranks did not work.
 */
int differential_run(const struct differential *d,
                     bool (*check)(const struct differential *d, uint64_t number));
