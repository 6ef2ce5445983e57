/* unit_utf8.c - UTF-8 as RFC 3629 defines it. */
#include "base/utf8.h"
#include "unit.h"

TEST(round_trip)
{
    for (uint32_t c = 0; c < CHAR_BYTE; c++) {
        unsigned char bytes[4];
        uint32_t decoded;
        size_t length = utf8_encode(c, bytes);
        assert_int_equal(length, c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4);
        size_t read = utf8_decode(bytes, length, &decoded);
        if (c >= 0xd800 && c < 0xe000) { /* a surrogate: three undecodable bytes */
            assert_int_equal(read, 1);
            assert_int_equal(decoded, CHAR_BYTE + bytes[0]);
            continue;
        }
        assert_int_equal(read, length);
        assert_int_equal(decoded, c);
        for (size_t part = 1; part < length; part++) {
            assert_int_equal(utf8_decode(bytes, part, &decoded), 1);
            assert_int_equal(decoded, CHAR_BYTE + bytes[0]);
            assert_int_equal(utf8_cut(bytes, part), part);
        }
        assert_int_equal(utf8_cut(bytes, length), 0);
    }
    for (uint32_t b = 0x80; b < 0x100; b++) {
        unsigned char byte[4];
        uint32_t decoded;
        assert_int_equal(utf8_encode(CHAR_BYTE + b, byte), 1);
        assert_int_equal(byte[0], b);
        assert_int_equal(utf8_decode(byte, 1, &decoded), 1);
        assert_int_equal(decoded, CHAR_BYTE + b);
    }
}

/* In broken text, each first byte is an undecodable byte. */
TEST(broken)
{
    static const char *const sequences[] = {"\x80",
                                            "\xbf",
                                            "\xc0\x80",
                                            "\xc1\xbf",
                                            "\xe0\x80\x80",
                                            "\xe0\x9f\xbf",
                                            "\xed\xa0\x80",
                                            "\xed\xbf\xbf",
                                            "\xf0\x80\x80\x80",
                                            "\xf0\x8f\xbf\xbf",
                                            "\xf4\x90\x80",
                                            "\xf5\x80\x80",
                                            "\xff",
                                            "\xc3(",
                                            "\xe2\x82(",
                                            "\xe2(\xa1",
                                            "\xf0\x9f\x98",
                                            "\xf0\x9f\x98\xc3",
                                            "\xf0\x9f(\x80",
                                            "\xc3\xc3\xa9"};
    for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++) {
        const unsigned char *p = (const unsigned char *)sequences[i];
        uint32_t c;
        assert_int_equal(utf8_decode(p, strlen(sequences[i]), &c), 1);
        assert_int_equal(c, CHAR_BYTE + p[0]);
    }
}

static void assert_cut(const char *text, size_t expected)
{
    assert_int_equal(utf8_cut((const unsigned char *)text, strlen(text)), expected);
}

TEST(cuts)
{
    assert_cut("", 0);
    assert_cut("abc", 0);
    assert_cut("ab\xc3", 1);
    assert_cut("ab\xc3\xa9", 0);
    assert_cut("ab\xe2", 1);
    assert_cut("ab\xe2\x82", 2);
    assert_cut("ab\xf0\x9f\x98", 3);
    assert_cut("\xf0\x9f", 2);
    assert_cut("\xf0\x9f\x98\x80", 0);
    assert_cut("\x80", 0);
    assert_cut("a\x80\x80\x80", 0);
    assert_cut("\xc3\xa9\xa9", 0);
    assert_cut("\xe0\x80", 0); /* overlong: no byte can complete it */
    assert_cut("\xed\xa0", 0); /* a surrogate */
    assert_cut("\xf4\x90", 0);
    assert_cut("\xf4\x8f\xbf", 3);
    assert_cut("\xc1", 0);
    assert_cut("\xf5", 0);
    assert_cut("\xe2\xc3", 1);
}

static void assert_good(const char *text, size_t expected)
{
    assert_int_equal(utf8_good((const unsigned char *)text, strlen(text)), expected);
}

TEST(good)
{
    assert_good("", 0);
    assert_good("a", 1);
    assert_good("\xff", 0);
    assert_good("abcdefghijklmnopqrstuvwxyz", 26);
    assert_good("abcdefgh\xc3\xa9ijklmnopqrst\xff", 22);
    assert_good("\xe2\x82\xac\xf0\x9f\x98\x80", 7);
    assert_good("\xe2\x82\xac\xf0\x9f\x98", 3);
    assert_good("abc\xed\xa0\x80", 3);
    assert_good("abcdefg\x80", 7);
}

/* A text cut in two has the characters of the whole, wherever it is cut. */
TEST(cut_anywhere)
{
    static const unsigned char text[] = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\xed\xa0\x80\xe2\x82z"
                                        "\xf0\x9f\xc3\xc3\xa9\x80\xf4\x8f";
    size_t length = sizeof text - 1;
    for (size_t at = 0; at <= length; at++) {
        size_t cut = at - utf8_cut(text, at), i = 0;
        while (i < cut) {
            uint32_t alone, together;
            size_t size = utf8_decode(text + i, cut - i, &alone);
            assert_int_equal(size, utf8_decode(text + i, length - i, &together));
            assert_int_equal(alone, together);
            i += size;
        }
        assert_int_equal(i, cut);
    }
}

/* The table of RFC 3629, section 4, line by line: the permitted first two bytes. */
struct line {
    unsigned char first[2], second[2]; /* from, to */
    size_t length;
};

static const struct line lines[] = {
    {{0x00, 0x7f}, {0x00, 0xff}, 1}, {{0xc2, 0xdf}, {0x80, 0xbf}, 2},
    {{0xe0, 0xe0}, {0xa0, 0xbf}, 3}, {{0xe1, 0xec}, {0x80, 0xbf}, 3},
    {{0xed, 0xed}, {0x80, 0x9f}, 3}, {{0xee, 0xef}, {0x80, 0xbf}, 3},
    {{0xf0, 0xf0}, {0x90, 0xbf}, 4}, {{0xf1, 0xf3}, {0x80, 0xbf}, 4},
    {{0xf4, 0xf4}, {0x80, 0x8f}, 4},
};

/* The length of the character that begins with these two bytes, if continuation bytes follow; 0:
 * the first byte is undecodable. */
static unsigned char lengths[65536];

static void fill_lengths(void)
{
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        for (unsigned a = lines[i].first[0]; a <= lines[i].first[1]; a++)
            for (unsigned b = lines[i].second[0]; b <= lines[i].second[1]; b++)
                lengths[a << 8 | b] = (unsigned char)lines[i].length;
}

static bool is_continuation(uint32_t byte)
{
    return byte >= 0x80 && byte <= 0xbf;
}

/* Returns whether four bytes, the first one highest in `input`, are decoded as the table says. */
static bool is_decoded(uint32_t input)
{
    const uint32_t b[] = {input >> 24, input >> 16 & 0xff, input >> 8 & 0xff, input & 0xff};
    const unsigned char p[] = {(unsigned char)b[0], (unsigned char)b[1], (unsigned char)b[2],
                               (unsigned char)b[3]};
    size_t length = lengths[input >> 16];
    if ((length >= 3 && !is_continuation(b[2])) || (length == 4 && !is_continuation(b[3])))
        length = 0;
    uint32_t c, expected = length == 0   ? CHAR_BYTE + b[0]
                           : length == 1 ? b[0]
                           : length == 2 ? (b[0] & 0x1f) << 6 | (b[1] & 0x3f)
                           : length == 3 ? (b[0] & 0x0f) << 12 | (b[1] & 0x3f) << 6 | (b[2] & 0x3f)
                                         : (b[0] & 0x07) << 18 | (b[1] & 0x3f) << 12 |
                                               (b[2] & 0x3f) << 6 | (b[3] & 0x3f);
    return utf8_decode(p, sizeof p, &c) == (length > 0 ? length : 1) && c == expected;
}

/* The bytes at which a rule begins or ends. */
static const unsigned char borders[] = {0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0,
                                        0xc1, 0xc2, 0xdf, 0xe0, 0xef, 0xf0, 0xf4, 0xf5, 0xff};

/* All inputs of four bytes, if many cases are requested. Otherwise all first three bytes, followed
 * by every border if the character may have four bytes, and by one border if not. */
TEST(all_inputs)
{
    enum { BORDERS = sizeof borders / sizeof *borders };
    const char *cases = getenv("EDGREP_CASES");
    bool all = cases != NULL && atol(cases) >= 1000000;
    uint64_t wrong = 0;
    fill_lengths();
    for (uint32_t three = 0; three < 1U << 24; three++)
        if (all)
            for (uint32_t last = 0; last < 256; last++)
                wrong += !is_decoded(three << 8 | last);
        else if (three >> 16 >= 0xf0)
            for (size_t i = 0; i < BORDERS; i++)
                wrong += !is_decoded(three << 8 | borders[i]);
        else
            wrong += !is_decoded(three << 8 | borders[three % BORDERS]);
    assert_int_equal(wrong, 0);
}
