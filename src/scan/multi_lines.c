#include "scan/multi_lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/huge_pages.h"
#include "cells/word_distance.h"
#include "filter/qgram_cover.h"
#include "plan/costs.h"
#include "plan/ways.h"

enum {
    LONGEST = DELETIONS_LONGEST, /* rows of a bit vector */
    K_MOST = 3,                  /* most deleted characters */
};

/* A covered pattern. */
struct multi_line {
    uint32_t number, m, k;
    uint32_t codes; /* its first code */
    uint32_t seen;  /* the last record compared with it */
};

struct multi_entry {
    uint32_t tag, line;
};

bool multi_lines_open(struct multi_lines *x, const struct query *q, const struct alphabet *a,
                      size_t lanes)
{
    *x = (struct multi_lines){.q = q, .lanes = lanes, .lowers = q->report.lowers == LOWERS_RECORDS};
    x->covered = calloc(q->npatterns + 1, sizeof *x->covered);
    return qgram_codes_open(&x->codes, q, a) && x->covered != NULL;
}

static void clear_table(struct deletion_table *t)
{
    free(t->list);
    free(t->codes_of);
    free(t->entries);
    free(t->buckets);
    *t = (struct deletion_table){0};
}

void multi_lines_close(struct multi_lines *x)
{
    clear_table(&x->table);
    qgram_codes_close(&x->codes);
    free(x->covered);
}

/* The table. */

static bool may_cover(const struct multi_lines *x, const struct pattern *p, uint32_t k)
{
    if (p->automaton != NULL || k > K_MOST || p->m + k > LONGEST ||
        deletions_count((size_t)p->m + k, k) > DELETIONS_MOST)
        return false;
    for (uint32_t i = 0; i < p->m; i++)
        if (!qgram_codes_single(&x->codes, p->items[i]))
            return false;
    return true;
}

enum { WHOLE = K_MOST + 1 /* not a pass: all distances together */ };

/* Adds a pattern to the list, for distances up to k. */
static void list_pattern(struct multi_lines *x, uint32_t p, uint32_t k, size_t codes)
{
    uint32_t m = x->q->patterns[p].m;
    x->table.list[x->table.n++] = (struct multi_line){
        .number = p, .m = m, .k = k, .codes = (uint32_t)codes, .seen = UINT32_MAX};
    x->table.nentries += deletions_count(m, k);
    for (uint32_t l = m > k ? m - k : 0; l <= m + k; l++)
        x->deleted[l] = (unsigned char)(x->deleted[l] > k + 1 ? x->deleted[l] : k + 1);
}

/* Lists the covered patterns that may have this distance; WHOLE: all. */
static bool list(struct multi_lines *x, const struct distance_bounds *bests, uint32_t pass)
{
    size_t codes = 0;
    memset(x->deleted, 0, sizeof x->deleted);
    x->table.list = calloc(x->q->npatterns + 1, sizeof *x->table.list);
    for (uint32_t p = 0; p < x->q->npatterns && x->table.list != NULL; p++) {
        uint32_t k = distance_bounds_limit(bests, &x->q->patterns[p]);
        if (!x->covered[p] || (pass < WHOLE && k < pass))
            continue;
        list_pattern(x, p, k < pass ? k : pass, codes);
        codes += x->q->patterns[p].m;
    }
    x->table.codes_of = malloc(codes + 1);
    for (size_t i = 0; i < x->table.n && x->table.list != NULL && x->table.codes_of != NULL; i++)
        for (uint32_t j = 0; j < x->table.list[i].m; j++)
            x->table.codes_of[x->table.list[i].codes + j] =
                x->codes.of_item[x->q->patterns[x->table.list[i].number].items[j]];
    return x->table.list != NULL && x->table.codes_of != NULL;
}

/* Chooses the covered patterns, and lists all of them. */
static bool choose_covered(struct multi_lines *x, const struct distance_bounds *bests)
{
    x->plain = 0;
    x->ncovered = 0;
    x->exact = qgram_codes_exact(&x->codes);
    for (uint32_t p = 0; p < x->q->npatterns; p++) {
        const struct pattern *pattern = &x->q->patterns[p];
        x->covered[p] = may_cover(x, pattern, distance_bounds_limit(bests, pattern));
        if (!x->covered[p])
            continue;
        x->ncovered++;
        x->plain += (COST_MANY_ROW * pattern->m + COST_MANY_COLUMN) / (double)x->lanes;
    }
    return list(x, bests, WHOLE);
}

static bool reserve_table(struct deletion_table *t)
{
    unsigned bits = 4;
    while (bits < 28 && UINT64_C(1) << bits < t->nentries)
        bits++;
    t->shift = 64 - bits;
    t->buckets = huge_pages_zeros((((size_t)1 << bits) + 2) * sizeof *t->buckets);
    t->entries = huge_pages_zeros((t->nentries + 1) * sizeof *t->entries);
    return t->buckets != NULL && t->entries != NULL;
}

/* Counts the entries of the buckets first, then fills them. */
static void fill_table(struct deletion_table *t)
{
    uint64_t hashes[DELETIONS_MOST];
    size_t last = (size_t)1 << (64 - t->shift);
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < t->n; i++) {
            const struct multi_line *v = &t->list[i];
            size_t n = deletions_hash(t->codes_of + v->codes, v->m, v->k, hashes);
            for (size_t j = 0; j < n; j++)
                __builtin_prefetch(&t->buckets[hashes[j] >> t->shift], 1);
            for (size_t j = 0; j < n; j++) {
                uint32_t *bucket = &t->buckets[(hashes[j] >> t->shift) + 1];
                if (pass == 1)
                    t->entries[*bucket] = (struct multi_entry){(uint32_t)hashes[j], i};
                ++*bucket;
            }
        }
        if (pass == 0) /* [b + 1] is the begin of bucket b; after filling, its end */
            for (size_t b = 1, sum = 0; b <= last; b++) {
                uint32_t count = t->buckets[b];
                t->buckets[b] = (uint32_t)sum;
                sum += count;
            }
    }
}

/* Builds the table of the listed patterns. Returns false when out of memory. */
static bool build_table(struct deletion_table *t)
{
    t->built = reserve_table(t);
    if (t->built)
        fill_table(t);
    return t->built;
}

/* Returns the nanoseconds for the records of the chunk. */
static double cost_of(const struct multi_lines *x, const struct chunk *c, struct share own)
{
    double cost = (double)(own.end - own.lead) * COST_GRAM;
    for (size_t from = own.lead, end; from < own.end; from = end + 1) {
        end = chunk_record_end(c, from, own.end);
        size_t n = end - from;
        if (n <= LONGEST && x->deleted[n] > 0)
            cost += COST_DELETION * (double)deletions_count(n, x->deleted[n] - 1U);
    }
    return cost;
}

enum multi_lines_use multi_lines_begin(struct multi_lines *x, const struct chunk *c,
                                       struct share own, const struct distance_bounds *bests,
                                       struct contest *contest, struct contest_turn *turn)
{
    bool others;
    if (!chunk_delimits(c) || x->q->metric == METRIC_HAMMING || x->q->metric == METRIC_PATHS)
        return MULTI_LINES_NO;
    if (!qgram_codes_extend(&x->codes, c, &others))
        return MULTI_LINES_MEMORY;
    uint64_t limits = distance_bounds_sum(bests, x->q);
    bool stands = x->table.list != NULL && !others && limits <= x->limits &&
                  limits >= x->limits - x->limits / 4;
    if (!stands) {
        clear_table(&x->table);
        x->descends = x->lowers && limits > x->limits;
        x->limits = limits;
        if (!choose_covered(x, bests))
            return MULTI_LINES_MEMORY;
    }
    if (x->table.n == 0 || x->table.nentries > UINT32_MAX / 2)
        return MULTI_LINES_NO;
    double build = x->table.built ? 0 : COST_DELETION_BUILD * (double)x->table.nentries;
    size_t n = own.end - own.lead;
    const struct contest_way ways[] = {
        {.way = WAY_DELETIONS, .predicted = build + cost_of(x, c, own)},
        {.way = WAY_ROWS, .predicted = x->plain * (double)n}};
    if (contest_begin(turn, contest, "records", ways, qgram_cover_always ? 1 : 2, n,
                      chunk_bytes_of(c, own)) != WAY_DELETIONS)
        return MULTI_LINES_NO;
    if (x->table.built)
        return MULTI_LINES_SAME;
    return x->descends || build_table(&x->table) ? MULTI_LINES_CHANGED : MULTI_LINES_MEMORY;
}

/* The scan. */

/* A record, and the rows that match each code. */
struct line {
    const struct chunk *chunk;
    const unsigned char *codes;
    uint32_t n, begin, end; /* begin, end: of the chunk */
    uint32_t number;
    uint64_t eq[WORD_DISTANCE_CODES];
};

/* Returns the distance between the record and a pattern. */
static uint32_t distance_of_symbols(const struct multi_lines *x, const struct line *l,
                                    const struct multi_line *v)
{
    const struct alphabet *a = x->codes.a;
    const uint32_t *bytes = alphabet_bytes(a), *items = x->q->patterns[v->number].items;
    uint64_t eq[WORD_DISTANCE_CODES] = {0}; /* [item of the pattern] */
    unsigned char places[LONGEST];
    for (uint32_t i = 0; i < v->m; i++)
        places[i] = (unsigned char)i;
    for (uint32_t row = 0; row < l->n; row++) {
        uint32_t symbol = chunk_symbol(l->chunk, bytes, l->begin + row);
        for (uint32_t i = 0; i < v->m; i++)
            eq[i] |= (uint64_t)alphabet_matches(a, symbol, items[i]) << row;
    }
    return word_distance(x->q->metric, eq, l->n, places, v->m);
}

/* Compares the record with a pattern that has a string in common with it. Returns false if the list
 * is full, or when out of memory. */
static bool compare_record(struct multi_lines *x, const struct line *l, struct multi_line *v,
                           struct distance_bounds *bests, struct hits *hits)
{
    uint32_t apart = v->m > l->n ? v->m - l->n : l->n - v->m;
    x->candidates++;
    if (v->seen == l->number || apart > v->k)
        return true;
    v->seen = l->number;
    uint32_t limit = distance_bounds_limit(bests, &x->q->patterns[v->number]);
    limit = limit < v->k ? limit : v->k; /* farther records are reported once, in a later pass */
    if (apart > limit)
        return true;
    x->verified++;
    /* the distance of their codes is a lower bound */
    uint32_t d = word_distance(x->q->metric, l->eq, l->n, x->table.codes_of + v->codes, v->m);
    if (d <= limit && !x->exact)
        d = distance_of_symbols(x, l, v);
    if (d > limit)
        return true;
    if (x->lowers)
        distance_bounds_lower_for(bests, x->q, v->number, d);
    return hits_add(hits, l->end, d, v->number);
}

/* A nonempty bucket, and the tag to search for in it. */
struct found {
    uint32_t from, to, tag;
};

/* Finds the nonempty buckets of n hashes. Returns their number. */
static size_t find_buckets(const struct deletion_table *t, const uint64_t *hashes, size_t n,
                           struct found found[DELETIONS_MOST])
{
    size_t nfound = 0;
    for (size_t i = 0; i < n; i++)
        __builtin_prefetch(&t->buckets[hashes[i] >> t->shift]);
    for (size_t i = 0; i < n; i++) {
        const uint32_t *bucket = &t->buckets[hashes[i] >> t->shift];
        found[nfound] = (struct found){bucket[0], bucket[1], (uint32_t)hashes[i]};
        nfound += bucket[0] < bucket[1];
        __builtin_prefetch(&t->entries[bucket[0]]);
    }
    return nfound;
}

/* Looks up the record's strings. Prefetches the patterns before comparing the first one. */
static bool look_up(struct multi_lines *x, const struct line *l, struct distance_bounds *bests,
                    struct hits *hits)
{
    uint64_t hashes[DELETIONS_MOST];
    struct found found[DELETIONS_MOST];
    size_t n = deletions_hash(l->codes, l->n, x->deleted[l->n] - 1U, hashes);
    n = find_buckets(&x->table, hashes, n, found);
    for (size_t i = 0; i < n; i++)
        for (uint32_t j = found[i].from; j < found[i].to; j++)
            if (x->table.entries[j].tag == found[i].tag)
                __builtin_prefetch(&x->table.list[x->table.entries[j].line]);
    for (size_t i = 0; i < n; i++)
        for (uint32_t j = found[i].from; j < found[i].to; j++)
            if (x->table.entries[j].tag == found[i].tag &&
                !compare_record(x, l, &x->table.list[x->table.entries[j].line], bests, hits))
                return false;
    return true;
}

static void set_rows(struct line *l, bool set)
{
    for (uint32_t i = 0; i < l->n; i++)
        l->eq[l->codes[i]] = set ? l->eq[l->codes[i]] | UINT64_C(1) << i : 0;
}

static enum engine_status scan_records(struct multi_lines *x, const struct chunk *c,
                                       const unsigned char *text, struct share own,
                                       struct distance_bounds *bests, struct hits *hits)
{
    struct line l = {.chunk = c};
    for (size_t i = 0; i < x->table.n; i++)
        x->table.list[i].seen = UINT32_MAX;
    for (size_t from = own.lead, end; from < own.end; from = end + 1, l.number++) {
        end = chunk_record_end(c, from, own.end);
        if (end - from > LONGEST || x->deleted[end - from] == 0 || end <= own.begin)
            continue;
        l.codes = text + from;
        l.n = (uint32_t)(end - from);
        l.begin = (uint32_t)from;
        l.end = (uint32_t)end;
        set_rows(&l, true);
        bool good = look_up(x, &l, bests, hits);
        set_rows(&l, false);
        if (!good)
            return engine_lacks_room(hits);
    }
    return ENGINE_OK;
}

enum engine_status multi_lines_scan(struct multi_lines *x, const struct chunk *c, struct share own,
                                    struct distance_bounds *bests, struct hits *hits)
{
    enum engine_status status = ENGINE_OK;
    const unsigned char *text = qgram_codes_text(&x->codes, c, own);
    if (text == NULL)
        return ENGINE_MEMORY;
    if (!x->descends)
        return scan_records(x, c, text, own, bests, hits);
    x->descends = false;
    for (uint32_t pass = 0; pass <= K_MOST && status == ENGINE_OK; pass++) {
        clear_table(&x->table);
        if (!list(x, bests, pass) || !build_table(&x->table))
            return ENGINE_MEMORY;
        if (x->table.n > 0)
            status = scan_records(x, c, text, own, bests, hits);
    }
    clear_table(&x->table);
    return status;
}
