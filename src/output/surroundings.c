/* surroundings.c - see surroundings.h. */
#include "output/surroundings.h"

#include "base/utf8.h"

/* How many bytes the last characters of text[0..length) have, `n` at most. */
static size_t last_characters(bool utf8, const unsigned char *text, size_t length, uint64_t n)
{
    size_t at = length;
    for (; n > 0 && at > 0; n--)
        at -= utf8 ? utf8_last(text, at) : 1;
    return length - at;
}

/* As last_characters(), for the first characters. */
static size_t first_characters(bool utf8, const unsigned char *text, size_t length, uint64_t n)
{
    size_t at = 0;
    for (uint32_t c; n > 0 && at < length; n--)
        at += utf8_or_byte(utf8, text + at, length - at, &c);
    return at;
}

struct surroundings surroundings(bool utf8, const unsigned char *text, size_t length,
                                 struct span part, uint64_t n)
{
    struct surroundings s = {.before = last_characters(utf8, text, part.start, n)};
    if (part.end < length)
        s.behind = first_characters(utf8, text + part.end, length - part.end, n);
    return s;
}

struct surroundings surroundings_of(bool utf8, const struct record *record, size_t length,
                                    const struct occurrence *o, uint64_t n)
{
    if (n == 0)
        return (struct surroundings){0, 0};
    struct span match = {(size_t)(o->match_start - record->offset),
                         (size_t)(o->match_end - record->offset)};
    return surroundings(utf8, record->bytes, length, match, n);
}
