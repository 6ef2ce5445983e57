/* unit_alphabet.c - the alphabet against a matcher; and several threads that decode with one
 * alphabet at the same time. */
#include <stdatomic.h>

#include "base/parallel.h"
#include "base/utf8.h"
#include "query/matcher.h"
#include "query/pattern.h"
#include "ref/random.h"
#include "text/decode.h"
#include "text/decode_body.h"
#include "unit.h"

enum {
    THREADS = 4,
    TEXTS = 24,
    CHARACTERS = 300,
    ROUNDS = 40,
    ITEMS = 9,
    SETS = 400, /* sets of items; each becomes a symbol */
    STRIDE = 7, /* between the characters of successive sets, so that they lie on many pages */
    HAN = 0x4e00,
};

/* Returns the character that matches the items whose bits are in `set`. */
static uint32_t member_of(uint32_t set)
{
    return HAN + STRIDE * set;
}

struct text {
    unsigned char bytes[4 * (CHARACTERS + SETS)];
    size_t size;
};

static const struct query *compile(void)
{
    static char pattern[ITEMS * 4 * SETS];
    char *end = pattern;
    for (unsigned item = 0; item < ITEMS; item++) {
        *end++ = '[';
        for (uint32_t set = 1; set < SETS; set++)
            if (set >> item & 1)
                end += utf8_encode(member_of(set), (unsigned char *)end);
        *end++ = ']';
    }
    struct pattern_source source = {.text = pattern, .length = (size_t)(end - pattern)};
    struct pattern_rules rules = {.utf8 = true, .limited = true, .classes = true};
    const struct query *q = patterns_compile(&source, 1, &rules);
    assert_non_null(q);
    return q;
}

/* Draws runs of neighbouring characters, from a few pages with members and some without. */
static void draw_text(struct random *r, struct text *t)
{
    t->size = 0;
    for (unsigned i = 0; i < CHARACTERS;) {
        uint32_t first = random_percent(r, 70) ? HAN + (uint32_t)random_below(r, SETS * STRIDE)
                                               : (uint32_t)random_log(r, 0x2000);
        for (uint64_t run = random_between(r, 1, 40); run > 0 && i < CHARACTERS; run--, i++)
            t->size += utf8_encode(first++, t->bytes + t->size);
    }
}

static struct chunk chunk_of(const struct text *t)
{
    struct chunk c = {.rules.utf8 = true, .nbytes = t->size, .end_byte = t->size};
    c.bytes = c.storage.buffer = malloc(t->size);
    memcpy(c.bytes, t->bytes, t->size);
    return c;
}

static bool same_items(const struct alphabet *a, uint32_t x, const struct alphabet *b, uint32_t y)
{
    const uint32_t *of_x, *of_y;
    size_t n = alphabet_items(a, x, &of_x);
    return alphabet_items(b, y, &of_y) == n &&
           (n == 0 || memcmp(of_x, of_y, n * sizeof *of_x) == 0);
}

/* Returns whether a chunk has the symbols that decoding each character alone gives, in another
 * alphabet. */
static bool decoded_well(const struct chunk *c, const struct alphabet *a, struct alphabet *alone)
{
    size_t n = 0;
    bool good = c->width == (c->alphabet_size <= DECODE_NARROW ? 1 : 4);
    for (size_t at = 0, length; good && at < c->nbytes; at += length, n++) {
        uint32_t character, symbol = n < c->length ? chunk_symbol(c, NULL, n) : SYMBOL_NONE;
        length = utf8_decode(c->bytes + at, c->nbytes - at, &character);
        uint32_t expected = alphabet_symbol(alone, character);
        good = symbol < c->alphabet_size && same_items(a, symbol, alone, expected) &&
               (symbol < SYMBOL_FIRST || expected < SYMBOL_FIRST ? symbol == expected : true) &&
               (n % CHUNK_MARK != 0 || c->marks[n / CHUNK_MARK] == at);
    }
    return good && c->length == n;
}

struct round {
    const struct text *texts;
    struct alphabet *shared, *alone;
    atomic_uint next, bad, widths[5];
};

static void *decode_texts(void *context)
{
    struct round *round = context;
    for (unsigned i; (i = atomic_fetch_add(&round->next, 1)) < TEXTS;) {
        struct chunk c = chunk_of(&round->texts[i]);
        if (!decode_chunk(&c, round->shared, NULL) ||
            !decoded_well(&c, round->shared, round->alone))
            atomic_fetch_add(&round->bad, 1);
        atomic_fetch_add(&round->widths[c.width], 1);
        chunk_free(&c);
    }
    return NULL;
}

/* Adds all characters to `alone`, so that threads only read it. */
static void know_texts(struct alphabet *alone, const struct text texts[TEXTS])
{
    for (const struct text *t = texts; t < texts + TEXTS; t++)
        for (size_t at = 0; at < t->size;) {
            uint32_t character;
            at += utf8_decode(t->bytes + at, t->size - at, &character);
            assert_int_not_equal(alphabet_symbol(alone, character), SYMBOL_NONE);
        }
}

/* The first texts of a round have few enough symbols for bytes, the last ones do not. */
TEST(threads)
{
    static struct text texts[TEXTS];
    const struct query *q = compile();
    unsigned narrow = 0, wide = 0;
    for (uint64_t i = 0; i < ROUNDS; i++) {
        struct random r = random_open(29, i);
        for (size_t t = 0; t < TEXTS; t++)
            draw_text(&r, &texts[t]);
        struct round round = {
            .texts = texts, .shared = alphabet_open(q, '\n'), .alone = alphabet_open(q, '\n')};
        know_texts(round.alone, texts);
        assert_true(alphabet_size(round.alone) > DECODE_NARROW);
        (void)in_parallel(THREADS, decode_texts, &round);
        assert_int_equal(round.bad, 0);
        assert_int_equal(alphabet_size(round.shared), alphabet_size(round.alone));
        narrow += round.widths[1];
        wide += round.widths[4];
        alphabet_close(round.shared);
        alphabet_close(round.alone);
    }
    assert_true(narrow > 0 && wide > 0);
    query_free(q);
}

/* In one chunk, the number of symbols outgrows a byte. */
TEST(grows_wide)
{
    struct text t = {.size = 0};
    for (uint32_t i = 1; i < SETS; i++)
        t.size += utf8_encode(member_of(i), t.bytes + t.size);
    const struct query *q = compile();
    struct alphabet *a = alphabet_open(q, '\n'), *alone = alphabet_open(q, '\n');
    struct chunk c = chunk_of(&t);
    assert_true(decode_chunk(&c, a, NULL));
    assert_int_equal(c.width, 4);
    assert_true(decoded_well(&c, a, alone));
    chunk_free(&c);
    alphabet_close(a);
    alphabet_close(alone);
    query_free(q);
}

/* Checks that each character has the items that a matcher finds for it alone. */
static void assert_items(const char *pattern, bool ignore_case, bool classes, bool utf8)
{
    struct pattern_source source = {.text = (char *)pattern, .length = strlen(pattern)};
    struct pattern_rules rules = {
        .utf8 = utf8, .limited = true, .ignore_case = ignore_case, .classes = classes};
    const struct query *q = patterns_compile(&source, 1, &rules);
    assert_non_null(q);
    struct alphabet *a = alphabet_open(q, '\n');
    struct matcher *matcher = matcher_open(q);
    uint32_t *found = calloc(q->nitems, sizeof *found);
    for (uint32_t c = 0; c < (utf8 ? CHAR_LIMIT : 256); c++) {
        const uint32_t *items;
        uint32_t symbol = alphabet_symbol(a, c);
        size_t n = c == '\n' ? 0 : matcher_items(matcher, c, found);
        if (alphabet_items(a, symbol, &items) != n ||
            (n > 0 && memcmp(items, found, n * sizeof *items) != 0))
            fail_msg("%s: U+%x", pattern, c);
        assert_true((c == '\n') == (symbol == SYMBOL_DELIMITER));
    }
    free(found);
    matcher_close(matcher);
    alphabet_close(a);
    query_free(q);
}

/* A small and a capital Cherokee letter are one symbol, also with many symbols between them. */
TEST(many_symbols)
{
    enum { MANY = 1200, CAPITAL = 0x13a0, SMALL = 0xab70 };
    char pattern[3 * MANY + 4];
    size_t n = utf8_encode(CAPITAL, (unsigned char *)pattern);
    for (uint32_t i = 0; i < MANY; i++)
        n += utf8_encode(member_of(i), (unsigned char *)pattern + n);
    struct pattern_source source = {.text = pattern, .length = n};
    struct pattern_rules rules = {.utf8 = true, .limited = true, .ignore_case = true};
    const struct query *q = patterns_compile(&source, 1, &rules);
    assert_non_null(q);
    struct alphabet *a = alphabet_open(q, '\n');
    uint32_t first = alphabet_symbol(a, CAPITAL), size = alphabet_size(a);
    for (uint32_t i = 0; i < MANY; i++)
        assert_int_equal(alphabet_symbol(a, member_of(i)), size + i);
    assert_int_equal(alphabet_symbol(a, SMALL), first);
    assert_int_equal(alphabet_size(a), size + MANY);
    alphabet_close(a);
    query_free(q);
}

TEST(items)
{
    static const char words[] = "kstra\xc3\x9f"
                                "e\xce\xa9\xd0\x96\xe4\xb8\x80\xf0\x9f\x98\x80\xf0\x90\x90\x80\xff";
    static const char classes[] = "a[\\x{400}-\\x{4ff}\\x{1f63f}]\\p{Lu}[^\\x{4e00}-\\x{5000}]";
    for (int ignore_case = 0; ignore_case < 2; ignore_case++) {
        assert_items(words, ignore_case != 0, false, true);
        assert_items(words, ignore_case != 0, false, false);
        assert_items(classes, ignore_case != 0, true, true);
        assert_items("[b-d]\\x{439}k", ignore_case != 0, true, true);
    }
}
