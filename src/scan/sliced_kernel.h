/*
 * sliced_kernel.h - the bit-sliced table over any vector: the body of the kernels (sliced.h).
 *
 * The file that includes this has included cells/vector.h, and defines
 *
 *   TILE               8 or 4: rows whose state fits the registers
 *   FIND               the kernel's `find` (sliced_table.h)
 *   AHEAD              columns that load_planes() reads, a multiple of COLUMNS
 *   load_planes(codes, at, planes)
 *                      puts bit b of the codes in column at + c of all lanes into
 *                      planes[b * AHEAD + c]; bit l of the vector is lane l
 */
#include "filter/qgrams_kernel.h"
#include "scan/multi.h"
#include "scan/sliced_rows.h"
#include "scan/sliced_scan.h"
#include "scan/sliced_sums.h"

#include <assert.h>

enum {
    GROUP = 3, /* planes decoded together */
    GROUPS = (8 * SLICED_BYTES + GROUP - 1) / GROUP,
    PLANES = GROUPS * GROUP * AHEAD /* most planes */
};

/* Codes. */

/* The products of three planes: bit i of the name says whether to take plane i or its complement.
 */
#define PRODUCT_0(a, b, c) (~(a) & ~(b) & ~(c))
#define PRODUCT_1(a, b, c) ((a) & ~(b) & ~(c))
#define PRODUCT_2(a, b, c) (~(a) & (b) & ~(c))
#define PRODUCT_3(a, b, c) ((a) & (b) & ~(c))
#define PRODUCT_4(a, b, c) (~(a) & ~(b) & (c))
#define PRODUCT_5(a, b, c) ((a) & ~(b) & (c))
#define PRODUCT_6(a, b, c) (~(a) & (b) & (c))
#define PRODUCT_7(a, b, c) ((a) & (b) & (c))

/* For each of the eight values of three bits of the code, and each column: the lanes that have
 * it. */
struct group {
    vec value[1 << GROUP][COLUMNS];
};

INLINE void decode_group(struct group *g, const vec *planes, unsigned bits)
{
#define PUT(y) g->value[y][c] = LOGIC3(PRODUCT_##y, p[0], p[AHEAD], p[2 * AHEAD]);
    for (unsigned c = 0; c < COLUMNS; c++) {
        const vec *p = planes + c;
        PUT(0) PUT(1) if (bits > 1)
        {
            PUT(2) PUT(3)
        }
        if (bits > 2) {
            PUT(4) PUT(5) PUT(6) PUT(7)
        }
    }
#undef PUT
}

/* Sets, or adds to, `lanes` the lanes that have code y, for each column. */
INLINE void put_code(vec lanes[COLUMNS], const struct group *g, unsigned groups, uint32_t y,
                     bool besides)
{
    const vec *first = g[0].value[y & 7];
    for (unsigned c = 0; c < COLUMNS; c++) {
        vec all = first[c];
        for (unsigned i = 1; i < groups; i++)
            all &= g[i].value[y >> GROUP * i & 7][c];
        lanes[c] = besides ? lanes[c] | all : all;
    }
}

INLINE void decode_codes(struct sliced_table *t, struct sliced_block *b, const struct group *g,
                         unsigned groups)
{
    const struct sliced_codes *x = t->codes;
    vec *match = (vec *)t->match + t->before;
    memcpy(b->before, b->restart + COLUMNS - SLICED_BEFORE, sizeof b->before);
    put_code(b->restart, g, groups, CODE_DELIMITER, false);
    b->restarted = (vec){0};
    for (unsigned c = 0; c < COLUMNS; c++)
        b->restarted |= b->restart[c];
    b->restarts = any_bit(b->restarted);
    for (uint32_t i = 0; i < x->nslots; i++, match += t->before + COLUMNS) {
        const uint32_t *code = x->codes + x->slots[i], *end = x->codes + x->slots[i + 1];
        memcpy(match - t->before, match + COLUMNS - t->before, t->before * sizeof *match);
        if (code == end)
            memset(match, 0, COLUMNS * sizeof *match);
        else
            put_code(match, g, groups, *code++, false);
        while (code < end)
            put_code(match, g, groups, *code++, true);
    }
}

/* -w: sets where there are borders. */
static void set_borders(const struct sliced_table *t, struct sliced_block *b)
{
    const vec *match = (const vec *)t->match + (size_t)t->border * COLUMNS;
    b->border_before = b->border[COLUMNS - 1];
    for (unsigned c = 0; c < COLUMNS; c++)
        b->border[c] = match[c] | b->restart[c];
}

/* Makes the match planes of all slots. `planes` are those of the block's first column. */
static void decode_block(struct sliced_table *t, struct sliced_block *b, const vec *planes)
{
    struct group groups[GROUPS];
    unsigned n = (t->codes->code_bits + GROUP - 1) / GROUP;
    assert(n <= GROUPS);
    for (unsigned i = 0; i < n; i++)
        decode_group(&groups[i], planes + (size_t)i * GROUP * AHEAD,
                     t->codes->code_bits - i * GROUP);
    if (n == 1)
        decode_codes(t, b, groups, 1);
    else if (n == 2)
        decode_codes(t, b, groups, 2);
    else
        decode_codes(t, b, groups, n);
    if (t->border != UINT32_MAX)
        set_borders(t, b);
}

/* Rows. */

/*
 * Returns the number of rows to compute in this block. As c[i][j] >= i - j, lower rows cannot have
 * a distance within the limit in the first columns. Where lanes are led, cells with i > j do not
 * matter: from there to an end that the lane owns it takes more insertions than the limit. Rows
 * that are not computed keep their initial state, each 1 more than the row above, so the last row
 * has the deltas of the last computed row. When the limit falls, rows once computed are still
 * computed, because they must see restarts.
 */
static uint32_t rows_in_reach(struct sliced_rows *w, const struct sliced_block *b)
{
    uint64_t reach = b->at + COLUMNS + (w->led ? 0 : w->limit);
    reach = reach / SLICED_TILE * SLICED_TILE + SLICED_TILE;
    if (reach > w->reached)
        w->reached = reach < w->rows ? (uint32_t)reach : w->rows;
    return w->reached;
}

/* Scores. */

/* The counter at the beginning of a record: m - (limit + 1) in two's complement, so that its sign
 * says whether the score is within the limit. */
static uint64_t counter_start(const struct sliced_rows *w)
{
    return (uint64_t)w->rows - w->limit - 1;
}

/*
 * Returns the number of planes for scores up to 2 m, so that overflow is never mistaken for a small
 * score. Whole records need one more: a record of n characters has a score of n - m or more. From a
 * score that is more than m above the limit (with indels, 2 m) it cannot fall back within the
 * limit, so counters stop there (stop_full()), after the block.
 */
static unsigned counter_planes(enum metric metric, const struct sliced_rows *w)
{
    unsigned planes = 1;
    uint64_t most = w->rows;
    if (w->line && metric == METRIC_INDEL)
        most *= 2;
    if (w->line && most < COLUMNS - 1)
        most = COLUMNS - 1;
    while (most >> (planes - 1) > 0)
        planes++;
    return planes + (w->line ? 1 : 0);
}

/* Whole records: lets the counters that are full at the block's beginning rise no more, until their
 * lane restarts. */
INLINE void stop_full(struct sliced_block *b, const vec *counter, unsigned planes)
{
    vec full = counter[planes - 2] & ~counter[planes - 1];
    if (!any_bit(full))
        return;
    for (unsigned c = 0; c < COLUMNS; c++) {
        b->h[c].p &= ~full;
        full &= ~b->restart[c];
    }
}

/*
 * Adds the horizontal deltas of one column; lanes that restart begin anew. The planes of the addend
 * are all hn, which makes -1 or 0; hp is the carry into the lowest, which makes +1 or 0.
 */
static void count_edits(vec *counter, unsigned planes, struct horizontal_planes h, vec r,
                        uint64_t start)
{
    vec carry = h.p;
    for (unsigned i = 0; i < planes; i++) {
        vec value = counter[i], first = (vec){0} - (start >> i & 1);
        vec sum = LOGIC3(XOR3, value, h.n, carry);
        carry = LOGIC3(MAJORITY, value, h.n, carry);
        counter[i] = LOGIC3(CHOOSE, r, first, sum);
    }
}

/* Which ends are reported, a constant of run_pattern(). */
enum ends { ENDS_ALL, ENDS_OF_RECORDS, ENDS_OF_WORDS };

/* Returns where the columns lie before which an end must be. */
INLINE const vec *columns_behind(const struct sliced_block *b, enum ends ends)
{
    return ends == ENDS_OF_WORDS ? b->border : b->restart;
}

/* Adds the deltas of all columns of the block, plane by plane. Returns the lanes that were within
 * the limit in one of them, or just before one of columns_behind(). */
INLINE vec count_block(const struct sliced_rows *w, const struct sliced_block *b, vec *counter,
                       unsigned planes, bool restarts, enum ends ends)
{
    vec carry[COLUMNS], any = {0};
    uint64_t start = counter_start(w);
    for (unsigned c = 0; c < COLUMNS; c++)
        carry[c] = b->h[c].p;
    for (unsigned i = 0; i < planes; i++) {
        vec value = counter[i], first = (vec){0} - (start >> i & 1);
        any = (vec){0};
        for (unsigned c = 0; c < COLUMNS; c++) {
            vec sum = LOGIC3(XOR3, value, b->h[c].n, carry[c]);
            carry[c] = LOGIC3(MAJORITY, value, b->h[c].n, carry[c]);
            if (ends != ENDS_ALL)
                any |= value & columns_behind(b, ends)[c];
            value = restarts ? LOGIC3(CHOOSE, b->restart[c], first, sum) : sum;
            if (ends == ENDS_ALL)
                any |= value;
        }
        counter[i] = value;
    }
    return any;
}

/* The limit has fallen: lets the counters follow. */
static void lower_counters(struct sliced_rows *w, vec *counter, unsigned planes, uint32_t before)
{
    if (w->limit < before)
        counter_add(counter, planes, before - w->limit);
}

/* Goes through the block again, column by column from the counters before it, and tells which lanes
 * fell to the limit, where. False: the pattern is to be left. */
static bool find_hits(struct sliced_table *t, struct sliced_rows *w, const struct sliced_block *b,
                      vec *counter, unsigned planes)
{
    vec *seen = w->seen;
    for (unsigned c = 0; c < COLUMNS; c++) {
        uint32_t limit = w->limit;
        vec restart = b->restart[c];
        count_edits(counter, planes, b->h[c], restart, counter_start(w));
        vec lanes = counter[planes - 1] & ~(restart | *seen);
        if (!w->rising)
            lanes &= ~b->h[c].p;
        if (w->once)
            *seen = (*seen | lanes) & ~restart;
        if (any_bit(lanes) && !report_lanes(t, w, counter, planes, lanes, b->at + c))
            return false;
        lower_counters(w, counter, planes, limit);
    }
    return true;
}

/* The same for ends just before one of the columns `behind`. */
static bool find_before(struct sliced_table *t, struct sliced_rows *w, const struct sliced_block *b,
                        vec *counter, unsigned planes, const vec behind[COLUMNS])
{
    for (unsigned c = 0; c < COLUMNS; c++) {
        uint32_t limit = w->limit;
        vec lanes = counter[planes - 1] & behind[c];
        if (any_bit(lanes) && !report_lanes(t, w, counter, planes, lanes, b->at + c - 1))
            return false;
        lower_counters(w, counter, planes, limit);
        count_edits(counter, planes, b->h[c], b->restart[c], counter_start(w));
    }
    return true;
}

/* Advances the table by a block. Returns the lanes in which there may be something to report. */
INLINE vec advance_block(const struct sliced_table *t, struct sliced_rows *w,
                         struct sliced_block *b, unsigned planes, bool restarts, enum ends ends)
{
    advance_rows(t, w, b, rows_in_reach(w, b));
    if (ends == ENDS_OF_RECORDS)
        stop_full(b, w->counter, planes);
    return count_block(w, b, w->counter, planes, restarts, ends);
}

/* Searches one block for one pattern. False: the pattern is to be left. */
INLINE bool run_pattern(struct sliced_table *t, struct sliced_rows *w, struct sliced_block *b,
                        enum ends ends)
{
    unsigned planes = counter_planes(t->metric, w);
    vec before[SLICED_COUNTER], *counter = w->counter, *seen = w->seen, fell;
    memcpy(before, counter, planes * sizeof *counter);
    if (ends == ENDS_OF_RECORDS || b->restarts)
        fell = advance_block(t, w, b, planes, true, ends);
    else
        fell = advance_block(t, w, b, planes, false, ends);
    if (!any_bit(fell & ~(*seen & ~b->restarted))) {
        *seen &= ~b->restarted;
        return true;
    }
    memcpy(counter, before, planes * sizeof *counter);
    return ends == ENDS_ALL ? find_hits(t, w, b, counter, planes)
                            : find_before(t, w, b, counter, planes, columns_behind(b, ends));
}

static bool run_whole(struct sliced_table *t, struct sliced_rows *w, struct sliced_block *b)
{
    return run_pattern(t, w, b, ENDS_OF_RECORDS);
}

static bool run_words(struct sliced_table *t, struct sliced_rows *w, struct sliced_block *b)
{
    return run_pattern(t, w, b, ENDS_OF_WORDS);
}

static bool run_any(struct sliced_table *t, struct sliced_rows *w, struct sliced_block *b)
{
    return run_pattern(t, w, b, ENDS_ALL);
}

static void begin_pattern(const struct sliced_table *t, struct sliced_rows *w)
{
    vec *counter = w->counter;
    memset(w->seen, 0, sizeof(vec));
    if (t->metric == METRIC_HAMMING) {
        begin_sums(w);
        return;
    }
    begin_rows(t->metric, w);
    w->reached = 0;
    memset(counter, 0, SLICED_COUNTER * sizeof *counter);
    counter_add(counter, counter_planes(t->metric, w), counter_start(w));
}

/* One block for all patterns that are active; how many the kernel is to leave from now on. */
static size_t run_block(struct sliced_table *t, struct sliced_block *b)
{
    size_t left = 0;
    for (size_t p = 0; p < t->n && !t->failed; p++) {
        struct sliced_rows *w = &t->rows[p];
        if (!w->active)
            continue;
        w->active = (t->metric == METRIC_HAMMING ? run_sums
                     : w->line                   ? run_whole
                     : w->word                   ? run_words
                                                 : run_any)(t, w, b);
        left += !w->active;
    }
    return left;
}

/* Before the text all lanes restart, and nothing matches. */
static void begin_block(const struct sliced_table *t, struct sliced_block *b)
{
    memset(b->restart, 0xff, sizeof b->restart);
    memset(b->border, 0xff, sizeof b->border);
    for (uint32_t i = 0; i < t->codes->nslots && t->before > 0; i++)
        memset((vec *)t->match + i * (t->before + COLUMNS) + COLUMNS, 0, t->before * sizeof(vec));
}

/* Those planes of the last group that are above the bits of the codes. */
static void clear_planes(const struct sliced_codes *codes, vec *planes)
{
    unsigned bits = codes->code_bits, all = (bits + GROUP - 1) / GROUP * GROUP;
    memset(planes + (size_t)bits * AHEAD, 0, (size_t)(all - bits) * AHEAD * sizeof *planes);
}

#include "scan/bit_nfa_kernel.h"

static void run_table(struct sliced_table *t)
{
    struct sliced_block b;
    vec *planes = t->planes;
    size_t running = 0;
    clear_planes(t->codes, planes);
    begin_block(t, &b);
    for (size_t p = 0; p < t->n; p++)
        if (t->rows[p].active) {
            begin_pattern(t, &t->rows[p]);
            running++;
        }
    for (size_t at = 0; at < t->columns && running > 0 && !t->failed; at += AHEAD) {
        load_planes(t->codes, at, planes);
        for (b.at = at; b.at < at + AHEAD; b.at += COLUMNS) {
            decode_block(t, &b, planes + (b.at - at));
            running -= run_block(t, &b);
        }
    }
}

static const struct sliced_kernel kernel = {
    .lanes = 64 * WORDS,
    .ahead = AHEAD,
    .planes = PLANES * sizeof(vec),
    .run = run_table,
    .find = FIND,
    .run_bit_nfa = run_bit_nfa,
    .grams = &grams_kernel,
};

static struct engine_scan *scan_open(const struct query *q, const struct alphabet *a,
                                     const struct distance_bounds *bests,
                                     struct scan_shared *shared)
{
    return sliced_scan_open(&kernel, q, a, bests, shared);
}

static size_t chunk_size(const struct query *q)
{
    return sliced_lanes_chunk_size(kernel.lanes, multi_query(q));
}

#define SLICED_ENGINE(NAME, NEEDS, RANK)                                                           \
    const struct engine engine_##NAME = {                                                          \
        .name = #NAME,                                                                             \
        .metrics = SLICED_METRICS | METRIC_BIT(METRIC_PATHS),                                      \
        .rank = (RANK),                                                                            \
        .needs = (NEEDS),                                                                          \
        .chunk_size = chunk_size,                                                                  \
        .open = scan_open,                                                                         \
        .submit = sliced_scan_submit,                                                              \
        .collect = engine_collect_nothing,                                                         \
        .close = sliced_scan_close,                                                                \
        .ways = sliced_scan_ways,                                                                  \
    };
