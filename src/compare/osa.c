/*
 * osa.c - the table in strips of 64 rows, one after the other.
 *
 * A strip leaves what its last row tells in a byte a column (struct edge), which the next strip
 * takes. Only cells within `band` of the diagonal are computed: a cell further away is taken as too
 * large (a delta of +1), as in match/anchored. Along the edge of the band nothing is exchanged:
 * what comes there has as many edits as the band allows. The band grows until the distance fits.
 *
 * For the alignment the edges of every sqrt(m/64)-th strip are kept. On the way back the strips
 * between two of them are computed again, their edges are kept, and then each is computed a third
 * time, with the moves of its cells.
 */
#include "compare/osa.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "cells/traceback.h"

enum { ROWS = BITVECTOR_ROWS, SLOTS = 256, SLOT_BITS = 8, BAND_LEAST = 64 };

struct table {
    struct sequences s;
    uint64_t band; /* the greatest |i - j| of a cell that is computed */
    size_t strips;
    unsigned char *edges; /* of the last strip, one for each of the n columns */
    /* The rows of a strip that match a code: a hash table, of which a free slot has no rows. */
    uint32_t codes[SLOTS];
    uint64_t masks[SLOTS];
};

/* Matches. */

static uint32_t code_at(const struct table *t, const unsigned char *codes, size_t i)
{
    uint32_t code;
    if (t->s.width == 1)
        return codes[i];
    memcpy(&code, codes + i * sizeof code, sizeof code);
    return code;
}

/* The slot of a code, or the free one where it belongs. */
static inline unsigned slot_of(const struct table *t, uint32_t code)
{
    if (t->s.width == 1)
        return code;
    unsigned at = code * UINT32_C(2654435769) >> (32 - SLOT_BITS);
    while (t->masks[at] != 0 && t->codes[at] != code)
        at = (at + 1) % SLOTS;
    return at;
}

/* The rows of a strip: 64, or what is left for the last one. */
static size_t rows_of(const struct table *t, size_t strip)
{
    return strip + 1 < t->strips ? ROWS : (t->s.m - 1) % ROWS + 1;
}

static void make_masks(struct table *t, size_t strip)
{
    memset(t->masks, 0, sizeof t->masks);
    for (size_t i = 0; i < rows_of(t, strip); i++) {
        uint32_t code = code_at(t, t->s.x, strip * ROWS + i);
        unsigned slot = slot_of(t, code);
        t->codes[slot] = code;
        t->masks[slot] |= UINT64_C(1) << i;
    }
}

/* Strips. */

/* The columns of a strip, from 0: those of its cells that lie in the band. */
static size_t first_column(const struct table *t, size_t strip)
{
    return strip * ROWS > t->band ? (size_t)(strip * ROWS - t->band) : 0;
}

static size_t behind_column(const struct table *t, size_t strip)
{
    uint64_t behind = strip * ROWS + rows_of(t, strip) + t->band;
    return behind < t->s.n ? (size_t)behind : t->s.n;
}

static unsigned char pack_edge(struct edge e)
{
    return (unsigned char)(e.p | e.m << 1 | e.d0 << 2 | e.eq << 3);
}

/* What the row above a strip tells of column j; nothing is known of it from `known` on. */
static inline struct edge edge_above(const struct table *t, size_t j, size_t known)
{
    if (j >= known)
        return (struct edge){.p = 1, .d0 = 1};
    unsigned e = t->edges[j];
    return (struct edge){e & 1, e >> 1 & 1, e >> 2 & 1, e >> 3 & 1};
}

/* How many columns the strip above has told of. */
static size_t known_above(const struct table *t, size_t strip)
{
    return strip > 0 ? behind_column(t, strip - 1) : 0;
}

static void run_strip(struct table *t, size_t strip)
{
    struct bitvector v = BITVECTOR_START;
    struct before before = BEFORE_NONE;
    unsigned last_row = (unsigned)rows_of(t, strip) - 1;
    size_t known = known_above(t, strip), behind = behind_column(t, strip);
    make_masks(t, strip);
    for (size_t j = first_column(t, strip); j < behind; j++) {
        uint64_t eq = t->masks[slot_of(t, code_at(t, t->s.y, j))];
        struct edge rows = metric_step_osa(&v, &before, eq, edge_above(t, j, known));
        t->edges[j] = pack_edge(edge_of(rows, last_row));
    }
}

/* The same, with the moves of its columns. The edges stay as they are. */
static void find_moves(struct table *t, size_t strip, struct moves *moves)
{
    struct bitvector v = BITVECTOR_START;
    struct before before = BEFORE_NONE;
    size_t known = known_above(t, strip), behind = behind_column(t, strip);
    make_masks(t, strip);
    for (size_t j = first_column(t, strip); j < behind; j++) {
        struct edge edge = edge_above(t, j, known);
        uint64_t eq = t->masks[slot_of(t, code_at(t, t->s.y, j))];
        *moves++ = traceback_step_osa(&v, &before, eq, &edge, INSERTION_FIRST);
    }
}

/* Distance. */

/* The last row of a strip rises by so much in the columns [from, to). */
static uint64_t rise(const struct table *t, size_t from, size_t to)
{
    uint64_t sum = 0;
    for (size_t j = from; j < to; j++)
        sum += (uint64_t)(t->edges[j] & 1) - (t->edges[j] >> 1 & 1);
    return sum;
}

/* Computes all strips. Returns the cost of an alignment in the band; of the best one, if that is
 * at most as wide. */
static uint64_t cost_in_band(struct table *t, const struct osa_watch *watch)
{
    uint64_t corner = 0; /* the score above the strip's first row, left of its first column */
    for (size_t strip = 0; strip < t->strips; strip++) {
        bool last = strip + 1 == t->strips;
        run_strip(t, strip);
        corner += rows_of(t, strip) +
                  rise(t, first_column(t, strip), last ? t->s.n : first_column(t, strip + 1));
        if (watch->progress != NULL)
            watch->progress(watch->context, (double)(strip + 1) / (double)t->strips);
    }
    return corner;
}

/* The distance; the band is as wide as it then, or a little wider. */
static uint64_t find_distance(struct table *t, uint64_t limit, const struct osa_watch *watch)
{
    uint64_t least = t->s.m > t->s.n ? t->s.m - t->s.n : t->s.n - t->s.m, cost;
    if (least > limit)
        return OSA_MORE;
    t->band = least > BAND_LEAST ? least : BAND_LEAST;
    for (;;) {
        t->band = t->band < limit ? t->band : limit;
        cost = cost_in_band(t, watch);
        if (cost <= t->band)
            return cost;
        if (t->band == limit)
            return OSA_MORE;
        t->band = cost < 2 * t->band ? cost : 2 * t->band;
    }
}

/* Alignment. */

/* Edges of some strips. What a strip takes of the one above is as wide as the band at most. */
struct kept {
    unsigned char *bytes;
    size_t width;
};

static size_t kept_width(const struct table *t)
{
    uint64_t width = 2 * t->band + ROWS;
    return width < t->s.n ? (size_t)width : t->s.n;
}

/* Copies what the strip takes to place i, or from there. */
static void keep(const struct kept *k, size_t i, const struct table *t, size_t strip)
{
    size_t first = first_column(t, strip), known = known_above(t, strip);
    if (known > first)
        memcpy(k->bytes + i * k->width, t->edges + first, known - first);
}

static void bring_back(const struct kept *k, size_t i, const struct table *t, size_t strip)
{
    size_t first = first_column(t, strip), known = known_above(t, strip);
    if (known > first)
        memcpy(t->edges + first, k->bytes + i * k->width, known - first);
}

static char edit_of(const struct table *t, char step, const struct walk *w)
{
    bool equal = step == 'X' && code_at(t, t->s.x, w->i) == code_at(t, t->s.y, w->j);
    return equal ? '=' : step;
}

/* Walks back through a strip; the edits go to `backwards`. */
static void walk_strip(const struct table *t, size_t strip, const struct moves *moves,
                       struct walk *w, struct script *backwards)
{
    size_t top = strip * ROWS, first = first_column(t, strip);
    while (w->i > top && w->j > 0) {
        struct walk of_strip = {w->i - top, w->j};
        char step = walk_back_osa(&of_strip, &moves[w->j - 1 - first]);
        *w = (struct walk){of_strip.i + top, of_strip.j};
        script_add(backwards, edit_of(t, step, w), step == 'T' ? 2 : 1);
    }
}

static size_t square_root(size_t n) /* rounded up, at least 1 */
{
    size_t root = 1;
    while (root * root < n)
        root++;
    return root;
}

/* Walks back through the strips [first, first + count), whose first edges are in place. */
static void walk_group(struct table *t, size_t first, size_t count, const struct kept *inner,
                       struct moves *moves, struct walk *w, struct script *backwards)
{
    for (size_t i = 0; i < count; i++) {
        keep(inner, i, t, first + i);
        run_strip(t, first + i);
    }
    for (size_t i = count; i-- > 0;) {
        bring_back(inner, i, t, first + i);
        find_moves(t, first + i, moves);
        walk_strip(t, first + i, moves, w, backwards);
    }
}

static void find_alignment(struct table *t, struct script *script)
{
    size_t every = square_root(t->strips), groups = (t->strips + every - 1) / every;
    size_t width = kept_width(t);
    struct kept outer = {xreallocarray(NULL, groups, width), width};
    struct kept inner = {xreallocarray(NULL, every, width), width};
    struct moves *moves = xreallocarray(NULL, width, sizeof *moves);
    struct script backwards = {0};
    struct walk w = {t->s.m, t->s.n};
    for (size_t strip = 0; strip < t->strips; strip++) {
        if (strip % every == 0)
            keep(&outer, strip / every, t, strip);
        run_strip(t, strip);
    }
    for (size_t group = groups; group-- > 0;) {
        size_t first = group * every, left = t->strips - first;
        bring_back(&outer, group, t, first);
        walk_group(t, first, left < every ? left : every, &inner, moves, &w, &backwards);
    }
    script_add(&backwards, 'D', w.i);
    script_add(&backwards, 'I', w.j);
    script_add_reversed(script, &backwards);
    script_free(&backwards);
    free(outer.bytes);
    free(inner.bytes);
    free(moves);
}

uint64_t osa_align(const struct sequences *s, uint64_t limit, struct script *script,
                   const struct osa_watch *watch)
{
    struct table *t = xcalloc(1, sizeof *t);
    t->s = *s;
    t->strips = (s->m + ROWS - 1) / ROWS;
    t->edges = xcalloc(s->n, 1);
    uint64_t distance = find_distance(t, limit, watch);
    if (script != NULL && distance != OSA_MORE) {
        t->band = distance;
        find_alignment(t, script);
    }
    free(t->edges);
    free(t);
    return distance;
}
