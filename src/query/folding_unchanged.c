/* folding_unchanged.c - whether folding changes a text. */
#include <string.h>

#include "base/utf8.h"
#include "query/folding_look.h"

/* Returns the length of the begin of a block that needs no closer look, at most n bytes, in whole
 * characters. Updates *spaced. */
static size_t unchanged_bytes(const struct look *l, const unsigned char *bytes, size_t n,
                              bool *spaced)
{
    struct looked x = look_at(l, (struct byte_block){bytes, LOOK_BLOCK}, *spaced);
    uint64_t changes = x.look | x.drop;
    if (changes != 0 && (size_t)__builtin_ctzll(changes) < n)
        n = (size_t)__builtin_ctzll(changes);
    if (n > 0 && bytes[n - 1] >= 0x80 && l->e->utf8)
        n -= utf8_cut(bytes, n);
    if (n > 0)
        *spaced = (x.spaces >> (n - 1) & 1) != 0;
    return n;
}

bool folding_unchanged(const struct folding *e, const unsigned char *text, size_t n, int delimiter)
{
    struct look l = look_of(e, delimiter);
    bool spaced = false;
    for (size_t at = 0; at < n;) {
        size_t part = folding_unchanged_part(&l, text + at, n - at);
        at += part;
        if (at == n)
            return true;
        spaced = spaced && part == 0;
        unsigned char rest[LOOK_BLOCK];
        const unsigned char *bytes = text + at;
        if (n - at < LOOK_BLOCK) {
            memset(rest, ' ', sizeof rest); /* so the last byte is no single space */
            bytes = memcpy(rest, bytes, n - at);
        }
        size_t most = n - at < LOOK_BLOCK ? n - at : LOOK_BLOCK;
        size_t whole = unchanged_bytes(&l, bytes, most, &spaced), before = at += whole;
        if (whole < most)
            at = folding_unchanged_end(e, text, at, n);
        spaced = spaced && at == before;
        if (whole == 0 && at == before)
            return false;
    }
    return true;
}
