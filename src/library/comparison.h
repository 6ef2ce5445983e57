/*
 * comparison.h - the object of a comparison, and its calls, for the functions of library/edgrep.h.
 *
 * comparison.c compares two texts at a time; many_distances.c computes the distances of many.
 */
#pragma once

#include "library/call.h"
#include "library/edit_list.h"
#include "options/edcmp_options.h"
#include "pair/encode_pair.h"

struct distances_call;

struct edgrep_comparison {
    struct heap heap; /* owns what the last call left */
    struct call_limit limit;
    struct edcmp_options options;
    struct folding *folding; /* NULL: texts are compared unchanged */
    char *common;            /* subsequence that the last call found, `size` bytes; or NULL */
    size_t size, capacity;
    struct edit_list edits;      /* of the last call */
    struct distances_call *many; /* for many texts; NULL until it is used */
};

/* One call. */
struct comparing {
    struct edgrep_comparison *c;
    const struct edgrep_text *texts[2];
    size_t counts[2];
    uint64_t *distances;
    bool aligns;                     /* the common subsequence itself is needed */
    struct file_content contents[2]; /* the two texts of this call */
    struct encode_pair characters;
};

/* Within a call: how texts are encoded. */
struct encode_rules comparison_rules(struct edgrep_comparison *c);

/* Runs the work in a call. The previous result becomes invalid, and after a failure also `many`. */
int comparison_run(struct comparing *x, int (*work)(void *), struct edgrep_error *error);

/* Within a call: computes the distance of two texts, or returns EDGREP_BAD. */
int comparison_two(struct comparing *x, const struct edgrep_text *first,
                   const struct edgrep_text *second, uint64_t *distance);

/* Within a call: reports that two texts have no distance, and returns EDGREP_BAD. */
int comparison_unlike(size_t m, size_t n);
