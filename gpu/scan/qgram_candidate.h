/*
 * qgram_candidate.h - checks and verifies candidates of filtered patterns; for both compilers. The
 * including file defines report_hit(scan, end, distance, pattern).
 *
 * A candidate is a position of the text where a q-gram of a pattern occurs. qgram_candidate_fits()
 * checks on the folded codes whether up to 64 rows of the pattern have a distance within the limit
 * around it. For candidates that pass, qgram_verify() finds all ends of the pattern nearby and
 * their distances from the unfolded codes. An end is reported once for each piece that leads to it.
 */
#pragma once

#include "cells/metric_step.h"
#include "gpu/scan/device_qgrams.h"
#include "gpu/scan/text_lanes.h"

/* Returns whether the bitmap has a q-gram. */
LANE_CODE bool qgram_in_bitmap(const struct qgram_table *t, uint64_t hash)
{
    uint32_t bit = (uint32_t)(hash >> t->shift);
    return t->bitmap[bit / 32] >> bit % 32 & 1;
}

/* Returns the current limit on the distance of a pattern. */
LANE_CODE uint32_t qgram_limit(const struct qgram_scan *s, const struct qgram_pattern *p)
{
    uint32_t limit = *(volatile uint32_t *)s->scan.limit;
    return limit < p->limit ? limit : p->limit;
}

/* The checked rows, and the text position of the first of them in an occurrence without errors. */
struct qgram_window {
    uint32_t first, n, limit;
    int64_t at;
};

LANE_CODE struct qgram_window qgram_window(const struct qgram_scan *s,
                                           const struct qgram_pattern *p, struct qgram_candidate x)
{
    struct qgram_window w = {0, p->m < 64 ? p->m : 64, qgram_limit(s, p), 0};
    if (p->m > 64) {
        uint32_t last = (p->m + 31) / 32 - 2, word = x.items > 32 ? (x.items - 32) / 32 : 0;
        w.first = 32 * (word < last ? word : last);
        w.n = p->m - w.first < 64 ? p->m - w.first : 64;
    }
    w.at = (int64_t)x.end - x.items + w.first;
    return w;
}

/* Returns which of 32 rows may match a folded code. */
LANE_CODE uint32_t qgram_matches(const struct qgram_rows *r, unsigned bits, uint32_t code)
{
    uint32_t differ = 0;
    LANE_UNROLL
    for (unsigned b = 0; b < 8; b++)
        if (b < bits)
            differ |= r->planes[b] ^ (0 - (code >> b & 1));
    return ~differ | r->any;
}

/* METRIC_HAMMING: returns whether at most w.limit rows mismatch. */
LANE_CODE bool qgram_few_mismatches(const struct qgram_scan *s, const struct qgram_rows rows[2],
                                    unsigned bits, struct qgram_window w)
{
    uint32_t mismatches = 0;
    if (w.at < s->scan.lead || w.at + w.n > s->scan.end)
        return false;
    for (uint32_t i = 0; i < w.n; i++)
        mismatches += !(qgram_matches(&rows[i / 32], bits, s->folded[w.at + i]) >> i % 32 & 1);
    return mismatches <= w.limit;
}

/* Returns whether the rows have a distance within the limit near their place. Treats delimiters as
 * ordinary codes, which never makes a distance greater. */
LANE_CODE bool qgram_rows_fit(enum metric metric, const struct qgram_scan *s,
                              const struct qgram_rows *in, unsigned bits, struct qgram_window w)
{
    int64_t from = w.at - w.limit, to = w.at + w.n + w.limit;
    struct bitvector v = BITVECTOR_START;
    struct before before = BEFORE_NONE;
    uint32_t score = w.n, least = w.n;
    struct qgram_rows rows[2] = {in[0], in[1]};
    const struct edge above = {0, 0, 0, 0};
    if (metric == METRIC_HAMMING)
        return qgram_few_mismatches(s, rows, bits, w);
    from = from < s->scan.lead ? s->scan.lead : from;
    to = to > s->scan.end ? s->scan.end : to;
    for (int64_t i = from; i < to; i++) {
        uint32_t code = s->folded[i];
        uint64_t eq = qgram_matches(&rows[0], bits, code) |
                      (uint64_t)qgram_matches(&rows[1], bits, code) << 32;
        struct edge last = edge_of(metric_step(metric, &v, &before, eq, above), w.n - 1);
        score += (uint32_t)last.p - (uint32_t)last.m;
        least = score < least ? score : least;
    }
    return least <= w.limit;
}

/* Returns whether a candidate may be an occurrence. Uses METRIC_LEVENSHTEIN for METRIC_INDEL,
 * because it is a lower bound. */
LANE_CODE bool qgram_candidate_fits(enum metric metric, unsigned bits, const struct qgram_scan *s,
                                    const struct device_qgrams *x, struct qgram_candidate place)
{
    const struct qgram_pattern p = x->patterns[place.covered];
    const struct qgram_window w = qgram_window(s, &p, place);
    uint32_t end = place.end + (p.m - place.items);
    if (end + w.limit <= s->scan.begin || end > s->scan.end + w.limit)
        return false;
    return qgram_rows_fit(metric == METRIC_INDEL ? METRIC_LEVENSHTEIN : metric, s,
                          x->rows + p.first + w.first / 32, bits, w);
}

/* Verifying. */

/* The rows of word w that match a code. */
LANE_CODE uint64_t qgram_word(const struct device_query *q, const struct device_pattern *p,
                              uint32_t w, uint32_t code)
{
    uint64_t rows = 0;
    for (uint32_t row = 64 * w; row < p->m && row < 64 * w + 64; row++)
        rows |= (uint64_t)slot_matches(q, q->slots[p->first_row + row], code) << row % 64;
    return rows;
}

/* METRIC_HAMMING: verifies the only possible place of the pattern. */
LANE_CODE void qgram_verify_hamming(const struct scan *s, const struct device_query *q,
                                    const struct device_pattern *p, uint32_t number, uint32_t limit,
                                    int64_t end)
{
    uint32_t mismatches = 0;
    if (end - p->m < (int64_t)s->lead || end > s->end || end <= s->begin)
        return;
    for (uint32_t row = 0; row < p->m; row++) {
        uint32_t code = text_code(&s->text, end - p->m + row);
        if (code == SYMBOL_DELIMITER)
            return;
        mismatches += !slot_matches(q, q->slots[p->first_row + row], code);
    }
    if (mismatches <= limit)
        report_hit(s, (uint32_t)end, mismatches, number);
}

/* A column of the distance table. */
struct qgram_column {
    struct bitvector v[QGRAM_WORDS];
    struct before before[QGRAM_WORDS];
    uint32_t words, score;
};

LANE_CODE void qgram_column_restart(struct qgram_column *c, uint32_t m)
{
    c->words = (m + 63) / 64;
    c->score = m;
    for (uint32_t w = 0; w < c->words; w++) {
        c->v[w] = BITVECTOR_START;
        c->before[w] = BEFORE_NONE;
    }
}

/* Computes the next column. Returns whether the distance rises. */
LANE_CODE bool qgram_column_step(enum metric metric, const struct device_query *q,
                                 const struct device_pattern *p, struct qgram_column *c,
                                 uint32_t code)
{
    struct edge edge = {0, 0, 0, 0};
    for (uint32_t w = 0; w < c->words; w++)
        edge =
            edge_of(metric_step(metric, &c->v[w], &c->before[w], qgram_word(q, p, w, code), edge),
                    w + 1 < c->words ? 63 : (p->m - 1) % 64);
    c->score += (uint32_t)edge.p - (uint32_t)edge.m;
    return edge.p != 0;
}

/*
 * Reports the ends near a candidate. An occurrence with distance d <= limit begins at most m + d
 * symbols before its end, so the table begins where the first occurrence may begin.
 */
LANE_CODE void qgram_verify(enum metric metric, const struct qgram_scan *s,
                            const struct device_qgrams *x, const struct device_query *q,
                            struct qgram_candidate place)
{
    const struct qgram_pattern *covered = &x->patterns[place.covered];
    const struct device_pattern p = q->patterns[covered->number];
    const uint32_t limit = qgram_limit(s, covered);
    int64_t end = (int64_t)place.end - place.items + p.m, first = end - limit;
    int64_t from = first - p.m - limit, to = end + limit;
    struct qgram_column column;
    if (metric == METRIC_HAMMING) {
        qgram_verify_hamming(&s->scan, q, &p, covered->number, limit, end);
        return;
    }
    from = from < s->scan.lead ? s->scan.lead : from;
    to = to > s->scan.end ? s->scan.end : to;
    first = first <= s->scan.begin ? s->scan.begin + 1L : first;
    qgram_column_restart(&column, p.m);
    for (int64_t i = from; i < to; i++) {
        uint32_t code = text_code(&s->scan.text, i);
        if (code == SYMBOL_DELIMITER) {
            qgram_column_restart(&column, p.m);
            continue;
        }
        bool rises = qgram_column_step(metric, q, &p, &column, code);
        if (i + 1 >= first && column.score <= limit && (s->scan.rising || !rises))
            report_hit(&s->scan, (uint32_t)(i + 1), column.score, covered->number);
    }
}
