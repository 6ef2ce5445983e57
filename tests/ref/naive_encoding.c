/* naive_encoding.c - the reference: texts in other encodings than UTF-8. */
#include <assert.h>

#include "naive_text.h"

enum { MARK = 0xfeff, REPLACEMENT = 0xfffd, LONE = 0xdc00 /* half of a pair */ };

/* How many bytes of the input the character is. */
static size_t width(enum naive_encoding encoding, uint32_t c)
{
    switch (encoding) {
    case NAIVE_UTF16LE:
    case NAIVE_UTF16BE:
        return c < 0x10000 ? 2 : 4;
    case NAIVE_UTF32LE:
        return 4;
    default:
        return 1;
    }
}

size_t naive_source(const struct naive_options *o, const struct naive_input *input, size_t byte)
{
    size_t source = o->marked ? width(o->encoding, MARK) : 0;
    if (o->encoding == NAIVE_AS_IS)
        return byte;
    for (size_t at = 0; at < byte;) {
        uint32_t c;
        at += character_decode(input->text.bytes + at, input->text.length - at, true, &c);
        source += width(o->encoding, c);
    }
    return source;
}

static void put(struct naive_bytes *to, size_t n, bool little, uint32_t value)
{
    for (size_t i = 0; i < n; i++)
        to->bytes[to->length + i] = (unsigned char)(value >> 8 * (little ? i : n - 1 - i));
    to->length += n;
}

static void put_character(struct naive_bytes *to, enum naive_encoding encoding, uint32_t c)
{
    bool little = encoding != NAIVE_UTF16BE;
    if (encoding == NAIVE_UTF32LE || encoding == NAIVE_LATIN1 || c < 0x10000) {
        put(to, width(encoding, c), little, c);
        return;
    }
    put(to, 2, little, 0xd800 + ((c - 0x10000) >> 10));
    put(to, 2, little, LONE + ((c - 0x10000) & 0x3ff));
}

struct naive_bytes naive_encoded(const struct naive_options *o, struct naive_bytes text,
                                 bool broken)
{
    struct naive_bytes to = {naive_allocate(4 * text.length + 5, 1), 0};
    if (o->marked)
        put_character(&to, o->encoding, MARK);
    for (size_t at = 0; at < text.length;) {
        uint32_t c;
        at += character_decode(text.bytes + at, text.length - at, true, &c);
        assert(c < CODE_POINTS);
        put_character(&to, o->encoding,
                      broken && c == REPLACEMENT && o->encoding != NAIVE_LATIN1 ? LONE : c);
    }
    return to;
}
