/* utf8_alike.c - levels of furthest cells; each level overwrites the previous one. */
#include "compare/utf8_alike.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/utf8.h"

/* Levels before giving up: more for larger texts. */
enum { LEVELS_LEAST = 64, BYTES_A_STEP = 32, CHARACTER_MOST = 4 /* bytes */ };

struct cell { /* the bytes of x and of y before it */
    size_t x, y;
    bool reached;
};

struct character_front {
    const struct sequences *bytes;
    struct cell *cells; /* [diagonal + levels + 1] */
    int64_t levels;     /* diagonals -levels .. levels are allocated, and one more at each end */
};

static size_t next_size(const unsigned char *text, size_t at, size_t end, uint32_t *character)
{
    return utf8_decode(text + at, end - at, character);
}

/* Returns the cell one edit further, or the same cell if the edit is impossible. */
static struct cell edit_step(const struct character_front *f, struct cell c, bool in_x, bool in_y)
{
    const struct sequences *s = f->bytes;
    uint32_t character;
    if (!c.reached || (in_x && c.x == s->m) || (in_y && c.y == s->n))
        return (struct cell){.reached = false};
    if (in_x)
        c.x += next_size(s->x, c.x, s->m, &character);
    if (in_y)
        c.y += next_size(s->y, c.y, s->n, &character);
    return c;
}

static struct cell further(struct cell a, struct cell b)
{
    if (!a.reached || !b.reached)
        return a.reached ? a : b;
    return a.x >= b.x ? a : b;
}

/* Follows equal characters. Equal bytes are equal characters, except that the last ones may begin a
 * character that differs in x and in y. */
static struct cell slide_characters(const struct character_front *f, struct cell c)
{
    const struct sequences *s = f->bytes;
    if (!c.reached)
        return c;
    size_t equal = sequences_run(s, c.x, c.y);
    equal -= utf8_cut(s->x + c.x, equal);
    c.x += equal;
    c.y += equal;
    while (c.x < s->m && c.y < s->n) {
        uint32_t a, b;
        size_t size = next_size(s->x, c.x, s->m, &a);
        (void)next_size(s->y, c.y, s->n, &b);
        if (a != b)
            break;
        c.x += size;
        c.y += size;
    }
    return c;
}

static bool arrived(const struct character_front *f, struct cell c)
{
    return c.reached && c.x == f->bytes->m && c.y == f->bytes->n;
}

/* Computes level d from level d - 1. Returns whether it reaches the last cell. */
static bool advance_front(struct character_front *f, enum metric metric, int64_t d)
{
    struct cell *cells = f->cells + f->levels + 1, before = {.reached = false};
    bool there = false;
    for (int64_t k = -d; k <= d; k++) {
        struct cell here = cells[k], best = here;
        if (metric == METRIC_LEVENSHTEIN)
            best = further(edit_step(f, here, true, true), best);
        best = further(edit_step(f, before, false, true), best);
        best = further(edit_step(f, cells[k + 1], true, false), best);
        cells[k] = slide_characters(f, best);
        before = here;
        there |= arrived(f, cells[k]);
    }
    return there;
}

/* Returns how many levels take about as long as decoding the texts. */
static int64_t levels_worth(const struct sequences *bytes)
{
    int64_t levels = LEVELS_LEAST;
    while ((uint64_t)(levels * levels) * BYTES_A_STEP < bytes->m + bytes->n)
        levels *= 2;
    return levels;
}

/* Returns whether the lengths differ by more than `levels` edits can explain. */
static bool too_unequal(const struct sequences *bytes, int64_t levels)
{
    return sequences_excess(bytes) / CHARACTER_MOST > (uint64_t)levels;
}

uint64_t utf8_alike_distance(const struct sequences *bytes, enum metric metric, uint64_t limit)
{
    struct character_front f = {.bytes = bytes, .levels = levels_worth(bytes)};
    if (too_unequal(bytes, f.levels))
        return UTF8_ALIKE_GIVEN_UP;
    f.cells = calloc(2 * (size_t)f.levels + 3, sizeof *f.cells);
    if (f.cells == NULL)
        return UTF8_ALIKE_GIVEN_UP;
    struct cell *first = &f.cells[f.levels + 1];
    *first = slide_characters(&f, (struct cell){.reached = true});
    bool there = arrived(&f, *first);
    int64_t d = 0;
    while (!there && d < f.levels && (uint64_t)d < limit)
        there = advance_front(&f, metric, ++d);
    free(f.cells);
    if (there)
        return (uint64_t)d;
    return (uint64_t)d == limit ? UTF8_ALIKE_MORE : UTF8_ALIKE_GIVEN_UP;
}
