/*
 * unit_strips.c - scores and last rows computed by strips, against the table by its definition.
 *
 * Sequences have random lengths around the borders of words, lanes and blocks, random degrees of
 * similarity, alphabets of one code to many, codes of both widths, and both directions.
 */
#include "base/least.h"
#include "breadth.h"
#include "ref/random.h"
#include "strips/strips.h"
#include "unit.h"

enum {
    CASES = 150,
    LONGEST = 2300,
    LONG_CASES = 4, /* cases so long that threads pay */
    LONG_LEAST = 5000,
    LONG_MOST = 8000,
    NARROWED_CASES = 4,
    MOST_PART_ROWS = 300,
    PANEL_CASES = 200,
    PANEL_MOST = 2100,
    EDGE_ROWS = 700,
};

/* A problem and its codes; instance_free() frees the codes. */
struct instance {
    struct strips_problem p;
    void *codes[2];
};

static struct strips_sequence *side(struct instance *x, size_t i)
{
    return i == 0 ? &x->p.rows : &x->p.columns;
}

static uint32_t get_code(const struct instance *x, const struct strips_sequence *s, size_t i)
{
    i = s->reversed ? s->n - 1 - i : i;
    return x->p.code_bytes == 1 ? ((const uint8_t *)s->codes)[i] : ((const uint32_t *)s->codes)[i];
}

static void set_code(struct instance *x, size_t which, size_t i, uint32_t code)
{
    if (x->p.code_bytes == 1)
        ((uint8_t *)x->codes[which])[i] = (uint8_t)code;
    else
        ((uint32_t *)x->codes[which])[i] = code;
}

static uint32_t draw_code(const struct instance *x, struct random *r)
{
    return (uint32_t)random_below(r, x->p.ncodes);
}

/* Draws the second sequence as a copy of the first in which `noise` percent of the codes are
 * substituted, omitted, inserted or exchanged. */
static void draw_codes(struct instance *x, struct random *r, unsigned noise)
{
    size_t at = 0;
    for (size_t s = 0; s < 2; s++) {
        x->codes[s] = calloc(side(x, s)->n + 1, x->p.code_bytes);
        assert_non_null(x->codes[s]);
        side(x, s)->codes = x->codes[s];
    }
    for (size_t i = 0; i < x->p.rows.n; i++)
        set_code(x, 0, i, draw_code(x, r));
    for (size_t i = 0; i < x->p.columns.n; i++) {
        bool noisy = random_percent(r, noise) || at >= x->p.rows.n;
        struct strips_sequence forward = {x->codes[0], x->p.rows.n, false};
        if (noisy && i > 0 && at < x->p.rows.n && random_percent(r, 40)) {
            struct strips_sequence second = {x->codes[1], x->p.columns.n, false};
            set_code(x, 1, i, get_code(x, &second, i - 1));
            set_code(x, 1, i - 1, get_code(x, &forward, at++));
            continue;
        }
        set_code(x, 1, i, noisy ? draw_code(x, r) : get_code(x, &forward, at));
        at += noisy ? random_below(r, 3) : 1;
    }
}

static size_t draw_length(struct random *r, size_t most)
{
    static const size_t borders[] = {0, 1, 32, 64, 128, 256, 512, 1024, 2048};
    if (random_percent(r, 50))
        return random_log(r, most);
    size_t border = borders[random_below(r, sizeof borders / sizeof *borders)];
    size_t n = border + random_below(r, 4);
    return n >= 2 ? n - 2 : n;
}

static enum strips_metric draw_metric(struct random *r)
{
    static const enum strips_metric metrics[] = {STRIPS_LEVENSHTEIN, STRIPS_LCS, STRIPS_OSA};
    return metrics[random_below(r, sizeof metrics / sizeof *metrics)];
}

static struct instance draw(struct random *r, size_t most)
{
    static const uint32_t alphabets[] = {1, 2, 3, 4, 5, 8, 9, 20, 128, 129, 255, 256, 257, 70000};
    struct instance x = {
        .p = {.metric = draw_metric(r),
              .ncodes = alphabets[random_below(r, sizeof alphabets / sizeof *alphabets)]}};
    x.p.code_bytes = x.p.ncodes > 256 || random_percent(r, 20) ? 4 : 1;
    x.p.rows.n = draw_length(r, most);
    x.p.columns.n = random_percent(r, 40) ? x.p.rows.n : draw_length(r, most);
    x.p.rows.reversed = random_percent(r, 30);
    x.p.columns.reversed = random_percent(r, 50) ? x.p.rows.reversed : random_percent(r, 30);
    draw_codes(&x, r, (unsigned)random_below(r, 101));
    return x;
}

static void instance_free(struct instance *x)
{
    free(x->codes[0]);
    free(x->codes[1]);
}

/* --- the table ----------------------------------------------------------------------------- */

/* Returns whether rows i - 1 and i equal columns j and j - 1. */
static bool is_exchange(const struct instance *x, size_t i, size_t j)
{
    return x->p.metric == STRIPS_OSA && i > 0 && j > 0 &&
           get_code(x, &x->p.rows, i) == get_code(x, &x->p.columns, j - 1) &&
           get_code(x, &x->p.rows, i - 1) == get_code(x, &x->p.columns, j);
}

/* Computes the next row from the two rows above it: all n + 1 scores; below[0] is given. */
static void next_row(const struct instance *x, size_t i, const uint64_t *second,
                     const uint64_t *above, uint64_t *below)
{
    uint32_t code = get_code(x, &x->p.rows, i);
    for (size_t j = 0; j < x->p.columns.n; j++) {
        uint64_t same = get_code(x, &x->p.columns, j) == code;
        if (x->p.metric == STRIPS_LCS)
            below[j + 1] = most(above[j] + same, most(above[j + 1], below[j]));
        else
            below[j + 1] = least(above[j] + !same, least(above[j + 1], below[j]) + 1);
        if (is_exchange(x, i, j))
            below[j + 1] = least(below[j + 1], second[j - 1] + 1);
    }
}

/* Computes the last row of scores, and the last column too unless `right` is NULL (m + 1 scores).
 * `row` holds the first row, `left` the first column (m + 1 scores; NULL: the first column of a
 * whole table). */
static void fill(const struct instance *x, uint64_t *row, const uint64_t *left, uint64_t *right)
{
    size_t n = x->p.columns.n;
    uint64_t *above = calloc(n + 1, sizeof *above), *second = calloc(n + 1, sizeof *second);
    assert_non_null(above);
    assert_non_null(second);
    for (size_t i = 0; i < x->p.rows.n; i++) {
        if (right != NULL)
            right[i] = row[n];
        memcpy(second, above, (n + 1) * sizeof *above);
        memcpy(above, row, (n + 1) * sizeof *above);
        row[0] = left != NULL ? left[i + 1] : x->p.metric == STRIPS_LCS ? 0 : i + 1;
        next_row(x, i, second, above, row);
    }
    if (right != NULL)
        right[x->p.rows.n] = row[n];
    free(above);
    free(second);
}

/* Returns the last row of a whole table. */
static uint64_t *last_row(const struct instance *x)
{
    uint64_t *row = malloc((x->p.columns.n + 1) * sizeof *row);
    assert_non_null(row);
    for (size_t j = 0; j <= x->p.columns.n; j++)
        row[j] = x->p.metric == STRIPS_LCS ? 0 : j;
    fill(x, row, NULL, NULL);
    return row;
}

static uint64_t last_score(const struct instance *x)
{
    uint64_t *row = last_row(x), score = row[x->p.columns.n];
    free(row);
    return score;
}

/* Returns the least distance of alignments through row i and column j: the value that the limit
 * bounds. */
static uint64_t distance(const struct instance *x, size_t i, size_t j, uint64_t score)
{
    return x->p.metric == STRIPS_LCS ? i + j - 2 * score : score;
}

/* --- comparing ----------------------------------------------------------------------------- */

static void check_score(const struct instance *x, const struct strips_run *run, uint64_t expected)
{
    uint64_t score, d = distance(x, x->p.rows.n, x->p.columns.n, expected);
    enum strips_status status = strips_score(&x->p, run, &score);
    if (run->limited && d > run->limit) {
        assert_int_equal(status, STRIPS_BEYOND);
    } else {
        assert_int_equal(status, STRIPS_OK);
        assert_int_equal(score, expected);
    }
}

/* Returns the least distance of an alignment through column j of the last row. */
static uint64_t through(const struct instance *x, const struct strips_run *run, size_t j,
                        uint64_t score)
{
    uint64_t columns = x->p.columns.n - j, rows = run->rows_below;
    return distance(x, x->p.rows.n, j, score) + (rows < columns ? columns - rows : rows - columns);
}

/* Checks that scores are exact where an alignment within the limit passes, and never too low
 * elsewhere. */
static void check_row(const struct instance *x, const struct strips_run *run,
                      const uint64_t *expected)
{
    struct strips_row row;
    size_t n = x->p.columns.n;
    enum strips_status status = strips_last_row(&x->p, run, &row);
    if (status != STRIPS_OK) {
        assert_int_equal(status, STRIPS_BEYOND);
        for (size_t j = 0; j <= n; j++)
            assert_true(run->limited && through(x, run, j, expected[j]) > run->limit);
        return;
    }
    uint64_t score = row.score;
    assert_true(row.first <= row.last && row.last <= n);
    for (size_t j = 0; j <= n; j++) {
        bool inside = j >= row.first && j <= row.last;
        if (!run->limited || through(x, run, j, expected[j]) <= run->limit) {
            assert_true(inside);
            assert_int_equal(score, expected[j]);
        } else if (inside) {
            assert_true(through(x, run, j, score) >= through(x, run, j, expected[j]));
        }
        if (j >= row.first && j < row.last)
            score += (uint64_t)strips_delta(&row.deltas, j);
    }
    strips_row_free(&row);
}

static void add_cells(void *context, uint64_t cells)
{
    *(uint64_t *)context += cells;
}

static void check_limits(const struct instance *x, const struct strips_kernel *k, unsigned threads,
                         struct random *r)
{
    uint64_t *expected = last_row(x), end = expected[x->p.columns.n];
    uint64_t d = distance(x, x->p.rows.n, x->p.columns.n, end);
    struct strips_run run = {.kernel = k, .threads = threads, .limited = true};
    const uint64_t limits[] = {0,    d / 2, d > 0 ? d - 1 : 0, d, d + 1, d + random_below(r, 100),
                               3 * d};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        run.limit = limits[i];
        run.part_rows = random_percent(r, 50) ? 0 : random_log(r, MOST_PART_ROWS);
        run.rows_below = random_percent(r, 50) ? 0 : random_log(r, 2 * x->p.columns.n + 1);
        check_score(x, &run, end);
        check_row(x, &run, expected);
    }
    run.limit = UINT64_MAX;
    check_score(x, &run, end);
    free(expected);
}

static void check_runs(const struct instance *x, const struct strips_kernel *k, unsigned threads,
                       struct random *r)
{
    uint64_t *expected = last_row(x), cells = 0;
    struct strips_run run = {
        .kernel = k, .threads = threads, .progress = add_cells, .context = &cells};
    check_score(x, &run, expected[x->p.columns.n]);
    assert_int_equal(cells, (uint64_t)x->p.rows.n * x->p.columns.n);
    check_row(x, &run, expected);
    free(expected);
    check_limits(x, k, threads, r);
}

static void check_cases(const struct strips_kernel *k, size_t cases, size_t longest, uint64_t seed)
{
    for (size_t i = 0; i < cases; i++) {
        struct random r = random_open(seed, i);
        struct instance x = draw(&r, longest);
        check_runs(&x, k, 1, &r);
        instance_free(&x);
    }
}

TEST(short_sequences)
{
    check_cases(*state, in_breadth(4 * CASES), 100, 1);
}

TEST(sequences)
{
    check_cases(*state, in_breadth(CASES), LONGEST, 2);
}

static struct instance draw_long(struct random *r, uint32_t ncodes, unsigned noise)
{
    struct instance x = {.p = {.ncodes = ncodes, .code_bytes = ncodes > 256 ? 4 : 1}};
    x.p.metric = draw_metric(r);
    x.p.rows.n = random_between(r, LONG_LEAST, LONG_MOST);
    x.p.columns.n = random_between(r, LONG_LEAST, LONG_MOST);
    draw_codes(&x, r, noise);
    return x;
}

/* Several blocks on several threads. */
TEST(threads)
{
    static const unsigned noises[LONG_CASES] = {100, 1, 10, 40};
    for (unsigned i = 0; i < in_breadth(LONG_CASES); i++) {
        struct random r = random_open(3, i);
        struct instance x = draw_long(&r, i == 0 ? 4 : 200, noises[i]);
        check_runs(&x, *state, 2 + i, &r);
        instance_free(&x);
    }
}

/* Many small parts in a band much wider than the interval between the columns at which it is
 * narrowed: each part narrows the band. */
TEST(narrowed)
{
    for (unsigned i = 0; i < in_breadth(NARROWED_CASES); i++) {
        struct random r = random_open(9, i);
        struct instance x = draw_long(&r, random_percent(&r, 50) ? 4 : 1 + (uint32_t)i,
                                      (unsigned)random_log(&r, 60));
        check_limits(&x, *state, 1 + i % 3, &r);
        instance_free(&x);
    }
}

/* Draws a pair in which the second sequence omits `out` codes at the beginning and has `out` new
 * ones at the end. In between, the codes of rows `at` - 1 and `at` are exchanged, on the outermost
 * diagonal that a limit of 2 * out + 1 admits. */
static struct instance draw_edge(struct random *r, size_t out, size_t at)
{
    struct instance x = {.p = {.metric = STRIPS_OSA, .ncodes = 256, .code_bytes = 1}};
    x.p.rows.n = x.p.columns.n = EDGE_ROWS;
    draw_codes(&x, r, 100);
    const unsigned char *rows = x.codes[0];
    unsigned char *columns = x.codes[1];
    memcpy(columns, rows + out, EDGE_ROWS - out);
    columns[at - out - 1] = rows[at];
    columns[at - out] = rows[at - 1];
    return x;
}

/* Exchanges where a part of the rows begins or ends, in the narrowest possible band. */
TEST(exchanges_at_edges)
{
    for (size_t out = 16; out <= 64; out += 16)
        for (size_t at = 64 + out; at < EDGE_ROWS; at += 64) {
            struct random r = random_open(8, at);
            struct instance x = draw_edge(&r, out, at);
            struct strips_run run = {.kernel = *state, .limited = true, .limit = 2 * out + 1};
            check_score(&x, &run, last_score(&x));
            x.p = strips_turned(&x.p);
            check_score(&x, &run, last_score(&x));
            instance_free(&x);
        }
}

/* A cancelled run stops, with one thread or several. */
TEST(cancelled)
{
    struct random r = random_open(4, 0);
    struct instance x = draw_long(&r, 4, 100);
    atomic_bool cancel = true;
    for (unsigned n = 1; n <= 3; n++) {
        struct strips_run run = {.kernel = *state, .threads = n, .cancel = &cancel};
        struct strips_row row;
        uint64_t score;
        assert_int_equal(strips_score(&x.p, &run, &score), STRIPS_CANCELLED);
        assert_int_equal(strips_last_row(&x.p, &run, &row), STRIPS_CANCELLED);
    }
    instance_free(&x);
}

/* --- panels with arbitrary boundaries ------------------------------------------------------- */

/* Returns a random boundary of n steps from `score`, as scores; *d gets its deltas and has room for
 * one more word. With exchanges, not every boundary occurs in a table: see panels_of_tables(). */
static uint64_t *draw_boundary(const struct instance *x, struct random *r, size_t n, uint64_t score,
                               struct strips_deltas *d)
{
    unsigned ups = (unsigned)random_below(r, 101);
    uint64_t *scores = calloc(n + 1, sizeof *scores);
    d->up = calloc(n / 64 + 1, sizeof(uint64_t));
    d->down = calloc(n / 64 + 1, sizeof(uint64_t));
    assert_non_null(scores);
    assert_non_null(d->up);
    assert_non_null(d->down);
    scores[0] = score;
    for (size_t i = 0; i < n; i++) {
        uint64_t up = random_percent(r, ups);
        uint64_t down = !up && x->p.metric != STRIPS_LCS && random_percent(r, 50);
        d->up[i / 64] |= up << i % 64;
        d->down[i / 64] |= down << i % 64;
        scores[i + 1] = scores[i] + up - down;
    }
    return scores;
}

static void deltas_free(struct strips_deltas *d)
{
    free(d->up);
    free(d->down);
}

static void check_deltas(const struct instance *x, struct strips_deltas d, const uint64_t *scores,
                         size_t n)
{
    if (x->p.metric == STRIPS_LCS)
        d.down = NULL;
    for (size_t i = 0; i < n; i++)
        assert_int_equal(strips_delta(&d, i), (int64_t)(scores[i + 1] - scores[i]));
}

/* Returns codes [first, first + n) of a sequence, in the direction of reading. */
static struct strips_sequence part_of(const struct strips_sequence *s, size_t first, size_t n,
                                      unsigned code_bytes)
{
    size_t at = s->reversed ? s->n - first - n : first;
    return (struct strips_sequence){(const char *)s->codes + at * code_bytes, n, s->reversed};
}

static void check_panel(const struct instance *x, const struct strips_kernel *k, unsigned threads,
                        struct random *r)
{
    size_t m = x->p.rows.n, n = x->p.columns.n;
    uint64_t corner = m + n, cells = 0;
    struct strips_border border;
    uint64_t *row = draw_boundary(x, r, n, corner, &border.row);
    uint64_t *column = draw_boundary(x, r, m, corner, &border.column);
    uint64_t *last_column = calloc(m + 1, sizeof *last_column);
    struct strips_run run = {
        .kernel = k, .threads = threads, .progress = add_cells, .context = &cells};
    run.part_rows = random_percent(r, 50) ? 0 : random_log(r, MOST_PART_ROWS);
    assert_non_null(last_column);
    assert_int_equal(strips_panel(&x->p, &run, &border), STRIPS_OK);
    assert_int_equal(cells, (uint64_t)m * n);
    fill(x, row, column, last_column);
    check_deltas(x, border.row, row, n);
    check_deltas(x, border.column, n > 0 ? last_column : column, m);
    free(row);
    free(column);
    free(last_column);
    deltas_free(&border.row);
    deltas_free(&border.column);
}

TEST(panels)
{
    for (unsigned i = 0; i < PANEL_CASES + LONG_CASES; i++) {
        struct random r = random_open(6, i);
        bool is_long = i >= PANEL_CASES;
        struct instance x = is_long ? draw_long(&r, 4, 50) : draw(&r, PANEL_MOST);
        x.p.metric = x.p.metric == STRIPS_OSA ? STRIPS_LEVENSHTEIN : x.p.metric;
        check_panel(&x, *state, is_long ? 2 + i - PANEL_CASES : 1, &r);
        instance_free(&x);
    }
}

/* --- panels of tables with exchanges -------------------------------------------------------- */

/* Returns all scores: m + 1 rows of n + 1. */
static uint64_t *whole_table(const struct instance *x)
{
    size_t m = x->p.rows.n, n = x->p.columns.n;
    uint64_t *d = calloc((m + 1) * (n + 1), sizeof *d);
    assert_non_null(d);
    for (size_t j = 0; j <= n; j++)
        d[j] = j;
    for (size_t i = 0; i < m; i++) {
        uint64_t *above = d + i * (n + 1), *below = above + n + 1;
        below[0] = i + 1;
        next_row(x, i, i > 0 ? above - (n + 1) : above, above, below);
    }
    return d;
}

/* Returns whether the diagonal step to cell (i, j) costs nothing, by the rule for exchanges. */
static bool is_free(const struct instance *x, const uint64_t *d, size_t i, size_t j)
{
    size_t width = x->p.columns.n + 1;
    return i == 0 || j == 0 || d[i * width + j] == d[(i - 1) * width + j - 1];
}

static bool matches(const struct instance *x, size_t i, size_t j)
{
    return i > 0 && j > 0 && get_code(x, &x->p.rows, i - 1) == get_code(x, &x->p.columns, j - 1);
}

static void put_bit(uint64_t *plane, size_t i, bool bit)
{
    uint64_t mask = UINT64_C(1) << i % 64;
    plane[i / 64] = (plane[i / 64] & ~mask) | (bit ? mask : 0);
}

/* Stores the deltas of row `row`, right of column `column`. */
static void put_row(const struct instance *x, const uint64_t *d, size_t row, size_t column,
                    size_t n, const struct strips_deltas *to)
{
    for (size_t j = 0; j < n; j++) {
        const uint64_t *cell = &d[row * (x->p.columns.n + 1) + column + j + 1];
        put_bit(to->up, j, cell[0] > cell[-1]);
        put_bit(to->down, j, cell[0] < cell[-1]);
        put_bit(to->d0, j, is_free(x, d, row, column + j + 1));
        put_bit(to->q, j, matches(x, row, column + j + 1));
    }
}

/* Stores the deltas of column `column`, below row `row`. */
static void put_column(const struct instance *x, const uint64_t *d, size_t row, size_t column,
                       size_t m, const struct strips_deltas *to)
{
    size_t width = x->p.columns.n + 1;
    for (size_t i = 0; i < m; i++) {
        const uint64_t *cell = &d[(row + i + 1) * width + column];
        put_bit(to->up, i, cell[0] > cell[-(ptrdiff_t)width]);
        put_bit(to->down, i, cell[0] < cell[-(ptrdiff_t)width]);
        put_bit(to->crossed, i, !is_free(x, d, row + i, column) && matches(x, row + i + 1, column));
    }
}

static void check_plane(const uint64_t *actual, const uint64_t *expected, size_t n)
{
    for (size_t i = 0; i < n; i++)
        assert_int_equal(actual[i / 64] >> i % 64 & 1, expected[i / 64] >> i % 64 & 1);
}

static bool bit_of(const uint64_t *plane, size_t i)
{
    return plane[i / 64] >> i % 64 & 1;
}

/* Checks the parts of d0 and q that matter: both of the neighbours, q of the first column, d0 of
 * the last. */
static void check_crossed(const struct strips_deltas *actual, const struct strips_deltas *expected,
                          size_t n)
{
    for (size_t i = 0; i <= n && n > 0; i++)
        assert_int_equal((i == 0 || !bit_of(actual->d0, i - 1)) && (i == n || bit_of(actual->q, i)),
                         (i == 0 || !bit_of(expected->d0, i - 1)) &&
                             (i == n || bit_of(expected->q, i)));
}

static void check_border(const struct strips_border *actual, const struct strips_border *expected,
                         const struct strips_problem *panel)
{
    check_plane(actual->row.up, expected->row.up, panel->columns.n);
    check_plane(actual->row.down, expected->row.down, panel->columns.n);
    check_crossed(&actual->row, &expected->row, panel->columns.n);
    check_plane(actual->column.up, expected->column.up, panel->rows.n);
    check_plane(actual->column.down, expected->column.down, panel->rows.n);
    check_plane(actual->column.crossed, expected->column.crossed, panel->rows.n);
}

/* Checks a random rectangle of the table. */
static void check_panel_of_table(const struct instance *x, const struct strips_run *run,
                                 struct random *r)
{
    size_t row = random_below(r, x->p.rows.n + 1), column = random_below(r, x->p.columns.n + 1);
    size_t m = random_below(r, x->p.rows.n - row + 1);
    size_t n = random_below(r, x->p.columns.n - column + 1);
    struct strips_problem p = x->p;
    p.rows = part_of(&x->p.rows, row, m, p.code_bytes);
    p.columns = part_of(&x->p.columns, column, n, p.code_bytes);
    uint64_t *d = whole_table(x);
    uint64_t *words[2];
    struct strips_border border[2];
    for (int i = 0; i < 2; i++) {
        words[i] = calloc(strips_border_size(&p) + 1, sizeof(uint64_t));
        assert_non_null(words[i]);
        border[i] = strips_border_at(&p, words[i]);
        put_row(x, d, row + (i == 1 ? m : 0), column, n, &border[i].row);
        put_column(x, d, row, column + (i == 1 ? n : 0), m, &border[i].column);
    }
    assert_int_equal(strips_panel(&p, run, &border[0]), STRIPS_OK);
    check_border(&border[0], &border[1], &p);
    free(words[0]);
    free(words[1]);
    free(d);
}

TEST(panels_of_tables)
{
    for (unsigned i = 0; i < PANEL_CASES; i++) {
        struct random r = random_open(7, i);
        struct instance x = draw(&r, PANEL_MOST);
        struct strips_run run = {.kernel = *state, .threads = 1 + (unsigned)random_below(&r, 3)};
        x.p.metric = STRIPS_OSA;
        check_panel_of_table(&x, &run, &r);
        instance_free(&x);
    }
}

int main(void)
{
    int failed = 0;
    for (const struct strips_kernel *const *k = strips_kernels(); *k != NULL; k++)
        if (cpu_why_not((*k)->needs) == NULL)
            failed += unit_run((*k)->name, *k);
    return failed > 0;
}
