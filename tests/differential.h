/*
 * differential.h - what the differential programs share: their command lines, and the run over
 * their random cases.
 *
 *     diff_NAME [--seed N] [--cases N] [--first CASE] [--only CASE] [--engine NAME,...] [--slow MS]
 *
 * Cases have numbers: those from --first (0) up to, not including, --cases are run, or --only one.
 * With --slow, cases that take at least MS milliseconds of processor time are listed. EDGREP_SEED
 * (1), EDGREP_CASES (2000) and EDGREP_ENGINE set the defaults. If a case takes as long as `weight`
 * cases of most programs, the program runs EDGREP_CASES / weight cases.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Which cases are run. A case is drawn from its seed and its number. */
struct differential {
    uint64_t seed, first, end; /* cases first..end of this seed */
    uint64_t slow;             /* milliseconds; 0: none is listed */
    bool only;                 /* --only was given: the case may print more */
    const char *engines;       /* separated by commas; NULL: the program has no --engine */
    bool (*worked)(const struct differential *d); /* the other ranks; NULL: there are none */
};

/*
 * From the command line and the environment. weight >= 1: see above. `engines` are those of a run
 * that names none; NULL for a program without --engine. What is wrong there ends the program with a
 * message and status 2.
 */
struct differential differential_parse(int argc, char **argv, const char *engines, unsigned weight);

/*
 * Runs the cases until some have failed. `check` tells all about a case that fails, and returns
 * false; the command line that repeats it is printed here. On a busy machine rank 0 may do them all
 * before the others have worked: then further cases follow, for a minute at most. The exit status
 * of the program: 1 if a case failed, or the others have not worked.
 */
int differential_run(const struct differential *d,
                     bool (*check)(const struct differential *d, uint64_t number));
