/* unit_align.c - alignments against the whole table, their CIGARs and blocks literally. */
#include <locale.h>
#include <unistd.h>

#include "base/io.h"
#include "base/utf8.h"
#include "output/align.h"
#include "ref/table.h"
#include "unit.h"

enum { LONGEST = 700, CASES = 6000 };

static uint64_t seed = 1;

static uint32_t below(uint32_t n)
{
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (uint32_t)(seed >> 33) % n;
}

/* The pattern as the user wrote it. */
static void set_text(struct pattern *p, const uint32_t *characters, bool utf8)
{
    unsigned char *text = calloc(p->m, 4);
    for (uint32_t i = 0; i < p->m; i++)
        if (utf8)
            p->text_length += utf8_encode(characters[i], text + p->text_length);
        else
            text[p->text_length++] = (unsigned char)characters[i];
    p->form = p->text = (char *)text;
    p->form_length = p->text_length;
}

/* A query of one pattern: equal characters are one item. */
static struct query *make_query(const uint32_t *characters, uint32_t m, bool utf8)
{
    struct query *q = calloc(1, sizeof *q);
    uint32_t *items = calloc(m, sizeof *items);
    q->patterns = calloc(1, sizeof *q->patterns);
    q->items = calloc(m, sizeof *q->items);
    for (uint32_t i = 0; i < m; i++) {
        uint32_t item = 0;
        while (item < q->nitems && q->items[item].character != characters[i])
            item++;
        if (item == q->nitems)
            q->items[q->nitems++].character = characters[i];
        items[i] = item;
    }
    q->patterns[0] = (struct pattern){.m = m, .k = m, .number = 1, .items = items};
    set_text(&q->patterns[0], characters, utf8);
    q->npatterns = 1;
    q->utf8 = utf8;
    q->longest = m;
    return q;
}

static void free_query(struct query *q)
{
    free((void *)(uintptr_t)q->patterns[0].items);
    free((void *)(uintptr_t)q->patterns[0].text);
    free(q->patterns);
    free(q->items);
    free(q);
}

struct sides {
    const uint32_t *x, *y;
};

static bool equal_characters(const void *context, size_t i, size_t j)
{
    const struct sides *s = context;
    return s->x[i] == s->y[j];
}

static void one_case(enum metric metric, uint32_t m, size_t n, uint32_t alphabet, bool utf8)
{
    static const uint32_t bases[] = {'a', 0xE0, 0x4E00, 0x1F600};
    uint32_t base = utf8 ? bases[below(4)] : 'a';
    uint32_t x[LONGEST] = {0}, y[LONGEST];
    unsigned char bytes[4 * LONGEST];
    size_t length = 0;
    for (uint32_t i = 0; i < m; i++)
        x[i] = base + below(alphabet);
    for (size_t j = 0; j < n; j++) { /* half of them near the pattern */
        y[j] = j < m && below(4) ? x[j ^ (metric == METRIC_OSA && (j | 1) < m && below(3) == 0)]
                                 : base + below(alphabet);
        length +=
            utf8 ? utf8_encode(y[j], bytes + length) : (bytes[length] = (unsigned char)y[j], 1);
    }
    struct query *q = make_query(x, m, utf8);
    q->metric = metric;
    struct aligner *aligner = aligner_open(q);
    struct alignment a = aligner_align(aligner, 0, bytes, length);
    const struct sides sides = {x, y};
    const struct table_rules rules = {(enum table_metric)metric, "=TXID", equal_characters, &sides};
    char expected[2 * LONGEST + 1];
    (void)table_edits(&rules, m, n, expected);
    assert_int_equal(a.nedits, strlen(expected));
    assert_memory_equal(a.edits, expected, a.nedits);
    aligner_close(aligner);
    free_query(q);
}

TEST(equals_whole_table)
{
    for (int i = 0; i < CASES; i++) {
        uint32_t longest = i % 100 == 0 ? LONGEST : i % 10 == 0 ? 150 : 12;
        enum metric metric =
            (enum metric[]){METRIC_LEVENSHTEIN, METRIC_OSA, METRIC_INDEL}[below(3)];
        one_case(metric, 1 + below(longest), below(longest), 2 + below(i % 3 ? 3 : 100), i % 2);
    }
}

/* As large as it may become: in memory and time that do not matter. */
TEST(long_text)
{
    enum { M = 20000 };
    uint32_t *x = calloc(M, sizeof *x);
    unsigned char *y = malloc(M);
    for (size_t i = 0; i < M; i++) {
        x[i] = 'a' + below(4);
        y[i] = (unsigned char)('a' + below(4));
    }
    struct query *q = make_query(x, M, false);
    struct aligner *aligner = aligner_open(q);
    struct alignment a = aligner_align(aligner, 0, y, M);
    assert_in_range(a.distance, M / 4, M * 3 / 4);
    aligner_close(aligner);
    free_query(q);
    free(y);
    free(x);
}

/* What is printed for `pattern` (literal, UTF-8) and `text` found at `offset`. */
static char *printed(const char *pattern, const char *text, uint64_t offset, unsigned width,
                     bool color, bool cigar)
{
    uint32_t x[LONGEST], m = 0;
    const unsigned char *p = (const unsigned char *)pattern;
    for (size_t i = 0, n = strlen(pattern); i < n; m++)
        i += utf8_decode(p + i, n - i, &x[m]);
    struct query *q = make_query(x, m, true);
    struct aligner *aligner = aligner_open(q);
    struct alignment a = aligner_align(aligner, 0, (const unsigned char *)text, strlen(text));
    int fd = io_temporary();
    struct sink *sink = sink_open(fd);
    struct paint paint;
    paint_open(&paint, sink, color, false);
    if (cigar)
        alignment_put_cigar(&a, sink);
    else
        alignment_put_blocks(&a, &paint, offset, width);
    sink_close(sink);
    off_t size = lseek(fd, 0, SEEK_CUR);
    char *out = calloc(1, (size_t)size + 1);
    assert_int_equal(pread(fd, out, (size_t)size, 0), size);
    (void)close(fd);
    aligner_close(aligner);
    free_query(q);
    return out;
}

static void check_blocks(const char *pattern, const char *text, uint64_t offset, unsigned width,
                         const char *expected)
{
    char *out = printed(pattern, text, offset, width, false, false);
    assert_string_equal(out, expected);
    free(out);
}

static void check_cigar(const char *pattern, const char *text, const char *expected)
{
    char *out = printed(pattern, text, 0, 0, false, true);
    assert_string_equal(out, expected);
    free(out);
}

TEST(cigars)
{
    check_cigar("house", "house", "5=");
    check_cigar("house", "hpuse", "1=1X3=");
    check_cigar("house", "huse", "1=1D3=");
    check_cigar("house", "hoouse", "1=1I4="); /* diagonal first, from the end */
    check_cigar("ab", "ba", "2X");
    check_cigar("a", "", "1D");
}

TEST(blocks)
{
    check_blocks("approximate", "aproxximade", 104, 0,
                 "    pattern   1 appro-ximate\n"
                 "                | ||| ||||*|\n"
                 "    text    104 a-proxximade\n");
    check_blocks("abcdefghij", "abcdefghiX", 0, 18,
                 "    pattern  1 abc\n"
                 "               |||\n"
                 "    text     0 abc\n"
                 "    pattern  4 def\n"
                 "               |||\n"
                 "    text     3 def\n"
                 "    pattern  7 ghi\n"
                 "               |||\n"
                 "    text     6 ghi\n"
                 "    pattern 10 j\n"
                 "               *\n"
                 "    text     9 X\n");
}

/* Columns stay aligned: wide characters, and characters without a column. */
TEST(cells)
{
    if (setlocale(LC_ALL, "C.UTF-8") == NULL)
        skip();
    check_blocks("日本x", "日本x", 5, 0,
                 "    pattern  1 日本x\n"
                 "               | | |\n"
                 "    text     5 日本x\n");
    check_blocks("日a", "a", 0, 0,
                 "    pattern 1 日a\n"
                 "                |\n"
                 "    text    0 --a\n");
    check_blocks("a\tb", "a\xff\nb", 0, 0,
                 "    pattern 1 a-\xe2\x90\x89"
                 "b\n"
                 "              | *|\n"
                 "    text    0 a\xef\xbf\xbd\xe2\x90\x8a"
                 "b\n");
    check_blocks("e\u0301", "e", 0, 0,
                 "    pattern 1 e.\n"
                 "              |\n"
                 "    text    0 e-\n");
}

TEST(colors)
{
    (void)setenv("GREP_COLORS", "ne:ms=7", 1);
    char *out = printed("abcdx", "aXXd", 0, 0, true, false);
    assert_string_equal(out, "    pattern 1 a\33[7mbc\33[md\33[7mx\33[m\n"
                             "              |\33[7m**\33[m|\n"
                             "    text    0 a\33[7mXX\33[md\33[7m-\33[m\n");
    free(out);
}
