/*
 * unit_metrics.c - the steps of a column by each metric (metric_step.h, traceback.h, counters.h)
 * against the plain table, cell by cell; and the formulas of cell.h for single metrics.
 */
#include "cells/counters.h"
#include "cells/traceback.h"
#include "cells/word_distance.h"
#include "ref/random.h"
#include "unit.h"

enum {
    MOST_ROWS = 200,
    MOST_BLOCKS = MOST_ROWS / BITVECTOR_ROWS + 1,
    MOST_COLUMNS = 80,
    MOST_LETTERS = 6,
    CASES = 1500,
    NEVER = 10000 /* more than any distance */
};

struct instance {
    enum metric metric;
    bool doubled; /* METRIC_INDEL: allow substitutions of cost 2, which changes nothing */
    size_t m, n;
    unsigned char x[MOST_ROWS], y[MOST_COLUMNS];
    int above[MOST_COLUMNS]; /* rise of row 0 in each column */
};

static int table[MOST_ROWS + 1][MOST_COLUMNS + 1];

static int least(int a, int b)
{
    return a < b ? a : b;
}

static bool crossed(const struct instance *t, size_t i, size_t j)
{
    return i > 1 && j > 1 && t->x[i - 1] == t->y[j - 2] && t->x[i - 2] == t->y[j - 1];
}

static int cost_of_change(const struct instance *t, size_t i, size_t j)
{
    int substitution = t->metric != METRIC_INDEL ? 1 : t->doubled ? 2 : NEVER;
    return t->x[i - 1] == t->y[j - 1] ? 0 : substitution;
}

static void fill_table(const struct instance *t)
{
    bool moves = t->metric != METRIC_HAMMING;
    for (size_t i = 0; i <= t->m; i++)
        table[i][0] = moves || i == 0 ? (int)i : NEVER;
    for (size_t j = 1; j <= t->n; j++) {
        table[0][j] = table[0][j - 1] + t->above[j - 1];
        for (size_t i = 1; i <= t->m; i++) {
            int d = table[i - 1][j - 1] + cost_of_change(t, i, j);
            if (moves)
                d = least(d, least(table[i - 1][j], table[i][j - 1]) + 1);
            if (t->metric == METRIC_OSA && crossed(t, i, j))
                d = least(d, table[i - 2][j - 2] + 1);
            table[i][j] = least(d, NEVER);
        }
    }
}

/* Draws row 0, which is 0 or rises in each column. Below another block, rows of a block may also
 * fall or change at random. */
static void draw_above(struct instance *t, struct random *r)
{
    bool block = t->metric == METRIC_LEVENSHTEIN;
    int first = t->metric == METRIC_HAMMING ? 0 : 1 - (int)random_below(r, block ? 3 : 2);
    int choices = block ? (int)random_between(r, 1, (uint64_t)(2 - first)) : 1;
    for (size_t j = 0; j < t->n; j++)
        t->above[j] = first + (int)random_below(r, (uint64_t)choices);
}

static void draw(struct instance *t, struct random *r)
{
    unsigned letters = (unsigned)random_between(r, 1, MOST_LETTERS);
    t->m = random_log(r, random_percent(r, 50) ? BITVECTOR_ROWS + 2 : MOST_ROWS);
    t->n = random_between(r, 1, MOST_COLUMNS);
    t->doubled = random_percent(r, 50);
    draw_above(t, r);
    for (size_t i = 0; i < t->m; i++)
        t->x[i] = (unsigned char)random_below(r, letters);
    size_t shift = random_below(r, t->m);
    unsigned noise = (unsigned)random_below(r, 101);
    for (size_t j = 0; j < t->n; j++)
        t->y[j] = random_percent(r, noise)
                      ? (unsigned char)random_below(r, letters)
                      : t->x[(shift + (j ^ (noise & 1))) % (t->m + (t->m == 0))];
}

static size_t blocks_of(const struct instance *t)
{
    return (t->m - 1) / BITVECTOR_ROWS + 1;
}

static uint64_t matches(const struct instance *t, size_t block, size_t j)
{
    uint64_t eq = 0;
    for (size_t i = 0; i < BITVECTOR_ROWS && block * BITVECTOR_ROWS + i < t->m; i++)
        eq |= (uint64_t)(t->x[block * BITVECTOR_ROWS + i] == t->y[j]) << i;
    return eq;
}

static unsigned bit(uint64_t word, size_t i)
{
    return (unsigned)(word >> (i - 1) % BITVECTOR_ROWS & 1);
}

static int delta(uint64_t p, uint64_t m, size_t i)
{
    return (int)bit(p, i) - (int)bit(m, i);
}

/* A column, as all steps compute it. */
struct column {
    struct bitvector v[MOST_BLOCKS];
    struct before before[MOST_BLOCKS];
    struct edge rows[MOST_BLOCKS];
};

static struct column column_start(void)
{
    struct column c = {.before = {{0}}};
    for (size_t b = 0; b < MOST_BLOCKS; b++) {
        c.v[b] = BITVECTOR_START;
        c.before[b] = BEFORE_NONE;
    }
    return c;
}

static void advance(struct column *c, const struct instance *t, size_t j)
{
    struct edge edge = {.p = t->above[j] > 0, .m = t->above[j] < 0};
    for (size_t b = 0; b < blocks_of(t); b++) {
        c->rows[b] = metric_step(t->metric, &c->v[b], &c->before[b], matches(t, b, j), edge);
        edge = edge_of(c->rows[b], BITVECTOR_ROWS - 1);
    }
}

static void check_deltas(const struct column *c, const struct instance *t, size_t j)
{
    for (size_t i = 1; i <= t->m; i++) {
        size_t b = (i - 1) / BITVECTOR_ROWS;
        assert_true((c->v[b].pv & c->v[b].mv) == 0 && (c->rows[b].p & c->rows[b].m) == 0);
        assert_int_equal(delta(c->v[b].pv, c->v[b].mv, i), table[i][j] - table[i - 1][j]);
        assert_int_equal(delta(c->rows[b].p, c->rows[b].m, i), table[i][j] - table[i][j - 1]);
    }
}

static void check_metric(enum metric metric)
{
    struct instance t = {.metric = metric};
    struct random r = random_open((uint64_t)metric, 0);
    for (int i = 0; i < CASES; i++) {
        draw(&t, &r);
        fill_table(&t);
        struct column c = column_start();
        for (size_t j = 1; j <= t.n; j++) {
            advance(&c, &t, j - 1);
            check_deltas(&c, &t, j);
        }
    }
}

TEST(levenshtein)
{
    check_metric(METRIC_LEVENSHTEIN);
}

TEST(indel)
{
    check_metric(METRIC_INDEL);
}

TEST(osa)
{
    check_metric(METRIC_OSA);
}

/* --- traceback ------------------------------------------------------------------------------ */

/* Returns the correct step back from a cell with i, j > 0, by the rules. */
static char step_back(const struct instance *t, enum traceback_first first, size_t i, size_t j)
{
    int here = table[i][j];
    bool equal = t->x[i - 1] == t->y[j - 1], inserts = here == table[i][j - 1] + 1;
    if (first == INSERTION_FIRST && inserts)
        return 'I';
    if (equal && here == table[i - 1][j - 1])
        return '=';
    if (t->metric == METRIC_OSA && crossed(t, i, j) && here == table[i - 2][j - 2] + 1)
        return 'T';
    if (t->metric != METRIC_INDEL && !equal && here == table[i - 1][j - 1] + 1)
        return 'X';
    return inserts ? 'I' : 'D';
}

static void step_moves(struct column *c, const struct instance *t, size_t j,
                       enum traceback_first first, struct moves *moves)
{
    struct edge edge = {.p = t->above[j] > 0};
    for (size_t b = 0; b < blocks_of(t); b++)
        moves[b] = t->metric == METRIC_OSA
                       ? traceback_step_osa(&c->v[b], &c->before[b], matches(t, b, j), &edge, first)
                       : traceback_step_indel(&c->v[b], matches(t, b, j), &edge);
}

static void check_moves(const struct instance *t, const struct moves *moves, size_t j,
                        enum traceback_first first)
{
    for (size_t i = 1; i <= t->m; i++) {
        char right = step_back(t, first, i, j);
        struct walk w = {i, j};
        char edit =
            t->metric == METRIC_OSA ? walk_back_osa(&w, moves) : walk_back(&w, moves, first);
        assert_int_equal(edit, right == '=' ? 'X' : right);
        assert_int_equal(i - w.i, right == 'I' ? 0 : right == 'T' ? 2 : 1);
        assert_int_equal(j - w.j, right == 'D' ? 0 : right == 'T' ? 2 : 1);
    }
}

/* The first string has at most as many codes as a word has bits, and often exactly as many. */
TEST(distance_in_a_word)
{
    static const enum metric metrics[] = {METRIC_LEVENSHTEIN, METRIC_INDEL, METRIC_OSA};
    struct random r = random_open(7, 0);
    for (int i = 0; i < CASES; i++) {
        struct instance t = {.metric = metrics[i % 3]};
        uint64_t rows[WORD_DISTANCE_CODES] = {0};
        uint64_t words[WORD_DISTANCE_CODES][WORD_DISTANCE_WORDS] = {{0}};
        draw(&t, &r);
        for (size_t j = 0; j < t.n; j++)
            t.above[j] = 1;
        for (size_t row = 0; row < t.m; row++)
            words[t.x[row]][row / BITVECTOR_ROWS] |= UINT64_C(1) << row % BITVECTOR_ROWS;
        t.doubled = false;
        fill_table(&t);
        assert_int_equal(words_distance(t.metric, words, t.m, t.y, t.n), table[t.m][t.n]);
        t.m = random_percent(&r, 50) || t.m > BITVECTOR_ROWS ? BITVECTOR_ROWS : t.m;
        for (size_t row = 0; row < t.m; row++)
            rows[t.x[row]] |= UINT64_C(1) << row;
        fill_table(&t);
        assert_int_equal(word_distance(t.metric, rows, t.m, t.y, t.n), table[t.m][t.n]);
    }
}

TEST(way_back)
{
    static const enum metric metrics[] = {METRIC_OSA, METRIC_INDEL};
    struct moves moves[MOST_BLOCKS] = {{0}};
    struct random r = random_open(9, 0);
    for (int i = 0; i < CASES; i++) {
        struct instance t = {.metric = metrics[i % 2]};
        enum traceback_first first = i / 2 % 2 ? INSERTION_FIRST : DIAGONAL_FIRST;
        draw(&t, &r);
        fill_table(&t);
        struct column c = column_start();
        for (size_t j = 1; j <= t.n; j++) {
            step_moves(&c, &t, j - 1, first, moves);
            check_moves(&t, moves, j, first);
        }
    }
}

/* --- counters ------------------------------------------------------------------------------- */

struct counted {
    uint64_t planes[MOST_BLOCKS][COUNTER_PLANES], beyond[MOST_BLOCKS];
};

static void check_counters(const struct counted *c, const struct instance *t, size_t j,
                           unsigned planes, uint32_t limit)
{
    for (size_t i = 1; i <= t->m; i++) {
        size_t b = (i - 1) / COUNTER_ROWS;
        bool within = table[i][j] <= (int)limit;
        assert_int_equal(bit(c->beyond[b], i), !within);
        if (within)
            assert_int_equal(counters_row(c->planes[b], planes, (unsigned)(i - 1) % COUNTER_ROWS) -
                                 counter_start(planes, limit),
                             table[i][j]);
    }
}

static void count(struct counted *c, const struct instance *t, size_t j, unsigned planes,
                  uint32_t limit)
{
    uint32_t above = counter_start(planes, limit);
    uint64_t beyond = 0;
    for (size_t b = 0; b < blocks_of(t); b++) {
        uint32_t last = counters_row(c->planes[b], planes, COUNTER_ROWS - 1);
        uint64_t last_beyond = c->beyond[b] >> (COUNTER_ROWS - 1);
        counters_step(c->planes[b], planes, &c->beyond[b], matches(t, b, j), above, beyond);
        above = last;
        beyond = last_beyond;
    }
}

TEST(hamming)
{
    struct instance t = {.metric = METRIC_HAMMING};
    struct random r = random_open(10, 0);
    for (int i = 0; i < CASES; i++) {
        draw(&t, &r);
        fill_table(&t);
        uint32_t limit = (uint32_t)random_below(&r, t.m + 1);
        unsigned planes = counter_planes(limit);
        assert_true(limit >> planes == 0 && (planes == 0 || limit >> (planes - 1) == 1));
        struct counted c = {.beyond = {0}};
        memset(c.beyond, 0xff, sizeof c.beyond);
        for (size_t j = 1; j <= t.n; j++) {
            count(&c, &t, j - 1, planes, limit);
            check_counters(&c, &t, j, planes, limit);
        }
    }
}

/* --- formulas ------------------------------------------------------------------------------- */

/* Without substitutions, over all deltas of two sides of a cell. */
TEST(indel_formula)
{
    for (int v = -1; v <= 1; v++)
        for (int h = -1; h <= 1; h++)
            for (unsigned q = 0; q <= 1; q++) {
                unsigned vp = v > 0, vn = v<0, hp = h> 0, hn = h < 0;
                unsigned d0 = CELL_D0(q, vn, hn);
                int score = least(q ? 0 : 2, least(h, v) + 1);
                unsigned below_p = CELL_INDEL_PLUS(CELL_PLUS(vn, vp, d0), hp, d0) & 1;
                unsigned right_p = CELL_INDEL_PLUS(CELL_PLUS(hn, hp, d0), vp, d0) & 1;
                assert_int_equal((int)below_p - (int)CELL_MINUS(vp, d0), score - v);
                assert_int_equal((int)right_p - (int)CELL_MINUS(hp, d0), score - h);
            }
}

TEST(exchange_formula)
{
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(CELL_EXCHANGE(i >> 2, i >> 1, i) & 1, i == 3);
}
