/* unit_decode_together.c - several threads decode a text to the same symbols as one thread. */
#include "base/utf8.h"
#include "query/pattern.h"
#include "ref/random.h"
#include "text/decode_body.h"
#include "unit.h"

enum { SIZE = DECODE_TOGETHER_LEAST + 700000, THREADS = 4, FROM_MOST = 100 };

/* The characters of a text: [start, start + size), and any byte with a frequency in 1,000. */
static const struct kind {
    uint32_t start, size;
    unsigned bytes;
} kinds[] = {
    {0x20, 96, 0},
    {0x410, 64, 0},
    {0x410, 64, 1},
    {0x4e00, 3000, 0},
    {0x1f600, 80, 0},
    {0x1f600, 80, 50},
    {0x80, 0x10ff80, 0},
    {0x20, 0x400, 1},
    {0x20, 96, 1000},
    {0x20, 96, 2},
    {CHAR_BYTE + 128, 64, 0} /* only bytes 80 to bf */,
};

static void draw_text(struct random *r, const struct kind *kind, unsigned char *text)
{
    for (size_t n = 0; n < SIZE;) {
        bool any = random_below(r, 1000) < kind->bytes;
        uint32_t character = any ? CHAR_BYTE + (uint32_t)random_below(r, 256)
                                 : kind->start + (uint32_t)random_below(r, kind->size);
        n += utf8_encode(character, text + n);
    }
}

static struct chunk chunk_of(unsigned char *text)
{
    struct chunk c = {.bytes = text, .nbytes = SIZE, .rules.utf8 = true, .width = 1};
    c.symbols = malloc(SIZE + DECODE_BLOCK);
    c.marks = calloc(SIZE / CHUNK_MARK + 2, sizeof *c.marks);
    return c;
}

static void free_chunk(struct chunk *c)
{
    free(c->symbols);
    free(c->marks);
}

static void assert_same(const struct chunk *one, const struct chunk *all)
{
    assert_int_equal(all->length, one->length);
    assert_memory_equal(all->symbols, one->symbols, one->length);
    assert_memory_equal(all->marks, one->marks,
                        (one->length + CHUNK_MARK - 1) / CHUNK_MARK * sizeof *one->marks);
}

/* Decodes from each character on, after the characters before it; the last ones are decoded by one
 * thread. */
static void check(struct helpers *helpers, const struct decode_body *body, struct alphabet *a,
                  unsigned char *text, size_t from, size_t to)
{
    struct chunk one = chunk_of(text), all = chunk_of(text);
    assert_true(body->append(&one, a, 0, SIZE));
    assert_true(body->append(&all, a, 0, from));
    assert_true(decode_together(helpers, body, &all, a, from, to));
    assert_true(body->append(&all, a, to, SIZE));
    assert_same(&one, &all);
    free_chunk(&one);
    free_chunk(&all);
}

static size_t border(const unsigned char *text, size_t at)
{
    size_t byte = 0;
    uint32_t ignored;
    while (byte < at)
        byte += utf8_decode(text + byte, SIZE - byte, &ignored);
    return byte;
}

TEST(texts)
{
    const char pattern[] = "a\xd0\x96\xd1\x8f\xe4\xb8\x80\xf0\x9f\x98\x80";
    struct pattern_source source = {.text = (char *)pattern, .length = strlen(pattern)};
    struct pattern_rules rules = {.utf8 = true, .limited = true};
    const struct query *q = patterns_compile(&source, 1, &rules);
    unsigned char *text = malloc(SIZE + 4);
    struct random r = random_open(7, 0);
    struct helpers *helpers = helpers_open(THREADS);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        struct alphabet *a = alphabet_open(q, '\n');
        draw_text(&r, &kinds[k], text);
        for (const struct decode_body *const *b = decode_bodies; *b != NULL; b++)
            if (cpu_why_not((*b)->needs) == NULL) {
                size_t from = border(text, random_below(&r, FROM_MOST));
                size_t least = from + DECODE_TOGETHER_LEAST;
                check(helpers, *b, a, text, from, SIZE);
                check(helpers, *b, a, text, 0,
                      border(text, least + random_below(&r, SIZE - least)));
            }
        alphabet_close(a);
    }
    helpers_close(helpers);
    free(text);
    query_free(q);
}
