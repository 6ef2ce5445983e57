#include "strips/strips_parts.h"

#include <stdlib.h>

#include "base/least.h"
#include "strips/strips_block.h"

enum {
    TABLE_BYTES = 131072,  /* of a part: they fit the second cache */
    ROWS_OF_STEP = 5,      /* as many rows cost what a step costs besides its rows */
    LEAST_STRIP = 4,       /* rows */
    PARTS_OF_THREAD = 2,   /* so that a thread has a choice, where */
    STRIP_OF_CHOICE = 128, /* least rows of a strip for that */
};

/*
 * How many lanes cost least. A part takes columns / STRIPS_TILE + lanes steps. Each does
 * rows / lanes rows, and work besides that is worth ROWS_OF_STEP rows. The product of the two is
 * least where lanes * lanes = rows * columns / STRIPS_TILE / ROWS_OF_STEP.
 */
static size_t choose_lanes(size_t most, size_t rows, size_t columns)
{
    uint64_t product =
        strips_clamp((int64_t)rows, UINT32_MAX) * strips_clamp((int64_t)columns, UINT32_MAX);
    size_t lanes = STRIPS_STEPS;
    while (lanes < most && lanes < rows && lanes * lanes < product / STRIPS_TILE / ROWS_OF_STEP)
        lanes += STRIPS_STEPS;
    return lanes;
}

/* How many parts: a multiple of the number of threads, so that all have as much to do. `least` are
 * needed. */
static size_t choose_count(size_t least, size_t m, size_t lanes, size_t threads)
{
    size_t choice = m / lanes / STRIP_OF_CHOICE;
    if (choice > threads * PARTS_OF_THREAD)
        choice = threads * PARTS_OF_THREAD;
    if (threads > 1 && choice > least)
        least = choice;
    return strips_divide_up(least, threads) * threads;
}

/* Speed of threads that compute a band of `width` columns in strips of `rows` rows, relative to one
 * thread whose steps cost nothing. A part can begin when the part above is a part's rows, and all
 * of its lanes, ahead; and a part adds triangles, as wide as it is high, at the sides of the band.
 */
static double band_speed(size_t rows, size_t lanes, size_t width, size_t threads)
{
    double ahead = (double)(lanes * (rows + STRIPS_TILE));
    double busy = (double)width / ahead < (double)threads ? (double)width / ahead : (double)threads;
    double step = (double)rows / (double)(rows + ROWS_OF_STEP);
    return (busy > 1 ? busy : 1) * step * (double)width / ((double)width + ahead);
}

/* Returns the fastest number of rows of a strip in a band, at most `most`. */
static size_t choose_band_rows(size_t most, size_t lanes, size_t width, size_t threads)
{
    size_t best = LEAST_STRIP;
    for (size_t rows = LEAST_STRIP + 1; rows <= most; rows++)
        if (band_speed(rows, lanes, width, threads) > band_speed(best, lanes, width, threads))
            best = rows;
    return best;
}

/* A part has no more rows than the cache holds, and within a band, which narrows to nothing if
 * there is no corridor, no more than are fastest. */
static void choose_rows(struct strips_parts *p, size_t kernel_lanes, size_t vectors, size_t threads)
{
    size_t band = strips_clamp(p->highest - p->lowest, p->n), width = band / 2 + 1;
    if (p->corridor != NULL) {
        width = strips_clamp((int64_t)corridor_width(p->corridor), width);
        band = width + 1;
    }
    size_t lanes = choose_lanes(kernel_lanes, p->m < band ? p->m : band, p->n < band ? p->n : band);
    size_t rows = TABLE_BYTES * 8 / kernel_lanes / vectors;
    if (p->limited)
        rows = choose_band_rows(rows, lanes, width, threads);
    size_t count = choose_count(strips_divide_up(p->m, lanes * rows), p->m, lanes, threads);
    rows = strips_divide_up(p->m, lanes * count);
    p->lanes = lanes;
    p->rows = lanes * (rows > LEAST_STRIP ? rows : LEAST_STRIP);
}

bool strips_parts_open(struct strips_parts *p, size_t kernel_lanes, size_t vectors, size_t threads)
{
    size_t wanted = p->rows;
    choose_rows(p, kernel_lanes, vectors, threads);
    if (wanted > 0) {
        size_t lanes = strips_divide_up(wanted, LEAST_STRIP * STRIPS_STEPS) * STRIPS_STEPS;
        p->lanes = lanes < kernel_lanes ? lanes : kernel_lanes;
        p->rows = wanted;
    }
    if (p->words)
        p->rows = strips_divide_up(p->rows, 64) * 64;
    p->count = strips_divide_up(p->m, p->rows);
    p->placed = calloc(p->count, sizeof *p->placed);
    return p->placed != NULL;
}

void strips_parts_close(struct strips_parts *p)
{
    free(p->placed);
    p->placed = NULL;
}

/* Returns the diagonals that matter in these rows. */
static struct diagonal_span span_of_rows(const struct strips_parts *p, size_t first, size_t last)
{
    struct diagonal_span all = {p->lowest, p->highest};
    if (p->corridor == NULL)
        return all;
    struct diagonal_span span = corridor_of_rows(p->corridor, first, last);
    return (struct diagonal_span){most(all.lowest, span.lowest - p->aside),
                                  least(all.highest, span.highest + p->aside)};
}

void strips_parts_place(struct strips_parts *p, size_t i)
{
    size_t first = i * p->rows, rows = p->m - first < p->rows ? p->m - first : p->rows;
    struct diagonal_span span = span_of_rows(p, first, first + rows);
    size_t from = strips_clamp((int64_t)first + span.lowest, p->n) / STRIPS_GROUP * STRIPS_GROUP;
    size_t to = strips_clamp((int64_t)(first + rows + STRIPS_GROUP - 1) + span.highest, SIZE_MAX);
    to = to / STRIPS_GROUP * STRIPS_GROUP;
    if (i > 0) {
        from = from > p->placed[i - 1].from ? from : p->placed[i - 1].from;
        to = to > p->placed[i - 1].to ? to : p->placed[i - 1].to;
    }
    to = to < p->n ? to : p->n;
    p->placed[i] = (struct strips_part){first, rows, from, to > from ? to : from};
}
