#include "filter/text_statistics.h"

#include <assert.h>
#include <stdlib.h>

#include "base/bits.h"

enum { FIRST = 4096, FURTHER = 64 /* sampled symbols: of the first chunk, of each other one */ };

bool sample_open(struct sample *s, const struct query *q, const struct alphabet *a)
{
    *s = (struct sample){.a = a, .seen = calloc(q->nitems + 1, sizeof *s->seen)};
    return s->seen != NULL;
}

void sample_close(struct sample *s)
{
    free(s->seen);
}

void sample_take(struct sample *s, const struct chunk *c, struct share own)
{
    const uint32_t *bytes = alphabet_bytes(s->a), *items;
    size_t n = own.end - own.lead, step = n / (s->symbols == 0 ? FIRST : FURTHER) + 1;
    for (size_t i = 0; i < n; i += step) {
        uint32_t symbol = chunk_symbol(c, bytes, own.lead + i);
        for (size_t j = alphabet_items(s->a, symbol, &items); j-- > 0;)
            s->seen[items[j]]++;
        s->symbols++;
    }
}

double sample_share(const struct sample *s, uint32_t item)
{
    return (s->seen[item] + 0.5) / (s->symbols + 0.5);
}

/* Returns about the logarithm of an item's rarity. */
static unsigned rarity_bits(const struct sample *s, uint32_t item)
{
    return bits_of(s->symbols) - bits_of(s->seen[item]);
}

uint64_t sample_mean_bits(const struct sample *s, const uint32_t *items, uint32_t n)
{
    uint64_t sum = 0;
    assert(n > 0);
    for (uint32_t i = 0; i < n; i++)
        sum += rarity_bits(s, items[i]);
    return sum * SAMPLE_BIT / n;
}

uint32_t sample_rarest(const struct sample *s, const uint32_t *items, uint32_t n, uint32_t length)
{
    uint64_t sum = 0, best = 0;
    uint32_t first = 0;
    for (uint32_t i = 0; i < n; i++) {
        sum += rarity_bits(s, items[i]);
        if (i >= length)
            sum -= rarity_bits(s, items[i - length]);
        if (i + 1 >= length && sum >= best) {
            best = sum;
            first = i + 1 - length;
        }
    }
    return first;
}
