/* naive_encoding.c - the reference for texts in encodings other than UTF-8. */
#include <assert.h>

#include "naive_text.h"

enum { MARK = 0xfeff, REPLACEMENT = 0xfffd, LONE = 0xdc00 /* half of a surrogate pair */ };

/* Returns the bytes of the character in the input. */
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

/* Returns the bytes in the input of from..to of a text in UTF-8. */
static size_t width_of(enum naive_encoding encoding, struct naive_bytes text, size_t from,
                       size_t to)
{
    size_t sum = 0;
    for (size_t at = from; at < to;) {
        uint32_t c;
        at += character_decode(text.bytes + at, text.length - at, true, &c);
        sum += width(encoding, c);
    }
    return sum;
}

/* The position that was last asked for. */
static struct {
    const unsigned char *text;
    size_t byte, source;
} last;

void naive_source_forget(void)
{
    last.text = NULL;
}

size_t naive_source(const struct naive_options *o, const struct naive_input *input, size_t byte)
{
    const struct naive_bytes text = input->text;
    if (o->encoding == NAIVE_AS_IS)
        return byte;
    if (text.bytes != last.text) {
        last.text = text.bytes;
        last.byte = 0;
        last.source = o->marked ? width(o->encoding, MARK) : 0;
    }
    last.source += width_of(o->encoding, text, last.byte, byte);
    last.source -= width_of(o->encoding, text, byte, last.byte);
    last.byte = byte;
    return last.source;
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
