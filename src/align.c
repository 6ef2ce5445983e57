/*
 * align.c - the table of edit distances, walked back from its last cell.
 *
 * The table is never there as a whole. Columns are bit vectors; every sqrt(n)-th is kept, and from
 * it the columns up to the next are made again when the walk comes there. Of each of these two
 * bits a cell are kept, which say what the walk does next.
 */
#include "align.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "alphabet.h"
#include "bitvector.h"
#include "diag.h"
#include "masks.h"
#include "utf8.h"
#include "xalloc.h"

enum { INDENT = 4, WIDTH_DEFAULT = 80, COLUMNS_LEAST = 2 };

/* What the walk does at a cell: diagonal ? (edit ? X : =) : (edit ? I : D). */
struct moves {
    uint64_t diagonal, edit;
};

struct aligner {
    const struct query *query;
    struct alphabet *alphabet;
    size_t pattern; /* whose masks these are; SIZE_MAX: none */
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

static size_t decode(const struct query *q, const unsigned char *p, size_t n, uint32_t *c)
{
    if (q->utf8)
        return utf8_decode(p, n, c);
    *c = *p;
    return 1;
}

/* Returns the number of characters; their symbols are in a->symbols. */
static size_t take_text(struct aligner *a, const unsigned char *text, size_t length)
{
    size_t n = 0;
    xgrow(&a->symbols, &a->symbols_capacity, length, sizeof *a->symbols);
    for (size_t i = 0; i < length; n++) {
        uint32_t c;
        i += decode(a->query, text + i, length - i, &c);
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

/*
 * Advances `column` by a symbol. A diagonal step is free where the row matches, and costs one
 * where the deltas along its two sides, the old vertical and then the horizontal one, add up to
 * +1; a step back along the text is right where the horizontal delta is +1.
 */
static void step(const struct masks *masks, struct bitvector *column, uint32_t symbol,
                 struct moves *moves)
{
    uint64_t p_in = 1, m_in = 0;
    for (uint32_t block = 0; block < masks->blocks; block++) {
        uint64_t eq = masks_word(masks, symbol, block);
        struct bitvector old = column[block];
        struct horizontal h = bitvector_step(&column[block], eq, p_in, m_in);
        p_in = h.p >> (BITVECTOR_ROWS - 1);
        m_in = h.m >> (BITVECTOR_ROWS - 1);
        if (moves != NULL) {
            uint64_t substituted = (h.p & ~old.mv) | (old.pv & ~h.m);
            moves[block].diagonal = eq | substituted;
            moves[block].edit = substituted | (h.p & ~eq);
        }
    }
}

static char edit_at(const struct moves *column, size_t row)
{
    const struct moves *moves = &column[row / BITVECTOR_ROWS];
    unsigned bit = row % BITVECTOR_ROWS;
    bool edit = moves->edit >> bit & 1;
    if (moves->diagonal >> bit & 1)
        return edit ? 'X' : '=';
    return edit ? 'I' : 'D';
}

/* Where the walk is: i characters of the pattern and j of the text are before it. */
struct walk {
    size_t i, j;
    char *edits; /* found so far; grows downwards */
};

static void go_back(struct walk *w, char edit)
{
    *--w->edits = edit;
    w->i -= edit != 'I';
    w->j -= edit != 'D';
}

/* Walks back from column w->j to column `first`, whose state `kept` is. */
static void walk_columns(struct aligner *a, struct walk *w, size_t first,
                         const struct bitvector *kept)
{
    size_t blocks = a->masks.blocks;
    memcpy(a->columns, kept, blocks * sizeof *kept);
    for (size_t j = first; j < w->j; j++)
        step(&a->masks, a->columns, a->symbols[j], a->moves + (j - first) * blocks);
    while (w->i > 0 && w->j > first)
        go_back(w, edit_at(a->moves + (w->j - 1 - first) * blocks, w->i - 1));
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
    struct walk w = {a->masks.m, n, end};
    for (size_t kept = nkept; kept-- > 0 && w.i > 0;)
        walk_columns(a, &w, kept * every, a->columns + (1 + kept) * blocks);
    while (w.i > 0 || w.j > 0)
        go_back(&w, w.j > 0 ? 'I' : 'D');
    return w.edits;
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

static void put_blanks(struct sink *sink, size_t n)
{
    while (n-- > 0)
        sink_putc(sink, ' ');
}

void alignment_put_cigar(const struct alignment *a, struct sink *sink)
{
    put_blanks(sink, INDENT);
    for (size_t i = 0, run; i < a->nedits; i += run) {
        for (run = 1; i + run < a->nedits && a->edits[i + run] == a->edits[i]; run++)
            ;
        sink_number(sink, run);
        sink_putc(sink, a->edits[i]);
    }
    sink_putc(sink, '\n');
}

struct glyph { /* what a character looks like */
    unsigned char bytes[4];
    size_t size;
    unsigned columns;
};

struct cell { /* an edit: a pattern character above a text character, or a gap */
    char edit;
    struct glyph pattern, text;
    unsigned columns;
};

struct place { /* of a cell: what is before it */
    size_t edit, row, byte;
};

enum line { LINE_PATTERN, LINE_MARKS, LINE_TEXT };

/* What takes no column of its own (controls, combining and undecodable ones) is shown as '.'. */
static struct glyph character_glyph(const struct query *q, uint32_t c)
{
    struct glyph g = {.bytes = {'.'}, .size = 1, .columns = 1};
    if (q->utf8 && c < CHAR_BYTE && wcwidth((wchar_t)c) > 0) {
        g.size = utf8_encode(c, g.bytes);
        g.columns = (unsigned)wcwidth((wchar_t)c);
    } else if (!q->utf8 && isprint((int)c) && (c < 0x80 || MB_CUR_MAX == 1)) {
        g.bytes[0] = (unsigned char)c;
    }
    return g;
}

/* An item of -P that is written as one narrow character is shown as it is, others as '?'. */
static struct glyph item_glyph(const struct query *q, const struct item *item)
{
    uint32_t c = item->character;
    if (c < CHAR_LIMIT)
        return character_glyph(q, c);
    const unsigned char *text = (const unsigned char *)item->text;
    size_t size = item->text_length > 0 ? decode(q, text, item->text_length, &c) : 0;
    struct glyph g = {.columns = 0};
    if (size > 0 && size == item->text_length)
        g = character_glyph(q, c);
    return g.columns == 1 ? g : (struct glyph){.bytes = {'?'}, .size = 1, .columns = 1};
}

/* The cell at `at`, which then is the place of the next one. */
static struct cell next_cell(const struct alignment *a, struct place *at)
{
    struct cell cell = {.edit = a->edits[at->edit++]};
    if (cell.edit != 'I') {
        const struct item *item = &a->query->items[a->pattern->items[at->row++]];
        cell.pattern = item_glyph(a->query, item);
    }
    if (cell.edit != 'D') {
        uint32_t c;
        at->byte += decode(a->query, a->text + at->byte, a->text_length - at->byte, &c);
        cell.text = character_glyph(a->query, c);
    }
    cell.columns =
        cell.pattern.columns > cell.text.columns ? cell.pattern.columns : cell.text.columns;
    return cell;
}

/* What a cell has on `line`; a gap is as wide as the cell. */
static struct glyph cell_glyph(const struct cell *cell, enum line line)
{
    if (line == LINE_MARKS) {
        if (cell->edit == '=' || cell->edit == 'X')
            return (struct glyph){{cell->edit == '=' ? '|' : '*'}, 1, 1};
        return (struct glyph){.size = 0};
    }
    struct glyph g = line == LINE_PATTERN ? cell->pattern : cell->text;
    return g.size > 0 ? g : (struct glyph){"--", cell->columns, cell->columns};
}

/* One line of the block from `at` to `end`; no blanks at its end, edits in colour. */
static void put_line(const struct alignment *a, const struct paint *paint, struct place at,
                     const struct place *end, enum line line)
{
    size_t blanks = 0;
    bool colored = false;
    while (at.edit < end->edit) {
        struct cell cell = next_cell(a, &at);
        struct glyph g = cell_glyph(&cell, line);
        bool color = cell.edit != '=' && g.size > 0;
        if (colored && !color)
            paint_end(paint, PAINT_MATCH);
        if (g.size > 0) {
            put_blanks(paint->sink, blanks);
            blanks = 0;
        }
        if (color && !colored)
            paint_start(paint, PAINT_MATCH);
        colored = color;
        sink_put(paint->sink, g.bytes, g.size);
        blanks += cell.columns - g.columns;
    }
    if (colored)
        paint_end(paint, PAINT_MATCH);
    sink_putc(paint->sink, '\n');
}

/* The place behind the cells that fit into `columns`. */
static struct place fit(const struct alignment *a, struct place at, size_t columns)
{
    size_t used = 0;
    for (struct place next = at; at.edit < a->nedits; at = next) {
        used += next_cell(a, &next).columns;
        if (used > columns)
            break;
    }
    return at;
}

void alignment_put_blocks(const struct alignment *a, const struct paint *paint, uint64_t offset,
                          unsigned width)
{
    static const char *const names[] = {"pattern ", "        ", "text    "};
    uint64_t end_offset = offset + a->text_length;
    unsigned digits = decimal_digits(end_offset > a->pattern->m ? end_offset : a->pattern->m);
    size_t margin = INDENT + strlen(names[0]) + digits + 1;
    size_t columns = width > 0 ? width : WIDTH_DEFAULT;
    columns = columns > margin + COLUMNS_LEAST ? columns - margin : COLUMNS_LEAST;
    for (struct place at = {0}, end; at.edit < a->nedits; at = end) {
        end = fit(a, at, columns);
        for (enum line line = LINE_PATTERN; line <= LINE_TEXT; line++) {
            uint64_t number = line == LINE_PATTERN ? at.row + 1 : offset + at.byte;
            put_blanks(paint->sink, INDENT);
            sink_puts(paint->sink, names[line]);
            if (line == LINE_MARKS)
                put_blanks(paint->sink, digits);
            else
                paint_number(paint, PAINT_NONE, number, digits);
            sink_putc(paint->sink, ' ');
            put_line(a, paint, at, &end, line);
        }
    }
}
