/*
 * short_by_long.c - see short_by_long.h.
 *
 * When columns stop changing the deltas, the code computes which codes would change them, and skips
 * columns up to the next such code. If there is none, the pass is over: for example, if the rows
 * are a subsequence of the columns so far.
 *
 * If the second sequence is the short one, the table is transposed, and both sequences are read
 * from their ends. That maps the lowest path to the lowest path, last step first.
 */
#include "compare/short_by_long.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "compare/column_step.h"

enum {
    ROWS = BITVECTOR_ROWS,
    BLOCKS = SHORT_BY_LONG_MOST / ROWS,
    SLOTS = 1024, /* of the hash table of the rows' codes, more than twice their number */
    SLOT_BITS = 10,
    BYTES = 256,
    QUIET = 64,   /* columns without a change before the code searches for the next change */
    AT_ONCE = 16, /* columns skipped without a branch */
    COLUMNS_PER_CELL = 16, /* least columns for each cell of rows * rows */
};

struct column_slot {
    uint32_t code;
    bool used;
    bool stays;             /* the code changes nothing now; in a free slot: codes of no row */
    uint64_t masks[BLOCKS]; /* the rows that match */
};

struct change { /* a column that changed something */
    size_t column;
    struct moves moves[BLOCKS];
};

struct pass {
    struct sequences s; /* x: the rows */
    enum metric metric;
    bool turned;
    size_t blocks;
    struct column_slot slots[SLOTS];
    bool stays[BYTES];     /* [one-byte code]: `stays` of its slot */
    uint64_t rows[BLOCKS]; /* used bits of a column */
    struct bitvector column[BLOCKS];
    struct before before[BLOCKS]; /* the column */
    bool keeps;                   /* the changes */
    struct change *changes;
    size_t count, capacity;
};

bool short_by_long_pay(const struct sequences *s)
{
    size_t rows = sequences_shorter(s);
    return rows <= SHORT_BY_LONG_MOST && rows * rows * COLUMNS_PER_CELL <= sequences_longer(s);
}

static uint32_t code_at(const struct pass *p, const unsigned char *codes, size_t n, size_t i)
{
    return sequences_code(codes, p->s.width, p->turned ? n - 1 - i : i);
}

static uint32_t row_code(const struct pass *p, size_t i)
{
    return code_at(p, p->s.x, p->s.m, i);
}

static uint32_t column_code(const struct pass *p, size_t j)
{
    return code_at(p, p->s.y, p->s.n, j);
}

/* Returns the slot of a code, or the free slot for it. */
static struct column_slot *find_column_slot(struct pass *p, uint32_t code)
{
    size_t at = code * UINT32_C(2654435769) >> (32 - SLOT_BITS);
    while (p->slots[at].used && p->slots[at].code != code)
        at = (at + 1) % SLOTS;
    return &p->slots[at];
}

/* Clears the state for exchanges: none matters after an unchanged column. */
static void forget_before(struct pass *p)
{
    for (size_t block = 0; block < p->blocks; block++)
        p->before[block] = BEFORE_NONE;
}

static struct pass *pass_open(const struct sequences *s, enum metric metric, bool keeps)
{
    struct pass *p = xcalloc(1, sizeof *p);
    p->s = *s;
    p->metric = metric;
    p->keeps = keeps;
    p->turned = s->n < s->m;
    if (p->turned)
        p->s = (struct sequences){s->y, s->x, s->n, s->m, s->width, s->alphabet};
    p->blocks = (p->s.m + ROWS - 1) / ROWS;
    for (size_t block = 0; block < p->blocks; block++)
        p->column[block] = BITVECTOR_START;
    forget_before(p);
    for (size_t i = 0; i < p->s.m; i++) {
        struct column_slot *slot = find_column_slot(p, row_code(p, i));
        uint64_t bit = UINT64_C(1) << i % ROWS;
        slot->code = row_code(p, i);
        slot->used = true;
        slot->masks[i / ROWS] |= bit;
        p->rows[i / ROWS] |= bit;
    }
    return p;
}

/* Computes a column. Returns false if it changes nothing. */
static bool compute_column(struct pass *p, const struct column_slot *slot, struct moves *moves)
{
    struct bitvector old[BLOCKS];
    uint64_t changed = 0;
    memcpy(old, p->column, sizeof old);
    column_step(p->metric, p->column, p->before, p->blocks, slot->masks, COLUMN_TOP, moves);
    for (size_t block = 0; block < p->blocks; block++)
        changed |= ((old[block].pv ^ p->column[block].pv) | (old[block].mv ^ p->column[block].mv)) &
                   p->rows[block];
    return changed != 0;
}

/* Returns whether a column of this code would change nothing now, after an unchanged column. */
static bool would_stay(struct pass *p, const struct column_slot *slot)
{
    struct bitvector column[BLOCKS];
    struct moves moves[BLOCKS];
    memcpy(column, p->column, sizeof column);
    forget_before(p);
    bool changed = compute_column(p, slot, moves);
    memcpy(p->column, column, sizeof column);
    return !changed;
}

/* Finds the codes that change nothing now. Returns true if these are all codes. */
static bool find_staying(struct pass *p)
{
    const struct column_slot none = {.used = false};
    bool others_stay = would_stay(p, &none), all = others_stay;
    for (size_t i = 0; i < SLOTS; i++) {
        struct column_slot *slot = &p->slots[i];
        slot->stays = slot->used ? would_stay(p, slot) : others_stay;
        all &= slot->stays;
    }
    for (uint32_t byte = 0; byte < BYTES; byte++)
        p->stays[byte] = find_column_slot(p, byte)->stays;
    return all;
}

/* Skips columns of one-byte codes from j on, while AT_ONCE of them together change nothing. */
static size_t skip_bytes(const struct pass *p, size_t j)
{
    for (; p->s.n - j >= AT_ONCE; j += AT_ONCE) {
        const unsigned char *codes = p->s.y + (p->turned ? p->s.n - j - AT_ONCE : j);
        bool stay = true;
        for (unsigned i = 0; i < AT_ONCE; i++)
            stay &= p->stays[codes[i]];
        if (!stay)
            break;
    }
    return j;
}

/* Returns the first column from j on that changes something, or n. */
static size_t skip(struct pass *p, size_t j)
{
    bool all = find_staying(p);
    forget_before(p);
    if (all)
        return p->s.n;
    if (p->s.width == 1)
        j = skip_bytes(p, j);
    while (j < p->s.n && find_column_slot(p, column_code(p, j))->stays)
        j++;
    return j;
}

static void keep_column(struct pass *p, size_t column, const struct moves *moves)
{
    if (!p->keeps)
        return;
    xgrow(&p->changes, &p->capacity, p->count + 1, sizeof *p->changes);
    struct change *change = &p->changes[p->count++];
    change->column = column;
    memcpy(change->moves, moves, p->blocks * sizeof *moves);
}

static void run_pass(struct pass *p)
{
    struct moves moves[BLOCKS];
    size_t quiet = 0;
    for (size_t j = 0; j < p->s.n; j++) {
        if (compute_column(p, find_column_slot(p, column_code(p, j)), moves)) {
            keep_column(p, j, moves);
            quiet = 0;
        } else if (++quiet == QUIET) {
            j = skip(p, j + 1) - 1;
            quiet = 0;
        }
    }
}

/* Returns the distance: n, the score above the first row, plus the deltas of the last column. */
static uint64_t distance_of(const struct pass *p)
{
    uint64_t up = 0, down = 0;
    for (size_t block = 0; block < p->blocks; block++) {
        up += (uint64_t)__builtin_popcountll(p->column[block].pv & p->rows[block]);
        down += (uint64_t)__builtin_popcountll(p->column[block].mv & p->rows[block]);
    }
    if (p->metric == METRIC_INDEL)
        down = p->s.m - up;
    return p->s.n + up - down;
}

static void add_edits(const struct pass *p, struct script *script, char edit, size_t count)
{
    if (p->turned && (edit == 'I' || edit == 'D'))
        edit = edit == 'I' ? 'D' : 'I';
    script_add(script, edit, count);
}

/* Takes the steps back in one changed column; none if an exchange passes it. */
static void walk_change(const struct pass *p, struct walk *w, const struct change *change,
                        struct script *script)
{
    size_t column = change->column + 1;
    if (column > w->j)
        return;
    add_edits(p, script, 'I', w->j - column);
    w->j = column;
    while (w->i > 0 && w->j == column) {
        char edit = column_walk_back(p->metric, w, change->moves);
        bool equal = edit == 'X' && row_code(p, w->i) == column_code(p, w->j);
        add_edits(p, script, equal ? '=' : edit, edit == 'T' ? 2 : 1);
    }
}

static void walk_columns_back(const struct pass *p, struct script *script)
{
    struct walk w = {p->s.m, p->s.n};
    for (size_t i = p->count; i-- > 0 && w.i > 0;)
        walk_change(p, &w, &p->changes[i], script);
    add_edits(p, script, 'I', w.i > 0 ? w.j : 0);
    add_edits(p, script, 'D', w.i);
    add_edits(p, script, 'I', w.i > 0 ? 0 : w.j);
}

uint64_t short_by_long_align(const struct sequences *s, enum metric metric, struct script *script)
{
    struct pass *p = pass_open(s, metric, script != NULL);
    struct script backwards = {0};
    run_pass(p);
    uint64_t distance = distance_of(p);
    if (script != NULL) {
        walk_columns_back(p, p->turned ? script : &backwards);
        script_add_reversed(script, &backwards);
    }
    script_free(&backwards);
    free(p->changes);
    free(p);
    return distance;
}
