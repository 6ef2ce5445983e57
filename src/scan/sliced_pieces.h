/*
 * sliced_pieces.h - a filter for one pattern with few errors: it is cut into k + 1 pieces, and an
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
 * The pieces of an automaton are searched for in the same way (sliced_path_pieces.h).
 */
#ifndef SLICED_PIECES_H
#define SLICED_PIECES_H

#include "filter/text_statistics.h"
#include "plan/contest.h"
#include "scan/candidates.h"

enum {
    PIECES = 8,      /* of a pattern at most */
    FINGERPRINT = 4, /* items of a piece that are looked for */
    PLACES = 64,     /* items that are looked for near a fingerprint */
};

struct sliced_pieces {
    const struct pattern *p; /* NULL: there are several, and no pieces */
    const struct alphabet *a;
    /* Looks at the place where fingerprint i begins. False: stop, it takes too long. */
    bool (*look)(struct sliced_pieces *x, uint32_t i, size_t symbol);
    const struct sample *sample;
    /* What is searched now, where symbols are bytes, and what is found. */
    const struct chunk *c;
    struct share own;
    const unsigned char *text;
    struct candidates *found;
    /* The pieces for distances up to `limit`, made for chunks whose symbols take `width` bytes and
     * whose alphabet has `symbols`. */
    enum metric metric;
    uint32_t n, limit, symbols;
    uint32_t drift; /* most symbols between an item and its place without errors */
    unsigned width;
    uint32_t fingerprint[PIECES];          /* the first of the items that are looked for */
    unsigned char table[FINGERPRINT][256]; /* bit i: the byte can be there in fingerprint i */
    uint64_t places[256];                  /* bit j: the byte matches item j, of PLACES */
    uint64_t near[PLACES + 2 * PIECES];    /* the items at most `drift` from item i - drift */
    struct contest_turn *turn;
    double rate;  /* of symbols at which a fingerprint begins, about */
    bool stopped; /* it took too long; */
    size_t stop;  /* then only places before this symbol were looked at */
    bool unlucky; /* the last ones were found too often: make others */
};

void sliced_pieces_open(struct sliced_pieces *x, const struct query *q, const struct alphabet *a,
                        const struct sample *sample);

/* Makes ready to search the chunk's part `own` for distances up to `limit`. False: this pattern or
 * this text cannot be searched by pieces. */
bool sliced_pieces_choose(struct sliced_pieces *x, const struct chunk *c, struct share own,
                          uint32_t limit, struct candidates *found);

/* Returns the predicted nanoseconds to search `n` symbols by vectors of `lanes` lanes. */
double sliced_pieces_cost(const struct sliced_pieces *x, size_t n, size_t lanes);

/* Searches by a kernel's find(), until the turn says that it takes too long. */
void sliced_pieces_run(struct sliced_pieces *x, struct contest_turn *turn, size_t lanes,
                       void (*find)(struct sliced_pieces *x, size_t from, size_t end));

/*
 * The same in steps, for pieces that are made elsewhere. What is searched; false: this text cannot
 * be searched by pieces. Then, if the pieces are outdated, others for distances up to `limit`:
 * first `renew`, then what is looked for of each piece (FINGERPRINT items).
 */
bool sliced_pieces_begin(struct sliced_pieces *x, const struct chunk *c, struct share own);
bool sliced_pieces_outdated(const struct sliced_pieces *x, uint32_t limit);
void sliced_pieces_renew(struct sliced_pieces *x, uint32_t n, uint32_t limit);
void sliced_pieces_fingerprint(struct sliced_pieces *x, uint32_t i, const uint32_t *items);

/* Lets places[] know item j. */
void sliced_pieces_place(struct sliced_pieces *x, uint32_t j, uint32_t item);

/* The kernel has found what may be a fingerprint, beginning at this symbol. False: stop, it takes
 * too long. */
bool sliced_pieces_look(struct sliced_pieces *x, size_t symbol);

/* Looks for fingerprints in the symbols [from, end), byte by byte: for kernels without vectors for
 * that, and for what vectors leave. */
void sliced_pieces_find(struct sliced_pieces *x, size_t from, size_t end);

#endif
