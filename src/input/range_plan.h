/*
 * range_plan.h - where ranges end (range.h).
 *
 * A range of a large file has as many bytes as keep one thread busy for a moment, and ends with the
 * record that its last byte lies in. The next delimiter is searched in the file, but not far: if a
 * record is too long, there is no range, and the text comes as chunks (gather.h), which may cut a
 * record.
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "input/inputs.h"

struct range_plan {
    bool divides;          /* produce ranges; else all text comes as chunks */
    int delimiter;         /* the byte that ends a record */
    atomic_uint consumers; /* threads that take ranges */
    double slow;           /* how many times slower than the fastest the next consumer is */
    bool several;          /* there may be more files behind this one */
    uint64_t fixed;        /* --range-size, or 0 */
    size_t least;          /* bytes that are worth a range */
    atomic_size_t dense;   /* most bytes of a range when much output is expected; SIZE_MAX, or
                              RANGE_PLAN_UNKNOWN */
    unsigned most_open;    /* files that ranges may hold open */
};

enum {
    RANGE_PLAN_TOGETHER = 1 << 18, /* most bytes of small files in one range */
    RANGE_PLAN_UNKNOWN = 0,        /* no range has been printed yet */
};

/* From now on there are ranges, if records end with a byte, for this number of threads. */
void range_plan_divide(struct range_plan *p, unsigned consumers);

/* Returns how many files one range may have; `away`: another rank reads it. */
unsigned range_plan_files(const struct range_plan *p, bool away);

/* Returns the size of the next range of a file with `left` more bytes. */
uint64_t range_plan_size(const struct range_plan *p, uint64_t left);

/* Returns where the range ends that begins at byte `begin` of the text of a regular file.
 * UINT64_MAX: at the end of the file. 0: no end was found. */
uint64_t range_plan_end(const struct range_plan *p, const struct input_file *file, uint64_t begin);

/* Reports that the output of a range of `bytes` bytes takes `printed` bytes of memory. Later ranges
 * may become smaller, to bound the memory that waiting output takes. Any thread may call it. */
void range_plan_learn(struct range_plan *p, uint64_t bytes, uint64_t printed);
