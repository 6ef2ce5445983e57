/*
 * pieces.h - a filter for one pattern with few errors: it is cut into k + 1 pieces, and an
 * occurrence with k errors contains one of them unchanged (Wu and Manber, "Fast text searching
 * allowing errors", CACM 35(10), 1992). With METRIC_OSA an item is left out between two pieces
 * (pattern_piece()); with METRIC_HAMMING a piece determines the exact place of the pattern.
 *
 * The fingerprint of a piece is its four consecutive items that are rarest in the text. A kernel
 * looks for all fingerprints at once, by tables of the symbols that match at each of their four
 * places, with a bit for each piece. With k = 1, "connection reset" has the pieces "connecti" and
 * "on reset"; if their fingerprints were "nnec" and "rese", table[0]['n'] would be 1 and
 * table[0]['r'] 2. At each fingerprint found, a look at the symbols around it rejects most places
 * that do not have the rest of the pattern.
 *
 * The pieces of an automaton are searched for in the same way (scan/path_pieces.h).
 */
#pragma once

#include "filter/spans.h"
#include "filter/text_statistics.h"
#include "plan/contest.h"
#include "query/query.h"

enum {
    PIECES = 8,      /* most pieces of a pattern */
    FINGERPRINT = 4, /* items of a piece in its fingerprint */
    PLACES = 64,     /* items checked near a fingerprint */
};

/* What is searched now, where symbols are bytes. */
struct pieces_pass {
    const struct chunk *c;
    struct share own;
    const unsigned char *text;
    struct contest_turn *turn;
};

/* Nanoseconds to search a span: for each, and for each of its symbols. */
struct span_cost {
    double span, symbol;
};

struct pieces {
    const struct pattern *p; /* NULL: several patterns, no pieces */
    const struct alphabet *a;
    /* Checks the symbol where fingerprint i begins. Returns false to stop, because the search takes
     * too long. */
    bool (*look)(struct pieces *x, uint32_t i, size_t symbol);
    const struct sample *sample;
    struct pieces_pass pass;
    struct spans found;
    struct span_cost cost; /* of what is found */
    /* The pieces for distances up to `limit`, made for chunks whose symbols take `width` bytes and
     * whose alphabet has `symbols`. */
    enum metric metric;
    uint32_t n, limit, symbols;
    uint32_t drift; /* most symbols between an item and its place without errors */
    unsigned width;
    uint32_t fingerprint[PIECES];          /* first item of each fingerprint */
    unsigned char table[FINGERPRINT][256]; /* bit i: the byte can be there in fingerprint i */
    uint64_t places[256];                  /* bit j: the byte matches item j, of PLACES */
    uint64_t near[PLACES + 2 * PIECES];    /* the items at most `drift` from item i - drift */
    double rate;  /* estimated share of symbols where a fingerprint begins */
    bool stopped; /* the latest search took too long: other pieces are chosen for the next; */
    size_t stop;  /* only symbols before this one were checked */
};

void pieces_open(struct pieces *x, const struct query *q, const struct alphabet *a,
                 const struct sample *sample);
void pieces_close(struct pieces *x);

/* Prepares to search the chunk's part `own` for distances up to `limit`. Returns false if this
 * pattern or text cannot be searched by pieces. */
bool pieces_choose(struct pieces *x, const struct chunk *c, struct share own, uint32_t limit);

/* Returns the predicted nanoseconds to search `n` symbols by vectors of `lanes` lanes. */
double pieces_cost(const struct pieces *x, size_t n, size_t lanes);

/* Sets `found`, by a kernel's find(), until the turn says that it takes too long. */
void pieces_run(struct pieces *x, struct contest_turn *turn, size_t lanes,
                void (*find)(struct pieces *x, size_t from, size_t end));

/*
 * The same in steps, for pieces chosen elsewhere. pieces_begin() sets the text, and returns false
 * if it cannot be searched by pieces. If the pieces are outdated, the caller then sets others for
 * distances up to `limit`: first `renew`, then the FINGERPRINT items of each piece.
 */
bool pieces_begin(struct pieces *x, const struct chunk *c, struct share own);
bool pieces_outdated(const struct pieces *x, uint32_t limit);
void pieces_renew(struct pieces *x, uint32_t n, uint32_t limit);
void pieces_fingerprint(struct pieces *x, uint32_t i, const uint32_t *items);

/* Adds a span, after `done` symbols of the part. Returns false to stop, because searching the spans
 * takes too long. */
bool pieces_add(struct pieces *x, struct share span, size_t done);

/* Adds item j to places[]. */
void pieces_place(struct pieces *x, uint32_t j, uint32_t item);

/* Called by the kernel for a possible fingerprint at this symbol. Returns false to stop, because
 * the search takes too long. */
bool pieces_look(struct pieces *x, size_t symbol);

/* Searches the symbols [from, end) for fingerprints byte by byte: for kernels without vectors, and
 * for the rest after vectors. */
void pieces_find(struct pieces *x, size_t from, size_t end);
