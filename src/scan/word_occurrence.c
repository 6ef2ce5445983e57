#include "scan/word_occurrence.h"

#include "base/least.h"

bool word_occurrences_open(struct word_occurrences *x, const struct query *q,
                           const struct alphabet *a)
{
    *x = (struct word_occurrences){.q = q, .a = a, .most = UINT32_MAX};
    x->distances = fixed_end_open(q, a);
    return x->distances != NULL;
}

void word_occurrences_close(struct word_occurrences *x)
{
    fixed_end_close(x->distances);
}

bool word_occurrence_ends(void *words, uint32_t pattern, size_t end)
{
    struct word_occurrences *x = words;
    uint32_t k = least_u32(x->q->patterns[pattern].k, x->most);
    if (!word_ends(x->c, x->a, end))
        return false;
    struct scores s = fixed_end_scores(x->distances, x->c, pattern, end, BACKWARD, k);
    if (s.v == NULL) {
        x->failed = true;
        return false;
    }
    for (uint32_t i = 0; i < s.n; i++)
        if (s.v[i] <= k && word_begins(x->c, x->a, end - (s.least + i)))
            return true;
    return false;
}
