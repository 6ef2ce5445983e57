/*
 * qgram_look.h - a candidate of a covered pattern, and its verification; for both compilers. The
 * file that includes it defines
 *
 *   cover_report(scan, end, distance, pattern)   takes a hit
 *
 * A candidate is a place of the text that has a gram. A look at it decides, from the folded codes,
 * whether up to 64 rows of the pattern have a distance within the limit around it. Candidates that
 * pass are places, where cover_verify() finds all ends of the pattern nearby, with their distances,
 * from the codes themselves. An end is reported once for each piece that leads to it.
 */
#ifndef QGRAM_LOOK_H
#define QGRAM_LOOK_H

#include "cells/metric_step.h"
#include "gpu/scan/device_qgrams.h"
#include "gpu/scan/lanes.h"

/* Whether the bitmap has a gram. */
LANE_CODE bool cover_has(const struct cover_table *t, uint64_t hash)
{
    uint32_t bit = (uint32_t)(hash >> t->shift);
    return t->bitmap[bit / 32] >> bit % 32 & 1;
}

/* The distance within which a pattern is looked for now. */
LANE_CODE uint32_t cover_limit(const struct cover_scan *s, const struct cover_pattern *p)
{
    uint32_t limit = *(volatile uint32_t *)s->limit;
    return limit < p->limit ? limit : p->limit;
}

/* The rows that are looked at, and where the first of them would be without errors. */
struct cover_window {
    uint32_t first, n, limit;
    int64_t at;
};

LANE_CODE struct cover_window cover_window(const struct cover_scan *s,
                                           const struct cover_pattern *p, struct cover_place x)
{
    struct cover_window w = {0, p->m < 64 ? p->m : 64, cover_limit(s, p), 0};
    if (p->m > 64) {
        uint32_t last = (p->m + 31) / 32 - 2, word = x.items > 32 ? (x.items - 32) / 32 : 0;
        w.first = 32 * (word < last ? word : last);
        w.n = p->m - w.first < 64 ? p->m - w.first : 64;
    }
    w.at = (int64_t)x.end - x.items + w.first;
    return w;
}

/* Which of 32 rows may match a folded code. */
LANE_CODE uint32_t cover_matches(const struct cover_rows *r, unsigned bits, uint32_t code)
{
    uint32_t differ = 0;
    LANE_UNROLL
    for (unsigned b = 0; b < 8; b++)
        if (b < bits)
            differ |= r->planes[b] ^ (0 - (code >> b & 1));
    return ~differ | r->any;
}

/* Where nothing moves: whether enough rows match where they would be. */
LANE_CODE bool cover_few_mismatches(const struct cover_scan *s, const struct cover_rows rows[2],
                                    unsigned bits, struct cover_window w)
{
    uint32_t mismatches = 0;
    if (w.at < s->lead || w.at + w.n > s->end)
        return false;
    for (uint32_t i = 0; i < w.n; i++)
        mismatches += !(cover_matches(&rows[i / 32], bits, s->folded[w.at + i]) >> i % 32 & 1);
    return mismatches <= w.limit;
}

/* Delimiters are passed over as other codes are: no distance is greater then than it would be. */
LANE_CODE bool cover_near(enum metric metric, const struct cover_scan *s,
                          const struct cover_rows *in, unsigned bits, struct cover_window w)
{
    int64_t from = w.at - w.limit, to = w.at + w.n + w.limit;
    struct bitvector v = BITVECTOR_START;
    struct before before = BEFORE_NONE;
    uint32_t score = w.n, least = w.n;
    struct cover_rows rows[2] = {in[0], in[1]};
    const struct edge above = {0, 0, 0, 0};
    if (metric == METRIC_HAMMING)
        return cover_few_mismatches(s, rows, bits, w);
    from = from < s->lead ? s->lead : from;
    to = to > s->end ? s->end : to;
    for (int64_t i = from; i < to; i++) {
        uint32_t code = s->folded[i];
        uint64_t eq = cover_matches(&rows[0], bits, code) |
                      (uint64_t)cover_matches(&rows[1], bits, code) << 32;
        struct edge last = edge_of(metric_step(metric, &v, &before, eq, above), w.n - 1);
        score += (uint32_t)last.p - (uint32_t)last.m;
        least = score < least ? score : least;
    }
    return least <= w.limit;
}

/* Whether a candidate may be an occurrence. Where METRIC_INDEL has a distance, METRIC_LEVENSHTEIN
 * has none that is greater. */
LANE_CODE bool cover_look(enum metric metric, unsigned bits, const struct cover_scan *s,
                          const struct device_cover *x, struct cover_place place)
{
    const struct cover_pattern p = x->patterns[place.covered];
    const struct cover_window w = cover_window(s, &p, place);
    uint32_t end = place.end + (p.m - place.items);
    if (end + w.limit <= s->begin || end > s->end + w.limit)
        return false;
    return cover_near(metric == METRIC_INDEL ? METRIC_LEVENSHTEIN : metric, s,
                      x->rows + p.first + w.first / 32, bits, w);
}

/* Verifying. */

LANE_CODE uint32_t cover_code(const struct cover_scan *s, int64_t at)
{
    return s->width == 1 ? ((const uint8_t *)s->codes)[at] : ((const uint32_t *)s->codes)[at];
}

LANE_CODE bool cover_row_matches(const struct device_query *q, const struct device_pattern *p,
                                 uint32_t row, uint32_t code)
{
    const size_t words = (q->ncodes + 31) / 32;
    return q->matches[q->slots[p->first_row + row] * words + code / 32] >> code % 32 & 1;
}

/* The rows of word w that match a code. */
LANE_CODE uint64_t cover_word(const struct device_query *q, const struct device_pattern *p,
                              uint32_t w, uint32_t code)
{
    uint64_t rows = 0;
    for (uint32_t row = 64 * w; row < p->m && row < 64 * w + 64; row++)
        rows |= (uint64_t)cover_row_matches(q, p, row, code) << row % 64;
    return rows;
}

/* METRIC_HAMMING: the one place where the pattern may be. */
LANE_CODE void cover_compare(const struct cover_scan *s, const struct device_query *q,
                             const struct device_pattern *p, uint32_t number, uint32_t limit,
                             int64_t end)
{
    uint32_t mismatches = 0;
    if (end - p->m < (int64_t)s->lead || end > s->end || end <= s->begin)
        return;
    for (uint32_t row = 0; row < p->m; row++) {
        uint32_t code = cover_code(s, end - p->m + row);
        if (code == SYMBOL_DELIMITER)
            return;
        mismatches += !cover_row_matches(q, p, row, code);
    }
    if (mismatches <= limit)
        cover_report(s, (uint32_t)end, mismatches, number);
}

/* A column of the table. */
struct cover_column {
    struct bitvector v[COVER_WORDS];
    struct before before[COVER_WORDS];
    uint32_t words, score;
};

LANE_CODE void cover_restart(struct cover_column *c, uint32_t m)
{
    c->words = (m + 63) / 64;
    c->score = m;
    for (uint32_t w = 0; w < c->words; w++) {
        c->v[w] = BITVECTOR_START;
        c->before[w] = BEFORE_NONE;
    }
}

/* Whether the distance rises. */
LANE_CODE bool cover_step(enum metric metric, const struct device_query *q,
                          const struct device_pattern *p, struct cover_column *c, uint32_t code)
{
    struct edge edge = {0, 0, 0, 0};
    for (uint32_t w = 0; w < c->words; w++)
        edge =
            edge_of(metric_step(metric, &c->v[w], &c->before[w], cover_word(q, p, w, code), edge),
                    w + 1 < c->words ? 63 : (p->m - 1) % 64);
    c->score += (uint32_t)edge.p - (uint32_t)edge.m;
    return edge.p != 0;
}

/*
 * Reports the ends near a place. One with distance d <= limit begins at most m + d symbols before:
 * so the table begins where the first of them may.
 */
LANE_CODE void cover_verify(enum metric metric, const struct cover_scan *s,
                            const struct device_cover *x, const struct device_query *q,
                            struct cover_place place)
{
    const struct cover_pattern *covered = &x->patterns[place.covered];
    const struct device_pattern p = q->patterns[covered->number];
    const uint32_t limit = cover_limit(s, covered);
    int64_t end = (int64_t)place.end - place.items + p.m, first = end - limit;
    int64_t from = first - p.m - limit, to = end + limit;
    struct cover_column column;
    if (metric == METRIC_HAMMING) {
        cover_compare(s, q, &p, covered->number, limit, end);
        return;
    }
    from = from < s->lead ? s->lead : from;
    to = to > s->end ? s->end : to;
    first = first <= s->begin ? s->begin + 1L : first;
    cover_restart(&column, p.m);
    for (int64_t i = from; i < to; i++) {
        uint32_t code = cover_code(s, i);
        if (code == SYMBOL_DELIMITER) {
            cover_restart(&column, p.m);
            continue;
        }
        bool rises = cover_step(metric, q, &p, &column, code);
        if (i + 1 >= first && column.score <= limit && (s->rising || !rises))
            cover_report(s, (uint32_t)(i + 1), column.score, covered->number);
    }
}

#endif
