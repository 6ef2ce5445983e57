/*
 * strips_block.c - see strips_block.h.
 *
 * In a vector, the bits of one row of each strip lie side by side; in planes and deltas, all rows
 * of a strip follow one another. On the way from one to the other, squares of 64 by 64 bits, 64
 * rows of 64 strips, are transposed.
 */
#include "strips/strips_block.h"

#include <endian.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"

enum { SIDE = 64, ALIGNMENT = 64 };

/* --- planes -------------------------------------------------------------------------------- */

/* Codes [i, i + 8) of one byte each; code i is the lowest byte. */
static uint64_t eight_bytes(const struct strips_sequence *s, size_t i)
{
    const unsigned char *codes = s->codes;
    uint64_t x;
    memcpy(&x, s->reversed ? codes + s->n - i - 8 : codes + i, sizeof x);
    return s->reversed ? be64toh(x) : le64toh(x);
}

/* The lowest bit of byte i becomes bit i. */
static uint64_t low_bits(uint64_t x)
{
    return (x & UINT64_C(0x0101010101010101)) * UINT64_C(0x0102040810204080) >> 56;
}

static void fill_planes(struct strips_planes *p, const struct strips_problem *problem,
                        const struct strips_sequence *s)
{
    size_t i = 0;
    if (problem->code_bytes == 1)
        for (; i + 8 <= s->n; i += 8) {
            uint64_t x = eight_bytes(s, i);
            for (unsigned b = 0; b < p->bits; b++)
                p->planes[b][i / 64] |= low_bits(x >> b) << i % 64;
        }
    for (; i < s->n; i++) {
        size_t at = s->reversed ? s->n - 1 - i : i;
        uint32_t code = problem->code_bytes == 1 ? ((const uint8_t *)s->codes)[at]
                                                 : ((const uint32_t *)s->codes)[at];
        for (unsigned b = 0; b < p->bits; b++)
            p->planes[b][i / 64] |= (uint64_t)(code >> b & 1) << i % 64;
    }
}

bool strips_planes_open(struct strips_planes *p, const struct strips_problem *problem,
                        const struct strips_sequence *s)
{
    size_t words = s->n / 64 + 1;
    *p = (struct strips_planes){.bits = problem->ncodes > 2 ? bits_of(problem->ncodes - 1) : 1};
    p->planes[0] = calloc(words * p->bits, sizeof *p->planes[0]);
    if (p->planes[0] == NULL)
        return false;
    for (unsigned b = 1; b < p->bits; b++)
        p->planes[b] = p->planes[0] + b * words;
    fill_planes(p, problem, s);
    return true;
}

void strips_planes_close(struct strips_planes *p)
{
    free(p->planes[0]);
    *p = (struct strips_planes){0};
}

/* --- the block ----------------------------------------------------------------------------- */

/* Bit j of x[i] becomes bit i of x[j]. */
static void transpose_bits(uint64_t x[SIDE])
{
    uint64_t mask = UINT64_MAX >> SIDE / 2;
    for (unsigned distance = SIDE / 2; distance > 0; distance /= 2, mask ^= mask << distance)
        for (unsigned i = 0; i < SIDE; i = ((i | distance) + 1) & ~distance) {
            uint64_t t = ((x[i] >> distance) ^ x[i | distance]) & mask;
            x[i] ^= t << distance;
            x[i | distance] ^= t;
        }
}

/* `count` bits of a plane, from bit `at` on. The bits of the result above them are not defined. */
static uint64_t get_bits(const uint64_t *plane, size_t at, size_t count)
{
    uint64_t bits = plane[at / 64] >> at % 64;
    if (at % 64 + count > 64)
        bits |= plane[at / 64 + 1] << (64 - at % 64);
    return bits;
}

/* Sets `count` bits of a plane, from bit `at` on. They are 0 before. */
static void put_bits(uint64_t *plane, size_t at, size_t count, uint64_t bits)
{
    if (count < 64)
        bits &= (UINT64_C(1) << count) - 1;
    plane[at / 64] |= bits << at % 64;
    if (at % 64 + count > 64)
        plane[at / 64 + 1] |= bits >> (64 - at % 64);
}

static size_t rows_of_lane(const struct strips_block *b, size_t lane)
{
    return b->shorter + (lane < b->longer);
}

static size_t first_of_lane(const struct strips_block *b, size_t lane)
{
    return lane * b->shorter + (lane < b->longer ? lane : b->longer);
}

/* Returns where the word for lanes [64 * w, ...) of a row's vector lies. */
static uint64_t *table_word(const struct strips_block *b, size_t row, size_t vector, size_t w)
{
    size_t words = b->kernel->lanes / 64;
    return (uint64_t *)b->table + (row * strips_vectors(b->metric, b->bits) + vector) * words + w;
}

/* Returns how many of the 64 rows from `row` on the lane has. */
static size_t rows_from(const struct strips_block *b, size_t lane, size_t row)
{
    size_t n = lane < b->lanes ? rows_of_lane(b, lane) : 0;
    return n <= row ? 0 : n - row < SIDE ? n - row : SIDE;
}

static size_t most_rows(const struct strips_block *b)
{
    return rows_of_lane(b, 0);
}

/* Fills vector number `vector` of each row from bits [first, first + b->rows) of the plane, each
 * complemented where `flip` is all ones. */
static void scatter(struct strips_block *b, size_t vector, const uint64_t *plane, size_t first,
                    uint64_t flip)
{
    uint64_t x[SIDE];
    for (size_t w = 0; 64 * w < b->lanes; w++)
        for (size_t row = 0; row < most_rows(b); row += SIDE) {
            for (size_t i = 0; i < SIDE; i++) {
                size_t lane = 64 * w + i, n = rows_from(b, lane, row);
                x[i] = n == 0 ? 0 : get_bits(plane, first + first_of_lane(b, lane) + row, n) ^ flip;
            }
            transpose_bits(x);
            for (size_t i = 0; i < SIDE && row + i < most_rows(b); i++)
                *table_word(b, row + i, vector, w) = x[i];
        }
}

/* The other way: fills bits [0, b->rows) of the plane. */
static void gather_plane(const struct strips_block *b, size_t vector, uint64_t *plane,
                         uint64_t flip)
{
    uint64_t x[SIDE] = {0};
    memset(plane, 0, (b->rows + 63) / 64 * sizeof *plane);
    for (size_t w = 0; 64 * w < b->lanes; w++)
        for (size_t row = 0; row < most_rows(b); row += SIDE) {
            for (size_t i = 0; i < SIDE && row + i < most_rows(b); i++)
                x[i] = *table_word(b, row + i, vector, w) ^ flip;
            transpose_bits(x);
            for (size_t i = 0; i < SIDE; i++) {
                size_t lane = 64 * w + i, n = rows_from(b, lane, row);
                if (n > 0)
                    put_bits(plane, first_of_lane(b, lane) + row, n, x[i]);
            }
        }
}

static uint64_t flip_of(const struct strips_block *b)
{
    return b->metric == STRIPS_LCS ? 0 : ~UINT64_C(0);
}

static void *allocate_aligned(size_t size)
{
    void *memory = aligned_alloc(ALIGNMENT, (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
    if (memory != NULL)
        memset(memory, 0, size);
    return memory;
}

bool strips_block_open(struct strips_block *b, const struct strips_planes *rows, size_t first,
                       const struct strips_deltas *left)
{
    b->bits = rows->bits;
    size_t vector = b->kernel->lanes / 8;
    b->shorter = b->rows / b->lanes;
    b->longer = b->rows % b->lanes;
    b->table = allocate_aligned((b->shorter + 1) * strips_vectors(b->metric, b->bits) * vector);
    b->front = allocate_aligned(STRIPS_TILE * (5 + b->bits) * vector);
    if (b->table == NULL || b->front == NULL) {
        strips_block_close(b);
        return false;
    }
    for (unsigned i = 0; i < b->bits; i++)
        scatter(b, i, rows->planes[i], first, 0);
    if (left != NULL) {
        scatter(b, b->bits, left->up, 0, flip_of(b));
        if (b->metric != STRIPS_LCS)
            scatter(b, b->bits + 1, left->down, 0, 0);
        if (b->metric == STRIPS_OSA)
            scatter(b, b->bits + 2, left->crossed, 0, 0);
    }
    return true;
}

void strips_block_right(const struct strips_block *b, struct strips_deltas *right)
{
    gather_plane(b, b->bits, right->up, flip_of(b));
    if (b->metric != STRIPS_LCS)
        gather_plane(b, b->bits + 1, right->down, 0);
    if (b->metric == STRIPS_OSA)
        gather_plane(b, b->bits + 2, right->crossed, 0);
}

void strips_block_close(struct strips_block *b)
{
    free(b->table);
    free(b->front);
    b->table = b->front = NULL;
}
