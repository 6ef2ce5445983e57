/*
 * range_plan.h - where ranges end (range.h).
 *
 * A range of a large file has about as many bytes as keep one thread busy for a moment, and ends
 * with the record that its last byte lies in. The next delimiter is searched in the file, not far:
 * where a record is so long that none is found, there is no range, and the text comes as chunks
 * (gather.h), which may cut a record.
 */
#ifndef RANGE_PLAN_H
#define RANGE_PLAN_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text/inputs.h"

struct range_plan {
    bool divides;       /* into ranges: else all is chunks */
    int delimiter;      /* the byte that ends a record */
    atomic_uint takers; /* threads that take ranges */
    double slow;        /* whoever takes the next needs so many times longer than the fastest */
    bool several;       /* there may be more files behind this one */
    uint64_t fixed;     /* --range-size, or 0 */
    size_t least;       /* bytes that are worth a range */
    atomic_size_t
        dense; /* fewer bytes, since much is printed of them; SIZE_MAX, or RANGE_PLAN_UNKNOWN */
    unsigned most_open; /* files that ranges may hold open */
};

enum {
    RANGE_PLAN_TOGETHER = 1 << 18, /* bytes of small files that travel together, at most */
    RANGE_PLAN_FILES = 16,         /* and their number */
    RANGE_PLAN_UNKNOWN = 0,        /* nobody has learned yet how much is printed */
};

/* Of a file with `left` more bytes, how many a range should have. */
uint64_t range_plan_size(const struct range_plan *p, uint64_t left);

/* Where the range ends that begins at byte `begin` of the text of a regular file; UINT64_MAX: with
 * the file. 0: it can have no end. */
uint64_t range_plan_end(const struct range_plan *p, const struct input_file *file, uint64_t begin);

/* `printed` bytes of memory hold what is to be printed of a range of `bytes`. So later ranges may
 * be smaller: memory must not grow with what is printed. Any thread. */
void range_plan_learn(struct range_plan *p, uint64_t bytes, uint64_t printed);

#endif
