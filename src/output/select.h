/*
 * select.h - which records are printed: -v, -m, context, counts, and when to stop. The outputs
 * (output.h) only format.
 *
 * Main thread only.
 */
#ifndef SELECT_H
#define SELECT_H

#include "output/output.h"

struct select;

enum select_state {
    SELECT_GO_ON,
    SELECT_INPUT_DONE, /* nothing more of this input matters */
    SELECT_ALL_DONE,   /* nor of any other */
};

struct select *select_open(const struct output_env *env);
void select_close(struct select *s);

/* An input begins; `size` in bytes, UINT64_MAX: not known. */
void select_begin(struct select *s, const char *name, uint64_t size);

/* The next record that matters: all of them with -v or context, else those with an occurrence. */
void select_record(struct select *s, const struct record *record, bool searched, bool occurs);

/* -o without kept records: an occurrence of a record that select_record() will end. */
void select_occurrence(struct select *s, const struct record *record,
                       const struct occurrence *occurrence);

enum select_state select_state(const struct select *s);

/* Best mode: the level fell; all that was selected and printed so far is taken back. */
void select_forget(struct select *s);

/* The input has ended, `bytes` of it were read; no more of them count than up to the end of the
 * last record that mattered when the search ended before. */
void select_end(struct select *s, uint64_t bytes);

/* The bytes of the input up to the end of the selected record with which -m was reached, context
 * not counted; UINT64_MAX: something else ended the search. */
uint64_t select_behind(const struct select *s);

/* All inputs have ended. */
void select_finish(struct select *s, uint32_t best);

/* Whether anything was selected. */
bool select_any(const struct select *s);

#endif
