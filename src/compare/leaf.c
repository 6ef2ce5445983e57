/*
 * leaf.c - columns of bit vectors (column_step.h), and two bits for each cell for the traceback
 * (traceback.h).
 *
 * Each column has the blocks of 64 rows that the band crosses. Cells outside count as a path along
 * the border of the band, as in strips.c: 1 for each row or column.
 */
#include "compare/leaf.h"

#include <stdlib.h>
#include <string.h>

#include "base/least.h"
#include "base/xalloc.h"
#include "compare/column_step.h"

enum { ROWS = BITVECTOR_ROWS, BYTES = 256 };

struct leaf_slot { /* hash table entry: a code and its number */
    uint32_t code;
    uint32_t number; /* from 1; 0: free */
};

/* The codes of a table; owned. */
struct leaf_codes {
    uint64_t *masks;   /* [number * blocks + block]: the rows that match a code */
    uint32_t *numbers; /* [column]: the number of its code */
    struct leaf_slot *slots;
    size_t nslots; /* a power of two */
};

static size_t blocks_of(size_t m)
{
    return (m + ROWS - 1) / ROWS;
}

struct leaf_table leaf_table_of(const struct sequences *s, uint64_t limit)
{
    return (struct leaf_table){.s = *s, .span = diagonal_span_within(s->m, s->n, limit)};
}

/* Return the first and the last block of a column: the rows of its diagonals, and one more row for
 * the neighbours of exchanges. */
static size_t first_block(const struct leaf_table *t, size_t column)
{
    return (size_t)most((int64_t)column - t->span.highest - 1, 0) / ROWS;
}

static size_t last_block(const struct leaf_table *t, size_t column)
{
    int64_t row = (int64_t)column - t->span.lowest + 1;
    return (size_t)least(row, (int64_t)t->s.m - 1) / ROWS;
}

/* Returns the most blocks of a column. */
static size_t height_of(const struct leaf_table *t)
{
    size_t all = blocks_of(t->s.m), band = (size_t)(t->span.highest - t->span.lowest) / ROWS + 2;
    return band < all ? band : all;
}

double leaf_words(const struct leaf_table *t)
{
    return (double)height_of(t) * (double)t->s.n;
}

bool leaf_fits(const struct leaf_table *t, size_t most)
{
    size_t codes = t->s.width == 1 ? t->s.alphabet : t->s.n;
    return leaf_words(t) <= (double)most && blocks_of(t->s.m) <= most / codes;
}

/* Returns the slot of a code, or the free slot for it. */
static struct leaf_slot *find_leaf_slot(const struct leaf_codes *l, uint32_t code)
{
    size_t at = code * UINT32_C(2654435769);
    while (l->slots[at & (l->nslots - 1)].number != 0 &&
           l->slots[at & (l->nslots - 1)].code != code)
        at++;
    return &l->slots[at & (l->nslots - 1)];
}

/* Numbers the codes of the columns, and finds the rows that match each. */
static void make_masks(struct leaf_codes *l, const struct sequences *s)
{
    size_t blocks = blocks_of(s->m), distinct = 0;
    l->nslots = BYTES;
    while (s->width > 1 && l->nslots < 2 * s->n)
        l->nslots *= 2;
    l->slots = xcalloc(l->nslots, sizeof *l->slots);
    l->numbers = xreallocarray(NULL, s->n, sizeof *l->numbers);
    for (size_t j = 0; j < s->n; j++) {
        uint32_t code = sequences_code(s->y, s->width, j);
        struct leaf_slot *slot = find_leaf_slot(l, code);
        if (slot->number == 0)
            *slot = (struct leaf_slot){code, (uint32_t)++distinct};
        l->numbers[j] = slot->number - 1;
    }
    l->masks = xcalloc(distinct * blocks, sizeof *l->masks);
    for (size_t i = 0; i < s->m; i++) {
        const struct leaf_slot *slot = find_leaf_slot(l, sequences_code(s->x, s->width, i));
        if (slot->number > 0)
            l->masks[(slot->number - 1) * blocks + i / ROWS] |= UINT64_C(1) << i % ROWS;
    }
}

/* Returns the deltas above the first row in a column. */
static struct edge edge_above(const struct leaf_table *t, size_t column)
{
    size_t at = t->first + column;
    if (t->above == NULL || at >= t->count)
        return COLUMN_TOP;
    uint64_t up = t->above->up[at / 64] >> at % 64 & 1;
    if (t->above->down == NULL)
        return (struct edge){.m = up};
    return (struct edge){.p = up, .m = t->above->down[at / 64] >> at % 64 & 1};
}

/* Sets moves [column * height + block - first block of the column]. */
static void fill_moves(const struct leaf_codes *l, const struct leaf_table *t, enum metric metric,
                       struct leaf_room *room)
{
    size_t blocks = blocks_of(t->s.m), height = height_of(t);
    struct bitvector *column = xreallocarray(NULL, blocks, sizeof *column);
    struct before *before = xreallocarray(NULL, blocks, sizeof *before); /* the column */
    xgrow(&room->moves, &room->capacity, height * t->s.n, sizeof *room->moves);
    for (size_t block = 0; block < blocks; block++) {
        column[block] = BITVECTOR_START;
        before[block] = BEFORE_NONE;
    }
    for (size_t j = 0; j < t->s.n; j++) {
        size_t first = first_block(t, j), last = last_block(t, j);
        column_step(metric, column + first, before + first, last - first + 1,
                    l->masks + l->numbers[j] * blocks + first,
                    first == 0 ? edge_above(t, j) : COLUMN_TOP, room->moves + j * height);
    }
    free(column);
    free(before);
}

/* Returns whether the codes of the last diagonal step are equal. */
static bool is_equal(const struct sequences *s, const struct walk *w)
{
    return sequences_code(s->x, s->width, w->i) == sequences_code(s->y, s->width, w->j);
}

size_t leaf_align(const struct leaf_table *t, enum metric metric, struct leaf_room *room,
                  struct script *script)
{
    size_t height = height_of(t);
    struct walk w = {t->s.m, t->s.n};
    struct script backwards = {0};
    struct leaf_codes l = {0};
    make_masks(&l, &t->s);
    fill_moves(&l, t, metric, room);
    while (w.i > 0 && w.j > 0) {
        size_t column = w.j - 1;
        const struct moves *moves = room->moves + column * height - first_block(t, column);
        char edit = column_walk_back(metric, &w, moves);
        script_add(&backwards, edit == 'X' && is_equal(&t->s, &w) ? '=' : edit,
                   edit == 'T' ? 2 : 1);
    }
    script_add(&backwards, 'D', w.i);
    if (t->above == NULL)
        script_add(&backwards, 'I', w.j);
    script_add_reversed(script, &backwards);
    script_free(&backwards);
    free(l.masks);
    free(l.numbers);
    free(l.slots);
    return w.j;
}
