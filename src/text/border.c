#include "text/border.h"

#include <string.h>

#include "base/utf8.h"
#include "query/folding_border.h"

/* Returns the first character border at or behind `at`; `from` is a border before it. */
static size_t character_border(const struct chunk *c, size_t from, size_t at)
{
    for (size_t back = 1; c->rules.utf8 && back < 4 && from + back <= at; back++) {
        uint32_t ignored;
        size_t lead = at - back;
        if (c->bytes[lead] >= 0xc0) {
            size_t length = utf8_decode(c->bytes + lead, c->nbytes - lead, &ignored);
            return length > back ? lead + length : at;
        }
    }
    return at;
}

/* Returns the character border before `border`, or begin_byte. */
static size_t character_before(const struct chunk *c, size_t border)
{
    size_t at = border;
    do
        at--;
    while (at > c->begin_byte && character_border(c, c->begin_byte, at) != at);
    return at;
}

/* A border is certain only if the search has decided whether a delimiter begins there. So the byte
 * at which the search stopped is not yet a border, unless the text ends there. */
size_t border_certain(const struct split *s, const struct chunk *c, size_t at)
{
    size_t end = at, searched = s->searched;
    if (end >= searched && !(s->ended && searched == c->nbytes))
        end = searched > c->begin_byte ? character_before(c, searched) : searched;
    size_t i = chunk_span_after(c, end);
    return i < c->delimiters.n && c->delimiters.spans[i].start < end ? c->delimiters.spans[i].end
                                                                     : end;
}

/* Moves a border at `at` behind a \r\n that it would cut or precede: then one character behind the
 * border shows whether the record ends there. */
static size_t behind_delimiter(const struct chunk *c, size_t at)
{
    for (size_t newline = at; newline < c->nbytes && newline < at + 2; newline++)
        if (c->bytes[newline] == '\n' && c->bytes[newline - 1] == '\r')
            return newline + 1;
    return at;
}

/* If a regex had to look far ahead, the chunk owns half of the bytes: if it owned only a small
 * step, the rest would be copied once for each step. */
size_t border_full(const struct split *s, const struct chunk *c, size_t step)
{
    size_t half = s->regex != NULL ? (c->nbytes - c->begin_byte) / 2 : 0;
    size_t size = half > step ? half : step;
    size_t end = character_border(c, c->begin_byte, c->begin_byte + size);
    if (s->crlf)
        return behind_delimiter(c, end);
    return s->regex != NULL ? border_certain(s, c, end) : end;
}

/* Returns where symbol i begins. In a folded text, returns a byte before all text that may combine
 * or change places with the symbol; if folding drops all text behind it, the symbol may lie behind
 * the owned part. */
static size_t symbol_byte(const struct chunk *c, size_t i)
{
    size_t at = chunk_byte(c, i);
    if (c->rules.folding == NULL)
        return at;
    return folding_border_before(c->rules.folding, c->bytes, 0, at < c->end_byte ? at : c->end_byte,
                                 c->nbytes);
}

/* Returns the first byte of the last `overlap` characters that the chunk owns. In a barren or raw
 * chunk, where characters have not been counted, returns a byte at least as far back. */
static size_t overlap_begin(const struct chunk *c, size_t overlap)
{
    if (!c->decoding.barren && c->decoding.raw == NULL)
        return symbol_byte(c, share_at(c->own.end, c->own.end, overlap).lead);
    size_t at = share_at(c->end_byte, c->end_byte, UTF8_LONGEST * (overlap + 1)).lead;
    return at > 0 ? character_border(c, 0, at) : 0;
}

size_t border_lead_in(const struct split *s, const struct chunk *c, size_t overlap)
{
    size_t from = overlap_begin(c, overlap), back = split_lookbehind(s);
    size_t window = c->end_byte > back ? c->end_byte - back : 0;
    if (window < from)
        from = character_border(c, 0, window);
    if (c->rules.listed) {
        size_t i = chunk_span_after(c, c->end_byte);
        if (i > 0 && c->delimiters.spans[i - 1].end > from)
            from = c->delimiters.spans[i - 1].end;
    } else if (c->delimiters.byte >= 0) {
        const unsigned char *last =
            memrchr(c->bytes + from, c->delimiters.byte, c->end_byte - from);
        if (last != NULL)
            from = (size_t)(last - c->bytes) + 1;
    }
    return from;
}
