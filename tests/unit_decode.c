/* unit_decode.c - every body of the decoder, against utf8_decode() and alphabet_symbol(). */
#include "base/utf8.h"
#include "query/pattern.h"
#include "ref/random.h"
#include "text/decode_body.h"
#include "unit.h"

enum { MOST_TEXT = 400, CASES = 4000 };

static const struct query *compile(const char *pattern, bool ignore_case, bool classes)
{
    struct pattern_source source = {.text = (char *)pattern, .length = strlen(pattern)};
    struct pattern_rules rules = {
        .utf8 = true, .limited = true, .ignore_case = ignore_case, .classes = classes};
    const struct query *q = patterns_compile(&source, 1, &rules);
    assert_non_null(q);
    return q;
}

/* Returns a chunk of the text; its buffers have exactly the size that a body may use. */
static struct chunk chunk_of(const unsigned char *text, size_t length)
{
    struct chunk c = {.nbytes = length, .rules.utf8 = true, .width = 1};
    c.bytes = c.storage.buffer = malloc(length);
    if (length > 0)
        memcpy(c.bytes, text, length);
    c.symbols = malloc(length + DECODE_BLOCK);
    c.marks = calloc(length / CHUNK_MARK + 2, sizeof *c.marks);
    return c;
}

/* Checks the symbols that the body appended for bytes [from, to). */
static void assert_symbols(const struct chunk *c, struct alphabet *a, size_t from, size_t to)
{
    size_t n = 0;
    for (size_t length; from < to; from += length, n++) {
        uint32_t character;
        length = utf8_decode(c->bytes + from, c->nbytes - from, &character);
        if (n % CHUNK_MARK == 0 && c->marks[n / CHUNK_MARK] != from)
            fail_msg("mark %zu: %u, not %zu", n, c->marks[n / CHUNK_MARK], from);
        uint32_t symbol = alphabet_symbol(a, character);
        if (n >= c->length || ((const uint8_t *)c->symbols)[n] != symbol)
            fail_msg("symbol %zu at %zu (U+%x): not %u", n, from, character, symbol);
    }
    assert_int_equal(c->length, n);
}

/* Decodes bytes [from, to) in two steps, the second from `middle` on, and checks the symbols. */
static void assert_decodes(const struct decode_body *body, struct alphabet *a, struct chunk *c,
                           size_t from, size_t middle, size_t to)
{
    c->length = 0;
    assert_true(body->append(c, a, from, middle));
    assert_true(body->append(c, a, middle, to));
    assert_symbols(c, a, from, to);
    assert_int_equal(body->count(c, from, middle) + body->count(c, middle, to), c->length);
}

/* Runs `check` with each body that this processor supports. */
static void with_bodies(void (*check)(const struct decode_body *body))
{
    for (const struct decode_body *const *b = decode_bodies; *b != NULL; b++)
        if (cpu_why_not((*b)->needs) == NULL)
            check(*b);
}

/* Sequences of `first`, any byte, any byte, and sometimes an ASCII character, so that all
 * alignments occur. */
static void check_sequences(const struct decode_body *body)
{
    const struct query *q =
        compile("a\xc3\xa9\xd0\x96\xe0\xa4\x95\xed\x9f\xbf\xe4\xb8\x80", false, false);
    struct alphabet *a = alphabet_open(q, '\n');
    unsigned char *text = malloc(4 * 65536);
    for (unsigned first = 0x80; first < 0x100; first++) {
        size_t n = 0;
        for (unsigned rest = 0; rest < 65536; rest++) {
            text[n++] = (unsigned char)first;
            text[n++] = (unsigned char)(rest >> 8);
            text[n++] = (unsigned char)rest;
            if (rest % 7 == 0)
                text[n++] = 'a';
        }
        struct chunk c = chunk_of(text, n);
        assert_decodes(body, a, &c, 0, 0, n);
        chunk_free(&c);
    }
    free(text);
    alphabet_close(a);
    query_free(q);
}

TEST(sequences)
{
    with_bodies(check_sequences);
}

/* The bytes at which a rule of UTF-8 begins or ends. */
static const unsigned char borders[] = {0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0,
                                        0xc1, 0xc2, 0xdf, 0xe0, 0xef, 0xf0, 0xf4, 0xf5, 0xff};

/* Appends `first`, `second` and each two bytes of a list, and sometimes an ASCII character. */
static size_t put_fours(unsigned char *text, unsigned first, unsigned second,
                        const unsigned char *list, size_t count)
{
    size_t n = 0;
    for (size_t i = 0; i < count * count; i++) {
        text[n++] = (unsigned char)first;
        text[n++] = (unsigned char)second;
        text[n++] = list[i / count];
        text[n++] = list[i % count];
        if (i % 7 == 0)
            text[n++] = 'a';
    }
    return n;
}

/* All sequences of four bytes that may be a character of more than two bytes, if many cases are
 * requested; otherwise those whose last two bytes are borders. */
static void check_fours(const struct decode_body *body)
{
    const char *cases = getenv("EDGREP_CASES");
    bool every = cases != NULL && atol(cases) >= 1000000;
    const struct query *q = compile("a\xe4\xb8\x80\xf0\x9f\x98\x80", false, false);
    struct alphabet *a = alphabet_open(q, '\n');
    unsigned char *text = malloc(5 * 65536), bytes[256];
    for (unsigned i = 0; i < 256; i++)
        bytes[i] = (unsigned char)i;
    for (unsigned i = 0xe000; i < 0x10000; i++) {
        size_t n = every ? put_fours(text, i >> 8, i & 0xff, bytes, sizeof bytes)
                         : put_fours(text, i >> 8, i & 0xff, borders, sizeof borders);
        struct chunk c = chunk_of(text, n);
        assert_decodes(body, a, &c, 0, 0, n);
        chunk_free(&c);
    }
    free(text);
    alphabet_close(a);
    query_free(q);
}

TEST(fours)
{
    with_bodies(check_fours);
}

/* Draws an element of a text, mostly one of a few kinds, so that runs occur. */
static size_t draw_element(struct random *r, unsigned kinds, unsigned char to[4])
{
    static const uint32_t starts[] = {0x20, 0x410,  0x4e00,  0x1f600, 0x900, CHAR_BYTE + 128,
                                      0x80, 0xd7ff, 0x10fff0};
    static const uint32_t sizes[] = {96, 64, 3000, 80, 128, 128, 0x10ff80, 3, 16};
    unsigned kind = (unsigned)random_below(r, sizeof starts / sizeof *starts);
    if (!(kinds >> kind & 1))
        kind = 0;
    size_t n = utf8_encode(starts[kind] + (uint32_t)random_below(r, sizes[kind]), to);
    if (kinds >> 9 & 1 && random_percent(r, 10))
        to[random_below(r, n)] = (unsigned char)random_below(r, 256);
    return kinds >> 10 & 1 && random_percent(r, 10) ? 1 + random_below(r, n) : n;
}

static size_t draw_text(struct random *r, unsigned char *text)
{
    size_t most = random_below(r, MOST_TEXT), n = 0;
    unsigned kinds = (unsigned)random_below(r, 1 << 11);
    while (n < most)
        n += draw_element(r, kinds, text + n);
    return n;
}

/* Returns the first border of characters at or after `at`. */
static size_t border(const struct chunk *c, size_t at)
{
    size_t byte = 0;
    uint32_t ignored;
    while (byte < at)
        byte += utf8_decode(c->bytes + byte, c->nbytes - byte, &ignored);
    return byte;
}

/* Many texts with one alphabet: some pages exist already, some do not. */
static void check_texts(const struct decode_body *body)
{
    const struct query *queries[] = {
        compile("a\xd0\x96\xd1\x8f\xe4\xb8\x80\xf0\x9f\x98\x80", false, false),
        compile("stra\xc3\x9f"
                "e\xce\xa9k\xd0\x96",
                true, false),
        compile("a[\\x{400}-\\x{4ff}][^\\x{4e00}-\\x{5000}]\\p{L}.", false, true)};
    struct random r = random_open(13, 0);
    for (size_t q = 0; q < sizeof queries / sizeof *queries; q++) {
        struct alphabet *a = NULL;
        for (int i = 0; i < CASES; i++) {
            unsigned char text[MOST_TEXT + 4];
            if (i % 50 == 0) {
                alphabet_close(a);
                a = alphabet_open(queries[q], '\n');
            }
            size_t length = draw_text(&r, text);
            struct chunk c = chunk_of(text, length);
            size_t middle = border(&c, random_below(&r, c.nbytes + 1));
            size_t from = border(&c, random_below(&r, middle + 1));
            assert_decodes(body, a, &c, from, middle, c.nbytes);
            assert_decodes(body, a, &c, 0, from, middle);
            chunk_free(&c);
        }
        alphabet_close(a);
        query_free(queries[q]);
    }
}

TEST(texts)
{
    with_bodies(check_texts);
}

/* Every kind of character at every alignment, and every place where the text can end. */
static void check_cuts(const struct decode_body *body)
{
    static const char *const elements[] = {"\xc3\xa9",     "\xe4\xb8\x80",     "\xf0\x9f\x98\x80",
                                           "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe0\x9f\xbf",
                                           "\xc0\x80"};
    const struct query *q = compile("\xc3\xa9\xe4\xb8\x80\xf0\x9f\x98\x80", false, false);
    struct alphabet *a = alphabet_open(q, '\n');
    for (size_t e = 0; e < sizeof elements / sizeof *elements; e++)
        for (size_t at = 0; at < 140; at++)
            for (size_t end = at + 1; end <= at + strlen(elements[e]) + 1; end++) {
                unsigned char text[160];
                memset(text, 'x', sizeof text);
                memcpy(text + at, elements[e], strlen(elements[e]));
                struct chunk c = chunk_of(text, end);
                assert_decodes(body, a, &c, 0, 0, end);
                assert_decodes(body, a, &c, 0, at, end);
                chunk_free(&c);
            }
    alphabet_close(a);
    query_free(q);
}

TEST(cuts)
{
    with_bodies(check_cuts);
}

/* One byte from 0x80 on, at each place of texts that end with a block and within one. */
static void check_ascii(const struct decode_body *body)
{
    unsigned char text[3 * DECODE_BLOCK + 1];
    memset(text, 0x7f, sizeof text);
    for (size_t n = 0; n <= sizeof text; n++) {
        assert_true(body->is_ascii(text, n));
        for (size_t i = 0; i < n; i++) {
            text[i] = 0x80;
            assert_false(body->is_ascii(text, n));
            text[i] = 0x7f;
        }
    }
}

TEST(ascii)
{
    with_bodies(check_ascii);
}
