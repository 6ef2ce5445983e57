/* library_texts.c - see library_texts.h. It decodes and folds its few characters by its own
 * table. */
#include "library_texts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "library/edgrep.h"
#include "ref/table.h"

enum { TEXTS = 40, LONGEST = 90, PIECE = 4, FAR = 40 };

struct drawn {
    char bytes[LONGEST * PIECE];
    uint32_t characters[LONGEST * PIECE];
    size_t size, n;
};

struct test {
    struct drawn drawn[2][TEXTS];
    struct edgrep_text texts[2][TEXTS];
    size_t count;
    enum table_metric metric;
    bool binary, ignore_case, limited, percent;
    uint64_t k;
};

struct piece {
    const char *bytes;
    uint32_t character, folded; /* code points */
};

static const struct piece pieces[] = {
    {"a", 'a', 'a'},
    {"b", 'b', 'b'},
    {"B", 'B', 'b'},
    {"\n", '\n', '\n'},
    {"\xc3\xa9", 0xe9, 0xe9},
    {"\xc3\x89", 0xc9, 0xe9},
    {"\xff", 0x1000ff, 0x1000ff}, /* undecodable */
    {"\xf0\x9f\x98\x80", 0x1f600, 0x1f600},
};

static void add_piece(const struct test *t, struct drawn *d, const struct piece *p)
{
    size_t size = strlen(p->bytes);
    memcpy(d->bytes + d->size, p->bytes, size);
    d->size += size;
    if (!t->binary || size == 1)
        d->characters[d->n++] = t->ignore_case ? p->folded : p->character;
    for (size_t i = 0; t->binary && size > 1 && i < size; i++)
        d->characters[d->n++] = 0x100000 | (unsigned char)p->bytes[i];
}

static void draw_text(struct test *t, unsigned side, size_t i, size_t npieces, size_t longest,
                      struct random *r)
{
    struct drawn *d = &t->drawn[side][i];
    d->size = d->n = 0;
    size_t n = random_below(r, longest + 1);
    if (t->metric == TABLE_HAMMING && side == 1)
        n = t->drawn[0][i].n;
    while (d->n < n) {
        const struct piece *p = &pieces[random_below(r, npieces)];
        add_piece(t, d, t->metric == TABLE_HAMMING && t->binary ? &pieces[p->bytes[0] & 1] : p);
    }
    t->texts[side][i] = (struct edgrep_text){d->size > 0 ? d->bytes : NULL, d->size};
}

static void draw(struct test *t, struct random *r)
{
    static const size_t longest[] = {1, 10, 20, 64, LONGEST};
    static const size_t alphabets[] = {1, 3, 4, sizeof pieces / sizeof *pieces};
    t->metric = (enum table_metric)random_below(r, TABLE_HAMMING + 1);
    t->binary = random_percent(r, 30);
    t->ignore_case = random_percent(r, 30);
    t->limited = random_percent(r, 50);
    t->percent = random_percent(r, 30);
    t->k = random_below(r, t->percent ? 100 : 20);
    t->count = random_below(r, TEXTS + 1);
    size_t most = longest[random_below(r, 5)], alphabet = alphabets[random_below(r, 4)];
    for (size_t i = 0; i < t->count; i++)
        for (unsigned side = 0; side < 2; side++)
            draw_text(t, side, i, alphabet, most, r);
}

static struct edgrep_comparison *open_comparison(const struct test *t)
{
    static const char *const metrics[] = {"metric=levenshtein", "metric=indel", "metric=osa",
                                          "metric=hamming"};
    char limit[FAR];
    const char *settings[5] = {metrics[t->metric]};
    size_t n = 1;
    (void)snprintf(limit, sizeof limit, "max-distance=%" PRIu64 "%s", t->k, t->percent ? "%" : "");
    if (t->binary)
        settings[n++] = "binary";
    if (t->ignore_case)
        settings[n++] = "ignore-case";
    if (t->limited)
        settings[n] = limit;
    return edgrep_comparison_new(settings, NULL);
}

/* Returns the expected distance. Sets *bad if there is none. */
static uint64_t distance_of(const struct test *t, size_t i, size_t j, bool *bad)
{
    const struct drawn *x = &t->drawn[0][i], *y = &t->drawn[1][j];
    uint64_t longer = x->n > y->n ? x->n : y->n, k = t->percent ? longer * t->k / 100 : t->k;
    *bad = t->metric == TABLE_HAMMING && x->n != y->n;
    if (*bad)
        return 0;
    uint64_t d = table_align(x->characters, x->n, y->characters, y->n, t->metric, NULL);
    return t->limited && d > k ? EDGREP_MORE : d;
}

static bool expect(const struct test *t, const char *how, size_t i, size_t j, uint64_t got,
                   uint64_t expected)
{
    if (got != expected)
        printf("FAILED %s: texts %zu and %zu, distance %" PRIu64 ", expected %" PRIu64
               ", metric %d, binary %d, ignore-case %d, max-distance %d %" PRIu64 "\n",
               how, i, j, got, expected, (int)t->metric, t->binary, t->ignore_case, t->limited,
               t->k);
    return got == expected;
}

static bool check_pairs(const struct test *t, struct edgrep_comparison *c)
{
    uint64_t d[TEXTS] = {0}, one = 0;
    bool good = true, bad = false;
    good = edgrep_comparison_distances(c, t->texts[0], t->texts[1], t->count, d, NULL) == EDGREP_OK;
    for (size_t i = 0; good && i < t->count; i++) {
        uint64_t expected = distance_of(t, i, i, &bad);
        good = expect(t, "pairs", i, i, d[i], expected) &&
               edgrep_comparison_distance(c, t->texts[0][i], t->texts[1][i], &one, NULL) ==
                   EDGREP_OK &&
               expect(t, "one pair", i, i, one, expected);
    }
    return good;
}

static bool check_all(const struct test *t, struct edgrep_comparison *c)
{
    static uint64_t d[TEXTS * TEXTS];
    bool good = true, any_bad = false, bad = false;
    int status = edgrep_comparison_matrix(c, t->texts[0], t->count, t->texts[1], t->count, d, NULL);
    for (size_t i = 0; i < t->count; i++)
        for (size_t j = 0; j < t->count; j++) {
            uint64_t expected = distance_of(t, i, j, &bad);
            any_bad |= bad;
            good = good &&
                   (status != EDGREP_OK || expect(t, "all", i, j, d[i * t->count + j], expected));
        }
    return good &&
           expect(t, "status", 0, 0, (uint64_t)status, (uint64_t)(any_bad ? EDGREP_BAD : 0));
}

bool library_texts_agree(struct random *r)
{
    static struct test t;
    draw(&t, r);
    struct edgrep_comparison *c = open_comparison(&t);
    bool good = c != NULL && check_pairs(&t, c) && check_all(&t, c);
    if (!good)
        printf("FAILED: %zu texts, metric %d\n", t.count, (int)t.metric);
    edgrep_comparison_free(c);
    return good;
}
