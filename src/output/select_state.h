/*
 * select_state.h - the members of a select, and the steps that a record, a joined part and a
 * deferred result have in common; for select.c, select_join.c and select_finish.c.
 */
#pragma once

#include "output/deferred.h"
#include "output/selection.h"

struct kept_record {
    struct record record;
    struct spill bytes; /* record, then delimiter */
    struct occurrences occurrences;
};

struct select {
    const struct options *o;
    const struct output_env *env;
    const struct output *output;
    void *format;              /* the output's state */
    struct deferred *deferred; /* takes all records instead of the format; or NULL */

    const char *name;
    struct selection now; /* of this input or part; first, printed: 0 for none */
    uint64_t behind;      /* see select_behind() */
    bool streaming;       /* occurrences of the current record have been printed */
    enum select_state state;

    bool any;
    bool groups; /* something was printed: the next group needs a separator */

    struct kept_record *ring; /* the last records: context before the next selected one */
    size_t ring_size, ring_used, ring_next;

    /* A worker's: */
    struct collected own; /* without the sheet, which is in the sink */
    bool goes_on;         /* some of the input lies behind the current part */
    uint64_t heads;       /* records that still belong to the head */
};

/* Ends the input if no later result can change the deferred list. */
void select_stop_at_complete(struct select *s);

/* Returns the end of what is collected so far: of output, or of the deferred list's entries. */
struct sheet_place select_place(const struct select *s);

/* Keeps a copy of the record in the ring. */
void select_remember(struct select *s, const struct record *record);

/* Returns record i of the ring, the oldest first; its number is 0 if it is of an earlier input. */
const struct record *select_remembered(struct select *s, size_t i);

/* Returns whether the next record is printed as context if it is not selected. */
bool select_awaits_context(const struct select *s);

/* Prints a record as context. */
void select_put_after(struct select *s, const struct record *record);

/*
 * Begins to print record `number`, which is selected: separator and before-context. With -o context
 * is not shown, but still decides where the groups end.
 */
void select_begin_printing(struct select *s, uint64_t number);

/* Counts n more selected records. */
void select_count(struct select *s, uint64_t n);

/* Ends the input if -m is reached and no context follows; not in best mode, where later records
 * decide as well. `end` is the offset of the end of the last record; UINT64_MAX: it goes on. */
void select_stop_at_most(struct select *s, uint64_t end);

/* Ends the input in the format; `goes_on`: it begins again later (--top). */
void select_end_input(struct select *s, uint64_t bytes, bool goes_on);
