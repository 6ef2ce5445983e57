/*
 * deferred_print.h - prints the rest of a deferred list at the end.
 */
#pragma once

#include "output/deferred.h"

struct select;

/* The receiver of the entries; functions of select.h fit. After the last occurrence of an unkept
 * record, `record` is called with bytes NULL. `goes_on`: the input begins again later (--top). */
struct deferred_reader {
    struct select *to;
    void (*second)(struct select *to, uint32_t distance); /* as in struct output */
    void (*begin)(struct select *to, const char *name, uint64_t size);
    void (*occurrence)(struct select *to, const struct record *record,
                       const struct occurrence *occurrence);
    void (*record)(struct select *to, const struct record *record, bool searched, bool occurs);
    void (*end)(struct select *to, uint64_t bytes, bool goes_on);
};

/* Replays all entries: input by input, or with --top result by result. */
void deferred_print(struct deferred *j, const struct deferred_reader *reader);
