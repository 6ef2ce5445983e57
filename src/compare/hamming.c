/*
 * hamming.c - compares codes in vectors of 128 bits, which every processor has: as fast as memory.
 * A lane of `sums` counts until it might overflow.
 */
#include "compare/hamming.h"

#include <stdatomic.h>

#include "base/parallel.h"

enum {
    VECTOR = 16, /* bytes */
    AT_ONCE = 4, /* vectors */
    STRIDE = VECTOR * AT_ONCE,
    ROUNDS = 255,         /* strides until a byte might overflow */
    PIECE = ROUNDS << 14, /* bytes that a thread claims at a time */
    PIECES_OF_THREAD = 4, /* least pieces for a thread */
    ASCII = 0x80,
};

typedef uint8_t bytes __attribute__((vector_size(VECTOR)));
typedef uint32_t words __attribute__((vector_size(VECTOR)));

static bytes load_bytes(const unsigned char *from)
{
    bytes v;
    memcpy(&v, from, sizeof v);
    return v;
}

/* Counts differences in ROUNDS strides of one-byte codes, and ORs all their bits into *any. */
static uint64_t count_bytes(const unsigned char *x, const unsigned char *y, bytes *any)
{
    bytes sums[AT_ONCE] = {{0}}, all = *any;
    uint64_t sum = 0;
    for (size_t at = 0; at < (size_t)ROUNDS * STRIDE; at += STRIDE)
        _Pragma("GCC unroll 4") for (size_t i = 0; i < AT_ONCE; i++)
        {
            bytes a = load_bytes(x + at + i * VECTOR), b = load_bytes(y + at + i * VECTOR);
            sums[i] -= (bytes)(a != b);
            all |= a | b;
        }
    for (size_t i = 0; i < AT_ONCE; i++)
        for (size_t lane = 0; lane < VECTOR; lane++)
            sum += sums[i][lane];
    *any = all;
    return sum;
}

/* As count_bytes(), for codes of four bytes. */
static uint64_t count_words(const unsigned char *x, const unsigned char *y)
{
    words sums = {0};
    for (size_t at = 0; at < (size_t)ROUNDS * STRIDE; at += VECTOR)
        sums -= (words)((words)load_bytes(x + at) != (words)load_bytes(y + at));
    return (uint64_t)sums[0] + sums[1] + sums[2] + sums[3];
}

static bool differs(const struct sequences *s, size_t i)
{
    return memcmp(s->x + i * s->width, s->y + i * s->width, s->width) != 0;
}

/* Counts differences in the bytes [from, to). */
static uint64_t count_differences(const struct sequences *s, size_t from, size_t to, bytes *any)
{
    uint64_t sum = 0;
    size_t at = from;
    for (; to - at >= (size_t)ROUNDS * STRIDE; at += (size_t)ROUNDS * STRIDE)
        sum += s->width == 1 ? count_bytes(s->x + at, s->y + at, any)
                             : count_words(s->x + at, s->y + at);
    for (size_t i = at / s->width; i < to / s->width; i++)
        sum += differs(s, i);
    for (; at < to; at++)
        (*any)[0] |= s->x[at] | s->y[at];
    return sum;
}

/* The work shared by all threads. */
struct hamming_work {
    const struct sequences *s;
    atomic_size_t next; /* first unclaimed byte */
    atomic_uint_fast64_t sum;
    atomic_bool beyond; /* some byte is not ASCII */
};

static void *count_pieces(void *context)
{
    struct hamming_work *w = context;
    size_t size = w->s->m * w->s->width, from;
    bytes any = {0};
    uint8_t all = 0;
    while ((from = atomic_fetch_add(&w->next, PIECE)) < size)
        atomic_fetch_add(&w->sum, count_differences(
                                      w->s, from, size - from < PIECE ? size : from + PIECE, &any));
    for (size_t lane = 0; lane < VECTOR; lane++)
        all |= any[lane];
    if (all >= ASCII)
        atomic_store(&w->beyond, true);
    return NULL;
}

uint64_t hamming_distance(const struct sequences *s, unsigned threads, unsigned *worked,
                          bool *ascii)
{
    struct hamming_work w = {.s = s};
    size_t worth = s->m * s->width / PIECE / PIECES_OF_THREAD + 1;
    unsigned n = in_parallel(threads < worth ? threads : (unsigned)worth, count_pieces, &w);
    *worked = n > *worked ? n : *worked;
    if (ascii != NULL)
        *ascii = !atomic_load(&w.beyond);
    return atomic_load(&w.sum);
}

void hamming_align(const struct sequences *s, struct script *script)
{
    for (size_t at = 0, from; at < s->m;) {
        size_t equal = sequences_run(s, at, at);
        script_add(script, '=', equal);
        at = from = at + equal;
        while (at < s->m && differs(s, at))
            at++;
        script_add(script, 'X', at - from);
    }
}
