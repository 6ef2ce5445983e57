/* unit_normal_form.c - outside normal_form_ranges, a character is its own form, whatever precedes
 * it. check_normal_forms compares forms with Unicode's own tests. */
#include "query/normal_form.h"

#include "base/utf8.h"
#include "unit.h"

static uint32_t ranges_end_after(uint32_t c) /* the end of the range with c; 0: no range has it */
{
    for (const struct code_point_range *r = normal_form_ranges; r->end > 0; r++)
        if (c >= r->begin && c < r->end)
            return r->end;
    return 0;
}

/* Writes "a" and the character. Returns the number of bytes. */
static size_t put_two(uint32_t c, unsigned char text[8])
{
    text[0] = 'a';
    return 1 + utf8_encode(c, text + 1);
}

static void check_outside(bool accents)
{
    struct piece_form p = {0};
    unsigned char text[8];
    for (uint32_t c = 0x80; c < CHAR_BYTE; c++) {
        uint32_t end = c >= 0xd800 && c < 0xe000 ? 0xe000 : ranges_end_after(c);
        if (end > 0) {
            c = end - 1;
            continue;
        }
        size_t n = put_two(c, text);
        assert_true(normal_form_piece(accents, text, 0, n, &p));
        if (c >= 0xac00 && c < 0xd7a4)
            assert_true(p.count == 2 &&
                        p.list[1].character == c); /* its parts are composed again */
        else if (p.count != 2 || p.list[0].character != 'a' || p.list[1].character != c)
            fail_msg("U+%04X is not its own form", (unsigned)c);
    }
    piece_form_free(&p);
}

TEST(test_outside)
{
    if (normal_form_why_not() != NULL)
        skip();
    check_outside(false);
    check_outside(true);
}

/* Marks of two alternating classes are sorted by class and keep their order within each class; of
 * few marks and of many. */
TEST(marks_by_class)
{
    static const uint32_t marks[] = {0x301, 0x323, 0x300, 0x325}; /* classes 230 and 220 */
    enum { MOST = 48 };
    if (normal_form_why_not() != NULL)
        skip();
    struct piece_form p = {0};
    for (size_t n = 4; n <= MOST; n += 4) {
        unsigned char text[4 * MOST] = "q"; /* no mark composes with q */
        size_t length = 1;
        for (size_t i = 0; i < n; i++)
            length += utf8_encode(marks[i % 4], text + length);
        assert_true(normal_form_piece(false, text, 0, length, &p));
        assert_int_equal(p.count, n + 1);
        for (size_t i = 0; i < n; i++)
            assert_int_equal(p.list[i + 1].character, marks[2 * (i % 2) + (i < n / 2)]);
    }
    piece_form_free(&p);
}
