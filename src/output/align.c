/*
 * align.c - the table of edit distances, walked back from its last cell.
 *
 * The table is never in memory as a whole. Its columns are bit vectors, and every sqrt(n)-th column
 * is kept. When the walk comes to the columns between two kept ones, they are computed again. Two
 * bits of each of their cells then tell the next step of the walk.
 */
#include "output/align.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "cells/traceback.h"
#include "print/blocks.h"
#include "query/alphabet.h"
#include "scan/masks.h"

enum { INDENT = 4 };

struct aligner {
    const struct query *query;
    struct alphabet *alphabet;
    size_t pattern; /* the masks are this one's; SIZE_MAX: there are none yet */
    struct masks masks;
    uint32_t *symbols; /* of the text */
    size_t symbols_capacity;
    struct bitvector *columns; /* the present one, then the kept ones */
    size_t columns_capacity;   /* in blocks, as all here */
    struct moves *moves;       /* of the columns between two kept ones */
    size_t moves_capacity;
    char *edits;
    size_t edits_capacity;
};

static _Noreturn void die_of_memory(void)
{
    die("%s", strerror(ENOMEM));
}

struct aligner *aligner_open(const struct query *q)
{
    struct aligner *a = xcalloc(1, sizeof *a);
    a->query = q;
    a->pattern = SIZE_MAX;
    a->alphabet = alphabet_open(q, -1);
    if (a->alphabet == NULL)
        die_of_memory();
    return a;
}

void aligner_close(struct aligner *a)
{
    if (a->pattern != SIZE_MAX)
        masks_close(&a->masks);
    alphabet_close(a->alphabet);
    free(a->symbols);
    free(a->columns);
    free(a->moves);
    free(a->edits);
    free(a);
}

/* Returns the number of characters; their symbols are in a->symbols. */
static size_t take_text(struct aligner *a, const unsigned char *text, size_t length)
{
    size_t n = 0;
    xgrow(&a->symbols, &a->symbols_capacity, length, sizeof *a->symbols);
    for (size_t i = 0; i < length; n++) {
        uint32_t c;
        i += utf8_or_byte(a->query->utf8, text + i, length - i, &c);
        a->symbols[n] = alphabet_symbol(a->alphabet, c);
        if (a->symbols[n] == SYMBOL_NONE)
            die_of_memory();
    }
    return n;
}

static void take_pattern(struct aligner *a, size_t pattern)
{
    if (a->pattern != pattern) {
        if (a->pattern != SIZE_MAX)
            masks_close(&a->masks);
        a->pattern = pattern;
        if (!masks_open(&a->masks, &a->query->patterns[pattern], false))
            die_of_memory();
    }
    if (!masks_extend(&a->masks, a->alphabet, alphabet_size(a->alphabet)))
        die_of_memory();
}

/* Advances `column` by a symbol. Writes the moves of its cells, unless `moves` is NULL. */
static void step(const struct masks *masks, struct bitvector *column, uint32_t symbol,
                 struct moves *moves)
{
    struct horizontal carry = {1, 0};
    for (uint32_t block = 0; block < masks->blocks; block++) {
        struct moves of_block =
            traceback_step(&column[block], masks_word(masks, symbol, block), &carry);
        if (moves != NULL)
            moves[block] = of_block;
    }
}

/* Whether the item and the symbol that a diagonal step has just passed match. */
static bool matches(const struct aligner *a, const struct walk *w)
{
    uint32_t block = (uint32_t)(w->i / BITVECTOR_ROWS);
    return masks_word(&a->masks, a->symbols[w->j], block) >> w->i % BITVECTOR_ROWS & 1;
}

/* Walks back from column w->j to column `first`, whose state `kept` is. The edits are written
 * before `end`; returns the first of them. */
static char *walk_columns(struct aligner *a, struct walk *w, size_t first,
                          const struct bitvector *kept, char *end)
{
    size_t blocks = a->masks.blocks;
    memcpy(a->columns, kept, blocks * sizeof *kept);
    for (size_t j = first; j < w->j; j++)
        step(&a->masks, a->columns, a->symbols[j], a->moves + (j - first) * blocks);
    while (w->i > 0 && w->j > first) {
        char edit = walk_back(w, a->moves + (w->j - 1 - first) * blocks, DIAGONAL_FIRST);
        *--end = edit == 'X' && matches(a, w) ? '=' : edit;
    }
    return end;
}

static size_t square_root(size_t n) /* rounded up, at least 1 */
{
    size_t root = 1;
    while (root * root < n)
        root++;
    return root;
}

/* The edits between the pattern and n symbols, as a string that ends at `end`. */
static char *trace(struct aligner *a, size_t n, char *end)
{
    size_t blocks = a->masks.blocks, every = square_root(n), nkept = (n + every - 1) / every;
    xgrow(&a->columns, &a->columns_capacity, (1 + nkept) * blocks, sizeof *a->columns);
    xgrow(&a->moves, &a->moves_capacity, every * blocks, sizeof *a->moves);
    for (size_t block = 0; block < blocks; block++)
        a->columns[block] = BITVECTOR_START;
    for (size_t j = 0; j < n; j++) {
        if (j % every == 0)
            memcpy(a->columns + (1 + j / every) * blocks, a->columns, blocks * sizeof *a->columns);
        step(&a->masks, a->columns, a->symbols[j], NULL);
    }
    struct walk w = {a->masks.m, n};
    for (size_t kept = nkept; kept-- > 0 && w.i > 0;)
        end = walk_columns(a, &w, kept * every, a->columns + (1 + kept) * blocks, end);
    end -= w.i + w.j; /* one of them is 0 */
    memset(end, w.j > 0 ? 'I' : 'D', w.i + w.j);
    return end;
}

struct alignment aligner_align(struct aligner *a, size_t pattern, const unsigned char *text,
                               size_t length)
{
    size_t n = take_text(a, text, length);
    take_pattern(a, pattern);
    size_t most = n + a->masks.m;
    xgrow(&a->edits, &a->edits_capacity, most, 1);
    const char *edits = trace(a, n, a->edits + most);
    struct alignment alignment = {.query = a->query,
                                  .pattern = &a->query->patterns[pattern],
                                  .text = text,
                                  .text_length = length,
                                  .edits = edits,
                                  .nedits = (size_t)(a->edits + most - edits)};
    for (size_t i = 0; i < alignment.nedits; i++)
        alignment.distance += edits[i] != '=';
    return alignment;
}

void alignment_put_cigar(const struct alignment *a, struct sink *sink)
{
    for (size_t i = 0; i < INDENT; i++)
        sink_putc(sink, ' ');
    for (size_t i = 0, run; i < a->nedits; i += run) {
        for (run = 1; i + run < a->nedits && a->edits[i + run] == a->edits[i]; run++)
            ;
        sink_number(sink, run);
        sink_putc(sink, a->edits[i]);
    }
    sink_putc(sink, '\n');
}

/* An item of -P that is written as one narrow character is shown as it is, others as '?'. */
static struct glyph item_glyph(const struct query *q, const struct item *item)
{
    uint32_t c;
    const unsigned char *text = (const unsigned char *)item->text;
    size_t size = item->text_length > 0 ? utf8_or_byte(q->utf8, text, item->text_length, &c) : 0;
    struct glyph g = {.columns = 0};
    if (size > 0 && size == item->text_length)
        g = glyph_of(c, q->utf8);
    return g.columns == 1 ? g : (struct glyph){.bytes = {'?'}, .size = 1, .columns = 1};
}

/* The pattern's next item. A character is shown as it was given: with -i the item is that of all
 * its cases. */
static struct glyph next_item(const struct alignment *a, struct block_place *at)
{
    const struct pattern *p = a->pattern;
    const struct item *item = &a->query->items[p->items[at->upper++]];
    if (item->character == CHAR_LIMIT)
        return item_glyph(a->query, item);
    uint32_t c;
    at->within += utf8_or_byte(a->query->utf8, (const unsigned char *)p->text + at->within,
                               p->text_length - at->within, &c);
    return glyph_of(c, a->query->utf8);
}

/* A place in an alignment: `upper` counts the items so far, `within` their bytes in the pattern,
 * and `lower` the bytes of the text. */
static bool next_cell(const void *context, struct block_place *at, struct block_cell *cell)
{
    const struct alignment *a = context;
    if (at->edit == a->nedits)
        return false;
    *cell = (struct block_cell){.edit = a->edits[at->edit++]};
    if (cell->edit != 'I')
        cell->upper = next_item(a, at);
    if (cell->edit != 'D') {
        uint32_t c;
        at->lower +=
            utf8_or_byte(a->query->utf8, a->text + at->lower, a->text_length - at->lower, &c);
        cell->lower = glyph_of(c, a->query->utf8);
    }
    return true;
}

void alignment_put_blocks(const struct alignment *a, const struct paint *paint, uint64_t offset,
                          unsigned width)
{
    uint64_t end = offset + a->text_length;
    struct blocks blocks = {.paint = paint,
                            .indent = INDENT,
                            .names = {"pattern ", "text    "},
                            .first = {1, offset},
                            .last = end > a->pattern->m ? end : a->pattern->m,
                            .width = width,
                            .next = next_cell,
                            .context = a};
    blocks_put(&blocks);
}
