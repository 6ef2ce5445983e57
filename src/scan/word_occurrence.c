#include "scan/word_occurrence.h"

#include "base/least.h"
#include "query/matcher.h"

bool word_occurrences_open(struct word_occurrences *x, const struct query *q,
                           const struct alphabet *a)
{
    *x = (struct word_occurrences){.q = q, .a = a, .most = UINT32_MAX};
    x->matcher = matcher_open(q);
    x->distances = fixed_end_open(q, a);
    return x->matcher != NULL && x->distances != NULL;
}

void word_occurrences_close(struct word_occurrences *x)
{
    matcher_close(x->matcher);
    fixed_end_close(x->distances);
}

bool word_ends(const struct chunk *c, const struct alphabet *a, struct matcher *matcher, size_t end,
               size_t byte)
{
    if (chunk_record_ends(c, alphabet_bytes(a), end))
        return true;
    bool known = byte != SIZE_MAX && c->rules.folding == NULL;
    return !matcher_word(matcher, known ? chunk_character_at(c, byte) : chunk_character(c, end));
}

/* Returns whether an occurrence may end before this symbol, or begin after it. */
static bool is_border(struct word_occurrences *x, size_t symbol)
{
    return word_ends(x->c, x->a, x->matcher, symbol, SIZE_MAX);
}

/* Returns whether an occurrence may begin with this symbol. */
static bool may_begin(struct word_occurrences *x, size_t symbol)
{
    return symbol == 0 || is_border(x, symbol - 1);
}

bool word_occurrence_between(struct word_occurrences *x, size_t start, size_t end)
{
    return is_border(x, end) && may_begin(x, start);
}

bool word_occurrence_ends(void *words, uint32_t pattern, size_t end)
{
    struct word_occurrences *x = words;
    uint32_t k = least_u32(x->q->patterns[pattern].k, x->most);
    if (!is_border(x, end))
        return false;
    struct scores s = fixed_end_scores(x->distances, x->c, pattern, end, BACKWARD, k);
    if (s.v == NULL) {
        x->failed = true;
        return false;
    }
    for (uint32_t i = 0; i < s.n; i++)
        if (s.v[i] <= k && may_begin(x, end - (s.least + i)))
            return true;
    return false;
}
