/*
 * diff_edcmp.c - compares every algorithm of edcmp with the full table, on random sequences.
 *
 * Lengths are often near the borders of words, vectors and strips. Codes have one byte (alphabets
 * of 1 to 256) or four (any size). The second sequence is independent or an edited copy of the
 * first; or both are periodic; or one is much longer than the other. Each case draws an engine, an
 * algorithm (enum compare_way), a number of threads, a memory limit, a first guess, and sometimes
 * panels. It checks the distance, every edit of the alignment, the result for limits around the
 * distance, and the distance of the exchanged sequences. Each case also has two texts of good and
 * bad UTF-8, for the algorithm that decodes little.
 *
 * differential.h describes the command line. `mpirun -n N diff_edcmp-mpi` runs the same cases over
 * N ranks: rank 0 draws the cases (follow.h), and most are compared in panels by all ranks.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"
#include "compare/anchors.h"
#include "compare/compare.h"
#include "compare/diagonals.h"
#include "compare/path_corridor.h"
#include "compare/rank_leader.h"
#include "compare/rank_messages.h"
#include "compare/short_by_long.h"
#include "compare/utf8_alike.h"
#include "differential.h"
#include "edcmp/edcmp.h"
#include "follow.h"
#include "pair/words.h"
#include "ranks/ranks.h"
#include "ref/random.h"
#include "ref/table.h"

enum {
    MOST = 2300,
    TIME_LIMIT = 300,
    FOURTH = 1u << 30,
    DEVICE_PERCENT = 40,
    UNEQUAL_PERCENT = 15,
    PANELS_PERCENT = 30,
    RANKS_PERCENT = 90,
};

struct pair {
    uint32_t x[MOST], y[MOST];
    size_t m, n;
    bool wide; /* codes of four bytes */
    enum metric metric;
};

/* Drawing */

static size_t draw_length(struct random *r)
{
    static const size_t borders[] = {0, 1, 32, 64, 128, 256, 512, 1024, 2048};
    if (random_percent(r, 70))
        return random_log(r, random_percent(r, 20) ? MOST : 200);
    size_t border = borders[random_below(r, sizeof borders / sizeof *borders)];
    size_t length = border + random_below(r, 3);
    return length > 0 ? length - 1 : 0;
}

/* Draws a length for a pair in which one sequence is much longer. */
static size_t draw_unequal(struct random *r, bool is_short)
{
    return is_short ? random_log(r, random_percent(r, 70) ? 12 : 300)
                    : MOST / 2 + random_below(r, MOST / 2);
}

static uint32_t draw_code(const struct pair *p, struct random *r, uint64_t alphabet)
{
    uint64_t code = random_below(r, alphabet);
    return (uint32_t)(p->wide ? code * (FOURTH / alphabet) : code);
}

/* Makes y a copy of x with an edit in `percent` of its places. */
static void draw_copy(struct pair *p, struct random *r, uint64_t alphabet, unsigned percent)
{
    enum { NONE, INSERTION, SUBSTITUTION, DELETION, EXCHANGE };
    p->n = 0;
    for (size_t i = 0; i < p->m && p->n + 2 < MOST; i++) {
        unsigned kind = random_percent(r, percent) ? 1 + (unsigned)random_below(r, EXCHANGE) : NONE;
        if (kind == EXCHANGE && i + 1 < p->m) {
            p->y[p->n++] = p->x[i + 1];
            p->y[p->n++] = p->x[i++];
            continue;
        }
        if (kind == INSERTION || kind == SUBSTITUTION)
            p->y[p->n++] = draw_code(p, r, alphabet);
        if (kind == NONE || kind == INSERTION)
            p->y[p->n++] = p->x[i];
    }
}

/* Makes a long sequence of one code, with two neighbouring codes of the short one here and there,
 * mostly exchanged. */
static void draw_quiet(uint32_t *to, size_t n, const uint32_t *from, size_t m, struct random *r)
{
    uint32_t code = from[random_below(r, m)];
    code ^= random_percent(r, 30);
    for (size_t j = 0; j < n; j++)
        to[j] = code;
    for (size_t j = 0; m > 1 && j + 1 < n; j += 1 + random_below(r, 200)) {
        size_t i = random_below(r, m - 1), first = random_percent(r, 70);
        to[j] = from[i + first];
        to[j + 1] = from[i + 1 - first];
    }
}

/* Makes y as long as x: the Hamming distance needs equal lengths. */
static void make_equal(struct pair *p, struct random *r, uint64_t alphabet)
{
    while (p->n < p->m)
        p->y[p->n++] = draw_code(p, r, alphabet);
    p->n = p->m;
}

static void draw_pair(struct pair *p, struct random *r)
{
    uint64_t alphabet = random_log(r, 256);
    p->wide = random_percent(r, 25);
    if (p->wide)
        alphabet = random_log(r, 100000);
    static const enum metric metrics[] = {METRIC_LEVENSHTEIN, METRIC_LEVENSHTEIN, METRIC_INDEL,
                                          METRIC_INDEL,       METRIC_OSA,         METRIC_OSA,
                                          METRIC_HAMMING};
    p->metric =
        metrics[random_below(r, rank_place.count > 1 ? 6 : sizeof metrics / sizeof *metrics)];
    bool unequal = random_percent(r, UNEQUAL_PERCENT), short_x = random_percent(r, 50);
    p->m = unequal ? draw_unequal(r, short_x) : draw_length(r);
    size_t period = random_percent(r, 20) ? 1 + random_below(r, 10) : MOST;
    for (size_t i = 0; i < p->m; i++)
        p->x[i] = i < period ? draw_code(p, r, alphabet) : p->x[i - period];
    if (!unequal && random_percent(r, 60)) {
        draw_copy(p, r, alphabet, (unsigned)random_log(r, 50) - 1);
    } else {
        p->n = unequal ? draw_unequal(r, !short_x) : draw_length(r);
        for (size_t j = 0; j < p->n; j++)
            p->y[j] = j < period ? draw_code(p, r, alphabet) : p->y[j - period];
    }
    if (unequal && random_percent(r, 40) && p->m > p->n)
        draw_quiet(p->x, p->m, p->y, p->n, r);
    else if (unequal && random_percent(r, 40))
        draw_quiet(p->y, p->n, p->x, p->m, r);
    if (p->metric == METRIC_HAMMING)
        make_equal(p, r, alphabet);
}

_Static_assert((int)METRIC_INDEL == TABLE_INDEL && (int)METRIC_OSA == TABLE_OSA &&
                   (int)METRIC_HAMMING == TABLE_HAMMING,
               "metrics of the reference have the same numbers");

/* One way to compare */

struct way {
    struct compare compare;
    const char *engine;
};

/* Replaces the kernel by a device if one can be used here. */
static void use_device(struct way *w, struct random *r, enum metric metric)
{
    const struct strips_device *device = strips_device();
    const char *why;
    if ((device = device->load(device, &why)) == NULL)
        return;
    w->engine = device->name;
    w->compare.device = device;
    w->compare.device_only = true;
    if (metric == METRIC_INDEL && random_percent(r, 30))
        w->compare.way = WAY_BLOCKS;
}

static struct way draw_way(struct random *r, enum metric metric)
{
    static const enum compare_way ways[] = {WAY_AUTO, WAY_DIAGONALS, WAY_STRIPS, WAY_STRIPS};
    const struct strips_kernel *usable[16] = {NULL};
    size_t count = 0;
    for (const struct strips_kernel *const *k = strips_kernels(); *k != NULL; k++)
        if (cpu_why_not((*k)->needs) == NULL)
            usable[count++] = *k;
    if (count == 0)
        abort();
    struct way w = {.compare = {.way = ways[random_below(r, sizeof ways / sizeof *ways)],
                                .kernel = usable[random_below(r, count)],
                                .threads = 1 + (unsigned)random_below(r, 3),
                                .guess = random_percent(r, 30) ? random_log(r, 500) : 0,
                                .memory = random_percent(r, 50) ? random_log(r, 1000) : 0}};
    if (random_percent(r, rank_place.count > 1 ? RANKS_PERCENT : PANELS_PERCENT))
        w.compare.panels = (struct compare_panels){1 + (unsigned)random_below(r, 3),
                                                   random_percent(r, 30) ? 0 : random_log(r, 500),
                                                   random_percent(r, 50) ? 0 : random_log(r, 500)};
    w.engine = w.compare.kernel->name;
    if (metric != METRIC_OSA && random_percent(r, DEVICE_PERCENT))
        use_device(&w, r, metric);
    return w;
}

/* Returns the codes as an array of one or four bytes each; the caller frees it. */
static unsigned char *pack(const uint32_t *codes, size_t count, bool wide)
{
    size_t width = wide ? sizeof *codes : 1;
    unsigned char *packed = malloc(count * width + 1);
    if (packed == NULL)
        abort();
    for (size_t i = 0; i < count; i++) {
        if (wide)
            memcpy(packed + i * width, &codes[i], width);
        else
            packed[i] = (unsigned char)codes[i];
    }
    return packed;
}

static char *spell(const struct script *script, char *to)
{
    char *at = to;
    for (size_t i = 0; i < script->count; i++)
        for (uint64_t left = edit_length(script->runs[i]); left > 0; left--)
            *at++ = edit_kind(script->runs[i]);
    *at = '\0';
    return to;
}

/* Checks */

static bool expect(bool good, const char *what, uint64_t got, uint64_t expected)
{
    if (!good)
        printf("FAILED %s: %llu, expected %llu\n", what, (unsigned long long)got,
               (unsigned long long)expected);
    return good;
}

static bool check_limits(struct way *w, const struct sequences *s, enum metric metric,
                         uint64_t distance, struct random *r)
{
    uint64_t more = distance + random_below(r, 5), got;
    got = compare_distance(&w->compare, s, metric, more);
    if (!expect(got == distance, "distance with a limit", got, distance))
        return false;
    if (distance == 0)
        return true;
    uint64_t less = distance - 1 - random_below(r, distance < 5 ? distance : 5);
    got = compare_distance(&w->compare, s, metric, less);
    return expect(got == COMPARE_MORE, "distance beyond a limit", got, COMPARE_MORE);
}

/* Checks the distance of the exchanged sequences. */
static bool check_symmetry(struct way *w, const struct sequences *s, enum metric metric,
                           uint64_t distance)
{
    struct sequences turned = *s;
    turned.x = s->y;
    turned.y = s->x;
    turned.m = s->n;
    turned.n = s->m;
    uint64_t got = compare_distance(&w->compare, &turned, metric, UINT64_MAX - 2);
    return expect(got == distance, "distance of the exchanged sequences", got, distance);
}

static bool check_alignment(struct way *w, const struct sequences *s, enum metric metric,
                            uint64_t distance, const char *expected)
{
    static char edits[2 * MOST + 1];
    struct script script = {0};
    uint64_t got = compare_align(&w->compare, s, metric, distance, &script);
    bool good = expect(got == distance, "distance of the alignment", got, distance);
    if (good && strcmp(spell(&script, edits), expected) != 0) {
        printf("FAILED alignment:\n  %s, expected\n  %s\n", edits, expected);
        good = false;
    }
    script_free(&script);
    return good;
}

static bool is_middle(const char *edits, const char *expected, size_t prefix, size_t suffix)
{
    size_t length = strlen(edits);
    return strlen(expected) == prefix + length + suffix &&
           strncmp(edits, expected + prefix, length) == 0;
}

/* Checks short_by_long_align() on the part between the common ends, even if the other sequence is
 * not much longer. */
static bool check_few_rows(const struct sequences *s, enum metric metric, uint64_t distance,
                           const char *expected)
{
    static char edits[2 * MOST + 1];
    struct script script = {0};
    size_t prefix, suffix;
    struct sequences rest = sequences_between_ends(s, &prefix, &suffix);
    size_t rows = rest.m < rest.n ? rest.m : rest.n;
    if (rows == 0 || rows > SHORT_BY_LONG_MOST || metric == METRIC_HAMMING)
        return true;
    uint64_t got = short_by_long_align(&rest, metric, NULL);
    bool good = expect(got == distance, "distance of few rows", got, distance);
    (void)short_by_long_align(&rest, metric, &script);
    if (good && !is_middle(spell(&script, edits), expected, prefix, suffix)) {
        printf("FAILED alignment of few rows:\n  %s, expected\n  %s\n", edits, expected);
        good = false;
    }
    script_free(&script);
    return good;
}

/* Checks the distance and the alignment by diagonals in the corridor of a path, if there is one, on
 * the part between the common ends. */
static bool check_corridor(const struct sequences *s, enum metric metric, uint64_t distance,
                           const char *expected)
{
    static char edits[2 * MOST + 1];
    size_t prefix, suffix;
    struct sequences rest = sequences_between_ends(s, &prefix, &suffix);
    struct corridor corridor;
    struct script script = {0}, path = {0};
    bool good = true;
    if (metric == METRIC_HAMMING || rest.m == 0 || rest.n == 0)
        return true;
    (void)anchors_bound(&rest, metric, NULL, 1, 1e9, &path);
    if (path_corridor(&corridor, &rest, metric, 2, &path)) {
        uint64_t got = diagonals_distance_within(&rest, metric, script_edits(&path), &corridor);
        good = expect(got == distance, "distance in a corridor", got, distance);
        diagonals_align(&rest, metric, distance, &corridor, &script);
        if (!is_middle(spell(&script, edits), expected, prefix, suffix)) {
            printf("FAILED alignment in a corridor:\n  %s, expected\n  %s\n", edits, expected);
            good = false;
        }
    }
    script_free(&path);
    script_free(&script);
    free(corridor.spans);
    return good;
}

/* Checks that the bound by anchors is at least the distance, and that with enough time no anchor is
 * left out. */
static bool check_anchors(const struct sequences *s, enum metric metric, uint64_t distance,
                          struct random *r)
{
    if (metric == METRIC_HAMMING)
        return true;
    double nanoseconds = random_percent(r, 50) ? 1e9 : (double)random_log(r, 1000000);
    struct script path = {0};
    struct anchors_bound bound = anchors_bound(s, metric, NULL, 1, nanoseconds, &path);
    uint64_t most = metric == METRIC_INDEL ? s->m + s->n : s->m > s->n ? s->m : s->n;
    bool good =
        expect(bound.distance >= distance, "bound by anchors", bound.distance, distance) &&
        expect(bound.distance <= 2 * most && bound.unknown <= bound.distance,
               "unknown part of the bound", bound.unknown, bound.distance) &&
        expect(nanoseconds < 1e9 || bound.unknown == 0, "anchors left out", bound.unknown, 0) &&
        expect(script_edits(&path) == bound.distance, "edits of the path", script_edits(&path),
               bound.distance);
    script_free(&path);
    return good;
}

/* Texts with little or much valid UTF-8; the second is an edited copy of the first. */

enum { TEXT_MOST = 150 };

struct text {
    unsigned char bytes[2 * TEXT_MOST];
    size_t size;
};

static void draw_text(struct text *t, struct random *r)
{
    static const char *const pieces[] = {
        "a",    "b",    "\xc3\xa9",         "\xc3\xa8", "\xe2\x82\xac",
        "\xe2", "\x82", "\xf0\x9f\x98\x80", "\xf0\x9f", "\xff"};
    size_t most = random_below(r, TEXT_MOST);
    t->size = 0;
    while (t->size < most) {
        const char *piece = pieces[random_below(r, sizeof pieces / sizeof *pieces)];
        memcpy(t->bytes + t->size, piece, strlen(piece));
        t->size += strlen(piece);
    }
}

static void edit_text(struct text *to, const struct text *from, struct random *r)
{
    unsigned percent = (unsigned)random_log(r, 30) - 1;
    to->size = 0;
    for (size_t i = 0; i < from->size && to->size + 2 < sizeof to->bytes; i++) {
        unsigned kind = random_percent(r, percent) ? 1 + (unsigned)random_below(r, 3) : 0;
        if (kind == 1 || kind == 2)
            to->bytes[to->size++] = from->bytes[random_below(r, from->size)];
        if (kind == 0 || kind == 1)
            to->bytes[to->size++] = from->bytes[i];
    }
}

static size_t decode_text(const struct text *t, uint32_t *characters)
{
    size_t n = 0;
    for (size_t at = 0; at < t->size; n++)
        at += utf8_decode(t->bytes + at, t->size - at, &characters[n]);
    return n;
}

static bool check_texts(struct random *r)
{
    static struct text a, b;
    static uint32_t x[2 * TEXT_MOST], y[2 * TEXT_MOST];
    enum metric metric = random_percent(r, 50) ? METRIC_INDEL : METRIC_LEVENSHTEIN;
    draw_text(&a, r);
    edit_text(&b, &a, r);
    size_t m = decode_text(&a, x), n = decode_text(&b, y);
    uint64_t distance = table_align(x, m, y, n, (enum table_metric)metric, NULL);
    struct sequences bytes = {a.bytes, b.bytes, a.size, b.size, 1, 256};
    uint64_t got = utf8_alike_distance(&bytes, metric, UINT64_MAX / 4);
    bool alike = distance <= 64 || got != UTF8_ALIKE_GIVEN_UP;
    if (alike && !expect(got == distance, "distance of texts", got, distance))
        return false;
    if (distance == 0 || distance > 64)
        return true;
    got = utf8_alike_distance(&bytes, metric, distance - 1);
    return expect(got == UTF8_ALIKE_MORE, "distance of texts beyond", got, UTF8_ALIKE_MORE);
}

/* Words of texts, which the test splits by itself. */

enum { WORDS_KINDS = 9 };

/* First the word characters, then white space, then other characters. */
static const char *const word_pieces[] = {"a",  "B", "\xc3\xa9", "\xcc\x81",    " ",
                                          "\n", ".", "\xff",     "\xe3\x80\x80"};

static unsigned kind_of_piece(size_t piece)
{
    enum { LETTER, SPACE, SIGN };
    return piece < 4 ? LETTER : piece == 4 || piece == 5 || piece == 8 ? SPACE : SIGN;
}

/* Draws a text of words, and numbers them: equal numbers mean equal words. Returns the number of
 * words. */
static size_t draw_words(struct text *t, uint32_t *words, struct random *r)
{
    size_t n = 0, most = random_below(r, TEXT_MOST / 4);
    bool inside = false;
    t->size = 0;
    for (size_t i = 0; i < most; i++) {
        size_t piece = random_below(r, WORDS_KINDS);
        unsigned kind = kind_of_piece(piece);
        memcpy(t->bytes + t->size, word_pieces[piece], strlen(word_pieces[piece]));
        t->size += strlen(word_pieces[piece]);
        if (kind == 0 && inside)
            words[n - 1] = words[n - 1] * 16 + (uint32_t)piece + 1;
        else if (kind != 1)
            words[n++] = (uint32_t)piece + 1;
        inside = kind == 0 && words[n - 1] < UINT32_C(1) << 24;
        if (kind == 0 && !inside)
            t->bytes[t->size++] = '\t';
    }
    return n;
}

static bool check_words(struct random *r)
{
    static struct text a, b;
    static uint32_t x[TEXT_MOST], y[TEXT_MOST];
    static char expected[2 * TEXT_MOST + 1], edits[2 * TEXT_MOST + 1];
    enum metric metric = random_percent(r, 50) ? METRIC_OSA : METRIC_LEVENSHTEIN;
    size_t m = draw_words(&a, x, r), n = draw_words(&b, y, r);
    struct file_content first = {.bytes = a.bytes, .size = a.size};
    struct file_content second = {.bytes = b.bytes, .size = b.size};
    struct encode_pair c;
    struct compare compare = draw_way(r, METRIC_OSA).compare;
    struct script script = {0};
    encode_pair_open(&c, &first, &second, &(struct encode_rules){.utf8 = true});
    words_make(&c, &first, &second);
    uint64_t distance = table_align(x, m, y, n, (enum table_metric)metric, expected);
    uint64_t got = compare_align(&compare, &c.sequences, metric, UINT64_MAX - 2, &script);
    bool good = expect(c.sequences.m == m && c.sequences.n == n, "words", c.sequences.m, m) &&
                expect(got == distance, "distance of words", got, distance) &&
                expect(strcmp(spell(&script, edits), expected) == 0, "alignment of words", 0, 0);
    for (size_t i = 0; i < m && good; i++)
        good = expect(words_end(&c, 0, i > 0 ? c.ends[0][i - 1] : 0) == c.ends[0][i],
                      "end of a word", i, i);
    script_free(&script);
    encode_pair_close(&c);
    return good;
}

/* Checks that the followers have printed nothing. */
static bool check_followers(void)
{
    char printed[512];
    bool silent = follow_printed(printed, sizeof printed) == 0;
    if (!silent)
        printf("FAILED: another rank has printed: %s\n", printed);
    return silent;
}

static bool check_case(const struct differential *d, uint64_t number)
{
    static struct pair p;
    static char expected[2 * MOST + 1];
    struct random r = random_open(d->seed, number);
    alarm(TIME_LIMIT);
    draw_pair(&p, &r);
    struct way w = draw_way(&r, p.metric);
    unsigned char *x = pack(p.x, p.m, p.wide), *y = pack(p.y, p.n, p.wide);
    struct sequences s = {x, y, p.m, p.n, p.wide ? sizeof *p.x : 1, p.wide ? FOURTH : 256};
    uint64_t distance = table_align(p.x, p.m, p.y, p.n, (enum table_metric)p.metric, expected);
    struct rank_message_rules rules = {.engine = (char *)w.engine, .threads = w.compare.threads};
    struct rank_leader *lead = rank_leader_open(&rules);
    struct compare_others others = rank_leader_others(lead);
    w.compare.others = lead != NULL ? &others : NULL;
    uint64_t got = compare_distance(&w.compare, &s, p.metric, UINT64_MAX - 2);
    bool good = expect(got == distance, "distance", got, distance) &&
                check_limits(&w, &s, p.metric, distance, &r) &&
                check_symmetry(&w, &s, p.metric, distance) &&
                check_alignment(&w, &s, p.metric, distance, expected) &&
                check_few_rows(&s, p.metric, distance, expected) &&
                check_anchors(&s, p.metric, distance, &r) &&
                check_corridor(&s, p.metric, distance, expected) && check_texts(&r) &&
                check_words(&r);
    (void)rank_leader_close(lead);
    good = check_followers() && good;
    if (!good)
        printf("  engine %s, way %d, threads %u, %u teams, %zu x %zu codes, metric %d\n", w.engine,
               w.compare.way, w.compare.threads, w.compare.panels.teams, p.m, p.n, p.metric);
    free(x);
    free(y);
    alarm(0);
    return good;
}

static bool others_worked(const struct differential *d)
{
    return follow_worked(d->end - d->first, ANSWER_PANEL, ANSWER_PART);
}

int main(int argc, char **argv)
{
    ranks_begin("diff_edcmp", argv);
    struct differential d = differential_parse(argc, argv, NULL, 1);
    follow_begin(edcmp_run, "edcmp");
    follow_directory(".");
    d.worked = others_worked;
    int status = differential_run(&d, check_case);
    follow_print_replies(ANSWER_PANEL, ANSWER_PART);
    return ranks_end(status);
}
