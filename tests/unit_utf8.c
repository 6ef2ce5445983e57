/* unit_utf8.c - RFC 3629 from all sides. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/utf8.h"

static void round_trip(void **state)
{
    (void)state;
    for (uint32_t c = 0; c < CHAR_BYTE; c++) {
        unsigned char bytes[4];
        uint32_t decoded;
        size_t length = utf8_encode(c, bytes);
        assert_int_equal(length, c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4);
        size_t read = utf8_decode(bytes, length, &decoded);
        if (c >= 0xd800 && c < 0xe000) { /* a surrogate: three bytes on their own */
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

/* Each first byte is a character of its own. */
static void broken(void **state)
{
    (void)state;
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

static void cuts(void **state)
{
    (void)state;
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
    assert_cut("\xe0\x80", 0); /* overlong: nothing completes it */
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

static void good(void **state)
{
    (void)state;
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

/* However a text is cut in two, both parts give the characters of the whole. */
static void cut_anywhere(void **state)
{
    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(round_trip), cmocka_unit_test(broken),
                                       cmocka_unit_test(cuts), cmocka_unit_test(good),
                                       cmocka_unit_test(cut_anywhere)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
