#include "scan/scan_together.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

bool scan_together_pays(const struct scanner_parts *parts)
{
    return parts->engines[SCANNER_ENGINE]->devices == NULL;
}

void scan_together_close(struct scan_together *t)
{
    free(t->symbols);
    hits_free(&t->hits);
}

/* Returns whether the symbols of the chunk can be copied, and are few. */
static bool is_small(const struct together_part *p)
{
    const struct chunk *c = p->chunk;
    bool decoded = !c->decoding.barren && c->decoding.raw == NULL;
    bool fits = chunk_delimits(c) || c->alphabet_size <= UINT8_MAX + 1;
    return p->whole && decoded && fits && c->own.lead == 0 && c->own.begin == 0 &&
           c->own.end == c->length && c->length > 0 && c->length <= TOGETHER_BYTES;
}

/* Lists up to TOGETHER_INPUTS of the n parts that can be scanned together with the first; returns
 * how many. */
static size_t list_alike(struct together_part *parts, size_t n, struct together_part **list)
{
    size_t listed = 0;
    if (!is_small(&parts[0]))
        return 0;
    for (size_t i = 0; i < n && listed < TOGETHER_INPUTS; i++)
        if (!parts[i].scanned && is_small(&parts[i]) &&
            parts[0].chunk->width == parts[i].chunk->width &&
            parts[0].chunk->delimiters.byte == parts[i].chunk->delimiters.byte &&
            parts[0].chunk->rules.utf8 == parts[i].chunk->rules.utf8)
            list[listed++] = &parts[i];
    return listed;
}

/* Copies the symbols of a chunk, and a delimiter behind them, to a chunk of this width. Returns
 * where the next ones go. */
static unsigned char *copy_symbols(unsigned char *to, unsigned width, const struct chunk *c,
                                   const struct alphabet *a)
{
    const uint32_t wide = SYMBOL_DELIMITER;
    size_t size = width > 0 ? width : 1;
    if (width == c->width)
        memcpy(to, width > 1 ? c->symbols : chunk_narrow(c), c->length * size);
    else /* bytes become numbers of symbols */
        for (size_t i = 0; i < c->length; i++)
            to[i] = (unsigned char)chunk_symbol(c, alphabet_bytes(a), i);
    to += c->length * size;
    if (width > 1)
        memcpy(to, &wide, sizeof wide);
    else
        *to = (unsigned char)(width == 1 ? SYMBOL_DELIMITER : c->delimiters.byte);
    return to + size;
}

/* Sets *joined to a chunk with the symbols of all parts, each followed by a delimiter. Bytes that
 * are symbols, where no byte delimits (--span-lines), become numbers of symbols. Returns false when
 * out of memory. */
static bool join_parts(struct scan_together *t, struct together_part *const *parts, size_t n,
                       const struct scanner_parts *of, struct chunk *joined)
{
    unsigned width = chunk_delimits(parts[0]->chunk) ? parts[0]->chunk->width : 1;
    size_t length = 0, bytes = 0, size = width > 0 ? width : 1;
    for (size_t i = 0; i < n; i++)
        length += parts[i]->chunk->length + 1;
    if (!grow_anew(&t->symbols, &t->size, length * size, chunk_buffer))
        return false;
    unsigned char *to = t->symbols;
    *joined = *parts[0]->chunk;
    joined->origin.joined = true;
    joined->width = width;
    joined->translated = false;
    joined->rules = (struct chunk_rules){.utf8 = joined->rules.utf8};
    joined->delimiters.n = 0;
    for (size_t i = 0; i < n; i++) {
        const struct chunk *c = parts[i]->chunk;
        to = copy_symbols(to, width, c, of->alphabet);
        bytes += c->end_byte + 1;
        if (c->alphabet_size > joined->alphabet_size)
            joined->alphabet_size = c->alphabet_size;
    }
    joined->length = length;
    joined->own = (struct share){0, 0, length};
    joined->begin_byte = 0;
    joined->end_byte = bytes;
    joined->bytes = joined->storage.buffer = joined->width == 0 ? t->symbols : NULL;
    joined->nbytes = joined->storage.capacity.buffer = joined->width == 0 ? length : 0;
    joined->symbols = joined->width > 0 ? t->symbols : NULL;
    joined->storage.capacity.symbols = joined->width > 0 ? length * size : 0;
    return true;
}

/* Gives each part its hits. */
static enum engine_status distribute_hits(const struct hits *all,
                                          struct together_part *const *parts, size_t n)
{
    size_t next = 0, begin = 0;
    for (size_t i = 0; i < n; i++) {
        size_t end = begin + parts[i]->chunk->length;
        hits_begin(parts[i]->hits, HITS_MOST);
        for (; next < all->n && all->v[next].end <= end + 1; next++) {
            const struct hit *h = &all->v[next];
            if (h->end <= end &&
                !hits_add(parts[i]->hits, (uint32_t)(h->end - begin), h->distance, h->pattern))
                return ENGINE_MEMORY;
        }
        parts[i]->status = ENGINE_OK;
        parts[i]->scanned = true;
        begin = end + 1;
    }
    return ENGINE_OK;
}

/* Scans n parts as one chunk. */
static enum engine_status scan_joined(struct scan_together *t, struct scanner *s,
                                      struct together_part *const *parts, size_t n)
{
    struct chunk joined;
    if (!join_parts(t, parts, n, s->parts, &joined))
        return ENGINE_MEMORY;
    enum engine_status status = scanner_scan(s, &joined, &t->hits);
    return status == ENGINE_OK ? distribute_hits(&t->hits, parts, n) : status;
}

void scan_together(struct scan_together *t, struct scanner *s, struct together_part *parts,
                   size_t n)
{
    struct together_part *list[TOGETHER_INPUTS];
    size_t alike = list_alike(parts, n, list);
    while (alike > 1) {
        unsigned cuts = s->cuts;
        enum engine_status status = scan_joined(t, s, list, alike);
        if (s->cuts > cuts)
            break; /* one input first, for a bound */
        if (status == ENGINE_OK)
            return;
        alike = status == ENGINE_FULL ? alike / 2 : 1;
    }
    parts[0].status = scanner_scan(s, parts[0].chunk, parts[0].hits);
    parts[0].scanned = true;
}
