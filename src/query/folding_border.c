#include "query/folding_border.h"

size_t folding_border(const struct folding *e, const unsigned char *text, size_t at, size_t to)
{
    size_t length;
    while (e->pieces && at < to && folding_joins(e, text, at, to, &length))
        at += length;
    return at;
}

size_t folding_border_before(const struct folding *e, const unsigned char *text, size_t from,
                             size_t at, size_t to)
{
    size_t length;
    while (e->pieces && at > from && at < to && folding_joins(e, text, at, to, &length))
        at -= utf8_last(text + from, at - from);
    return at;
}

size_t folding_begin(const struct folding *e, const unsigned char *text, size_t from, size_t at,
                     size_t to)
{
    size_t border = folding_border_before(e, text, from, at, to), length;
    if (border < at &&
        (folding_kind(e, folding_decode(e, text, border, to, &length)) & CHARACTER_SPACE) != 0)
        border += length;
    return border;
}

size_t folding_delimiter(const struct folding *e, const unsigned char *text, size_t at, size_t to,
                         int delimiter)
{
    bool returned =
        e->crlf && delimiter >= 0 && text[at] == '\r' && at + 1 < to && text[at + 1] == delimiter;
    return returned ? 2 : text[at] == delimiter;
}
