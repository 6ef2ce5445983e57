#include "filter/deletions.h"

size_t deletions_count(size_t n, size_t k)
{
    size_t sum = 1, ways = 1;
    for (size_t i = 1; i <= k && i <= n; i++) {
        ways = ways * (n - i + 1) / i;
        sum += ways;
    }
    return sum;
}

/* The hash of a string is a polynomial, so hashes of substrings are computed in constant time. */
#define FACTOR UINT64_C(0x9E3779B97F4A7C15)

struct strings {
    uint64_t before[DELETIONS_LONGEST + 1]; /* the hash of the first i characters */
    const unsigned char *codes;
    uint32_t n;
    uint64_t *to; /* output */
    size_t count;
};

static uint64_t powers[DELETIONS_LONGEST + 1];

__attribute__((constructor)) static void make_powers(void)
{
    powers[0] = 1;
    for (int i = 1; i <= DELETIONS_LONGEST; i++)
        powers[i] = powers[i - 1] * FACTOR;
}

static uint64_t mix_hash(uint64_t hash)
{
    hash ^= hash >> 32;
    hash *= UINT64_C(0xD6E8FEB86659FD93);
    return hash ^ hash >> 32;
}

/* Adds the hashes of all strings made by deleting up to `left` of the characters from `from` on,
 * behind the prefix with hash `hash`. Of equal neighbours only the first is deleted. */
static void add_strings(struct strings *s, uint32_t from, uint64_t hash, uint32_t left)
{
    uint64_t part = s->before[s->n] - s->before[from] * powers[s->n - from];
    s->to[s->count++] = mix_hash(hash * powers[s->n - from] + part);
    for (uint32_t i = from; i < s->n && left > 0; i++) {
        if (i > from && s->codes[i] == s->codes[i - 1])
            continue;
        part = s->before[i] - s->before[from] * powers[i - from];
        add_strings(s, i + 1, hash * powers[i - from] + part, left - 1);
    }
}

size_t deletions_hash(const unsigned char *codes, uint32_t n, uint32_t k,
                      uint64_t to[DELETIONS_MOST])
{
    struct strings s = {.codes = codes, .n = n, .to = to};
    s.before[0] = 1;
    for (uint32_t i = 0; i < n; i++)
        s.before[i + 1] = s.before[i] * FACTOR + codes[i] + 1;
    add_strings(&s, 0, 1, k);
    return s.count;
}
