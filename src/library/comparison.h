/*
 * comparison.h - what a comparison is, and its calls. library/edgrep.h has the functions.
 *
 * comparison.c compares two texts at a time; many_distances.c has the distances of many.
 */
#ifndef COMPARISON_H
#define COMPARISON_H

#include "library/call.h"
#include "options/edcmp_options.h"
#include "pair/encode_pair.h"

struct distances_call;

struct edgrep_comparison {
    struct heap heap; /* of what the last call left */
    struct edcmp_options options;
    char *result; /* of the last call, or NULL */
    size_t size;  /* of it */
    size_t capacity;
    struct distances_call *many; /* for many texts; NULL until it is used */
};

/* A call. */
struct comparing {
    struct edgrep_comparison *c;
    const struct edgrep_text *texts[2];
    size_t counts[2];
    uint64_t *distances;
    struct file_content contents[2]; /* those that are compared now */
    struct encode_pair characters;
};

/* Runs the work in a call; what the last one returned is valid no longer. After a failure, nor is
 * `many`. */
int comparison_run(struct comparing *x, int (*work)(void *), struct edgrep_error *error);

/* Within a call: the distance of two texts, or EDGREP_BAD. */
int comparison_two(struct comparing *x, const struct edgrep_text *first,
                   const struct edgrep_text *second, uint64_t *distance);

/* Within a call: the two have no distance. EDGREP_BAD. */
int comparison_unlike(size_t m, size_t n);

#endif
