#include "scan/first_bound.h"

#include <stdlib.h>

#include "base/least.h"
#include "scan/word_occurrence.h"

size_t first_bound_least = FIRST_BOUND_LEAST;

/* Most symbols scanned first, where engines lower the bound themselves (LOWERS_ENDS). */
enum { FIRST_BOUND_MOST = 4096 };

/* Returns whether nearly every end has a distance within the limit of some pattern. */
static bool admits_nearly_all(const struct query *q)
{
    for (size_t p = 0; p < q->npatterns; p++)
        if (q->patterns[p].k >= least_u32(pattern_vacuous(&q->patterns[p]), q->patterns[p].m) / 2)
            return true;
    return false;
}

bool first_bound_lacks(const struct query *q, const struct distance_bounds *bests)
{
    return q->best && q->report.lowers == LOWERS_NONE && !distance_bounds_known(bests) &&
           admits_nearly_all(q);
}

/*
 * Engines that lower the bound search for patterns one after another, each in all of the part
 * (first_bound_one_by_one()): the more patterns, the smaller it is, but never so small that the
 * next one would begin with nearly all ends. Others list nearly every end of the part, which must
 * cost little beside the text; there it has room for the occurrences that are wanted. Where these
 * have no greatest length, FIRST_BOUND_MOST symbols are the guess for one.
 */
size_t first_bound_share(const struct query *q, const struct distance_bounds *bests, size_t n)
{
    enum {
        ENDS_WORK = 1 << 18, /* engines lower the bound: symbols times patterns, */
        ENDS_LEAST = 768,    /* but at least these symbols; */
        TEXT_PART = 64,      /* others: 1 / 64 of the text, */
        PATTERNS = 4,        /* and for 4 or more patterns a fourth of that; */
        ROOM = 2,            /* at least twice the longest occurrence for each wanted one */
        RECORD_LEAST = 64,   /* symbols at least, where occurrences have no greatest length */
    };
    if (!q->best || distance_bounds_known(bests))
        return n / 2;
    size_t share = n / (TEXT_PART * least_u64(q->npatterns, PATTERNS));
    size_t wanted = least_u64(q->report.wanted, n) + 1;
    if (q->report.lowers == LOWERS_ENDS)
        share = most_u64(least_u64(ENDS_WORK / q->npatterns, FIRST_BOUND_MOST), ENDS_LEAST);
    else if (q->overlap == OVERLAP_RECORD)
        share = least_u64(most_u64(share, RECORD_LEAST), wanted * FIRST_BOUND_MOST);
    else
        share = most_u64(share, ROOM * wanted * q->overlap);
    return least_u64(share, n / 2);
}

bool first_bound_pays(const struct query *q, const struct distance_bounds *bests, size_t n,
                      bool many)
{
    enum { LOWERS = 4, LEAST_LEAD_INS = 512 };
    bool large = n >= LOWERS * first_bound_least && n / LEAST_LEAD_INS >= q->overlap;
    bool ends = q->report.lowers == LOWERS_ENDS && (large || many);
    bool lacks = first_bound_lacks(q, bests);
    if (q->report.filtered && lacks)
        return true; /* at least records that are refused are passed over */
    /* Without a limit, a symbol takes an automaton microseconds. */
    bool slow = q->automata && (lacks || q->report.lowers == LOWERS_RECORDS);
    return (slow || (n >= first_bound_least && (ends || lacks))) &&
           first_bound_share(q, bests, n) < n / 2;
}

bool first_bound_by_records(const struct query *q, const struct chunk *c, const struct hits *hits,
                            struct distance_bounds *bests)
{
    uint32_t most = 0, d = 0;
    for (size_t i = 0; i < hits->n; i++)
        most = most_u32(most, hits->v[i].distance);
    uint64_t *results = calloc((size_t)most + 1, sizeof *results), n = 0; /* [distance] */
    struct {
        size_t record; /* where it ends */
        uint32_t distance;
    } *nearest = calloc(q->npatterns, sizeof *nearest); /* of each pattern, in its last record */
    size_t record = 0;
    for (size_t i = 0; results != NULL && nearest != NULL && i < hits->n; i++) {
        const struct hit *hit = &hits->v[i];
        uint32_t index = q->patterns[hit->pattern].index;
        bool again = hit->end <= nearest[index].record;
        if (hit->end > record)
            record = chunk_record_end(c, hit->end, c->own.end);
        if (again && nearest[index].distance <= hit->distance)
            continue;
        if (again)
            results[nearest[index].distance]--;
        results[hit->distance]++;
        nearest[index].record = record;
        nearest[index].distance = hit->distance;
    }
    while (results != NULL && d <= most && n < q->report.wanted)
        n += results[d++];
    bool enough = n >= q->report.wanted;
    if (enough)
        distance_bounds_lower(bests, d - 1);
    free(results);
    free(nearest);
    return enough;
}

bool first_bound_by_words(const struct query *q, const struct alphabet *a, const struct chunk *c,
                          const struct hits *hits, uint32_t d, struct distance_bounds *bests)
{
    struct word_occurrences words;
    bool found = false;
    if (word_occurrences_open(&words, q, a)) {
        words.c = c;
        words.most = d;
        for (size_t i = 0; i < hits->n && !found; i++)
            found = word_occurrence_ends(&words, hits->v[i].pattern, hits->v[i].end);
    }
    word_occurrences_close(&words);
    if (found)
        distance_bounds_lower(bests, d + q->report.slack);
    return found;
}

bool first_bound_fast(const struct query *q, uint32_t d)
{
    enum { LONG = 8 /* items of a piece */ };
    for (size_t p = 0; p < q->npatterns; p++)
        if (d > 0 && q->patterns[p].m < LONG * ((uint64_t)d + 1))
            return false;
    return true;
}

bool first_bound_one_by_one(const struct query *q, const struct distance_bounds *bests, size_t n)
{
    return q->report.lowers == LOWERS_ENDS && n <= FIRST_BOUND_MOST &&
           !distance_bounds_known(bests);
}
