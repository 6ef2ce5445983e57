/* unit_utf8_word.c - devices find the same characters in UTF-8 as the processor. */
#include "base/utf8.h"
#include "gpu/scan/utf8_word.h"
#include "ref/random.h"
#include "unit.h"

enum { CASES = 200000, MOST = 100 };

/* The values at the borders of the table of RFC 3629, section 4, and beside them. */
static const unsigned char bytes[] = {0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf,
                                      0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee,
                                      0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff};

static uint32_t word_of(const unsigned char p[4])
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void check_word(const unsigned char p[4])
{
    uint32_t character;
    size_t length = utf8_decode(p, 4, &character);
    assert_int_equal(utf8_length(word_of(p)), length);
    assert_int_equal(utf8_character(word_of(p)), character);
}

TEST(all_words)
{
    for (size_t first = 0; first < 256; first++)
        for (size_t second = 0; second < 256; second++)
            for (size_t i = 0; i < sizeof bytes * sizeof bytes; i++)
                check_word((unsigned char[]){(unsigned char)first, (unsigned char)second,
                                             bytes[i / sizeof bytes], bytes[i % sizeof bytes]});
}

/* Decodes n bytes as threads of a device do, one for each UTF8_BYTES of them. The text is
 * surrounded by zeros. */
static void check_text(const unsigned char *p, size_t n)
{
    size_t at = 0;
    for (size_t from = 0; from < n; from += UTF8_BYTES) {
        uint32_t words[UTF8_WORDS];
        for (size_t w = 0; w < UTF8_WORDS; w++)
            words[w] = word_of(p + from + 4 * w - 4);
        uint32_t begins = utf8_begins(words);
        assert_int_equal(begins >> UTF8_BYTES, 0);
        for (size_t i = 0; i < UTF8_BYTES && from + i < n; i++) {
            uint32_t character;
            assert_int_equal(begins >> i & 1, from + i == at);
            if (from + i < at)
                continue;
            at += utf8_decode(p + at, n - at, &character);
            assert_int_equal(utf8_character(utf8_word(words, (int)i)), character);
        }
    }
    assert_int_equal(at, n);
}

TEST(texts)
{
    struct random r = random_open(7, 0);
    for (size_t i = 0; i < CASES; i++) {
        unsigned char text[4 + MOST + UTF8_BYTES + 4] = {0};
        size_t n = 1 + random_below(&r, MOST), at = 0;
        while (at < n) {
            uint32_t any = CHAR_BYTE + bytes[random_below(&r, sizeof bytes)];
            uint32_t character = (uint32_t)random_below(&r, CHAR_LIMIT);
            unsigned char sequence[4];
            size_t length = utf8_encode(random_below(&r, 2) == 0 ? any : character, sequence);
            for (size_t b = 0; b < length && at < n; b++)
                text[4 + at++] = sequence[b];
        }
        check_text(text + 4, n);
    }
}
