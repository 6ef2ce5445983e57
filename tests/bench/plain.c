/*
 * plain.c - textbook algorithms as a baseline: `plain dp|myers PATTERN K|best FILE`.
 *
 * dp: the table, one column at a time (P. H. Sellers, The theory and computation of evolutionary
 * distances: pattern recognition, J. Algorithms 1, 1980). myers: the column as vectors of its
 * vertical differences (G. Myers, A fast bit-vector algorithm for approximate string matching, JACM
 * 46, 1999), in words of 64 rows with a carry from one to the next. Both compute every cell.
 */
#include "records.h"

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (memory == NULL)
        search_fail("memory");
    return memory;
}

/* ---- the table ---- */

/* Returns the least distance in a record; column has room for m + 1 cells. */
static uint32_t table_record(const struct search *s, uint32_t *column, const char *text, size_t n)
{
    uint32_t least = (uint32_t)s->m;
    for (size_t i = 0; i <= s->m; i++)
        column[i] = (uint32_t)i;
    for (size_t j = 0; j < n; j++) {
        uint32_t diagonal = 0;
        for (size_t i = 1; i <= s->m; i++) {
            uint32_t left = column[i], cell = diagonal + (s->pattern[i - 1] != text[j]);
            if (left + 1 < cell)
                cell = left + 1;
            if (column[i - 1] + 1 < cell)
                cell = column[i - 1] + 1;
            column[i] = cell;
            diagonal = left;
        }
        if (column[s->m] < least)
            least = column[s->m];
    }
    return least;
}

static void search_table(struct search *s)
{
    uint32_t *column = allocate(s->m + 1, sizeof *column);
    size_t length;
    for (const char *record; (record = search_next(s, &length)) != NULL;)
        search_take(s, table_record(s, column, record, length));
    free(column);
}

/* ---- bit vectors ---- */

struct block { /* 64 rows of a column: bits of differences +1 and -1 from the row above */
    uint64_t vp, vn;
};

struct vectors {
    size_t blocks;
    unsigned last;   /* the pattern's last row, in the last block */
    uint64_t *match; /* [byte * blocks + block] */
    struct block *column;
};

/* Computes one column of a block. `carry` is the horizontal difference above its first row. Returns
 * the horizontal difference of row `row`. */
static inline int advance(struct block *b, uint64_t match, int carry, unsigned row)
{
    uint64_t xv = match | b->vn;
    match |= carry < 0;
    uint64_t xh = (((match & b->vp) + b->vp) ^ b->vp) | match;
    uint64_t hp = b->vn | ~(xh | b->vp), hn = b->vp & xh;
    int below = (int)(hp >> row & 1) - (int)(hn >> row & 1);
    hp = hp << 1 | (carry > 0);
    hn = hn << 1 | (carry < 0);
    b->vp = hn | ~(xv | hp);
    b->vn = hp & xv;
    return below;
}

/* Returns the least distance in a record for m <= 64: the column stays in registers. */
static uint32_t word_record(const struct search *s, const struct vectors *v, const char *text,
                            size_t n)
{
    struct block block = {~UINT64_C(0), 0};
    uint32_t distance = (uint32_t)s->m, least = distance;
    for (size_t j = 0; j < n; j++) {
        distance += (uint32_t)advance(&block, v->match[(unsigned char)text[j]], 0, v->last);
        if (distance < least)
            least = distance;
    }
    return least;
}

static uint32_t words_record(const struct search *s, const struct vectors *v, const char *text,
                             size_t n)
{
    uint32_t distance = (uint32_t)s->m, least = distance;
    for (size_t b = 0; b < v->blocks; b++)
        v->column[b] = (struct block){~UINT64_C(0), 0};
    for (size_t j = 0; j < n; j++) {
        const uint64_t *match = v->match + (unsigned char)text[j] * v->blocks;
        int carry = 0;
        for (size_t b = 0; b + 1 < v->blocks; b++)
            carry = advance(&v->column[b], match[b], carry, 63);
        size_t b = v->blocks - 1;
        distance += (uint32_t)advance(&v->column[b], match[b], carry, v->last);
        if (distance < least)
            least = distance;
    }
    return least;
}

static void search_vectors(struct search *s)
{
    struct vectors v = {.blocks = (s->m + 63) / 64, .last = (unsigned)(s->m - 1) % 64};
    v.match = allocate(256 * v.blocks, sizeof *v.match);
    v.column = allocate(v.blocks, sizeof *v.column);
    for (size_t i = 0; i < s->m; i++)
        v.match[(unsigned char)s->pattern[i] * v.blocks + i / 64] |= UINT64_C(1) << i % 64;
    size_t length;
    for (const char *record; (record = search_next(s, &length)) != NULL;)
        search_take(s, (v.blocks == 1 ? word_record : words_record)(s, &v, record, length));
    free(v.match);
    free(v.column);
}

int main(int argc, char **argv)
{
    struct search s = search_open(argc, argv);
    bool table = strcmp(argv[1], "dp") == 0;
    if (argc != 5 || s.m == 0 || !(table || strcmp(argv[1], "myers") == 0)) {
        fputs("usage: plain dp|myers PATTERN K|best FILE\n", stderr);
        return 2;
    }
    (table ? search_table : search_vectors)(&s);
    return search_finish(&s);
}
