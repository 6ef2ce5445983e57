/*
 * deferred_print.h - replays the rest of a journal at the end.
 */
#ifndef DEFERRED_PRINT_H
#define DEFERRED_PRINT_H

#include "output/deferred.h"

struct select;

/* The receiver of the entries, which calls of select.h suit; `record` comes behind the last
 * occurrence of a record, and its bytes are NULL. `goes_on`: the same input begins once more later
 * (--top). */
struct journal_reader {
    struct select *to;
    void (*second)(struct select *to, uint32_t distance); /* as in struct output */
    void (*begin)(struct select *to, const char *name, uint64_t size);
    void (*occurrence)(struct select *to, const struct record *record,
                       const struct occurrence *occurrence);
    void (*record)(struct select *to, const struct record *record, bool searched, bool occurs);
    void (*end)(struct select *to, uint64_t bytes, bool goes_on);
};

/* Replays all entries: input by input, or with --top result by result. */
void journal_tell(struct deferred *j, const struct journal_reader *reader);

#endif
