/*
 * diff_pairs.c - compares the distances of edcmp --pairs with the full table of each pair.
 *
 * Each case is a few random lines. Most are pairs of strings of 0 to 1,100 characters (lanes take
 * up to 1,024), mostly of similar length, of few or many letters, of good and bad UTF-8; some lines
 * are no pairs. Each case draws a kernel, a metric, folding of case, bytes, characters or words,
 * and limits around the distances. The same strings are also compared all with all. differential.h
 * describes the command line.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"
#include "compare/distances.h"
#include "differential.h"
#include "pair/pair_lines.h"
#include "ref/random.h"
#include "ref/table.h"

enum {
    LINES_MOST = 700,
    LENGTH_MOST = 1100,
    WORDS_MOST = 300000,
    PIECE = 4,
    TIME_LIMIT = 120,
    TABLES_MOST = 40,
    FEW = 10,
    FEWEST = 4,
    PART = 4
};

/* A random string: its bytes, and the characters they encode. */
struct drawn {
    unsigned char bytes[PIECE * LENGTH_MOST];
    uint32_t characters[PIECE * LENGTH_MOST];
    size_t size, n;
};

struct line {
    struct drawn x, y;
    bool good;
};

struct word {
    uint32_t *characters;
    size_t n;
};

struct test {
    struct line lines[LINES_MOST];
    size_t count;
    unsigned char *text;
    size_t size;
    enum metric metric;
    const struct lanes_kernel *kernel;
    bool utf8, ignore_case, words;
    struct word known[WORDS_MOST];
    size_t nwords;
};

static const char *const pieces[] = {"a",        "b",        "c",    "B",
                                     "\xc3\xa9", "\xc3\x89", "\xc3", "\xe6\x97\xa5",
                                     "\xe6",     "\xff",     "\r",   "\xf0\x9f\x98\x80"};

/* More pieces, for words. */
static const char *const between[] = {" ", "  ", "-", "\v", "\xe3\x80\x80", "_"};

/* Of the characters in this test. */
static bool is_space(uint32_t c)
{
    return c == ' ' || c == '\r' || c == '\v' || c == 0x3000;
}

static bool is_letter(uint32_t c)
{
    return (c >= 'a' && c <= 'c') || c == 'B' || c == '_' || c == 0xe9 || c == 0xc9 || c == 0x65e5;
}

/* Returns the character that is compared. */
static uint32_t fold(const struct test *t, uint32_t c)
{
    if (!t->ignore_case)
        return c;
    if (t->utf8 && c == 0xc9)
        return 0xe9;
    return c >= 'A' && c <= 'Z' ? c + 0x20 : c;
}

/* Returns the number of a word among the words of the case. */
static uint32_t number_of(struct test *t, const uint32_t *characters, size_t n)
{
    size_t i = 0, size = n * sizeof *characters;
    while (i < t->nwords &&
           (t->known[i].n != n || memcmp(t->known[i].characters, characters, size) != 0))
        i++;
    if (i == t->nwords) {
        struct word *word = &t->known[t->nwords++];
        if (i == WORDS_MOST || (word->characters = malloc(size)) == NULL)
            abort();
        memcpy(word->characters, characters, size);
        word->n = n;
    }
    return (uint32_t)i;
}

static void forget_words(struct test *t)
{
    while (t->nwords > 0)
        free(t->known[--t->nwords].characters);
}

/* Replaces the characters by the numbers of words. */
static void make_words(struct test *t, struct drawn *s)
{
    size_t words = 0, end;
    for (size_t at = 0; at < s->n; at = end) {
        end = at + 1;
        if (is_space(s->characters[at]))
            continue;
        while (is_letter(s->characters[at]) && end < s->n && is_letter(s->characters[end]))
            end++;
        s->characters[words++] = number_of(t, s->characters + at, end - at);
    }
    s->n = words;
}

static void decode(struct test *t, struct drawn *s)
{
    s->n = 0;
    for (size_t at = 0; at < s->size; s->n++) {
        at += utf8_or_byte(t->utf8, s->bytes + at, s->size - at, &s->characters[s->n]);
        s->characters[s->n] = fold(t, s->characters[s->n]);
    }
    if (t->words)
        make_words(t, s);
}

static const char *draw_piece(const struct test *t, size_t alphabet, struct random *r)
{
    if (t->words && random_percent(r, 30))
        return between[random_below(r, sizeof between / sizeof *between)];
    return pieces[random_below(r, alphabet)];
}

static void draw_string(const struct test *t, struct drawn *s, size_t n, size_t alphabet,
                        struct random *r)
{
    s->size = 0;
    for (size_t i = 0; i < n; i++) {
        const char *piece = draw_piece(t, alphabet, r);
        memcpy(s->bytes + s->size, piece, strlen(piece));
        s->size += strlen(piece);
    }
}

/* Draws a copy with a few edits; for words, of whole characters. */
static void draw_copy(const struct test *t, struct drawn *s, const struct drawn *from,
                      struct random *r)
{
    uint32_t ignored;
    s->size = 0;
    for (size_t i = 0, size; i < from->size; i += size) {
        size = utf8_or_byte(t->words, from->bytes + i, from->size - i, &ignored);
        if (random_percent(r, 5))
            continue;
        bool other = random_percent(r, 5);
        memcpy(s->bytes + s->size, other ? (const void *)"c" : from->bytes + i, other ? 1 : size);
        s->size += other ? 1 : size;
        if (random_percent(r, 5) && s->size > 1 && !t->words) {
            unsigned char last = s->bytes[s->size - 1];
            s->bytes[s->size - 1] = s->bytes[s->size - 2];
            s->bytes[s->size - 2] = last;
        }
    }
}

static void draw_line(struct test *t, struct line *line, size_t longest, size_t alphabet,
                      struct random *r)
{
    draw_string(t, &line->x, random_below(r, longest + 1), alphabet, r);
    if (random_percent(r, 50))
        draw_copy(t, &line->y, &line->x, r);
    else
        draw_string(t, &line->y, random_below(r, longest + 1), alphabet, r);
    line->good = !random_percent(r, 3);
    if (t->metric == METRIC_HAMMING && t->utf8 == false && random_percent(r, 80)) {
        line->y.size = line->x.size;
        memcpy(line->y.bytes, line->x.bytes, line->x.size);
        for (size_t i = 0; i < line->y.size; i++)
            line->y.bytes[i] = random_percent(r, 20) ? 'c' : line->y.bytes[i];
    }
    decode(t, &line->x);
    decode(t, &line->y);
}

static void append_bytes(struct test *t, const void *bytes, size_t size)
{
    memcpy(t->text + t->size, bytes, size);
    t->size += size;
}

static void append_line(struct test *t, const struct line *line, struct random *r)
{
    bool twice = random_percent(r, 50);
    append_bytes(t, line->x.bytes, line->x.size);
    if (line->good || twice)
        append_bytes(t, "\t", 1);
    append_bytes(t, line->y.bytes, line->y.size);
    if (!line->good && twice)
        append_bytes(t, "\t", 1);
    append_bytes(t, "\n", 1);
}

static const struct lanes_kernel *draw_kernel(struct random *r)
{
    const struct lanes_kernel *usable[8] = {NULL};
    size_t n = 0;
    for (const struct lanes_kernel *const *k = lanes_kernels(); *k != NULL; k++)
        if (cpu_why_not((*k)->needs) == NULL)
            usable[n++] = *k;
    return usable[random_below(r, n)];
}

static void draw(struct test *t, struct random *r)
{
    static const size_t longest[] = {8, 12, 25, 70, 200};
    size_t most = random_percent(r, 4) ? LENGTH_MOST
                                       : longest[random_below(r, sizeof longest / sizeof *longest)];
    size_t alphabet = 1 + random_below(r, sizeof pieces / sizeof *pieces);
    t->count = most <= 25 && random_percent(r, 10) ? 1 + random_below(r, LINES_MOST)
                                                   : random_log(r, most <= 25    ? TABLES_MOST
                                                                   : most <= 200 ? FEW
                                                                                 : FEWEST);
    t->metric = (enum metric)random_below(r, METRICS);
    t->kernel = draw_kernel(r);
    t->utf8 = random_percent(r, 60);
    t->ignore_case = random_percent(r, 30);
    t->words = random_percent(r, 25);
    t->text = malloc(t->count * 2 * (sizeof t->lines->x.bytes + 2));
    t->size = 0;
    if (t->text == NULL)
        abort();
    for (size_t i = 0; i < t->count; i++) {
        draw_line(t, &t->lines[i], most, alphabet, r);
        append_line(t, &t->lines[i], r);
    }
    if (random_percent(r, 20) && t->size > 1 && t->text[t->size - 2] != '\n')
        t->size--; /* no newline at the end */
}

static uint32_t expected_distance(const struct test *t, const struct drawn *x,
                                  const struct drawn *y)
{
    if (t->metric == METRIC_HAMMING && x->n != y->n)
        return DISTANCES_UNLIKE;
    return (uint32_t)table_align(x->characters, x->n, y->characters, y->n,
                                 (enum table_metric)t->metric, NULL);
}

static bool expect(const struct test *t, const char *what, size_t line, uint64_t got,
                   uint64_t expected)
{
    if (got != expected)
        printf(
            "FAILED %s of line %zu: %llu, expected %llu: kernel %s, metric %s, utf8 %d, fold %d, "
            "words %d\n",
            what, line, (unsigned long long)got, (unsigned long long)expected, t->kernel->name,
            metric_name(t->metric), t->utf8, t->ignore_case, t->words);
    return got == expected;
}

/* Checks a list of pairs, with and without limits. */
static bool check_list(const struct test *t, const struct pair_list *list, struct random *r)
{
    uint32_t limits[LINES_MOST], expected[LINES_MOST], got[LINES_MOST];
    bool good = true;
    struct distances *d = distances_open(t->kernel, t->metric, list->width);
    for (size_t i = 0; i < list->count; i++) {
        const struct line *line = &t->lines[list->lines[i]];
        expected[i] = expected_distance(t, &line->x, &line->y);
        limits[i] =
            expected[i] == DISTANCES_UNLIKE ? 0 : expected[i] + (uint32_t)random_below(r, 3);
        limits[i] -= limits[i] > 0;
        good = good && expect(t, "length", list->lines[i], list->pairs[i].x.length, line->x.n) &&
               expect(t, "length", list->lines[i], list->pairs[i].y.length, line->y.n);
    }
    distances_pairs(d, list->pairs, list->count, NULL, got);
    for (size_t i = 0; i < list->count && good; i++)
        good = expect(t, "distance", list->lines[i], got[i], expected[i]);
    distances_pairs(d, list->pairs, list->count, limits, got);
    for (size_t i = 0; i < list->count && good; i++) {
        bool more = expected[i] != DISTANCES_UNLIKE && expected[i] > limits[i];
        good = expect(t, "limited distance", list->lines[i], got[i],
                      more ? DISTANCES_MORE : expected[i]);
    }
    distances_close(d);
    return good;
}

/* Compares the first strings of some pairs with the second strings of all. */
static bool check_all(const struct test *t, const struct pair_list *list)
{
    enum { ROWS = 3 };
    struct lanes_string rows[ROWS], columns[LINES_MOST];
    static uint32_t got[LINES_MOST];
    size_t nrows = list->count < ROWS ? list->count : ROWS;
    struct distances *d = distances_open(t->kernel, t->metric, list->width);
    for (size_t i = 0; i < list->count; i++) {
        columns[i] = list->pairs[i].y;
        if (i < nrows)
            rows[i] = list->pairs[i].x;
    }
    bool good = true;
    distances_columns(d, columns, list->count);
    for (size_t i = 0; i < nrows && good; i++) {
        distances_row(d, &rows[i], got);
        for (size_t j = 0; j < list->count && good; j += 1 + list->count / TABLES_MOST)
            good = expect(
                t, "distance, all with all,", list->lines[i], got[j],
                expected_distance(t, &t->lines[list->lines[i]].x, &t->lines[list->lines[j]].y));
    }
    distances_close(d);
    return good;
}

static bool check_case(const struct differential *d, uint64_t number)
{
    static struct test t;
    struct random r = random_open(d->seed, number);
    alarm(TIME_LIMIT);
    draw(&t, &r);
    struct pair_lines lines = {.rules = {.utf8 = t.utf8, .ignore_case = t.ignore_case},
                               .words = t.words};
    bool good = true;
    for (int round = 0; round < 2 && good; round++) { /* the second round reuses the memory */
        pair_lines_take(&lines, t.text, t.size);
        good = expect(&t, "number", 0, lines.count, t.count);
        for (size_t i = 0; i < t.count && good; i++)
            good = expect(&t, "being no pair", i, lines.wrong[i] != NULL, !t.lines[i].good);
        for (unsigned k = 0; k < PAIR_LINES_KINDS && good; k++)
            good = check_list(&t, &lines.lists[k], &r) && check_all(&t, &lines.lists[k]);
    }
    pair_lines_free(&lines);
    free(t.text);
    forget_words(&t);
    alarm(0);
    return good;
}

int main(int argc, char **argv)
{
    struct differential d = differential_parse(argc, argv, NULL, 1);
    if (!d.only)
        d.end = d.first + (d.end - d.first + PART - 1) / PART; /* one case has many pairs */
    return differential_run(&d, check_case);
}
