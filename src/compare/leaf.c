/*
 * leaf.c - columns of bit vectors (column_step.h), and two bits a cell for the way back
 * (traceback.h).
 */
#include "compare/leaf.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "compare/column_step.h"

enum { ROWS = BITVECTOR_ROWS, BYTES = 256 };

struct slot { /* of a hash table: a code and its number */
    uint32_t code;
    uint32_t number; /* from 1; 0: free */
};

struct leaf {
    struct moves *moves; /* [column * blocks + block] */
    size_t moves_capacity;
    uint64_t *masks; /* [number * blocks + block]: the rows of a code of the columns */
    size_t masks_capacity;
    uint32_t *numbers; /* of the columns' codes */
    size_t numbers_capacity;
    struct bitvector *column;
    struct before *before; /* the column */
    size_t column_capacity, before_capacity;
    struct slot *slots;
    size_t slots_capacity;
    size_t nslots; /* a power of two */
    struct script script;
};

struct leaf *leaf_open(void)
{
    return xcalloc(1, sizeof(struct leaf));
}

void leaf_close(struct leaf *l)
{
    free(l->moves);
    free(l->masks);
    free(l->numbers);
    free(l->column);
    free(l->before);
    free(l->slots);
    script_free(&l->script);
    free(l);
}

static size_t blocks_of(size_t m)
{
    return (m + ROWS - 1) / ROWS;
}

bool leaf_fits(size_t m, size_t n, size_t most)
{
    return blocks_of(m) <= most / n;
}

static uint32_t code_at(const unsigned char *codes, unsigned width, size_t i)
{
    uint32_t code;
    if (width == 1)
        return codes[i];
    memcpy(&code, codes + i * sizeof code, sizeof code);
    return code;
}

/* The slot of a code, or the free one where it belongs. */
static struct slot *find(const struct leaf *l, uint32_t code)
{
    size_t at = code * UINT32_C(2654435769);
    while (l->slots[at & (l->nslots - 1)].number != 0 &&
           l->slots[at & (l->nslots - 1)].code != code)
        at++;
    return &l->slots[at & (l->nslots - 1)];
}

/* Numbers the codes of the columns, and finds the rows that match each. */
static void make_masks(struct leaf *l, const struct sequences *s)
{
    size_t blocks = blocks_of(s->m), distinct = 0;
    l->nslots = BYTES;
    while (s->width > 1 && l->nslots < 2 * s->n)
        l->nslots *= 2;
    xgrow(&l->slots, &l->slots_capacity, 2 * l->nslots, sizeof *l->slots);
    memset(l->slots, 0, l->nslots * sizeof *l->slots);
    xgrow(&l->numbers, &l->numbers_capacity, s->n, sizeof *l->numbers);
    for (size_t j = 0; j < s->n; j++) {
        uint32_t code = code_at(s->y, s->width, j);
        struct slot *slot = find(l, code);
        if (slot->number == 0)
            *slot = (struct slot){code, (uint32_t)++distinct};
        l->numbers[j] = slot->number - 1;
    }
    xgrow(&l->masks, &l->masks_capacity, distinct * blocks, sizeof *l->masks);
    memset(l->masks, 0, distinct * blocks * sizeof *l->masks);
    for (size_t i = 0; i < s->m; i++) {
        const struct slot *slot = find(l, code_at(s->x, s->width, i));
        if (slot->number > 0)
            l->masks[(slot->number - 1) * blocks + i / ROWS] |= UINT64_C(1) << i % ROWS;
    }
}

static void fill(struct leaf *l, const struct sequences *s, enum metric metric)
{
    size_t blocks = blocks_of(s->m);
    xgrow(&l->moves, &l->moves_capacity, blocks * s->n, sizeof *l->moves);
    xgrow(&l->column, &l->column_capacity, blocks, sizeof *l->column);
    xgrow(&l->before, &l->before_capacity, blocks, sizeof *l->before);
    for (size_t block = 0; block < blocks; block++) {
        l->column[block] = BITVECTOR_START;
        l->before[block] = BEFORE_NONE;
    }
    for (size_t j = 0; j < s->n; j++)
        column_step(metric, l->column, l->before, blocks, l->masks + l->numbers[j] * blocks,
                    l->moves + j * blocks);
}

/* Whether the codes that a diagonal step has just passed are equal. */
static bool is_equal(const struct sequences *s, const struct walk *w)
{
    return code_at(s->x, s->width, w->i) == code_at(s->y, s->width, w->j);
}

void leaf_align(struct leaf *l, const struct sequences *s, enum metric metric,
                struct script *script)
{
    size_t blocks = blocks_of(s->m);
    struct walk w = {s->m, s->n};
    make_masks(l, s);
    fill(l, s, metric);
    while (w.i > 0 && w.j > 0) {
        char edit = column_walk_back(metric, &w, l->moves + (w.j - 1) * blocks);
        script_add(&l->script, edit == 'X' && is_equal(s, &w) ? '=' : edit, edit == 'T' ? 2 : 1);
    }
    script_add(&l->script, 'D', w.i);
    script_add(&l->script, 'I', w.j);
    script_add_reversed(script, &l->script);
}
