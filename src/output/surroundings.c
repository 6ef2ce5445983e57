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

struct surroundings surroundings_of(bool utf8, const struct record *record, size_t length,
                                    const struct occurrence *o, uint64_t n)
{
    struct surroundings s = {0, 0};
    size_t start = (size_t)(o->match_start - record->offset);
    size_t end = (size_t)(o->match_end - record->offset);
    size_t most = n < length ? UTF8_LONGEST * (size_t)n : length; /* bytes of n characters */
    if (n == 0)
        return s;
    size_t from = start > most ? start - most : 0, to = end + most < length ? end + most : length;
    s.before = last_characters(utf8, record_view(record, from, start, NULL), start - from, n);
    if (end < to)
        s.behind = first_characters(utf8, record_view(record, end, to, NULL), to - end, n);
    return s;
}
