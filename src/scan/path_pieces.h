/*
 * path_pieces.h - a filter for one pattern with an automaton: every occurrence contains one of its
 * pieces unchanged (query/required_pieces.h), and these are searched for as those of a sequence
 * (filter/pieces.h). Where a piece is found, and paths continue from it to both sides within the
 * limit, the span around it may have an occurrence: as far as paths reach before and behind that
 * piece, or the whole record.
 */
#pragma once

#include "filter/pieces.h"
#include "query/required_pieces.h"
#include "scan/lazy_dfa.h"

/* Paths that continue from each piece to one side. */
struct path_side {
    struct lazy_dfa *dfa;
    /* reached states, in the format of lazy_dfa_start() */
    uint64_t values[PATH_PIECES][PATH_STATES];
    uint32_t n[PATH_PIECES]; /* 0: too many; every position is possible */
};

struct path_pieces {
    struct pieces pieces;
    struct required_pieces required; /* n = 0: none */
    bool line;                       /* -x: whole records count */
    uint32_t inserted;               /* most characters of an occurrence besides its items */
    struct span record;              /* the last queried record; empty: none yet */
    struct path_side behind, before;
    struct automaton *reversed; /* of `before` */
    uint32_t *numbers;          /* [state]: its number in `reversed` */
};

/* Returns false when out of memory; call path_pieces_close() even then. */
bool path_pieces_open(struct path_pieces *x, const struct query *q, const struct pattern *p,
                      const struct alphabet *a, const struct sample *sample);
void path_pieces_close(struct path_pieces *x);

/* Prepares to search the chunk's part `own` for distances up to `limit`. `cost` is the nanoseconds
 * per symbol of a span. Returns false if this pattern or text cannot be searched by pieces. */
bool path_pieces_choose(struct path_pieces *x, const struct chunk *c, struct share own,
                        uint32_t limit, double cost);

/* Returns the predicted nanoseconds for the part. */
double path_pieces_cost(const struct path_pieces *x, size_t lanes);
