/*
 * unit_lanes.c - every kernel of lanes that this processor supports, for each metric, against the
 * table of each pair: pairs side by side, and all strings with all others. Codes of one and of four
 * bytes, lengths around those of words and tiles, alphabets of 1 to 256 codes and more. Lists of
 * pairs: some pairs need no lane.
 */
#include "compare/distances.h"
#include "lanes/lanes.h"
#include "ref/random.h"
#include "ref/table.h"
#include "unit.h"

enum { ROUNDS = 24, MOST = 200, LANES = 512, CHECKED = 40, COLUMNS = 12 };

static const enum metric metrics[] = {METRIC_LEVENSHTEIN, METRIC_INDEL, METRIC_OSA};

/* Draws codes in memory of exactly their size, so that a sanitizer detects reads beyond it. */
static struct lanes_string draw_string(struct random *r, unsigned width, size_t most,
                                       uint32_t alphabet, uint32_t first)
{
    struct lanes_string s = {
        NULL, (uint32_t)(random_percent(r, 10) ? random_below(r, 2) : random_below(r, most + 1))};
    unsigned char *codes = malloc((size_t)s.length * width + (s.length == 0));
    assert_non_null(codes);
    for (size_t i = 0; i < s.length; i++) {
        uint32_t code = first + (uint32_t)random_below(r, alphabet);
        if (width == 1)
            codes[i] = (unsigned char)code;
        else
            memcpy(codes + i * width, &code, width);
    }
    s.codes = codes;
    return s;
}

static uint32_t distance(const struct lanes_string *x, const struct lanes_string *y, unsigned width,
                         enum metric metric)
{
    uint32_t codes[2][MOST] = {{0}};
    const struct lanes_string *strings[] = {x, y};
    for (size_t s = 0; s < 2; s++)
        for (size_t i = 0; i < strings[s]->length; i++)
            memcpy(&codes[s][i], strings[s]->codes + i * width, width);
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "codes of a byte are the lowest byte of a word here"
#endif
    return (uint32_t)table_align(codes[0], x->length, codes[1], y->length,
                                 (enum table_metric)metric, NULL);
}

struct drawn {
    unsigned width;
    size_t metric, count;
    struct lanes_pair pairs[LANES];
};

static struct drawn draw(struct random *r, size_t lanes)
{
    static const size_t lengths[] = {8, 20, 64, MOST};
    struct drawn d = {.width = random_percent(r, 50) ? 1 : 4,
                      .metric = random_below(r, sizeof metrics / sizeof *metrics),
                      .count = random_percent(r, 70) ? lanes : random_below(r, lanes + 1)};
    size_t m = lengths[random_below(r, 4)], n = lengths[random_below(r, 4)];
    uint32_t alphabet = (uint32_t)random_log(r, d.width == 1 ? 256 : 100000);
    uint32_t first = d.width == 1 ? (uint32_t)random_below(r, 257 - alphabet) : 0x4e00;
    for (size_t i = 0; i < d.count; i++) {
        d.pairs[i].x = draw_string(r, d.width, m, alphabet, first);
        d.pairs[i].y = draw_string(r, d.width, n, alphabet, first);
    }
    return d;
}

static void drawn_free(struct drawn *d)
{
    for (size_t i = 0; i < d->count; i++) {
        free((void *)d->pairs[i].x.codes);
        free((void *)d->pairs[i].y.codes);
    }
}

static void check_pairs(struct lanes *l, const struct drawn *d)
{
    uint32_t actual[LANES];
    lanes_pairs(l, d->pairs, d->count, actual);
    for (size_t i = 0; i < d->count; i += 1 + d->count / CHECKED)
        assert_int_equal(actual[i],
                         distance(&d->pairs[i].x, &d->pairs[i].y, d->width, metrics[d->metric]));
}

/* Checks the first strings against the second strings of some pairs. */
static void check_all(struct lanes *l, const struct drawn *d)
{
    struct lanes_string rows[LANES];
    uint32_t actual[LANES], numbers[LANES];
    for (size_t i = 0; i < d->count; i++) {
        numbers[i] = (uint32_t)(d->count - 1 - i);
        rows[numbers[i]] = d->pairs[i].x;
    }
    lanes_rows(l, rows, numbers, d->count);
    for (size_t j = 0; j < d->count && j < COLUMNS; j++) {
        const struct lanes_string *y = &d->pairs[j].y;
        lanes_column(l, y, actual);
        for (size_t i = 0; i < d->count; i += 1 + d->count / CHECKED * COLUMNS)
            assert_int_equal(actual[i],
                             distance(&rows[numbers[i]], y, d->width, metrics[d->metric]));
    }
}

TEST(test_kernels)
{
    unsigned usable = 0;
    for (const struct lanes_kernel *const *k = lanes_kernels(); *k != NULL; k++) {
        if (cpu_why_not((*k)->needs) != NULL)
            continue;
        usable++;
        for (uint64_t round = 0; round < ROUNDS; round++) {
            struct random r = random_open(7, round);
            struct drawn d = draw(&r, (*k)->lanes);
            struct lanes *l = lanes_open(*k, metrics[d.metric], d.width);
            check_pairs(l, &d);
            check_all(l, &d);
            check_pairs(l, &d); /* the memory is reused */
            lanes_close(l);
            drawn_free(&d);
        }
    }
    assert_true(usable > 0);
}

/* --- lists of pairs ------------------------------------------------------------------------ */

static uint32_t list_distance(const struct lanes_string *x, const struct lanes_string *y,
                              unsigned width, enum metric metric)
{
    if (metric == METRIC_HAMMING && x->length != y->length)
        return DISTANCES_UNLIKE;
    return distance(x, y, width, metric);
}

static void check_list(const struct drawn *d, enum metric metric, struct random *r)
{
    struct distances *list = distances_open(lanes_kernels_find(NULL), metric, d->width);
    uint32_t actual[LANES], limits[LANES];
    struct lanes_string columns[LANES];
    for (size_t i = 0; i < d->count; i++) {
        limits[i] = (uint32_t)random_below(r, MOST);
        columns[i] = d->pairs[i].y;
    }
    for (int limited = 0; limited < 2; limited++) {
        distances_pairs(list, d->pairs, d->count, limited ? limits : NULL, actual);
        for (size_t i = 0; i < d->count; i++) {
            uint32_t expected = list_distance(&d->pairs[i].x, &d->pairs[i].y, d->width, metric);
            bool more = limited && expected != DISTANCES_UNLIKE && expected > limits[i];
            assert_int_equal(actual[i], more ? DISTANCES_MORE : expected);
        }
    }
    distances_columns(list, columns, d->count);
    distances_row(list, &d->pairs[0].x, actual);
    for (size_t j = 0; j < d->count; j++)
        assert_int_equal(actual[j], list_distance(&d->pairs[0].x, &columns[j], d->width, metric));
    distances_close(list);
}

TEST(test_lists)
{
    for (uint64_t round = 0; round < 4 * ROUNDS; round++) {
        struct random r = random_open(8, round);
        struct drawn d = draw(&r, random_between(&r, 1, CHECKED));
        if (d.count > 0)
            check_list(&d, (enum metric)(round % METRICS), &r);
        drawn_free(&d);
    }
}

TEST(test_choice)
{
    assert_non_null(lanes_kernels_find(NULL));
    assert_ptr_equal(lanes_kernels_find("auto"), lanes_kernels_find(NULL));
    assert_null(lanes_kernels_find("nothing"));
    assert_string_equal(lanes_kernels_find("word")->name, "word");
}
