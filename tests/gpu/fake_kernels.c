/* fake_kernels.c - kernels_scan() and others without a GPU (fake_cuda.c): the table by its
 * definition. */
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "gpu/fake_cuda.h"
#include "gpu/fake_report.h"
#include "gpu/scan/kernels.h"

#define NEVER UINT32_MAX /* no distance */

static void put_code(void *codes, unsigned width, size_t i, uint32_t code)
{
    if (width == 1)
        ((uint8_t *)codes)[i] = (uint8_t)code;
    else
        ((uint32_t *)codes)[i] = code;
}

struct encoding {
    const void *symbols;
    unsigned in_width;
    const uint32_t *table;
    void *codes;
    unsigned out_width;
    size_t n;
};

static void run_encode(const void *arguments)
{
    const struct encoding *e = arguments;
    for (size_t i = 0; i < e->n; i++) {
        uint32_t symbol =
            e->in_width == 1 ? ((const uint8_t *)e->symbols)[i] : ((const uint32_t *)e->symbols)[i];
        put_code(e->codes, e->out_width, i, e->table[symbol]);
    }
}

cudaError_t kernels_encode(const void *symbols, unsigned in_width, const uint32_t *table,
                           void *codes, unsigned out_width, size_t n, cudaStream_t stream)
{
    const struct encoding e = {symbols, in_width, table, codes, out_width, n};
    fake_launch(stream, run_encode, &e, sizeof e);
    return cudaSuccess;
}

static uint32_t symbol_of(const struct device_decoding *d, uint32_t character)
{
    uint32_t page = character / ALPHABET_PAGE, number = d->pages.numbers[page];
    if (number >= PAGE_FIRST)
        return d->pages.symbols[(number - PAGE_FIRST) * ALPHABET_PAGE + character % ALPHABET_PAGE];
    uint32_t bit = UINT32_C(1) << page % 32;
    if (number == PAGE_UNKNOWN && (d->unknown[page / 32] & bit) == 0) {
        d->unknown[page / 32] |= bit;
        ++*d->nunknown;
    }
    return SYMBOL_OTHER;
}

static void run_decode(const void *arguments)
{
    const struct device_decoding *d = arguments;
    uint32_t n = 0, character;
    for (size_t at = 0; at < d->n; n++) {
        if (n % DECODE_MARK == 0)
            d->marks[n / DECODE_MARK] = (uint32_t)at;
        at += utf8_decode(d->bytes + at, d->n - at, &character);
        put_code(d->codes, d->width, n, symbol_of(d, character));
    }
    *d->count = n;
    for (; n < d->room; n++)
        put_code(d->codes, d->width, n, SYMBOL_DELIMITER);
}

cudaError_t kernels_decode(const struct device_decoding *d, cudaStream_t stream)
{
    fake_launch(stream, run_decode, d, sizeof *d);
    return cudaSuccess;
}

/* The last three columns of the table, and the last two codes, newest first. */
struct columns {
    uint32_t *of[3], codes[2];
};

static bool matches(const struct device_query *q, const struct device_pattern *p, uint32_t row,
                    uint32_t code)
{
    return slot_matches(q, q->slots[p->first_row + row - 1], code);
}

/* Row 0 is 0 everywhere; no code precedes the text. */
static void restart(struct columns *c, enum metric metric, uint32_t m)
{
    for (uint32_t i = 0; i <= m; i++)
        c->of[0][i] = metric == METRIC_HAMMING && i > 0 ? NEVER : i;
    c->codes[0] = SYMBOL_DELIMITER;
}

static uint32_t least_of(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Computes the column for `code` in the table of pattern p; the metric is a constant. */
__attribute__((always_inline)) static inline void fill(enum metric metric,
                                                       const struct device_query *q,
                                                       const struct device_pattern *p,
                                                       const struct columns *c)
{
    uint32_t *now = c->of[0], *before = c->of[1], above = 0;
    now[0] = 0;
    for (uint32_t i = 1; i <= p->m; i++) {
        bool equal = matches(q, p, i, c->codes[0]);
        uint32_t least = equal ? before[i - 1] : NEVER;
        if (!equal && metric != METRIC_INDEL && before[i - 1] < NEVER)
            least = before[i - 1] + 1;
        if (metric != METRIC_HAMMING)
            least = least_of(least, least_of(before[i], above) + 1);
        if (metric == METRIC_OSA && i > 1 && c->codes[1] != SYMBOL_DELIMITER &&
            matches(q, p, i, c->codes[1]) && matches(q, p, i - 1, c->codes[0]))
            least = least_of(least, c->of[2][i - 2] + 1);
        now[i] = above = least;
    }
}

static void step(const struct device_query *q, const struct device_pattern *p, struct columns *c,
                 uint32_t code)
{
    uint32_t *oldest = c->of[2];
    c->of[2] = c->of[1];
    c->of[1] = c->of[0];
    c->of[0] = oldest;
    c->codes[1] = c->codes[0];
    c->codes[0] = code;
    if (q->metric == METRIC_OSA)
        fill(METRIC_OSA, q, p, c);
    else if (q->metric == METRIC_INDEL)
        fill(METRIC_INDEL, q, p, c);
    else if (q->metric == METRIC_HAMMING)
        fill(METRIC_HAMMING, q, p, c);
    else
        fill(METRIC_LEVENSHTEIN, q, p, c);
}

struct scanning {
    struct device_query query;
    struct scan scan;
    struct device_pattern patterns[]; /* as query.host_patterns */
};

static void scan_pattern(const struct scanning *s, uint32_t pattern, struct columns *c)
{
    const struct device_query *q = &s->query;
    const struct scan *scan = &s->scan;
    const struct device_pattern *p = &s->patterns[pattern];
    restart(c, q->metric, p->m);
    for (uint32_t j = scan->lead; j < scan->end; j++) {
        uint32_t code = text_code(&scan->text, j);
        if (code == SYMBOL_DELIMITER)
            restart(c, q->metric, p->m);
        else
            step(q, p, c, code);
        uint32_t distance = c->of[0][p->m];
        bool rises = q->metric != METRIC_HAMMING && distance == c->of[1][p->m] + 1;
        if (code != SYMBOL_DELIMITER && distance <= p->k && j >= scan->begin &&
            (!rises || scan->rising))
            report_hit(scan, j + 1, distance, pattern);
    }
}

/* The last pattern is scanned first, so that no caller relies on an order. */
static void run_scan(const void *arguments)
{
    const struct scanning *s = arguments;
    size_t rows = (size_t)s->query.nrows + 1;
    uint32_t *cells = calloc(3 * rows, sizeof *cells);
    struct columns c = {{cells, cells + rows, cells + 2 * rows}, {0}};
    if (cells == NULL)
        abort();
    for (uint32_t p = s->query.npatterns; p-- > 0;)
        if (s->patterns[p].m > 0)
            scan_pattern(s, p, &c);
    free(cells);
}

/* Reads host memory before it returns, like the real function. */
cudaError_t kernels_scan(enum algorithm algorithm, const struct device_query *query,
                         const struct scan *scan, cudaStream_t stream, struct staging *staging,
                         enum algorithm *used)
{
    const size_t size = query->npatterns * sizeof *query->host_patterns;
    (void)staging;
    struct scanning *s = malloc(sizeof *s + size);
    if (s == NULL)
        return cudaErrorMemoryAllocation;
    *s = (struct scanning){*query, *scan};
    memcpy(s->patterns, query->host_patterns, size);
    *used = query->metric == METRIC_HAMMING ? ALGORITHM_COUNTERS
            : algorithm == ALGORITHM_AUTO   ? ALGORITHM_BITVECTOR
                                            : algorithm;
    fake_launch(stream, run_scan, s, sizeof *s + size);
    free(s);
    return cudaSuccess;
}
