/*
 * unit_path_corridor.c - corridors around paths, against the table by its definition.
 *
 * The corridor must contain every cell of every optimal alignment. Within it, diagonals and strips
 * must return the distance and the lowest alignment. Sequences have random degrees of similarity
 * and alphabets of one code to many; some are periodic, some have blocks that are moved, omitted or
 * doubled. Paths come from anchors; some paths count the text between anchors as wholly different.
 */
#include "base/least.h"
#include "compare/anchors.h"
#include "compare/corridor_parts.h"
#include "compare/diagonals.h"
#include "compare/path_blocks.h"
#include "compare/path_corridor.h"
#include "ref/random.h"
#include "strips/strips.h"
#include "unit.h"

enum {
    CASES = 500,
    LONGEST = 1500,
    LEAST_EDITS = 5,
    LEAST_CORRIDORS =
        CASES / 8,       /* number of cases with more edits that must have a narrow corridor */
    LONG = 400000,       /* codes; enough for several threads to divide */
    LONG_EDITS = 3,      /* edits per thousand codes */
    VERY_LONG = 3000000, /* codes; enough to divide the gaps between anchors */
    VERY_LONG_EDITS = 80,
    BLOCK = 300, /* codes in a block that is moved */
    REPEATED = 200,
    NARROW = 4 /* a narrow corridor has fewer than edits / NARROW diagonals */
};

static const double NEAR = 1.25;       /* maximum edits of a path of anchors / distance */
static const double ANCHOR_TIME = 3e6; /* ns for anchors; too few for DNA without anchors */

static uint32_t code_at(const struct sequences *s, const unsigned char *codes, size_t i)
{
    uint32_t code;
    if (s->width == 1)
        return codes[i];
    memcpy(&code, codes + 4 * i, sizeof code);
    return code;
}

/* --- random sequences ----------------------------------------------------------------------- */

static size_t draw_text(struct random *r, uint32_t *codes, uint32_t alphabet)
{
    size_t n = random_between(r, 50, LONGEST);
    size_t period = random_percent(r, 20) ? 1 + random_below(r, 80) : n;
    for (size_t i = 0; i < n; i++)
        codes[i] = i < period || random_percent(r, 2) ? (uint32_t)random_below(r, alphabet)
                                                      : codes[i - period];
    return n;
}

/* Draws a copy with edits; in some copies one block is moved, omitted, or doubled, in place or
 * elsewhere. */
static size_t draw_copy(struct random *r, const uint32_t *x, size_t m, uint32_t *y,
                        uint32_t alphabet)
{
    static const unsigned rates[] = {0, 5, 10, 20, 60}; /* per thousand codes */
    unsigned rate = rates[random_below(r, 5)];
    bool block = random_percent(r, 50), stays = random_percent(r, 60);
    size_t at = random_below(r, m), length = random_log(r, m - at), n = 0;
    const uint64_t places[] = {0, m, at + length, at + length, m + 1}; /* m + 1: nowhere */
    uint64_t to = places[random_below(r, 5)];
    for (size_t i = 0; i <= m; i++) {
        if (block && i == to)
            for (size_t b = 0; b < length; b++)
                y[n++] = x[at + b];
        if (i == m || (block && !stays && i >= at && i < at + length))
            continue;
        uint64_t kind = random_below(r, 1000) < rate ? 1 + random_below(r, 4) : 0;
        if (kind == 1 || kind == 2)
            y[n++] = (uint32_t)random_below(r, alphabet);
        if (kind != 1 && kind != 3)
            y[n++] = x[i];
        if (kind == 4 && n > 1) {
            uint32_t last = y[n - 1];
            y[n - 1] = y[n - 2];
            y[n - 2] = last;
        }
    }
    return n;
}

static unsigned char *codes_of(const uint32_t *codes, size_t n, unsigned width)
{
    unsigned char *bytes = malloc(4 * n + 8);
    assert_non_null(bytes);
    for (size_t i = 0; i < n; i++)
        if (width == 1)
            bytes[i] = (unsigned char)codes[i];
        else
            memcpy(bytes + 4 * i, &codes[i], 4);
    return bytes;
}

static struct sequences draw(struct random *r)
{
    static const uint32_t alphabets[] = {1, 2, 4, 4, 20, 250}; /* codes */
    uint32_t alphabet = alphabets[random_below(r, 6)];
    uint32_t *x = calloc(4 * LONGEST, sizeof *x), *y = calloc(4 * LONGEST, sizeof *y);
    assert_true(x != NULL && y != NULL);
    struct sequences s = {.width = random_percent(r, 20) ? 4 : 1, .alphabet = alphabet};
    s.m = draw_text(r, x, alphabet);
    s.n = draw_copy(r, x, s.m, y, alphabet);
    s.x = codes_of(x, s.m, s.width);
    s.y = codes_of(y, s.n, s.width);
    free(x);
    free(y);
    return s;
}

/* --- the table ------------------------------------------------------------------------------- */

static uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Returns the distances of all prefixes, or of all suffixes; cell (i, j) is at i * (n + 1) + j. */
static uint32_t *table_of(const struct sequences *s, enum metric metric, bool suffixes)
{
    uint32_t *table = malloc((s->m + 1) * (s->n + 1) * sizeof *table);
    assert_non_null(table);
    for (size_t a = 0; a <= s->m; a++)
        for (size_t b = 0; b <= s->n; b++) {
            size_t i = suffixes ? s->m - a : a, j = suffixes ? s->n - b : b, up = s->n + 1;
            uint32_t *cell = &table[i * up + j];
            int64_t step = suffixes ? 1 : -1;
            *cell = a == 0 ? (uint32_t)b : b == 0 ? (uint32_t)a : UINT32_MAX;
            if (a == 0 || b == 0)
                continue;
            size_t p = suffixes ? i : i - 1, q = suffixes ? j : j - 1;
            bool equal = code_at(s, s->x, p) == code_at(s, s->y, q);
            uint32_t other = equal ? 0 : metric == METRIC_INDEL ? 2 : 1;
            *cell = lesser(cell[step * (int64_t)up], cell[step]) + 1;
            *cell = lesser(*cell, cell[step * (int64_t)(up + 1)] + other);
            if (metric == METRIC_OSA && a > 1 && b > 1 &&
                code_at(s, s->x, p) == code_at(s, s->y, (size_t)((int64_t)q + step)) &&
                code_at(s, s->x, (size_t)((int64_t)p + step)) == code_at(s, s->y, q))
                *cell = lesser(*cell, cell[2 * step * (int64_t)(up + 1)] + 1);
        }
    return table;
}

/* --- checks ---------------------------------------------------------------------------------- */

/* Checks that all cells of optimal alignments are in the corridor. Returns the distance. */
static uint64_t check_cells(const struct sequences *s, enum metric metric,
                            const struct corridor *corridor)
{
    uint32_t *before = table_of(s, metric, false), *behind = table_of(s, metric, true);
    size_t last = (s->m + 1) * (s->n + 1) - 1;
    uint32_t distance = before[last];
    assert_int_equal(distance, behind[0]);
    for (size_t at = 0; at <= last && corridor != NULL; at++) {
        size_t row = at / (s->n + 1), column = at % (s->n + 1);
        int64_t diagonal = (int64_t)column - (int64_t)row;
        const struct diagonal_span *span = &corridor->spans[corridor_block(corridor, row)];
        if (before[at] + behind[at] == distance)
            assert_true(diagonal >= span->lowest && diagonal <= span->highest);
    }
    free(before);
    free(behind);
    return distance;
}

static bool equal_scripts(const struct script *a, const struct script *b)
{
    return a->count == b->count && memcmp(a->runs, b->runs, a->count * sizeof *a->runs) == 0;
}

static void check_ways(const struct sequences *s, enum metric metric, uint64_t limit,
                       const struct corridor *corridor, uint64_t distance)
{
    struct script whole = {0}, within = {0};
    struct strips_problem p = strips_problem_of(s, metric);
    struct strips_run run = {.limited = true, .limit = limit, .corridor = corridor};
    uint64_t score = 0;
    run.part_rows = 16 + distance % 80;
    assert_int_equal(diagonals_distance_within(s, metric, limit, corridor), distance);
    assert_int_equal(strips_score(&p, &run, &score), STRIPS_OK);
    assert_int_equal(strips_distance(&p, score), distance);
    diagonals_align(s, metric, distance, NULL, &whole);
    diagonals_align(s, metric, distance, corridor, &within);
    assert_true(equal_scripts(&whole, &within));
    script_free(&whole);
    script_free(&within);
}

/* Checks that the path is an alignment with this number of edits. */
static void check_path(const struct sequences *s, const struct script *path, uint64_t edits)
{
    size_t i = 0, j = 0;
    for (size_t r = 0; r < path->count; r++)
        for (uint64_t length = edit_length(path->runs[r]); length > 0; length--) {
            char kind = edit_kind(path->runs[r]);
            if (kind == '=')
                assert_int_equal(code_at(s, s->x, i), code_at(s, s->y, j));
            i += kind != 'I';
            j += kind != 'D';
        }
    assert_int_equal(i, s->m);
    assert_int_equal(j, s->n);
    assert_int_equal(script_edits(path), edits);
}

/* Appends a detour for `rows` equal codes from (i, j) on: an insertion, the codes on the next
 * diagonal, and a deletion. */
static void add_detour(struct script *to, const struct sequences *s, size_t i, size_t j,
                       size_t rows)
{
    script_add(to, 'I', 1);
    for (size_t k = 0; k + 1 < rows; k++) {
        bool equal = code_at(s, s->x, i + k) == code_at(s, s->y, j + k + 1);
        script_add(to, equal ? '=' : 'X', 1);
    }
    script_add(to, 'D', 1);
}

/* Adds detours to the path, which leave diagonals where both sequences are equal. */
static void make_detours(struct random *r, const struct sequences *s, struct script *path)
{
    struct script to = {0};
    size_t i = 0, j = 0;
    for (size_t run = 0; run < path->count; run++) {
        char kind = edit_kind(path->runs[run]);
        uint64_t length = edit_length(path->runs[run]);
        for (uint64_t rows; length > 0; length -= rows) {
            rows = kind == '=' ? random_between(r, 1, length) : length;
            if (kind == '=' && random_percent(r, 30))
                add_detour(&to, s, i, j, rows = least(rows, random_between(r, 1, 20)));
            else
                script_add(&to, kind, rows);
            i += kind != 'I' ? rows : 0;
            j += kind != 'D' ? rows : 0;
        }
    }
    script_free(path);
    *path = to;
}

TEST(corridors)
{
    static const enum metric metrics[] = {METRIC_LEVENSHTEIN, METRIC_INDEL, METRIC_OSA};
    size_t made = 0, piece = path_corridor_piece, part = path_blocks_part;
    for (uint64_t i = 0; i < CASES; i++) {
        struct random r = random_open(1, i);
        struct sequences s = draw(&r);
        enum metric metric = metrics[random_below(&r, 3)];
        struct corridor corridor;
        struct script path = {0};
        unsigned threads = 1 + (unsigned)random_below(&r, 3);
        double nanoseconds = random_percent(&r, 70) ? 1e9 : 0;
        struct anchors_bound bound = anchors_bound(&s, metric, NULL, threads, nanoseconds, &path);
        check_path(&s, &path, bound.distance);
        if (metric == METRIC_LEVENSHTEIN && random_percent(&r, 40)) {
            make_detours(&r, &s, &path);
            bound.distance = script_edits(&path);
        }
        check_path(&s, &path, bound.distance);
        path_corridor_piece = 1 + random_below(&r, 5);
        path_blocks_part = 1 + random_below(&r, 20);
        bool is_made = path_corridor(&corridor, &s, metric, threads, &path);
        uint64_t distance = check_cells(&s, metric, is_made ? &corridor : NULL);
        assert_true(distance <= bound.distance);
        if (is_made)
            check_ways(&s, metric, bound.distance, &corridor, distance);
        made += is_made && distance >= LEAST_EDITS && corridor_width(&corridor) < (double)s.n / 8;
        free(corridor.spans);
        script_free(&path);
        free((void *)s.x);
        free((void *)s.y);
    }
    path_corridor_piece = piece;
    path_blocks_part = part;
    print_message("%zu corridors\n", made);
    assert_true(made >= LEAST_CORRIDORS);
}

static void check_equal_walks(const struct path_blocks *x, const struct path_blocks *y,
                              const struct seeds *a, const struct seeds *b)
{
    assert_int_equal(x->count, y->count);
    for (size_t i = 0; i < x->count; i++) {
        assert_int_equal(x->edits[i], y->edits[i]);
        assert_true(x->spans[i].lowest == y->spans[i].lowest);
        assert_true(x->spans[i].highest == y->spans[i].highest);
    }
    assert_int_equal(x->edits[x->count], y->edits[y->count]);
    for (size_t i = 0; i < a->count; i++)
        assert_true(a->path[i] == b->path[i]);
}

/* Threads divide any path, including one with parts that begin in the last block. */
TEST(walks_in_parts)
{
    static const char kinds[] = "=XDI";
    size_t part = path_blocks_part;
    for (uint64_t i = 0; i < CASES; i++) {
        struct random r = random_open(8, i);
        struct script path = {0};
        struct path_blocks alone, divided;
        struct sequences s = {NULL, NULL, 0, 0, 1, 256};
        char last = 0;
        for (uint64_t runs = 1 + random_below(&r, 30); runs > 0; runs--) {
            char kind = kinds[random_below(&r, sizeof kinds - 1)];
            if (kind == last)
                continue;
            uint64_t length = 1 + random_below(&r, 12);
            script_add(&path, last = kind, length);
            s.m += kind != 'I' ? length : 0;
            s.n += kind != 'D' ? length : 0;
        }
        int64_t places[2][LONGEST];
        struct seeds seeds = {.length = 3, .interval = 4, .count = s.m / 4};
        struct seeds others = seeds;
        seeds.path = places[0];
        others.path = places[1];
        path_blocks_open(&alone, &s, &seeds, &path, 1);
        path_blocks_part = 1 + random_below(&r, 5);
        path_blocks_open(&divided, &s, &others, &path, 3);
        check_equal_walks(&alone, &divided, &seeds, &others);
        path_blocks_close(&alone);
        path_blocks_close(&divided);
        script_free(&path);
    }
    path_blocks_part = part;
}

/* The path leaves a diagonal by an insertion and returns by a deletion. The codes in between are
 * three long runs of one code each, so the diagonal has an alignment of equal cost: one
 * substitution where each run begins, each within a seed. There are as many edits as seeds: if the
 * corridor counted one seed too many, it would omit that alignment. */
TEST(as_many_edits_as_seeds)
{
    enum { ROWS = 1760, INSERTION = 962, DELETION = 1380, CODES = 250 };
    enum { EDITS = 8, FIRST = 30, BETWEEN = 80 }; /* the edits that are not in the runs */
    static const size_t begins[] = {INSERTION, 1047, 1287, DELETION};
    unsigned char x[ROWS], y[ROWS];
    struct random r = random_open(6, 0);
    for (size_t i = 0; i < ROWS; i++)
        x[i] = (unsigned char)random_below(&r, CODES);
    for (size_t run = 0; run < 3; run++)
        memset(x + begins[run], CODES + (int)run, begins[run + 1] + (run == 2) - begins[run]);
    memcpy(y, x, ROWS);
    memmove(y + INSERTION + 1, x + INSERTION, DELETION - INSERTION);
    struct sequences s = {x, y, ROWS, ROWS, 1, 256};
    struct script path = {0};
    size_t row = 0;
    for (size_t i = 0; i < EDITS; i++) {
        size_t at = FIRST + i * BETWEEN;
        y[at] ^= 1;
        script_add(&path, '=', at - row);
        script_add(&path, 'X', 1);
        row = at + 1;
    }
    script_add(&path, '=', INSERTION - row);
    script_add(&path, 'I', 1);
    script_add(&path, '=', DELETION - INSERTION);
    script_add(&path, 'D', 1);
    script_add(&path, '=', ROWS - DELETION - 1);
    check_path(&s, &path, EDITS + 2);
    struct corridor corridor;
    assert_true(path_corridor(&corridor, &s, METRIC_LEVENSHTEIN, 1, &path));
    assert_int_equal(check_cells(&s, METRIC_LEVENSHTEIN, &corridor), EDITS + 2);
    free(corridor.spans);
    script_free(&path);
}

/* Draws DNA of m codes and a copy with `edits` edits per thousand codes, exchanges of neighbours
 * included. */
static struct sequences edited_copy(struct random *r, size_t m, uint64_t edits)
{
    unsigned char *x = malloc(m), *y = malloc(2 * m);
    size_t n = 0;
    assert_true(x != NULL && y != NULL);
    for (size_t i = 0; i < m; i++)
        x[i] = (unsigned char)random_below(r, 4);
    for (size_t i = 0; i < m; i++) {
        uint64_t kind = random_below(r, 1000) < edits ? 1 + random_below(r, 3) : 0;
        if (kind == 1 && i + 1 < m)
            y[n++] = x[++i];
        if (kind == 2)
            y[n++] = (unsigned char)random_below(r, 4);
        if (kind != 3)
            y[n++] = kind == 1 && i > 0 ? x[i - 1] : x[i];
    }
    return (struct sequences){x, y, m, n, 1, 4};
}

/* Threads that divide the gaps between anchors find the same path as one thread. */
TEST(gaps_are_divided)
{
    struct random r = random_open(4, 0);
    struct sequences s = edited_copy(&r, VERY_LONG, VERY_LONG_EDITS);
    struct script paths[2] = {{0}};
    for (unsigned t = 0; t < 2; t++) {
        struct anchors_bound bound =
            anchors_bound(&s, METRIC_LEVENSHTEIN, NULL, 1 + 3 * t, 1e10, &paths[t]);
        check_path(&s, &paths[t], bound.distance);
    }
    assert_true(equal_scripts(&paths[0], &paths[1]));
    for (unsigned t = 0; t < 2; t++)
        script_free(&paths[t]);
    free((void *)s.x);
    free((void *)s.y);
}

/* Several threads find the same path and corridor as one thread, and the same alignment as
 * diagonals without a corridor. The corridor is cut where no neighbours are exchanged. */
TEST(threads_agree)
{
    static const enum metric metrics[] = {METRIC_LEVENSHTEIN, METRIC_INDEL, METRIC_OSA};
    struct random r = random_open(2, 0);
    struct sequences s = edited_copy(&r, LONG, LONG_EDITS);
    for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++) {
        struct script paths[2] = {{0}}, alone = {0}, together = {0}, whole = {0};
        struct corridor corridors[2];
        for (unsigned t = 0; t < 2; t++) {
            (void)anchors_bound(&s, metrics[i], NULL, 1 + 2 * t, 1e10, &paths[t]);
            assert_true(path_corridor(&corridors[t], &s, metrics[i], 1 + 2 * t, &paths[t]));
        }
        assert_true(equal_scripts(&paths[0], &paths[1]));
        assert_int_equal(corridors[0].count, corridors[1].count);
        assert_memory_equal(corridors[0].spans, corridors[1].spans,
                            corridors[0].count * sizeof *corridors[0].spans);
        uint64_t most = script_edits(&paths[0]);
        uint64_t distance = corridor_parts_align(&s, metrics[i], most, &corridors[0], 1, &alone);
        assert_int_equal(corridor_parts_align(&s, metrics[i], most, &corridors[0], 3, &together),
                         distance);
        diagonals_align(&s, metrics[i], distance, NULL, &whole);
        assert_int_equal(script_edits(&alone), distance);
        assert_true(equal_scripts(&alone, &together));
        assert_true(equal_scripts(&alone, &whole));
        for (unsigned t = 0; t < 2; t++) {
            free(corridors[t].spans);
            script_free(&paths[t]);
        }
        script_free(&alone);
        script_free(&together);
        script_free(&whole);
    }
    free((void *)s.x);
    free((void *)s.y);
}

/* --- long sequences -------------------------------------------------------------------------- */

/* Draws DNA with repeated runs, and a copy with few edits and a block that is moved a little. */
static struct sequences draw_long(struct random *r)
{
    static uint32_t x[LONG], y[2 * LONG];
    size_t n = 0, block = random_below(r, LONG - BLOCK), aside = BLOCK + random_below(r, BLOCK);
    for (size_t i = 0; i < LONG; i++)
        x[i] =
            i > REPEATED && i / REPEATED % 16 == 0 ? x[i % REPEATED] : (uint32_t)random_below(r, 4);
    for (size_t i = 0; i < LONG; i++) {
        if (i == block + aside)
            for (size_t b = block; b < block + BLOCK; b++)
                y[n++] = x[b];
        if (i >= block && i < block + BLOCK)
            continue;
        uint64_t kind = random_below(r, 1000);
        if (kind == 1)
            y[n++] = (uint32_t)random_below(r, 4);
        if (kind > 2)
            y[n++] = kind == 3 ? x[i] ^ 1 : x[i];
    }
    return (struct sequences){.width = 1,
                              .alphabet = 4,
                              .m = LONG,
                              .n = n,
                              .x = codes_of(x, LONG, 1),
                              .y = codes_of(y, n, 1)};
}

/* Enough seeds to fill the table several times, some of them equal: the distance and the alignment
 * are the same as without a corridor. */
TEST(long_corridors)
{
    static const enum metric metrics[] = {METRIC_LEVENSHTEIN, METRIC_INDEL, METRIC_OSA};
    for (uint64_t i = 0; i < sizeof metrics / sizeof *metrics; i++) {
        struct random r = random_open(2, i);
        struct sequences s = draw_long(&r);
        struct corridor corridor;
        struct script path = {0}, whole = {0}, within = {0};
        struct anchors_bound bound = anchors_bound(&s, metrics[i], NULL, 1, ANCHOR_TIME, &path);
        check_path(&s, &path, bound.distance);
        assert_true(path_corridor(&corridor, &s, metrics[i], 1, &path));
        assert_true(corridor_width(&corridor) < (double)bound.distance / NARROW);
        uint64_t distance = diagonals_distance_within(&s, metrics[i], bound.distance, NULL);
        assert_int_equal(diagonals_distance_within(&s, metrics[i], bound.distance, &corridor),
                         distance);
        diagonals_align(&s, metrics[i], distance, NULL, &whole);
        diagonals_align(&s, metrics[i], distance, &corridor, &within);
        assert_int_equal(whole.count, within.count);
        assert_memory_equal(whole.runs, within.runs, whole.count * sizeof *whole.runs);
        print_message("distance %u, path of %u edits, %g diagonals\n", (unsigned)distance,
                      (unsigned)bound.distance, corridor_width(&corridor));
        assert_true((double)bound.distance < NEAR * (double)distance);
        script_free(&whole);
        script_free(&within);
        script_free(&path);
        free(corridor.spans);
        free((void *)s.x);
        free((void *)s.y);
    }
}
