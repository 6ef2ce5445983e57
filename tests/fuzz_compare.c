/*
 * fuzz_compare.c - any two short texts, by any way of compare.h. Distance, limit and alignment must
 * be those of the whole table, and the distance must be the same without decoding the texts and by
 * each kernel of lanes.
 */
#include "base/utf8.h"
#include "compare/compare.h"
#include "compare/utf8_alike.h"
#include "fuzz.h"
#include "lanes/lanes.h"
#include "ref/table.h"

enum { MOST = 300 };

/* A text as bytes, and as character numbers (of bytes or of UTF-8). */
struct text {
    unsigned char *bytes;
    size_t size;
    uint32_t characters[MOST];
    size_t n;
};

static struct text text_of(const unsigned char *bytes, size_t size, bool utf8)
{
    struct text t = {.bytes = exact_copy(bytes, size), .size = size};
    for (size_t at = 0; at < size; t.n++) {
        t.characters[t.n] = bytes[at];
        at += utf8 ? utf8_decode(bytes + at, size - at, &t.characters[t.n]) : 1;
    }
    return t;
}

static struct compare choose_way(struct choices *c)
{
    static const enum compare_way ways[] = {WAY_AUTO, WAY_DIAGONALS, WAY_STRIPS};
    const struct strips_kernel *usable[16];
    unsigned count = 0;
    for (const struct strips_kernel *const *k = strips_kernels(); *k != NULL; k++)
        if (cpu_why_not((*k)->needs) == NULL)
            usable[count++] = *k;
    REQUIRE(count > 0);
    return (struct compare){.way = ways[choose(c, 3)],
                            .kernel = usable[choose(c, count)],
                            .threads = 1 + choose(c, 2),
                            .memory = choose_byte(c),
                            .guess = choose_byte(c)};
}

static void check_alignment(struct compare *c, const struct sequences *s, enum metric metric,
                            const char *edits)
{
    struct script script = {0};
    (void)compare_align(c, s, metric, UINT64_MAX / 4, &script);
    for (size_t i = 0; i < script.count; i++)
        for (uint64_t n = edit_length(script.runs[i]); n > 0; n--)
            REQUIRE(*edits++ == edit_kind(script.runs[i]));
    REQUIRE(*edits == '\0');
    script_free(&script);
}

static void check_sequences(struct compare *c, const struct sequences *s, enum metric metric,
                            const struct text *x, const struct text *y)
{
    char edits[2 * MOST + 1];
    uint64_t distance =
        table_align(x->characters, x->n, y->characters, y->n, (enum table_metric)metric, edits);
    REQUIRE(compare_distance(c, s, metric, UINT64_MAX / 4) == distance);
    REQUIRE(compare_distance(c, s, metric, distance) == distance);
    REQUIRE(distance == 0 || compare_distance(c, s, metric, distance - 1) == COMPARE_MORE);
    check_alignment(c, s, metric, edits);
}

/* Checks the distance of the two texts in characters; s has their bytes. */
static void check_undecoded(const struct sequences *s, enum metric metric, const struct text *x,
                            const struct text *y)
{
    uint64_t distance =
        table_align(x->characters, x->n, y->characters, y->n, (enum table_metric)metric, NULL);
    uint64_t actual = utf8_alike_distance(s, metric, UINT64_MAX / 4);
    REQUIRE(actual == distance || actual == UTF8_ALIKE_GIVEN_UP);
    actual = distance == 0 ? UTF8_ALIKE_MORE : utf8_alike_distance(s, metric, distance - 1);
    REQUIRE(actual == UTF8_ALIKE_MORE || actual == UTF8_ALIKE_GIVEN_UP);
}

/* Checks the pair in the first and last lane of each kernel, beside other pairs. */
static void check_lanes(const struct sequences *s, enum metric metric, uint64_t distance)
{
    enum { MOST_LANES = 512 };
    const struct lanes_string x = {s->x, (uint32_t)s->m}, y = {s->y, (uint32_t)s->n};
    for (const struct lanes_kernel *const *k = lanes_kernels(); *k != NULL; k++) {
        struct lanes_pair pairs[MOST_LANES];
        uint32_t actual[MOST_LANES];
        if (cpu_why_not((*k)->needs) != NULL)
            continue;
        for (size_t i = 0; i < (*k)->lanes; i++)
            pairs[i] = i % 3 == 1 ? (struct lanes_pair){x, x} : (struct lanes_pair){x, y};
        pairs[(*k)->lanes - 1] = (struct lanes_pair){y, x};
        struct lanes *l = lanes_open(*k, metric, s->width);
        lanes_pairs(l, pairs, (*k)->lanes, actual);
        REQUIRE(actual[0] == distance && actual[1] == 0 && actual[(*k)->lanes - 1] == distance);
        lanes_close(l);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct choices c = {data, size};
    struct compare way = choose_way(&c);
    static const enum metric metrics[] = {METRIC_LEVENSHTEIN, METRIC_INDEL, METRIC_OSA};
    enum metric metric = metrics[choose(&c, 3)];
    bool utf8 = choose(&c, 3) == 0;
    size_t first = choose_byte(&c), m, n;
    const unsigned char *bytes = choose_bytes(&c, first, &m);
    struct text x = text_of(bytes, m, utf8);
    bytes = choose_bytes(&c, MOST, &n);
    struct text y = text_of(bytes, n, utf8);
    struct sequences wide = {(void *)x.characters, (void *)y.characters, x.n, y.n, 4, CHAR_LIMIT};
    struct sequences narrow = {x.bytes, y.bytes, x.size, y.size, 1, 256};
    check_sequences(&way, utf8 ? &wide : &narrow, metric, &x, &y);
    check_lanes(utf8 ? &wide : &narrow, metric,
                compare_distance(&way, utf8 ? &wide : &narrow, metric, UINT64_MAX / 4));
    if (utf8 && metric != METRIC_OSA)
        check_undecoded(&narrow, metric, &x, &y);
    free(x.bytes);
    free(y.bytes);
    return 0;
}
