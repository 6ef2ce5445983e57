/*
 * sliced_kernel.h - the bit-sliced table over any vector: the body of the kernels (sliced.h).
 *
 * The file that includes this defines
 *
 *   vec                a vector of 64-bit words (gcc's vector_size)
 *   LOGIC3(f, a, b, c) f(a, b, c) for one of the formulas below, where it can do better than f
 *   AHEAD              columns that load_planes() reads, a multiple of COLUMNS
 *   load_planes(s, at, planes)
 *                      puts bit b of the codes in column at + c of all lanes into
 *                      planes[b * AHEAD + c]; bit l of the vector is lane l
 *
 * A cell of the table costs five operations of three operands in all lanes, whatever m is. A column
 * holds vertical deltas, (vp, vn), a row horizontal ones, (hp, hn), each +1, -1 or 0; vp is kept
 * complemented, as u. With q the plane "the symbol of this column matches this row":
 *
 *     d0 = q | vn | hn;  hn' = vp & d0;  hp' = vn | ~(vp | d0);  vn' = hp & d0;  vp' = hn | ~(hp |
 * d0)
 *
 * (Myers 1999 with Hyyrö's d0, one row instead of one word at a time.) Where r says that the column
 * is a delimiter, the lane restarts: given hn = 1, hp = 0 from above, hn' = 1 and vn' = 0 make it
 * vp' = 1, vn' = 0 in every row, which costs no operation more where three operands are free.
 */
#include "sliced.h"

#include <string.h>

enum {
    WORDS = sizeof(vec) / 8,
    LANES = 64 * WORDS,
    COLUMNS = SLICED_COLUMNS,
    GROUP = 3, /* planes decoded together */
    GROUPS = (8 * SLICED_BYTES + GROUP - 1) / GROUP,
    PLANES = GROUPS * GROUP * AHEAD /* there is room for */
};

#ifndef LOGIC3
#define LOGIC3(f, a, b, c) f(a, b, c)
#endif
#define OR3(a, b, c) ((a) | (b) | (c))
#define AND3(a, b, c) ((a) & (b) & (c))
#define XOR3(a, b, c) ((a) ^ (b) ^ (c))
#define MAJORITY(a, b, c) (((a) & (b)) | ((c) & ((a) | (b))))
#define CHOOSE(a, b, c) (((a) & (b)) | (~(a) & (c)))
#define CELL_HN(u, d0, r) ((~(u) & (d0)) | (r))
#define CELL_HP(u, d0, vn) ((vn) | ((u) & ~(d0)))
#define CELL_VN(hp, d0, r) ((hp) & (d0) & ~(r))
#define CELL_U(hp, d0, hn) (((hp) | (d0)) & ~(hn))

#define INLINE __attribute__((always_inline)) static inline

struct vertical {
    vec u, n;
};

struct horizontal_planes {
    vec p, n;
};

/* One block of columns. */
struct sliced_block {
    size_t at;     /* its first column */
    bool restarts; /* there is a delimiter in it */
    vec restart[COLUMNS];
    struct horizontal_planes h[COLUMNS]; /* of the last row done */
};

static inline bool any_bit(vec v)
{
    uint64_t words[WORDS], any = 0;
    memcpy(words, &v, sizeof v);
    for (size_t w = 0; w < WORDS; w++)
        any |= words[w];
    return any != 0;
}

/* Codes. */

/* The eight products of three planes and their complements: bit i of y says which to take of
 * plane i. */
INLINE void decode_group(vec m[1 << GROUP], vec a, vec b, vec c)
{
#define NOT_ABC(y) m[y] = LOGIC3(AND3, y & 1 ? a : ~a, y & 2 ? b : ~b, y & 4 ? c : ~c);
    NOT_ABC(0) NOT_ABC(1) NOT_ABC(2) NOT_ABC(3) NOT_ABC(4) NOT_ABC(5) NOT_ABC(6) NOT_ABC(7)
#undef NOT_ABC
}

/* The lanes whose code is y. */
INLINE vec lanes_of(vec m[GROUPS][1 << GROUP], unsigned groups, uint32_t y)
{
    vec all = m[0][y & 7];
    for (unsigned g = 1; g < groups; g++)
        all &= m[g][y >> GROUP * g & 7];
    return all;
}

INLINE void decode_columns(struct engine_scan *s, struct sliced_block *b, const vec *planes,
                           unsigned groups)
{
    vec m[GROUPS][1 << GROUP], any = {0}, *match = s->match;
    for (unsigned c = 0; c < COLUMNS; c++) {
        for (unsigned g = 0; g < groups; g++) {
            const vec *three = planes + (size_t)g * GROUP * AHEAD + c;
            decode_group(m[g], three[0], three[AHEAD], three[2 * AHEAD]);
        }
        b->restart[c] = lanes_of(m, groups, CODE_DELIMITER);
        any |= b->restart[c];
        for (uint32_t i = 0, code = 0; i < s->nslots; i++) {
            vec q = {0};
            for (; code < s->slots[i + 1]; code++)
                q |= lanes_of(m, groups, s->codes[code]);
            match[(size_t)i * COLUMNS + c] = q;
        }
    }
    b->restarts = any_bit(any);
}

/* The match planes of all slots. `planes` are those of the block's first column. */
static void decode(struct engine_scan *s, struct sliced_block *b, const vec *planes)
{
    unsigned groups = (s->code_bits + GROUP - 1) / GROUP;
    if (groups == 1)
        decode_columns(s, b, planes, 1);
    else if (groups == 2)
        decode_columns(s, b, planes, 2);
    else if (groups == 3)
        decode_columns(s, b, planes, 3);
    else
        decode_columns(s, b, planes, groups);
}

/* Rows. */

#define ROWS_1(X) X(0)
#define ROWS_2(X) ROWS_1(X) X(1)
#define ROWS_4(X) ROWS_2(X) X(2) X(3)
#define ROWS_8(X) ROWS_4(X) X(4) X(5) X(6) X(7)

#define LOAD(R)                                                                                    \
    vec u##R = v[R].u, n##R = v[R].n;                                                              \
    const vec *const q##R = match + (size_t)slots[R] * COLUMNS;
#define STORE(R) v[R] = (struct vertical){u##R, n##R};
#define CELL(R)                                                                                    \
    {                                                                                              \
        vec d0 = LOGIC3(OR3, q##R[c], n##R, hn);                                                   \
        vec hn_out = LOGIC3(CELL_HN, u##R, d0, r), hp_out = LOGIC3(CELL_HP, u##R, d0, n##R);       \
        n##R = LOGIC3(CELL_VN, hp, d0, r);                                                         \
        u##R = LOGIC3(CELL_U, hp, d0, hn);                                                         \
        hn = hn_out;                                                                               \
        hp = hp_out;                                                                               \
    }

/* N rows in all columns of the block, their state in registers. */
#define TILE(N)                                                                                    \
    INLINE void tile_##N(const vec *match, const uint32_t *slots, struct vertical *v,              \
                         struct sliced_block *b, bool restarts)                                    \
    {                                                                                              \
        ROWS_##N(LOAD) for (unsigned c = 0; c < COLUMNS; c++)                                      \
        {                                                                                          \
            const vec r = restarts ? b->restart[c] : (vec){0};                                     \
            vec hp = b->h[c].p, hn = b->h[c].n;                                                    \
            ROWS_##N(CELL) b->h[c] = (struct horizontal_planes){hp, hn};                           \
        }                                                                                          \
        ROWS_##N(STORE)                                                                            \
    }
TILE(8)
TILE(4)
TILE(2)
TILE(1)

INLINE void run_rows(const struct engine_scan *s, struct sliced_rows *w, struct sliced_block *b,
                     uint32_t rows, bool restarts)
{
    struct vertical *v = w->v;
    uint32_t row = 0;
    for (; row + 8 <= rows; row += 8)
        tile_8(s->match, w->slots + row, v + row, b, restarts);
    if (rows & 4)
        tile_4(s->match, w->slots + row, v + row, b, restarts), row += 4;
    if (rows & 2)
        tile_2(s->match, w->slots + row, v + row, b, restarts), row += 2;
    if (rows & 1)
        tile_1(s->match, w->slots + row, v + row, b, restarts);
}

/*
 * Rows that cannot hold a distance within the limit yet, c[i][j] >= i - j, are left as they are:
 * each 1 more than the one above, so that the last row's deltas are those of the last row done.
 */
static uint32_t rows_in_reach(const struct sliced_rows *w, const struct sliced_block *b)
{
    uint64_t reach = (b->at + COLUMNS + w->limit) / SLICED_TILE * SLICED_TILE + SLICED_TILE;
    return reach < w->rows ? (uint32_t)reach : w->rows;
}

/* Scores. */

/* Adds the constant `n`, the same in all lanes. */
static void counter_add(vec *counter, unsigned planes, uint64_t n)
{
    vec carry = {0};
    for (unsigned i = 0; i < planes; i++) {
        vec bit = (vec){0} - (n >> i & 1), old = counter[i];
        counter[i] = LOGIC3(XOR3, old, bit, carry);
        carry = LOGIC3(MAJORITY, old, bit, carry);
    }
}

/* What the counters are at the beginning of a record: m - (limit + 1), in two's complement. */
static uint64_t counter_start(const struct sliced_rows *w)
{
    return (uint64_t)w->rows - w->limit - 1;
}

static unsigned counter_planes(const struct sliced_rows *w)
{
    unsigned planes = 1;
    while ((uint64_t)w->rows >> (planes - 1) > 0)
        planes++;
    return planes;
}

/* Adds a horizontal delta; lanes that restart begin anew. */
INLINE void count(vec *counter, unsigned planes, struct horizontal_planes h, vec r, bool restarts,
                  uint64_t start)
{
    vec carry = counter[0] & (h.p | h.n), low = counter[0] ^ (h.p | h.n);
    counter[0] = restarts ? LOGIC3(CHOOSE, r, (vec){0} - (start & 1), low) : low;
    for (unsigned i = 1; i < planes; i++) {
        vec old = counter[i], sum = LOGIC3(XOR3, old, h.n, carry);
        carry = LOGIC3(MAJORITY, old, h.n, carry);
        counter[i] = restarts ? LOGIC3(CHOOSE, r, (vec){0} - (start >> i & 1), sum) : sum;
    }
}

/* Counts all columns of the block; whether a lane fell to the limit. */
INLINE bool count_block(const struct sliced_rows *w, const struct sliced_block *b, vec *counter,
                        unsigned planes, bool restarts)
{
    vec any = {0};
    uint64_t start = counter_start(w);
    for (unsigned c = 0; c < COLUMNS; c++) {
        count(counter, planes, b->h[c], b->restart[c], restarts, start);
        any |= counter[planes - 1];
    }
    return any_bit(any);
}

/* The limit has fallen: lets the counters follow. */
static void lower(struct sliced_rows *w, vec *counter, unsigned planes, uint32_t before)
{
    if (w->limit < before)
        counter_add(counter, planes, before - w->limit);
}

/* The lanes that have a distance within the limit in this column; false when the scan is to stop.
 */
static bool report(struct engine_scan *s, struct sliced_rows *w, const vec *counter,
                   unsigned planes, vec lanes, size_t column)
{
    uint64_t value[SLICED_COUNTER][WORDS], hits[WORDS];
    uint32_t limit = w->limit;
    memcpy(value, counter, planes * sizeof *counter);
    memcpy(hits, &lanes, sizeof hits);
    for (size_t i = 0; i < WORDS; i++)
        for (uint64_t rest = hits[i]; rest != 0; rest &= rest - 1) {
            unsigned bit = (unsigned)__builtin_ctzll(rest);
            uint32_t distance = limit + 1 - (UINT32_C(1) << (planes - 1));
            for (unsigned p = 0; p + 1 < planes; p++)
                distance += (uint32_t)(value[p][i] >> bit & 1) << p;
            if (distance <= w->limit && !sliced_found(s, w, 64 * i + bit, column, distance))
                return false;
        }
    return true;
}

/* Goes through the block again, from the counters before it, for the lanes that fell to the limit.
 */
static bool find_hits(struct engine_scan *s, struct sliced_rows *w, const struct sliced_block *b,
                      vec *counter, unsigned planes)
{
    for (unsigned c = 0; c < COLUMNS; c++) {
        uint32_t limit = w->limit;
        count(counter, planes, b->h[c], b->restart[c], true, counter_start(w));
        vec lanes = counter[planes - 1] & ~b->restart[c] & (w->rising ? ~(vec){0} : ~b->h[c].p);
        if (any_bit(lanes) && !report(s, w, counter, planes, lanes, b->at + c))
            return false;
        lower(w, counter, planes, limit);
    }
    return true;
}

/* One pattern in one block; false when it is not to go on. */
static bool run_pattern(struct engine_scan *s, struct sliced_rows *w, struct sliced_block *b)
{
    unsigned planes = counter_planes(w);
    vec before[SLICED_COUNTER], *counter = w->counter;
    for (unsigned c = 0; c < COLUMNS; c++)
        b->h[c] = (struct horizontal_planes){{0}, b->restart[c]};
    uint32_t limit = w->limit, rows = rows_in_reach(w, b);
    w->limit = sliced_limit(s, w);
    lower(w, counter, planes, limit);
    memcpy(before, counter, planes * sizeof *counter);
    bool fell;
    if (b->restarts) {
        run_rows(s, w, b, rows, true);
        fell = count_block(w, b, counter, planes, true);
    } else {
        run_rows(s, w, b, rows, false);
        fell = count_block(w, b, counter, planes, false);
    }
    if (!fell)
        return true;
    memcpy(counter, before, planes * sizeof *counter);
    return find_hits(s, w, b, counter, planes);
}

static void begin_pattern(struct sliced_rows *w)
{
    vec *counter = w->counter;
    memset(w->v, 0, w->rows * sizeof(struct vertical)); /* vp = 1, vn = 0 */
    memset(counter, 0, SLICED_COUNTER * sizeof *counter);
    counter_add(counter, counter_planes(w), counter_start(w));
}

static void run(struct engine_scan *s)
{
    struct sliced_block b;
    vec *planes = s->planes;
    size_t running = 0;
    memset(planes, 0, PLANES * sizeof *planes);
    for (size_t p = 0; p < s->q->npatterns; p++)
        if (s->patterns[p].active) {
            begin_pattern(&s->patterns[p]);
            running++;
        }
    for (size_t at = 0; at < s->columns && running > 0; at += AHEAD) {
        load_planes(s, at, planes);
        for (b.at = at; b.at < at + AHEAD; b.at += COLUMNS) {
            decode(s, &b, planes + (b.at - at));
            for (size_t p = 0; p < s->q->npatterns && s->status == ENGINE_OK; p++)
                if (s->patterns[p].active && !run_pattern(s, &s->patterns[p], &b))
                    running--;
        }
        if (s->status != ENGINE_OK)
            return;
    }
}

static const struct sliced_kernel kernel = {
    .lanes = LANES,
    .ahead = AHEAD,
    .planes = PLANES * sizeof(vec),
    .run = run,
};

/* What an engine of this kernel is. */
static struct engine_scan *scan_open(const struct query *q, const struct alphabet *a,
                                     const atomic_uint *limit)
{
    return sliced_open(&kernel, q, a, limit);
}

#define SLICED_ENGINE(NAME, RANK)                                                                  \
    const struct engine engine_##NAME = {                                                          \
        .name = #NAME,                                                                             \
        .rank = RANK,                                                                              \
        .why_not = why_not,                                                                        \
        .open = scan_open,                                                                         \
        .submit = sliced_submit,                                                                   \
        .collect = sliced_collect,                                                                 \
        .close = sliced_close,                                                                     \
    };
