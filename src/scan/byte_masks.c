#include "scan/byte_masks.h"

bool byte_masks_ready(struct byte_masks *b, const struct masks *pattern, const struct chunk *c,
                      const struct alphabet *a, size_t symbols)
{
    const uint32_t *bytes = alphabet_bytes(a);
    const struct byte_masks_kind kind = {pattern,
                                         c->width == 1   ? c->alphabet_size
                                         : c->rules.utf8 ? 128
                                                         : 256,
                                         c->width == 1};
    if (kind.pattern == b->kind.pattern && kind.limit == b->kind.limit &&
        kind.symbols == b->kind.symbols)
        return true;
    b->scanned += symbols;
    if (b->scanned < kind.limit)
        return false;
    b->kind = kind;
    for (uint32_t t = 0; t < kind.limit; t++)
        b->masks[t] = byte_masks_of(pattern, kind.symbols ? t : bytes[t]);
    return true;
}
