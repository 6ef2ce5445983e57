/*
 * unit_chunk.c - chunks: symbols and bytes, lists of delimiters, and the cuts of a text, which do
 * not depend on how it arrives.
 */
#include "base/utf8.h"
#include "chunked.h"
#include "feed.h"
#include "filter/sieve.h"
#include "input/source.h"
#include "query/pattern.h"
#include "ref/random.h"
#include "text/decode.h"
#include "unit.h"

static struct sieve_plan sieve_plan; /* shared by all searches here */

enum { MOST_TEXT = 1500, MOST_PLAN = 20, CASES = 3000 };

static const struct query *compile(const char *pattern, bool utf8)
{
    struct pattern_source source = {.text = (char *)pattern, .length = strlen(pattern)};
    struct pattern_rules rules = {.utf8 = utf8, .limited = true};
    const struct query *q = patterns_compile(&source, 1, &rules);
    assert_non_null(q);
    return q;
}

/* Returns a pattern of 300 characters, so that symbols need more than a byte. */
static char *wide_pattern(void)
{
    static char pattern[2 * 300 + 1];
    for (unsigned i = 0; i < 300; i++)
        (void)utf8_encode(0x100 + i, (unsigned char *)pattern + 2 * (size_t)i);
    return pattern;
}

/* Returns a chunk that holds and owns the whole text. */
static struct chunk chunk_of(const unsigned char *text, size_t length)
{
    struct chunk c = {.nbytes = length, .end_byte = length};
    c.bytes = c.storage.buffer = malloc(length);
    if (length > 0)
        memcpy(c.bytes, text, length);
    return c;
}

static void add_span(struct chunk *c, size_t start, size_t end)
{
    c->rules.listed = true;
    c->delimiters.spans =
        realloc(c->delimiters.spans, (c->delimiters.n + 1) * sizeof *c->delimiters.spans);
    c->delimiters.spans[c->delimiters.n++] = (struct span){start, end};
}

/* Symbols: a is 2, e with acute 3; as bytes, the symbols are 2, 4 and 3, in order of occurrence. */
static void assert_symbols(struct chunk *c, bool utf8, unsigned width, const char *symbols)
{
    const struct query *q = compile("a\xc3\xa9", utf8);
    struct alphabet *a = alphabet_open(q, c->rules.listed ? -1 : '\n');
    c->rules.utf8 = utf8;
    assert_true(decode_chunk(c, a, NULL));
    assert_int_equal(c->width, width);
    assert_int_equal(c->length, strlen(symbols));
    for (size_t i = 0; i < c->length; i++)
        assert_int_equal(chunk_symbol(c, alphabet_bytes(a), i), symbols[i] - '0');
    alphabet_close(a);
    query_free(q);
    chunk_free(c);
}

TEST(symbols)
{
    struct chunk c = chunk_of((const unsigned char *)"xa\na", 4);
    assert_symbols(&c, true, 0, "1202");
    c = chunk_of((const unsigned char *)"a\xc3\xa9\n\xc3\xe2\x82\xac", 8);
    assert_symbols(&c, true, 1, "23011");
    c = chunk_of((const unsigned char *)"a\xc3\xa9\n\xc3\xe2\x82\xac", 8);
    assert_symbols(&c, false, 0, "24304111");
    c = chunk_of((const unsigned char *)"a, a\n", 5);
    add_span(&c, 1, 3);
    assert_symbols(&c, true, 1, "20021");
    c = chunk_of((const unsigned char *)"", 0);
    assert_symbols(&c, true, 0, "");
}

/* Draws a character or byte of a text. */
static size_t draw_character(struct random *r, unsigned char to[4])
{
    static const uint32_t limits[] = {0x80, 0x80, 0x800, 0x10000, 0x110000, CHAR_LIMIT};
    if (random_percent(r, 20)) {
        to[0] = "\n,a\r"[random_below(r, 4)];
        return 1;
    }
    size_t range = random_below(r, sizeof limits / sizeof *limits);
    return utf8_encode((uint32_t)random_below(r, limits[range]), to);
}

/* Returns a text of at most MOST_TEXT bytes, with less variety if `few`. The caller frees it. */
static unsigned char *draw_text(struct random *r, bool few, size_t *length)
{
    static const char *const elements[] = {"a", "b", "\n", "\r\n", ",", "\xc3\xa9", "\xc3", "\xe2"};
    unsigned char *text = malloc(MOST_TEXT + 4);
    size_t most = random_log(r, MOST_TEXT + 1) - 1;
    for (*length = 0; *length < most;) {
        const char *element = elements[random_below(r, sizeof elements / sizeof *elements)];
        if (few)
            memcpy(text + *length, element, strlen(element));
        *length += few ? strlen(element) : draw_character(r, text + *length);
    }
    return text;
}

/* chunk_byte() against decoding from the beginning. */
TEST(bytes_of_symbols)
{
    struct random r = random_open(1, 0);
    const struct query *queries[] = {compile("a,", true), compile(wide_pattern(), true),
                                     compile("a,", false)};
    for (int i = 0; i < CASES; i++) {
        size_t which = (size_t)i % 3, length;
        unsigned char *text = draw_text(&r, false, &length);
        struct alphabet *a = alphabet_open(queries[which], '\n');
        struct chunk c = chunk_of(text, length);
        bool utf8 = queries[which]->utf8;
        c.rules.utf8 = utf8;
        assert_true(decode_chunk(&c, a, NULL));
        size_t at = 0;
        for (size_t symbol = 0; symbol < c.length; symbol++) {
            uint32_t character = text[at];
            size_t size = utf8 ? utf8_decode(text + at, length - at, &character) : 1;
            assert_int_equal(chunk_byte(&c, symbol), at);
            assert_int_equal(chunk_symbol(&c, alphabet_bytes(a), symbol),
                             alphabet_symbol(a, character));
            at += size;
        }
        assert_int_equal(at, length);
        assert_int_equal(chunk_byte(&c, c.length), length);
        chunk_free(&c);
        alphabet_close(a);
        free(text);
    }
    for (size_t q = 0; q < 3; q++)
        query_free(queries[q]);
}

TEST(spans)
{
    struct chunk c = chunk_of((const unsigned char *)"0123456789", 10);
    assert_int_equal(chunk_span_after(&c, 0), 0);
    add_span(&c, 0, 1);
    add_span(&c, 3, 5);
    add_span(&c, 5, 6);
    static const size_t expected[] = {0, 1, 1, 1, 1, 2, 3, 3};
    for (size_t byte = 0; byte < sizeof expected / sizeof *expected; byte++)
        assert_int_equal(chunk_span_after(&c, byte), expected[byte]);
    chunk_free(&c);
}

/* Checks the owned texts of the chunks: each is followed by "|", or by "!" if a pause ended the
 * chunk. */
static void assert_cuts(const char *text, const char *plan, const char *delimiter, uint64_t size,
                        const char *expected)
{
    char cuts[256] = "", *to = cuts;
    const struct query *q = compile("ab", true);
    struct alphabet *a = alphabet_open(q, delimiter != NULL ? -1 : '\n');
    struct options o = {.records.delimiter = delimiter,
                        .records.delimiter_byte = delimiter != NULL ? -1 : '\n',
                        .work.chunk_size = size,
                        .fields.label = "-",
                        .select.max_count = UINT64_MAX};
    feed_standard_input(false);
    feed((const unsigned char *)text, strlen(text), (const unsigned char *)plan, strlen(plan));
    struct source *s = source_open(&o, q, a, &sieve_plan, 1 << 20);
    struct chunk c = {0};
    struct input_status status = {0};
    do {
        assert_int_equal(source_next(s, &c, &status), SOURCE_CHUNK);
        assert_true(c.origin.ends_text == status.last);
        memcpy(to, c.bytes + c.begin_byte, c.end_byte - c.begin_byte);
        to += c.end_byte - c.begin_byte;
        *to++ = status.paused ? '!' : '|';
    } while (!status.last);
    *to = '\0';
    assert_string_equal(cuts, expected);
    assert_int_equal(source_next(s, &c, &status), SOURCE_END);
    input_status_clear(&status);
    chunk_free(&c);
    source_close(s);
    alphabet_close(a);
    query_free(q);
}

/* The lead-in is three symbols here: chunks of 3 + n bytes own n bytes. */
TEST(cuts)
{
    assert_cuts("", "", NULL, 0, "|");
    assert_cuts("one\ntwo", "", NULL, 0, "one\ntwo|");
    assert_cuts("one\ntwo", "", NULL, 7, "one\n|two|");
    assert_cuts("one\ntwo", "", NULL, 1, "o|n|e|\n|t|w|o|");
    assert_cuts("a\xc3\xa9\xe2\x82\xac!", "", NULL, 5, "a\xc3\xa9|\xe2\x82\xac|!|");
    /* \x83: four bytes, and a pause; \x03: four bytes */
    assert_cuts("one\ntwo\nthree", "\x83", NULL, 0, "one\n!two\n!three|");
    assert_cuts("one\ntwo\nthree", "\x84", NULL, 0, "one\n!two\n!three|");
    assert_cuts("one\ntwo\nthree", "\x03\x83", NULL, 0, "one\ntwo\n!three|");
    assert_cuts("one, two, ", "\x83", ", ", 0, "one, !two, !|");
    assert_cuts("one, two, ", "\x84", ", ", 0, "one, !two, !|");
    assert_cuts("one, two", "", ", ", 7, "one, |two|");
}

static void assert_chunked(const struct chunked *input)
{
    bool refused;
    const char *wrong = chunked_check(input, &refused);
    assert_false(refused);
    if (wrong != NULL)
        fail_msg("%s", wrong);
}

/* The chunks of a text do not depend on its pieces and cuts. */
TEST(any_way)
{
    static const char *const delimiters[] = {"\n",       "\r?\n",   "\n+",  ",",       "\xc3\xa9",
                                             "(?<=a)b",  "a(?=b)",  "^a",   "\\bab?",  "(?m)^b",
                                             "a|ab|b,,", "(?s)..b", "b\\b", "[^ab,]+", "a(?!b)"};
    struct random r = random_open(2, 0);
    for (int i = 0; i < CASES; i++) {
        unsigned char plan[MOST_PLAN];
        struct chunked input = {.pattern = "a", .regular = random_percent(&r, 30), .plan = plan};
        bool listed = random_percent(&r, 50);
        input.utf8 = random_percent(&r, 70);
        if (listed)
            input.delimiter = delimiters[random_below(&r, sizeof delimiters / sizeof *delimiters)];
        input.delimiter_byte = listed ? -1 : "\n\0"[random_below(&r, 2)];
        if (random_percent(&r, 5))
            input.pattern = wide_pattern();
        else if (random_percent(&r, 50))
            input.pattern = "ab\xc3\xa9,ab\xc3\xa9,ab\xc3\xa9,";
        input.chunk_size = random_percent(&r, 40) ? 1 : random_log(&r, MOST_TEXT);
        input.planned = random_below(&r, MOST_PLAN + 1);
        for (size_t p = 0; p < input.planned; p++)
            plan[p] = (unsigned char)((random_log(&r, 128) - 1) | (random_below(&r, 2) << 7));
        unsigned char *text = draw_text(&r, random_percent(&r, 70), &input.length);
        input.text = text;
        assert_chunked(&input);
        free(text);
    }
}
