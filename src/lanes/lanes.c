/*
 * lanes.c - converts strings to planes, a vector for each bit of the codes at a position; lets a
 * kernel compute the tables; converts its results to distances.
 *
 * A string is loaded in words of eight bytes. Word k of the lane at bit i (lanes_bit()) is stored
 * at [k][i % 64][i / 64], so that the kernel transposes the words of all lanes together.
 */
#include "lanes/lanes.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "lanes/lanes_tables.h"
#include "lanes/lanes_words.h"
#include "plan/costs.h"

enum {
    CODE_BITS = 32,
    BITS_UNROLLED = 8 /* by the kernels, see fit_bits() */
};

/* Planes on one side of the tables. */
struct lanes_side {
    uint64_t *words;   /* of all lanes, then transposed */
    uint64_t *planes;  /* vectors: the bits of the codes at each position */
    uint64_t *present; /* a vector for each position: the lanes that have it */
    size_t capacity;   /* allocated words */
};

/* The position of a lane: its word among those transposed together; its bit in this word of a
 * vector. */
struct lane_slot {
    uint32_t at;
    uint16_t word, bit;
};

struct lanes {
    const struct lanes_kernel *kernel;
    unsigned width;
    struct lanes_side x, y;
    struct lanes_block block;
    void *state;
    size_t state_capacity;      /* rows */
    unsigned shifts[CODE_BITS]; /* positions of the bits that differ between codes */
    unsigned nshifts;
    uint64_t differ, same;       /* these bits as a mask; bits that are set in all codes */
    struct lanes_tables *tables; /* NULL until lanes_column() is used */
    struct lane_slot *slots;     /* of all lanes */
    uint32_t *lengths;           /* of the strings in the rows, see put_distances() */
    size_t count;
};

static size_t vector_words(const struct lanes *l)
{
    return l->kernel->lanes / LANES_WORD;
}

static size_t codes_in_word(const struct lanes *l)
{
    return LANES_BYTES / l->width;
}

static void fill_slots(struct lanes *l)
{
    for (size_t lane = 0; lane < l->kernel->lanes; lane++) {
        size_t i = lanes_bit(l->kernel->lanes, lane), word = i / LANES_WORD, bit = i % LANES_WORD;
        l->slots[lane] = (struct lane_slot){(uint32_t)(bit * vector_words(l) + word),
                                            (uint16_t)word, (uint16_t)bit};
    }
}

struct lanes *lanes_open(const struct lanes_kernel *kernel, enum metric metric, unsigned width)
{
    struct lanes *l = xcalloc(1, sizeof *l);
    l->kernel = kernel;
    l->width = width;
    l->block.metric = metric;
    l->block.numbers = lanes_allocate(vector_words(l), LANES_NUMBER);
    l->lengths = xcalloc(kernel->lanes, sizeof *l->lengths);
    l->slots = xcalloc(kernel->lanes, sizeof *l->slots);
    fill_slots(l);
    return l;
}

static void side_close(struct lanes_side *s)
{
    free(s->words);
    free(s->planes);
    free(s->present);
    *s = (struct lanes_side){0};
}

void lanes_close(struct lanes *l)
{
    if (l == NULL)
        return;
    side_close(&l->x);
    side_close(&l->y);
    lanes_tables_close(l->tables);
    free(l->state);
    free(l->block.numbers);
    free(l->lengths);
    free(l->slots);
    free(l);
}

double lanes_cost(size_t m, size_t n)
{
    return COST_LANES_BEGIN + COST_LANES_CELL * (double)m * (double)n +
           COST_LANES_CODE * (double)(m + n);
}

/* --- memory -------------------------------------------------------------------------------- */

/* Allocates room for `words` words of codes. */
static void side_fits(struct lanes_side *s, const struct lanes *l, size_t words)
{
    if (words <= s->capacity)
        return;
    size_t places = words * codes_in_word(l);
    side_close(s);
    s->words = lanes_allocate(vector_words(l), words * LANES_WORD);
    s->planes = lanes_allocate(vector_words(l), places * 8 * l->width);
    s->present = lanes_allocate(vector_words(l), places);
    s->capacity = words;
}

static void state_fits(struct lanes *l, size_t rows)
{
    if (rows <= l->state_capacity && l->state != NULL)
        return;
    free(l->state);
    l->state = lanes_allocate(vector_words(l), rows * LANES_STATE);
    l->state_capacity = rows;
}

static size_t words_of(const struct lanes *l, size_t length)
{
    return (length + codes_in_word(l) - 1) / codes_in_word(l);
}

/* Returns a number of bits, at least `bits`, for which the kernels are unrolled. */
static unsigned fit_bits(unsigned bits)
{
    static const unsigned char unrolled[BITS_UNROLLED + 1] = {2, 2, 2, 4, 4, 5, 6, 8, 8};
    return bits <= BITS_UNROLLED ? unrolled[bits] : bits;
}

/* Records which bits of the codes differ, and adds further bits up to fit_bits(). */
static void choose_bits(struct lanes *l, struct lanes_seen bits)
{
    uint64_t any = bits.any, all = bits.all;
    for (size_t step = LANES_BYTES / 2; step >= l->width; step /= 2) {
        any |= any >> 8 * step;
        all &= all >> 8 * step;
    }
    uint64_t code = (UINT64_C(1) << 8 * l->width) - 1, differ = any & ~all & code;
    l->block.bits = fit_bits((unsigned)__builtin_popcountll(differ));
    for (unsigned bit = 0; (unsigned)__builtin_popcountll(differ) < l->block.bits; bit++)
        differ |= UINT64_C(1) << bit;
    l->differ = differ;
    l->same = any & ~differ & code;
    l->nshifts = 0;
    for (; differ != 0; differ &= differ - 1)
        l->shifts[l->nshifts++] = (unsigned)__builtin_ctzll(differ);
}

/* --- words as planes ----------------------------------------------------------------------- */

/* Transposes words [0, words), and keeps the planes of the bits that differ. */
static void make_planes(const struct lanes *l, struct lanes_side *s, size_t words, uint64_t flip)
{
    size_t n = vector_words(l), code_bits = (size_t)8 * l->width;
    uint64_t *to = s->planes;
    for (size_t k = 0; k < words; k++) {
        uint64_t *turned = s->words + k * LANES_WORD * n;
        l->kernel->turn(turned);
        for (size_t place = 0; place < codes_in_word(l); place++)
            for (unsigned b = 0; b < l->nshifts; b++) {
                const uint64_t *from = turned + (place * code_bits + l->shifts[b]) * n;
                for (size_t w = 0; w < n; w++)
                    *to++ = from[w] ^ flip;
            }
    }
}

static void set_lane(const struct lanes *l, uint64_t *vectors, size_t place, size_t lane)
{
    const struct lane_slot *slot = &l->slots[lane];
    vectors[place * vector_words(l) + slot->word] |= UINT64_C(1) << slot->bit;
}

/* Adds to each vector the lanes of the previous one. */
static void spread(const struct lanes *l, uint64_t *vectors, size_t count)
{
    size_t n = vector_words(l);
    for (size_t i = n; i < count * n; i++)
        vectors[i] |= vectors[i - n];
}

/* Adds to each vector the lanes of the next one, up to vectors[count]. */
static void spread_back(const struct lanes *l, uint64_t *vectors, size_t count)
{
    size_t n = vector_words(l);
    for (size_t i = count * n; i-- > 0;)
        vectors[i] |= vectors[i + n];
}

static uint64_t *lane_word(const struct lanes *l, const struct lanes_side *s, size_t k, size_t lane)
{
    return s->words + k * LANES_WORD * vector_words(l) + l->slots[lane].at;
}

/* Clears the vectors in which each lane will be set where its string ends or begins. */
static void clear_present(const struct lanes *l, struct lanes_side *s, size_t places)
{
    memset(s->present, 0, (places + 1) * vector_words(l) * LANES_BYTES);
}

/* --- both ways ----------------------------------------------------------------------------- */

/* Converts the results of `count` lanes, whose tables have m[i] rows and n columns, to distances;
 * depends only on m + n for METRIC_INDEL, else only on n - m. */
static void put_distances(const struct lanes *l, const uint32_t *restrict m, uint32_t n,
                          size_t count, uint32_t *restrict to)
{
    const uint16_t *restrict sums = l->block.numbers;
    if (l->block.metric == METRIC_INDEL)
        for (size_t i = 0; i < count; i++)
            to[i] = m[i] + n - 2 * (uint32_t)sums[i];
    else
        for (size_t i = 0; i < count; i++)
            to[i] = n - m[i] + sums[i];
}

static size_t round_up(size_t columns)
{
    return (columns + LANES_TILE - 1) / LANES_TILE * LANES_TILE;
}

/* Stores the strings: x in `rows` words, y in `columns` words. */
static void put_words(struct lanes *l, const struct lanes_pair *pairs, size_t count, size_t rows,
                      size_t columns, struct lanes_seen *bits)
{
    size_t stride = LANES_WORD * vector_words(l);
    if (l->kernel->put != NULL && rows * LANES_BYTES <= LANES_PUT_MOST &&
        columns * LANES_BYTES <= LANES_PUT_MOST) {
        l->kernel->put(l->x.words, rows, &pairs->x, 2, count, l->width, false, &bits->any,
                       &bits->all);
        l->kernel->put(l->y.words, columns, &pairs->y, 2, count, l->width, true, &bits->any,
                       &bits->all);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const struct lanes_string *x = &pairs[i].x, *y = &pairs[i].y;
        lanes_put_row(lane_word(l, &l->x, 0, i), stride, rows, x->codes,
                      (size_t)x->length * l->width, bits);
        lanes_put_column(lane_word(l, &l->y, columns - (columns > 0), i), stride, columns, y->codes,
                         (size_t)y->length * l->width, bits);
    }
}

static void put_pairs(struct lanes *l, const struct lanes_pair *pairs, size_t count, size_t words)
{
    size_t places = words * codes_in_word(l);
    struct lanes_seen bits = LANES_SEEN_NONE;
    clear_present(l, &l->x, l->block.rows);
    clear_present(l, &l->y, places);
    for (size_t i = 0; i < count; i++) {
        const struct lanes_string *x = &pairs[i].x, *y = &pairs[i].y;
        if (x->length > 0)
            set_lane(l, l->x.present, x->length - 1, i);
        if (y->length > 0)
            set_lane(l, l->y.present, places - y->length, i);
    }
    put_words(l, pairs, count, words_of(l, l->block.rows), words, &bits);
    spread_back(l, l->x.present, l->block.rows);
    spread(l, l->y.present, places);
    choose_bits(l, bits);
}

static void begin_tables(struct lanes *l)
{
    memset(l->state, 0, l->block.rows * LANES_STATE * vector_words(l) * LANES_BYTES);
    l->block.x = l->x.planes;
    l->block.within = l->x.present;
    l->block.state = l->state;
}

/* Computes the tables. The columns are the last of `places` positions. */
static void compute_tables(struct lanes *l, size_t columns, size_t places)
{
    struct lanes_block *b = &l->block;
    size_t n = vector_words(l), first = places - round_up(columns);
    begin_tables(l);
    b->columns = round_up(columns);
    b->y = l->y.planes + first * b->bits * n;
    b->there = l->y.present + first * n;
    b->equal = NULL;
    l->kernel->advance(b);
    l->kernel->sum(b);
}

void lanes_pairs(struct lanes *l, const struct lanes_pair *pairs, size_t count, uint32_t *to)
{
    size_t rows = 0, columns = 0;
    for (size_t i = 0; i < count; i++) {
        rows = pairs[i].x.length > rows ? pairs[i].x.length : rows;
        columns = pairs[i].y.length > columns ? pairs[i].y.length : columns;
    }
    side_fits(&l->x, l, words_of(l, rows) + 1);
    side_fits(&l->y, l, words_of(l, columns) + words_of(l, LANES_TILE));
    state_fits(l, rows);
    l->block.rows = rows;
    size_t words = words_of(l, round_up(columns));
    put_pairs(l, pairs, count, words);
    make_planes(l, &l->x, words_of(l, rows), 0);
    make_planes(l, &l->y, words, ~UINT64_C(0));
    compute_tables(l, columns, words * codes_in_word(l));
    bool indel = l->block.metric == METRIC_INDEL;
    for (size_t i = 0; i < count; i++)
        l->lengths[i] =
            indel ? pairs[i].x.length + pairs[i].y.length : pairs[i].x.length - pairs[i].y.length;
    put_distances(l, l->lengths, 0, count, to);
}

/* --- all with all -------------------------------------------------------------------------- */

/* Stores the strings as words; the longest has `rows` codes. */
static void put_rows(struct lanes *l, const struct lanes_string *strings, const uint32_t *numbers,
                     size_t rows)
{
    struct lanes_seen seen = LANES_SEEN_NONE;
    size_t stride = LANES_WORD * vector_words(l);
    clear_present(l, &l->x, rows);
    for (size_t i = 0; i < l->count; i++) {
        const struct lanes_string *s = &strings[numbers[i]];
        lanes_put_row(lane_word(l, &l->x, 0, i), stride, words_of(l, rows), s->codes,
                      (size_t)s->length * l->width, &seen);
        if (s->length > 0)
            set_lane(l, l->x.present, s->length - 1, i);
        l->lengths[i] = s->length;
    }
    spread_back(l, l->x.present, rows);
    choose_bits(l, seen);
}

void lanes_rows(struct lanes *l, const struct lanes_string *strings, const uint32_t *numbers,
                size_t count)
{
    size_t rows = 0;
    for (size_t i = 0; i < count; i++)
        rows = strings[numbers[i]].length > rows ? strings[numbers[i]].length : rows;
    side_fits(&l->x, l, words_of(l, rows) + 1);
    state_fits(l, rows);
    lanes_tables_fit(&l->tables, rows, vector_words(l));
    l->block.rows = rows;
    l->count = count;
    put_rows(l, strings, numbers, rows);
    make_planes(l, &l->x, words_of(l, rows), 0);
    lanes_tables_forget(l->tables);
}

static uint32_t code_at(const struct lanes *l, const struct lanes_string *s, size_t i)
{
    return l->width == 1 ? s->codes[i] : (uint32_t)(lanes_load_few(s->codes + 4 * i, 4));
}

/* Returns the differing bits of the code, packed from bit 0 on. */
static uint32_t gather_bits(const struct lanes *l, uint32_t code)
{
    uint32_t bits = 0;
    for (unsigned b = 0; b < l->nshifts; b++)
        bits |= (code >> l->shifts[b] & 1) << b;
    return bits;
}

/* Returns the table of the code; there is room for one more. */
static const void *table_of(struct lanes *l, uint32_t code)
{
    bool made;
    if ((code & ~l->differ) != l->same)
        return lanes_tables_at(l->tables, 0);
    uint64_t *table = lanes_tables_find(l->tables, code, &made);
    if (made)
        l->kernel->find(&l->block, gather_bits(l, code), table);
    return table;
}

/* Advances all lanes by the columns from position `at` on, at most LANES_STRIP; the string ends at
 * position `places`. */
static void run_strip(struct lanes *l, const struct lanes_string *string, size_t at, size_t places)
{
    struct lanes_tables *t = l->tables;
    struct lanes_block *b = &l->block;
    size_t n = vector_words(l) * LANES_BYTES, before = places - string->length;
    b->columns = places - at < LANES_STRIP ? places - at : LANES_STRIP;
    if (t->capacity - t->used < b->columns)
        lanes_tables_forget(t);
    memset(t->there, 0xff, b->columns * n);
    for (size_t i = 0; i < b->columns; i++)
        t->strip[i] = at + i < before ? lanes_tables_at(t, 0)
                                      : table_of(l, code_at(l, string, at + i - before));
    if (at < before)
        memset(t->there, 0, (before - at) * n);
    b->equal = t->strip;
    b->there = t->there;
    l->kernel->advance(b);
}

void lanes_column(struct lanes *l, const struct lanes_string *string, uint32_t *to)
{
    size_t places = round_up(string->length);
    begin_tables(l);
    for (size_t at = 0; at < places; at += LANES_STRIP)
        run_strip(l, string, at, places);
    l->kernel->sum(&l->block);
    put_distances(l, l->lengths, string->length, l->count, to);
}
