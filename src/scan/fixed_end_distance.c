/*
 * fixed_end_distance.c - a banded global alignment by bit vectors.
 *
 * Rows are the pattern (reversed for BACKWARD), columns the text read away from the anchor. Row 0
 * rises by 1 in each column (carry-in +1), because the text is fixed where it begins. Only cells
 * within d of the diagonal can be <= d: the band. A block of 64 rows is added when the band reaches
 * its first row, and removed when the band has passed its last row. Cells outside the band are
 * treated as too large (a delta of +1), because no path of d edits passes through them. At the edge
 * of the band no exchange can help, because a path there already has d edits. A pattern of one
 * block needs no band: all its cells are computed in a register.
 *
 * METRIC_HAMMING compares only the text of m symbols.
 */
#include "scan/fixed_end_distance.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/inline.h"
#include "scan/column.h"

/* The most recent result of fixed_end_start(), for a text of this pattern that ends at `end`. If
 * several in a row are equal, also the distances of the texts that begin there. */
struct last_start {
    uint32_t pattern, most; /* distances up to `most` are known */
    size_t start, end;
    uint32_t same, patience; /* consecutive ends with this start, and how many are needed */
    struct scores scores;
    uint32_t *v;
    size_t capacity;
};

struct fixed_end {
    const struct query *q;
    const struct alphabet *a;
    struct masks (*masks)[2]; /* [pattern][direction]; created on first use */
    struct column_block *blocks;
    struct before *before;
    uint32_t *scores;
    size_t scores_capacity;
    struct last_start last;
};

struct fixed_end *fixed_end_open(const struct query *q, const struct alphabet *a)
{
    struct fixed_end *t = calloc(1, sizeof *t);
    if (t == NULL)
        return NULL;
    t->q = q;
    t->a = a;
    t->masks = calloc(q->npatterns + 1, sizeof *t->masks);
    t->blocks = calloc(column_blocks(q->longest) + 1, sizeof *t->blocks);
    t->before = calloc(column_blocks(q->longest) + 1, sizeof *t->before);
    t->last.patience = 1;
    if (t->masks != NULL && t->blocks != NULL && t->before != NULL)
        return t;
    fixed_end_close(t);
    return NULL;
}

void fixed_end_close(struct fixed_end *t)
{
    if (t == NULL)
        return;
    for (size_t p = 0; t->masks != NULL && p < t->q->npatterns; p++) {
        masks_close(&t->masks[p][BACKWARD]);
        masks_close(&t->masks[p][FORWARD]);
    }
    free(t->masks);
    free(t->blocks);
    free(t->before);
    free(t->scores);
    free(t->last.v);
    free(t);
}

/* Returns NULL when out of memory. */
static const struct masks *masks_of(struct fixed_end *t, uint32_t pattern, enum direction direction,
                                    uint32_t alphabet_size)
{
    const struct pattern *p = &t->q->patterns[pattern];
    struct masks *k = &t->masks[pattern][direction];
    return masks_extend(k, p, direction == BACKWARD, t->a, alphabet_size) ? k : NULL;
}

/* Adds the blocks that the band reaches in column `column` (from 1), and removes those that it has
 * passed. */
static void move_band(enum metric metric, struct column *c, uint32_t d, uint64_t column)
{
    while (!column_whole(c) && (uint64_t)c->behind * BITVECTOR_ROWS < column + d)
        column_enter(metric, c, c->behind > 0 ? column_score(c) : (uint32_t)(column - 1));
    while (c->first + 1 < c->behind && (uint64_t)(c->first + 1) * BITVECTOR_ROWS + d < column)
        c->first++;
}

/* A text that is read away from a fixed position. */
struct directed_reading {
    const struct chunk *c;
    const uint32_t *bytes; /* alphabet_bytes() */
    size_t next, step;     /* index of the next symbol; step to the one after it, modulo 2^n */
    uint64_t most;         /* most symbols to read */
};

static struct directed_reading reading_begin(const struct fixed_end *t, const struct chunk *c,
                                             size_t at, enum direction direction, uint64_t most)
{
    bool back = direction == BACKWARD;
    size_t room = back ? at : c->length - at;
    return (struct directed_reading){.c = c,
                                     .bytes = alphabet_bytes(t->a),
                                     .next = back ? at - 1 : at,
                                     .step = back ? SIZE_MAX : 1,
                                     .most = most < room ? most : room};
}

static inline uint32_t next_symbol(struct directed_reading *r)
{
    uint32_t symbol = chunk_symbol(r->c, r->bytes, r->next);
    r->next += r->step;
    return symbol;
}

static void add_score(struct fixed_end *t, struct scores *s, uint32_t score, uint32_t d)
{
    t->scores[s->n++] = score <= d ? score : d + 1;
}

/* Computes the scores of texts of `least` or more symbols (at least 1) for a pattern of one block.
 * Runs for nearly every hit: inlining keeps all state in registers and makes the metric a
 * constant. */
INLINE void run_register(enum metric metric, struct fixed_end *t, const struct masks *masks,
                         struct directed_reading r, uint32_t d, struct scores *s)
{
    struct bitvector v = BITVECTOR_START;
    struct before before = BEFORE_NONE;
    uint32_t score = masks->m, last_row = masks->m - 1, least = s->least, symbol;
    uint32_t *out = t->scores + s->n;
    for (uint64_t l = 1; l <= r.most && (symbol = next_symbol(&r)) != SYMBOL_DELIMITER; l++) {
        uint64_t eq = masks_word(masks, symbol, 0);
        struct edge last =
            edge_of(metric_step(metric, &v, &before, eq, (struct edge){.p = 1}), last_row);
        score += (uint32_t)last.p - (uint32_t)last.m;
        if (l >= least)
            *out++ = score <= d ? score : d + 1;
    }
    s->n = (uint32_t)(out - t->scores);
}

/* As above, for a pattern of several blocks, in the band. */
INLINE void run_band(enum metric metric, struct fixed_end *t, const struct masks *masks,
                     struct directed_reading *r, uint32_t d, struct scores *s)
{
    struct column column = {.masks = masks, .blocks = t->blocks, .before = t->before};
    uint32_t symbol;
    for (uint64_t l = 1; l <= r->most && (symbol = next_symbol(r)) != SYMBOL_DELIMITER; l++) {
        struct edge above = {.p = 1};
        move_band(metric, &column, d, l);
        column_advance(metric, &column, symbol, &above);
        if (l >= s->least) /* l + d >= m, so the band has the last row */
            add_score(t, s, column_score(&column), d);
    }
}

static inline void compute_distances(enum metric metric, struct fixed_end *t,
                                     const struct masks *masks, struct directed_reading *r,
                                     uint32_t d, struct scores *s)
{
    if (masks->blocks == 1)
        run_register(metric, t, masks, *r, d, s);
    else
        run_band(metric, t, masks, r, d, s);
}

/* METRIC_HAMMING: computes the only score, if the text has m symbols. */
static void run_hamming(struct fixed_end *t, const struct masks *masks, struct directed_reading *r,
                        uint32_t d, struct scores *s)
{
    uint32_t score = 0, row = 0, symbol;
    for (; row < r->most && (symbol = next_symbol(r)) != SYMBOL_DELIMITER; row++)
        score += !masks_match(masks, symbol, row);
    if (row == masks->m)
        add_score(t, s, score, d);
}

static void run_metric(struct fixed_end *t, const struct masks *masks, struct directed_reading *r,
                       uint32_t d, struct scores *s)
{
    switch (t->q->metric) {
    case METRIC_INDEL:
        compute_distances(METRIC_INDEL, t, masks, r, d, s);
        break;
    case METRIC_OSA:
        compute_distances(METRIC_OSA, t, masks, r, d, s);
        break;
    case METRIC_HAMMING:
        run_hamming(t, masks, r, d, s);
        break;
    default:
        compute_distances(METRIC_LEVENSHTEIN, t, masks, r, d, s);
    }
}

struct scores fixed_end_scores(struct fixed_end *t, const struct chunk *c, uint32_t pattern,
                               size_t at, enum direction direction, uint32_t d)
{
    const struct masks *masks = masks_of(t, pattern, direction, c->alphabet_size);
    const struct pattern *p = &t->q->patterns[pattern];
    struct directed_reading r =
        reading_begin(t, c, at, direction, pattern_longest(p, t->q->metric, d));
    struct scores scores = {.least = pattern_shortest(p, t->q->metric, d)};
    if (masks == NULL ||
        !grow(&t->scores, &t->scores_capacity, (size_t)2 * d + 1, sizeof *t->scores))
        return scores;
    run_metric(t, masks, &r, d, &scores);
    scores.v = t->scores;
    return scores;
}

/*
 * Returns whether the text has the last start. The longest texts of two ends never begin in reverse
 * order: their paths would cross, and swapping the paths after the crossing would make the first
 * text longer. So a text of distance d that begins at the start of an earlier end's longest text is
 * itself the longest. Only exchanges (OSA) cross without a common cell.
 */
static bool has_last_start(struct last_start *x, uint32_t pattern, size_t end, uint32_t d)
{
    bool same = x->end <= end && x->pattern == pattern && d <= x->most &&
                score_of(x->scores, end - x->start) == d;
    x->same += same;
    return same;
}

/* Saves a start, if a backward scan of the pattern is slow. If it was the last one, too, computes
 * the distances of the texts that begin there. */
static void keep_start(struct fixed_end *t, const struct chunk *c, uint32_t pattern, size_t start,
                       size_t end, uint32_t d)
{
    enum { MOST = 64 };
    struct last_start *x = &t->last;
    const struct pattern *p = &t->q->patterns[pattern];
    if (p->m <= BITVECTOR_ROWS || t->q->metric == METRIC_OSA || t->q->metric == METRIC_HAMMING)
        return;
    bool same = x->end != SIZE_MAX && x->pattern == pattern && x->start == start;
    if (x->scores.n > 0 && !same)
        x->patience = x->same > x->patience + 1 ? 1 : x->patience < MOST ? 2 * x->patience : MOST;
    x->same = same ? x->same + 1 : 0;
    x->end = same && x->end < end ? x->end : end;
    x->pattern = pattern;
    x->start = start;
    x->scores.n = 0;
    if (x->same < x->patience)
        return;
    uint32_t more = d + d / 4 + 8;
    x->most = more < p->k ? more : p->k;
    x->scores = fixed_end_scores(t, c, pattern, start, FORWARD, x->most);
    if (x->scores.v == NULL || !grow(&x->v, &x->capacity, x->scores.n, sizeof *x->v)) {
        x->scores.n = 0;
        return;
    }
    memcpy(x->v, x->scores.v, x->scores.n * sizeof *x->v);
    x->scores.v = x->v;
}

size_t fixed_end_start(struct fixed_end *t, const struct chunk *c, uint32_t pattern, size_t end,
                       uint32_t d)
{
    if (d == 0 || t->q->metric == METRIC_HAMMING)
        return end - t->q->patterns[pattern].m;
    if (has_last_start(&t->last, pattern, end, d))
        return t->last.start;
    struct scores s = fixed_end_scores(t, c, pattern, end, BACKWARD, d);
    if (s.v == NULL)
        return SIZE_MAX;
    uint32_t i = s.n;
    while (i > 0 && s.v[i - 1] != d)
        i--;
    assert(i > 0); /* some start has the engine's distance */
    size_t start = end - (s.least + i - 1);
    keep_start(t, c, pattern, start, end, d);
    return start;
}

void fixed_end_forget(struct fixed_end *t)
{
    t->last.end = SIZE_MAX;
}
