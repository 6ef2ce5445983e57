#include "query/folded_places.h"

#include "base/binary_search.h"
#include "base/utf8.h"

/* Returns the number of bends at or before byte `at`. */
static size_t bends_before(const struct folded_text *p, size_t at)
{
    BINARY_SEARCH(count, p->nbends, middle, p->bends[middle].at <= at);
    return count;
}

/* Returns the number of source bytes, including dropped ones, before byte i after a bend. */
static size_t with_dropped(uint64_t dropped, size_t i)
{
    for (uint64_t left = dropped; left != 0 && (size_t)__builtin_ctzll(left) <= i; left &= left - 1)
        i++;
    return i;
}

/* As folded_text_begins(), where `bends` bends are at or before byte `at`. */
static size_t begins_after(const struct folded_text *p, size_t bends, size_t at)
{
    if (bends == 0)
        return at;
    const struct bend *b = &p->bends[bends - 1];
    return b->begin + with_dropped(b->dropped, at - b->at);
}

size_t folded_text_begins(const struct folded_text *p, size_t at)
{
    return begins_after(p, bends_before(p, at), at);
}

size_t folded_text_ends(const struct folded_text *p, size_t at)
{
    if (at == p->n)
        return p->ended;
    size_t i = bends_before(p, at);
    if (i > 0 && p->bends[i - 1].at == at)
        return p->bends[i - 1].end;
    return at == 0 ? 0 : begins_after(p, i, at - 1) + 1;
}

size_t folded_text_at(const struct folded_text *p, size_t begin)
{
    BINARY_SEARCH(count, p->n, middle, folded_text_begins(p, middle) < begin);
    return count;
}

size_t folded_text_joint(const struct folded_text *p, size_t at)
{
    BINARY_SEARCH(count, p->njoints, middle, p->joints[middle] <= at);
    return count < p->njoints ? p->joints[count] : p->n;
}

size_t folded_text_decode(const struct folded_text *p, bool utf8, size_t at, uint32_t *c)
{
    return utf8_or_byte(utf8, p->bytes + at, folded_text_joint(p, at) - at, c);
}
