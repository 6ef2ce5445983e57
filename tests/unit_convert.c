/*
 * unit_convert.c - texts in other encodings: the result is what iconv(3) returns for each character
 * separately, however the text is read, and offsets are computed from it.
 */
#include <errno.h>
#include <iconv.h>

#include "base/utf8.h"
#include "input/convert.h"
#include "ref/random.h"
#include "unit.h"

enum { CHARACTERS = 20000, ROUNDS = 2, MOST = 8 * CHARACTERS };

/* A text as read and in UTF-8, with the offsets of its characters in both. */
struct sample {
    unsigned char bytes[MOST], text[MOST];
    size_t nbytes, ntext, at[CHARACTERS + 1], text_at[CHARACTERS + 1], used, n;
    struct random random;
    bool fails; /* reading ends with an error */
};

static struct sample sample;

static uint32_t draw_character(struct random *r)
{
    static const uint32_t ends[] = {0x80, 0x80, 0x100, 0x800, 0x10000, 0x30000};
    return (uint32_t)random_below(r, ends[random_below(r, sizeof ends / sizeof *ends)]);
}

/* Returns whether the bytes are decoded to exactly this character. */
static bool decodes(iconv_t decoder, const unsigned char *bytes, size_t n,
                    const unsigned char *character, size_t size)
{
    char out[16], *from = (char *)bytes, *to = out;
    size_t room = sizeof out;
    return iconv(decoder, &from, &n, &to, &room) == 0 && sizeof out - room == size &&
           memcmp(out, character, size) == 0;
}

/* Appends a character as iconv(3) encodes it, if the encoding has it. */
static void add_character(struct sample *s, iconv_t encoder, iconv_t decoder, uint32_t c)
{
    size_t size = utf8_encode(c, s->text + s->ntext), left = size, room = 8;
    char *from = (char *)s->text + s->ntext, *to = (char *)s->bytes + s->nbytes;
    uint32_t again;
    if (utf8_decode(s->text + s->ntext, size, &again) != size)
        return; /* a surrogate */
    if (iconv(encoder, &from, &left, &to, &room) == (size_t)-1 || room == 8)
        return;
    if (s->n > 0 && !decodes(decoder, s->bytes + s->nbytes, 8 - room, s->text + s->ntext, size))
        return; /* another character has the same bytes */
    s->at[s->n] = s->nbytes;
    s->text_at[s->n++] = s->ntext;
    s->nbytes += 8 - room;
    s->ntext += size;
}

static void make_sample(const char *name, uint64_t seed)
{
    struct sample *s = &sample;
    iconv_t encoder = iconv_open(name, "UTF-8");
    iconv_t decoder = iconv_open("UTF-8", name);
    assert_true(encoder != (iconv_t)-1 && decoder != (iconv_t)-1);
    s->nbytes = s->ntext = s->n = s->used = 0;
    s->fails = false;
    s->random = random_open(seed, 1);
    for (size_t ascii = 1; s->n<CHARACTERS; ascii -= ascii> 0) { /* characters in a run */
        if (ascii == 0 && random_percent(&s->random, 5))
            ascii = random_log(&s->random, 60);
        add_character(s, encoder, decoder,
                      s->n == 0   ? 'a'
                      : ascii > 0 ? (uint32_t)random_below(&s->random, 0x80)
                                  : draw_character(&s->random));
    }
    s->at[s->n] = s->nbytes;
    s->text_at[s->n] = s->ntext;
    (void)iconv_close(encoder);
    (void)iconv_close(decoder);
}

static ssize_t read_piece(void *from, unsigned char *to, size_t size)
{
    struct sample *s = from;
    size_t left = s->nbytes - s->used, most = left < size ? left : size;
    size_t n = most > 0 ? 1 + random_below(&s->random, most) : 0;
    if (most > 0 && random_percent(&s->random, 30))
        n = 1;
    memcpy(to, s->bytes + s->used, n);
    s->used += n;
    if (n > 0 || !s->fails)
        return (ssize_t)n;
    errno = EIO;
    return -1;
}

/* Reads the whole sample, and compares it. */
static void check_sample(struct convert *u, const struct encoding *e)
{
    static unsigned char actual[MOST];
    size_t n = 0, mark;
    ssize_t more;
    sample.used = 0;
    convert_begin(u, e, read_piece, &sample);
    do {
        size_t room = sizeof actual - n;
        more = convert_read(u, actual + n,
                            random_percent(&sample.random, 50)
                                ? 1 + random_below(&sample.random, room < 100 ? room : 100)
                                : room);
        n += more > 0 ? (size_t)more : 0;
    } while (more > 0);
    assert_int_equal(more, sample.fails ? -1 : 0);
    assert_true(!sample.fails || errno == EIO);
    assert_int_equal(n, sample.ntext);
    assert_memory_equal(actual, sample.text, n);
    const struct encoding *found = convert_encoding(u, &mark);
    assert_non_null(found);
    for (size_t i = 1; i <= sample.n; i += 1 + random_below(&sample.random, 500))
        assert_int_equal(mark + encoding_length(found, actual, sample.text_at[i]), sample.at[i]);
    assert_int_equal(mark + encoding_length(found, actual, n), sample.nbytes);
}

TEST(test_iconv)
{
    static const char *const names[] = {
        "UTF-16LE", "UTF-16BE",  "UTF-16", "UTF-32LE",    "UTF-32BE", "ISO-8859-1", "WINDOWS-1252",
        "KOI8-R",   "SHIFT_JIS", "EUC-JP", "GB18030",     "GBK",      "BIG5",       "EUC-KR",
        "CP949",    "CP932",     "IBM037", "ISO-8859-15", "EUC-TW",   "MACINTOSH",  "WINDOWS-31J"};
    struct convert *u = convert_open();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (uint64_t seed = 0; seed < ROUNDS; seed++) {
            struct encoding e = {0};
            assert_null(encoding_open(&e, names[i]));
            make_sample(names[i], seed);
            sample.fails = seed == 1;
            check_sample(u, &e);
            encoding_close(&e);
        }
    convert_close(u);
}

/* Converts n bytes of UTF-16 with a byte order mark. */
static size_t convert_all(const void *bytes, size_t n, unsigned char *to, size_t size)
{
    static const struct encoding automatic = {.kind = ENCODING_AUTO};
    struct convert *u = convert_open();
    size_t made = 0;
    ssize_t more;
    memcpy(sample.bytes, bytes, n);
    sample.nbytes = n;
    sample.used = 0;
    sample.fails = false;
    convert_begin(u, &automatic, read_piece, &sample);
    while ((more = convert_read(u, to + made, size - made)) > 0)
        made += (size_t)more;
    assert_int_equal(more, 0);
    convert_close(u);
    return made;
}

TEST(test_broken)
{
    static const struct {
        const char *bytes;
        size_t n;
        const char *text;
    } cases[] = {
        {"", 0, ""},
        {"\xff", 1, "\xff"},
        {"\xfe", 1, "\xfe"},
        {"\xff\xfe", 2, ""},
        {"\xfe\xff", 2, ""},
        {"\xff\xfd", 2, "\xff\xfd"},
        {"ab", 2, "ab"},
        {"\xff\xfe\x61", 3, "\xef\xbf\xbd"},
        {"\xff\xfe\x61\0\x62", 5, "a\xef\xbf\xbd"},
        {"\xfe\xff\0\x61\0\x62", 6, "ab"},
        {"\xff\xfe\0\xd8\x61\0", 6, "\xef\xbf\xbd\x61"},       /* a high surrogate alone */
        {"\xff\xfe\0\xdc\x61\0", 6, "\xef\xbf\xbd\x61"},       /* a low surrogate alone */
        {"\xff\xfe\0\xd8\x61", 5, "\xef\xbf\xbd\xef\xbf\xbd"}, /* and half a code unit */
        {"\xff\xfe\0\xd8\0\xd8\0\xdc", 8, "\xef\xbf\xbd\xf0\x90\x80\x80"}, /* and a pair */
        {"\xff\xfe\xff\xfe", 4, "\xef\xbb\xbf"}, /* a second mark is a character */
    };
    unsigned char text[64];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t n = convert_all(cases[i].bytes, cases[i].n, text, sizeof text);
        assert_int_equal(n, strlen(cases[i].text));
        assert_memory_equal(text, cases[i].text, n);
    }
}

TEST(test_names)
{
    static const char *const bad[] = {"",      "nothing", "UTF-16//IGNORE", "ISO-2022-JP",
                                      "UTF-7", "UCS-2",   "CP1258",         "IBM930"};
    struct encoding e = {0};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_non_null(encoding_open(&e, bad[i]));
    assert_null(encoding_open(&e, "utf-8"));
    assert_int_equal(e.kind, ENCODING_UTF8);
    assert_null(encoding_open(&e, "latin1"));
    assert_int_equal(e.kind, ENCODING_BYTES);
    assert_null(encoding_open(&e, "gb18030"));
    assert_int_equal(e.kind, ENCODING_MIXED);
    encoding_close(&e);
}

/* If offsets cannot be computed, reading fails: here a character has two codes of different
 * lengths. */
TEST(test_no_offsets)
{
    struct encoding e = {0};
    struct convert *u = convert_open();
    unsigned char text[64];
    assert_null(encoding_open(&e, "gb18030"));
    memcpy(sample.bytes, "a\x84\x31\xa4\x37", 5); /* U+FFFD, which replaces an undecodable byte */
    sample.nbytes = 5;
    sample.used = 0;
    sample.fails = false;
    convert_begin(u, &e, read_piece, &sample);
    ssize_t n;
    while ((n = convert_read(u, text, sizeof text)) > 0)
        ;
    assert_int_equal(n, -1);
    assert_int_equal(errno, 0);
    assert_non_null(convert_reason(u));
    convert_close(u);
    encoding_close(&e);
}
