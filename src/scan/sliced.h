/*
 * sliced.h - the bit-sliced table: what the kernels of engine_avx512.c, engine_avx2.c, ... share.
 *
 * One *bit* of a vector is one lane: a substring of the chunk, cut with the overlap of the papers'
 * partition (Man, Nakano, Ito 2014), so that a register holds their processors. A plane is a vector
 * that holds one bit of something in each lane. Text comes as codes, small numbers for the symbols
 * that the items of the patterns match; a row of the table has a slot, that of its item, where the
 * kernel puts the planes "the symbol of this column matches the item".
 *
 *   sliced.c            one chunk: lanes, passes over it, hits
 *   sliced_codes.c      symbols become codes, items slots
 *   sliced_part.c       filter: a part of the pattern is searched for, with as many errors
 *   sliced_pieces.c     filter: one of k + 1 pieces must be there, without errors
 *   sliced_kernel.h     the table, over any vector
 *   sliced_transpose.h  codes become planes, over any vector
 */
#ifndef SLICED_H
#define SLICED_H

#include "scan/engine.h"
#include "scan/exact.h"

enum {
    SLICED_LANES = 512,  /* bits of the widest vector */
    SLICED_COLUMNS = 16, /* columns of a block */
    SLICED_TILE = 8,     /* rows whose state is in registers at a time */
    SLICED_BYTES = 3,    /* bytes of a code at most */
    SLICED_COUNTER = 34, /* planes of a score at most, its sign included */
    CODE_OTHER = 0,      /* a symbol that nothing matches */
    CODE_DELIMITER = 1,
    CODE_FIRST = 2,
    PIECES = 8,      /* of a pattern at most */
    FINGERPRINT = 4, /* items of a piece that are looked for */
};

/* What one pattern needs. Vectors are the kernel's, aligned to 64 bytes. */
struct sliced_rows {
    uint32_t pattern;
    uint32_t first, rows; /* searched for: items [first, first + rows) of the pattern */
    uint32_t limit;       /* the distances to be found */
    bool rising;          /* ends with D[j] = D[j-1] + 1 are to be found, too; not of a part:
                             there, what is near one is near the end before it */
    bool active;          /* to be searched for in this pass */
    bool dropped;         /* its part or pieces were found too often */
    bool by_pieces;       /* searched for by its pieces */
    uint32_t *slots;      /* of each row */
    void *v;              /* vec[rows][2]: vertical deltas */
    uint32_t reserved;    /* rows that slots and v have room for */
    void *counter;        /* vec[SLICED_COUNTER]: score - (limit + 1) of the last row */
    void *seen;           /* vec: lanes whose record needs no more hits */
    struct hits found;    /* with lanes in the place of patterns */
    /* The part, see sliced_part.c. */
    uint32_t chosen;  /* rows that it should have; 0: not yet known */
    uint32_t too_few; /* rows that were found too often */
    uint32_t calm;    /* chunks since then that had hardly any */
    uint32_t chosen_limit;
    size_t candidates, candidates_most; /* places where it was found, and how many may be: what
                                           each chunk may have, less what they had */
    size_t last;                        /* the latest of them */
};

/* The pieces of the only pattern, see sliced_pieces.c. */
struct sliced_pieces {
    uint32_t n, limit, symbols;
    unsigned width; /* of the chunks that they were made for, whose alphabet has `symbols` */
    struct span piece[PIECES];             /* items of the pattern */
    uint32_t fingerprint[PIECES];          /* the first of the items that are looked for */
    unsigned char table[FINGERPRINT][256]; /* bit i: the byte can be there in fingerprint i */
    size_t looks, looks_most;              /* at places that have a fingerprint */
    uint32_t ban, banned; /* chunks to go without them: when they fail; from now on */
    bool unlucky;
};

struct engine_scan {
    const struct query *q;
    const struct alphabet *a;
    const atomic_uint *limit;
    const struct sliced_kernel *kernel;
    struct exact *exact;
    struct sliced_rows *patterns;

    const struct chunk *c;
    struct cut own;
    enum engine_status status;
    struct hits sorted;
    struct sliced_pieces pieces;

    /* The text of lane l: `columns` codes, the first that of symbol own.lead + l * stride. Byte b
     * of a code is table[text[b][l][column]]. The kernel may read up to `ahead` more. */
    size_t stride, overlap, columns;
    const unsigned char *text[SLICED_BYTES][SLICED_LANES];
    unsigned char *table;              /* 256 bytes, aligned to 64 */
    unsigned table_used;               /* bit i: table[16 * i] .. are not all 0 */
    bool ascii;                        /* no byte of the text is above 127 */
    unsigned char *copy[SLICED_BYTES]; /* text that cannot be read in place */
    size_t copy_size[SLICED_BYTES];

    /* Codes. */
    uint32_t ncodes, coded_symbols;
    unsigned code_bits, code_bytes;
    bool recode;       /* the slots are no longer right */
    uint32_t *code_of; /* of each symbol below coded_symbols */
    uint32_t *slot_of; /* of each item */
    uint32_t nslots;
    uint32_t *slots; /* slot i matches codes[slots[i]] .. codes[slots[i + 1] - 1] */
    uint32_t *codes;

    uint32_t *items_seen, symbols_seen; /* in samples of the text: of each item; of all */

    void *match;  /* vec[nslots][SLICED_COLUMNS] */
    void *planes; /* the kernel's */
};

struct sliced_kernel {
    size_t lanes;  /* bits of its vectors */
    size_t ahead;  /* columns that it reads at a time, a multiple of SLICED_COLUMNS */
    size_t planes; /* bytes it needs at s->planes */
    /* Scans the columns for the patterns that are active; calls sliced_found(). */
    void (*run)(struct engine_scan *s);
    /* Calls sliced_look() for all symbols in [from, end - FINGERPRINT] that s->pieces.table admits,
     * and maybe others, until it says false. */
    void (*find)(struct engine_scan *s, struct sliced_rows *w, size_t from, size_t end);
};

/*
 * The symbol in this column of the lane ends an occurrence of the rows. False: the kernel is to
 * leave the pattern, which is no longer active, or s->status says why. May lower w->limit.
 */
bool sliced_found(struct engine_scan *s, struct sliced_rows *w, size_t lane, size_t column,
                  uint32_t distance);

/* What a pattern's distances are bounded by now; at most its rows. Falls only. */
uint32_t sliced_limit(const struct engine_scan *s, const struct sliced_rows *w);

/* An array of vectors; NULL when memory is out. */
void *sliced_vectors(size_t bytes);

/* The functions of struct engine. */
struct engine_scan *sliced_open(const struct sliced_kernel *kernel, const struct query *q,
                                const struct alphabet *a, const atomic_uint *limit);
enum engine_status sliced_submit(struct engine_scan *s, const struct chunk *c, struct cut own,
                                 struct hits *hits);
enum engine_status sliced_collect(struct engine_scan *s);
void sliced_close(struct engine_scan *s);

size_t sliced_chunk_size(const struct sliced_kernel *kernel, const struct query *q);

/* sliced_codes.c: makes slots, codes and the lanes' text of this chunk. False: memory is
 * out. */
bool sliced_encode(struct engine_scan *s);

/* The chunk's symbols, when they are bytes. */
static inline const unsigned char *sliced_text(const struct engine_scan *s)
{
    return s->c->width == 0 ? s->c->bytes : s->c->symbols;
}

/* There is too much to verify: w will be searched for again in another way. Returns false. */
bool sliced_drop(struct sliced_rows *w);

/* A part of the pattern ends with this symbol, or but for what is between, would: the whole may end
 * near it. False: too often. */
bool sliced_candidate(struct sliced_rows *w, size_t symbol, uint32_t distance, size_t lane);

/* sliced_part.c: takes a sample of the chunk, chooses the part of a pattern for it, then judges by
 * how often that was found. */
void sliced_sample(struct engine_scan *s);
void sliced_choose(struct engine_scan *s, struct sliced_rows *w, bool whole);
void sliced_learn(struct engine_scan *s, struct sliced_rows *w);

/* How much there may be to verify. */
void sliced_allow(const struct engine_scan *s, struct sliced_rows *w);

/* The first of those `rows` of the n items that are rarest together in the sample. */
uint32_t sliced_rarest(const struct engine_scan *s, const uint32_t *items, uint32_t n,
                       uint32_t rows);

/* sliced_pieces.c: whether to search by pieces, and afterwards, whether that was good. */
bool sliced_choose_pieces(struct engine_scan *s, const struct sliced_rows *w);
void sliced_learn_pieces(struct engine_scan *s, const struct sliced_rows *w);

/* The kernel found what may be a fingerprint. False: no more, there are too many. */
bool sliced_look(struct engine_scan *s, struct sliced_rows *w, size_t symbol);

/* The `find` of a kernel without vectors for it. */
void sliced_find_bytes(struct engine_scan *s, struct sliced_rows *w, size_t from, size_t end);

/* How many rows make a part rare with k errors, when an item tells so many bits; m if no less. */
uint32_t sliced_first_rows(uint32_t m, uint32_t k, uint64_t bits);

/* Whether w is only a part of its pattern. */
static inline bool sliced_partial(const struct engine_scan *s, const struct sliced_rows *w)
{
    return w->rows < s->q->patterns[w->pattern].m;
}

#endif
