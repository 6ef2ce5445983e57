#include "elements.h"

#include <stdint.h>
#include <string.h>

#include "naive.h"
#include "naive_plain.h"

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

void elements_add(struct elements *a, const void *bytes, size_t length)
{
    if (a->count == MOST_ELEMENTS)
        return;
    memcpy(a->list[a->count].bytes, bytes, length);
    a->list[a->count++].length = length;
}

static void add_strings(struct elements *a, const char *const *strings, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strings[i][0] != '\0')
            elements_add(a, strings[i], strlen(strings[i]));
}

/* Groups of characters that are equal with -i; "" ends each group. */
static const char *const cases[] = {
    "k", "K", "\u212a", "",  "s", "S", "\u017f", "", "å", "Å", "\u212b", "", /* Kelvin, Angstrom */
    "σ", "ς", "Σ",      "",  "µ", "μ", "Μ",      "", "в", "В", "ᲀ",    "",
    "ǆ", "ǅ", "Ǆ",      "",  "θ", "ϑ", "Θ",      "", "ß", "ẞ", "",       "é",
    "É", "",  "𐐨",      "𐐀", "",  "i", "I",      "", "İ", "",  "ı",      ""};

/* Whole characters, and parts of characters. */
static const char *const fragments[] = {"a",        "b",
                                        " ",        "é",
                                        "€",        "😀",
                                        "\xc3",     "\xa9",
                                        "\xe2",     "\x82",
                                        "\xac",     "\xf0",
                                        "\x9f",     "\x98",
                                        "\x80",     "\xff",
                                        "\xf4",     "\xed",
                                        "\xe2\x82", "\xc0",
                                        "\xbf",     "\xed\xa0\x80",
                                        "\xf0\x9f"};

static void draw_bytes(struct elements *a, struct random *r)
{
    unsigned count = 2 + (unsigned)random_below(r, 254), first = (unsigned)random_below(r, 256);
    unsigned step = 2 * (unsigned)random_below(r, 128) + 1; /* odd: reaches every byte */
    elements_add(a, "a", 1);
    for (unsigned i = 0; i < count; i++) {
        unsigned char byte = (unsigned char)(first + i * step);
        if (byte != '\n')
            elements_add(a, &byte, 1);
    }
}

static void draw_code_points(struct elements *a, struct random *r)
{
    static const struct {
        uint32_t low, high;
    } ranges[] = {{0x20, 0x7e},     {0x80, 0x24f},    {0x370, 0x52f},     {0x600, 0x6ff},
                  {0x2000, 0x218f}, {0x3040, 0x30ff}, {0x4e00, 0x9fff},   {0x80, 0x7ff},
                  {0x800, 0xd7ff},  {0xe000, 0xffff}, {0x10000, 0x1ffff}, {0x10000, 0x10ffff}};
    size_t count = random_percent(r, 20) ? MOST_ELEMENTS : 2 + random_log(r, MOST_ELEMENTS - 2);
    size_t choice = random_below(r, LENGTH(ranges)), other = random_below(r, LENGTH(ranges));
    for (size_t i = 0; i < count; i++) {
        size_t range = random_percent(r, 70) ? choice : other;
        uint32_t c = (uint32_t)random_between(r, ranges[range].low, ranges[range].high);
        unsigned char bytes[4];
        size_t length = naive_encode(c, bytes);
        elements_add(a, bytes, length);
    }
}

static void draw_few(struct elements *a, struct random *r)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0_";
    static const char others[] = " -.,:\t\r";
    size_t count = random_percent(r, 60) ? 2 : 2 + random_log(r, LENGTH(letters) - 3);
    size_t first = random_percent(r, 60) ? 0 : random_below(r, LENGTH(letters) - 1);
    for (size_t i = 0; i < count; i++)
        elements_add(a, &letters[(first + i) % (LENGTH(letters) - 1)], 1);
    for (size_t spaces = random_below(r, 4); spaces > 0; spaces--)
        elements_add(a, &others[random_below(r, LENGTH(others) - 1)], 1);
}

void elements_draw(struct elements *a, struct random *r)
{
    static const struct element nul = {{0}, 1};
    a->count = 0;
    unsigned kind = (unsigned)random_below(r, 100);
    if (kind < 55)
        draw_few(a, r);
    else if (kind < 65)
        draw_bytes(a, r);
    else if (kind < 80)
        draw_code_points(a, r);
    else if (kind < 90)
        add_strings(a, cases, LENGTH(cases));
    else
        add_strings(a, fragments, LENGTH(fragments));
    if (random_percent(r, 10))
        elements_add(a, nul.bytes, nul.length);
}

void elements_draw_marks(struct elements *a, struct random *r)
{
    static const char *const parts[] = {"\xcc", "\x81", "\x88", "q"};
    unsigned share = random_percent(r, 50) ? 100 : 30;
    a->count = 0;
    elements_add(a, "a", 1);
    for (const uint32_t *c = plain_characters; *c != 0; c++) {
        unsigned char bytes[4];
        size_t length = naive_encode(*c, bytes);
        if (random_percent(r, share))
            elements_add(a, bytes, length);
    }
    if (random_percent(r, 30))
        add_strings(a, parts, LENGTH(parts));
}

struct element element_other_case(struct random *r, struct element e)
{
    bool letter = e.length == 1 && ((e.bytes[0] | 0x20) >= 'a' && (e.bytes[0] | 0x20) <= 'z');
    for (size_t i = 0; i < LENGTH(cases); i++) {
        if (strlen(cases[i]) != e.length || memcmp(cases[i], e.bytes, e.length) != 0)
            continue;
        size_t next = i + 1;
        if (cases[next][0] == '\0' || random_percent(r, 30))
            while (next > 0 && cases[next - 1][0] != '\0')
                next--;
        e.length = strlen(cases[next]);
        memcpy(e.bytes, cases[next], e.length);
        return e;
    }
    if (letter)
        e.bytes[0] ^= 0x20;
    return e;
}
