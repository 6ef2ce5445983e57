/*
 * qgram_pieces.c - see qgram_pieces.h.
 *
 * Dynamic programming places the pieces: least[j][i] is the least rate of j + 1 pieces in the first
 * i items.
 */
#include "filter/qgram_pieces.h"

#include <math.h>
#include <stdlib.h>

#include "base/grow.h"

enum { CELLS_MOST = 1 << 16 /* most cells of `least`; larger patterns have no pieces */ };

static uint32_t pieces_of(uint32_t k, bool faulty)
{
    return faulty ? k / 2 + 1 : k + 1;
}

/* Returns the number of items left out between two pieces. */
static uint32_t between(const struct qgram_pieces *x)
{
    return x->metric == METRIC_OSA ? 1 : 0;
}

unsigned qgram_pieces_length(const struct qgram_pieces *x, const struct pattern *p, uint32_t k,
                             bool faulty)
{
    uint64_t pieces = pieces_of(k, faulty), gaps = (pieces - 1) * between(x);
    uint64_t most = x->codes->bits == 8 ? QGRAM_LONGEST : QGRAM_FEW_LONGEST;
    if (pieces * (p->m + UINT64_C(1)) > CELLS_MOST) /* gaps < m, as k < m in any query */
        return 0;
    uint64_t items = (p->m - gaps) / pieces, length = items < most ? items : most;
    return length < QGRAM_SHORTEST ? 0 : (unsigned)length;
}

/* Runs of items. */

/* The encodings of a run of items as numbers (qgrams.h). None: some item has no symbol. */
struct ways {
    uint64_t v[QGRAM_WAYS];
    unsigned n;
    bool too_many; /* more than QGRAM_WAYS */
};

/* Appends this code to each of the encodings. */
static void add_code(const struct qgram_pieces *x, struct ways *longer, const struct ways *w,
                     unsigned code)
{
    for (unsigned i = 0; i < w->n; i++)
        if (longer->n < QGRAM_WAYS)
            longer->v[longer->n++] = w->v[i] << x->codes->bits | code;
        else
            longer->too_many = true;
}

/* Appends an item to each encoding. An item without a code is encoded as 0, because it may be at
 * the error of a piece. */
static void add_set(const struct qgram_pieces *x, struct ways *w, uint32_t item)
{
    struct ways longer = {.too_many = w->too_many};
    if (x->codes->bits == QGRAM_FEW_BITS && x->codes->of_item[item] == 0)
        add_code(x, &longer, w, 0);
    for (unsigned code = qgram_codes_next(x->codes, item, 1); code < QGRAM_CODES;
         code = qgram_codes_next(x->codes, item, code + 1))
        add_code(x, &longer, w, code);
    *w = longer;
}

/* Returns the only encoding, if items are single characters. */
static uint64_t way_of(const struct qgram_pieces *x, const uint32_t *items, unsigned length)
{
    uint64_t way = 0;
    for (unsigned i = 0; i < length; i++)
        way = way << x->codes->bits | x->codes->of_item[items[i]];
    return way;
}

static struct ways ways_of(const struct qgram_pieces *x, const uint32_t *items, unsigned length)
{
    struct ways w = {.n = 1};
    if (!x->codes->sets)
        w.v[0] = way_of(x, items, length);
    for (unsigned i = 0; i < length && x->codes->sets; i++)
        add_set(x, &w, items[i]);
    return w;
}

static float run_rate(const struct qgram_pieces *x, const uint32_t *items, unsigned length)
{
    float rate = 0;
    if (!x->codes->sets)
        return qgram_model_rate(x->model, way_of(x, items, length), length);
    struct ways w = ways_of(x, items, length);
    for (unsigned i = 0; i < w.n; i++)
        rate += qgram_model_rate(x->model, w.v[i], length);
    return w.too_many ? INFINITY : rate;
}

/* Sets the rate of each piece from its grams. */
static void set_rates(struct qgram_pieces *x, const struct pattern *p, struct qgram_way way)
{
    unsigned length = qgram_way_length(way);
    for (uint32_t i = 0; i + length <= p->m; i++)
        x->rates[i] = run_rate(x, p->items + i, length);
    for (uint32_t i = 0; i + way.length <= p->m; i++) {
        float rate = 0;
        for (unsigned at = 0; at < way.stride; at++)
            rate += x->rates[i + at];
        x->rates[i] = rate / (float)way.stride;
    }
}

/* Pieces with an error. */

/* A piece of `length` codes. Its grams are the last `length` codes of each variant with an
 * error. */
struct errors {
    unsigned length, bits;
    uint64_t piece, codes; /* number of possible codes */
    uint32_t items;        /* items of the pattern up to the end of the piece */
};

/* Returns code i of the piece. */
static uint64_t code_at(const struct errors *e, unsigned i)
{
    return e->piece >> (e->length - 1 - i) * e->bits & gram_mask(1, e->bits);
}

/* Appends codes [from, to) of the piece to `gram`. */
static uint64_t append_codes(const struct errors *e, uint64_t gram, unsigned from, unsigned to)
{
    for (unsigned i = from; i < to; i++)
        gram = gram << e->bits | code_at(e, i);
    return gram;
}

static bool put_gram(struct qgram_pieces *x, uint64_t value, uint32_t pattern, uint32_t items)
{
    enum { MORE = 1024 };
    if (x->n == x->grams_capacity &&
        !grow(&x->grams, &x->grams_capacity, x->n + MORE, sizeof *x->grams))
        return false;
    x->grams[x->n++] = (struct gram){value, pattern, items};
    return true;
}

/*
 * Adds the grams with an error at code `at`: a substituted code; an inserted code, which drops the
 * first code of the piece; or a deleted code, with any code before the piece.
 */
static bool put_edits(struct qgram_pieces *x, const struct errors *e, unsigned at, uint32_t pattern)
{
    unsigned n = e->length;
    bool good = true,
         moves = x->metric != METRIC_HAMMING && at > 0; /* at 0 these would be duplicates */
    for (uint64_t code = 0; code < e->codes && good; code++) {
        uint64_t other = append_codes(e, 0, 0, at) << e->bits | code;
        uint64_t more = append_codes(e, 0, 1, at) << e->bits | code;
        good = put_gram(x, append_codes(e, other, at + 1, n), pattern, e->items) &&
               (!moves || (put_gram(x, append_codes(e, more, at, n), pattern, e->items) &&
                           put_gram(x, append_codes(e, append_codes(e, code, 0, at), at + 1, n),
                                    pattern, e->items)));
    }
    return good;
}

/* Adds the gram with codes `at` and `at` + 1 exchanged. */
static bool put_exchange(struct qgram_pieces *x, const struct errors *e, unsigned at,
                         uint32_t pattern)
{
    uint64_t gram = append_codes(e, append_codes(e, 0, 0, at), at + 1, at + 2);
    return put_gram(x, append_codes(e, append_codes(e, gram, at, at + 1), at + 2, e->length),
                    pattern, e->items);
}

static int by_value(const void *a, const void *b)
{
    const struct gram *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return (x->items > y->items) - (x->items < y->items);
}

/* Removes duplicates among the grams from index `first` on. */
static void drop_equal(struct qgram_pieces *x, size_t first)
{
    size_t kept = first;
    qsort(x->grams + first, x->n - first, sizeof *x->grams, by_value);
    for (size_t i = first; i < x->n; i++)
        if (i == first || by_value(&x->grams[i - 1], &x->grams[i]) != 0)
            x->grams[kept++] = x->grams[i];
    x->n = kept;
}

/* Adds all grams with an error. An exchange across an end of the piece looks like a substituted
 * code. */
static bool put_errors(struct qgram_pieces *x, const struct errors *e, uint32_t pattern)
{
    bool good = true;
    for (unsigned at = 0; at < e->length && good; at++)
        good = put_edits(x, e, at, pattern);
    for (unsigned at = 0; at + 1 < e->length && good && x->metric == METRIC_OSA; at++)
        good = put_exchange(x, e, at, pattern);
    return good;
}

static bool put_faulty(struct qgram_pieces *x, const uint32_t *items, unsigned length,
                       uint32_t before, uint32_t pattern)
{
    struct ways w = ways_of(x, items, length);
    size_t first = x->n;
    bool good = true;
    for (unsigned i = 0; i < w.n && good; i++)
        good = put_errors(x,
                          &(struct errors){length, x->codes->bits, w.v[i],
                                           qgram_codes_few(x->codes), before + length},
                          pattern);
    if (good)
        drop_equal(x, first);
    return good;
}

static bool put_clean(struct qgram_pieces *x, const uint32_t *items, struct qgram_way way,
                      uint32_t before, uint32_t pattern)
{
    unsigned length = qgram_way_length(way);
    bool good = true;
    for (unsigned at = 0; at < way.stride; at++) {
        struct ways w = ways_of(x, items + at, length);
        for (unsigned i = 0; i < w.n && good; i++)
            good = put_gram(x, w.v[i], pattern, before + at + length);
    }
    return good;
}

/* Returns about how many grams a piece with an error has. */
static float faults(const struct qgram_pieces *x, unsigned length)
{
    return 3 * (float)length * (float)qgram_codes_few(x->codes);
}

/* Choosing. */

static bool reserve_grams(struct qgram_pieces *x, size_t n)
{
    if (n <= x->capacity)
        return true;
    free(x->rates);
    free(x->least);
    x->rates = reallocarray(NULL, n, sizeof *x->rates);
    x->least = reallocarray(NULL, n, sizeof *x->least);
    x->capacity = x->rates != NULL && x->least != NULL ? n : 0;
    return x->capacity > 0;
}

/* Computes least[j]: for each number of items, the least rate of j + 1 pieces in them. */
static void place_piece(struct qgram_pieces *x, uint32_t m, uint32_t j, uint32_t size)
{
    float *least = x->least + (size_t)j * (m + 1);
    const float *before = least - (m + 1);
    uint32_t back = size + (j > 0 ? between(x) : 0);
    for (uint32_t i = 0; i <= m; i++) {
        float here = INFINITY;
        if (i >= back)
            here = x->rates[i - size] + (j > 0 ? before[i - back] : 0);
        least[i] = i > 0 && least[i - 1] < here ? least[i - 1] : here;
    }
}

bool qgram_pieces_choose(struct qgram_pieces *x, const struct pattern *p, uint32_t k,
                         struct qgram_way way, float *rate)
{
    uint32_t pieces = pieces_of(k, way.faulty), size = way.length, m = p->m;
    if (!reserve_grams(x, (size_t)pieces * (m + 1)))
        return false;
    set_rates(x, p, way);
    for (uint32_t j = 0; j < pieces; j++)
        place_piece(x, m, j, size);
    *rate = x->least[(size_t)pieces * (m + 1) - 1] * (way.faulty ? faults(x, way.length) : 1);
    return true;
}

bool qgram_pieces_put(struct qgram_pieces *x, const struct pattern *p, uint32_t k,
                      struct qgram_way way, uint32_t number)
{
    uint32_t size = way.length, m = p->m, i = m;
    bool good = true;
    for (uint32_t j = pieces_of(k, way.faulty); j-- > 0 && good;) {
        const float *least = x->least + (size_t)j * (m + 1);
        while (i > size && !(least[i - 1] > least[i]))
            i--;
        i -= size;
        good = way.faulty ? put_faulty(x, p->items + i, way.length, i, number)
                          : put_clean(x, p->items + i, way, i, number);
        i -= j > 0 ? between(x) : 0;
    }
    return good;
}

void qgram_pieces_close(struct qgram_pieces *x)
{
    free(x->rates);
    free(x->least);
    free(x->grams);
}
