/* blocks.c - measures the cells of a block first, then draws its three lines. */
#include "print/blocks.h"

#include <string.h>
#include <wchar.h>

#include "base/escape_controls.h"
#include "base/utf8.h"

enum { WIDTH_DEFAULT = 80, COLUMNS_LEAST = 2 };

enum line { LINE_UPPER, LINE_MARKS, LINE_LOWER };

struct glyph glyph_of(uint32_t character, bool utf8)
{
    enum { PICTURES = 0x2400, DELETE = 0x7f, DELETE_PICTURE = 0x2421, NO_TEXT = 0xfffd };
    struct glyph g = {.bytes = {'.'}, .size = 1, .columns = 1};
    int columns;
    if (character >= ' ' && character < DELETE)
        g.bytes[0] = (unsigned char)character;
    else if (character < ' ')
        g.size = utf8_encode(PICTURES + character, g.bytes);
    else if (character == DELETE)
        g.size = utf8_encode(DELETE_PICTURE, g.bytes);
    else if (character >= CHAR_BYTE || (!utf8 && character > DELETE))
        g.size = utf8_encode(NO_TEXT, g.bytes);
    else if ((columns = wcwidth((wchar_t)character)) > 0 && !is_bidi_control(character)) {
        g.size = utf8_encode(character, g.bytes);
        g.columns = (unsigned)columns;
    }
    return g;
}

void glyph_add_mark(struct glyph *g, uint32_t character)
{
    enum { LONGEST = 4 };
    if (character < CHAR_BYTE && wcwidth((wchar_t)character) == 0 && !is_bidi_control(character) &&
        g->size + LONGEST <= sizeof g->bytes)
        g->size += utf8_encode(character, g->bytes + g->size);
}

static void put_blanks(struct sink *sink, size_t n)
{
    while (n-- > 0)
        sink_putc(sink, ' ');
}

static unsigned cell_columns(const struct block_cell *cell)
{
    unsigned upper = cell->glyphs[0].columns, lower = cell->glyphs[1].columns;
    return upper > lower ? upper : lower;
}

static bool is_edit(const struct block_cell *cell)
{
    return cell->edit != '=' && cell->edit != ' ';
}

/* Returns the glyph of the cell on `line`; a gap is as wide as the cell. Size 0: blanks. */
static struct glyph cell_glyph(const struct block_cell *cell, enum line line)
{
    if (line == LINE_MARKS) {
        static const char edits[] = "=XTC", marks[] = "|*x~";
        const char *edit = strchr(edits, cell->edit);
        return edit != NULL ? (struct glyph){{(unsigned char)marks[edit - edits]}, 1, 1}
                            : (struct glyph){.size = 0};
    }
    struct glyph g = cell->glyphs[line == LINE_LOWER];
    if (g.size > 0)
        return g;
    bool gap = cell->edit != ' ' && (!cell->joined || strchr("ID", cell->edit) != NULL);
    return gap ? (struct glyph){"--", cell_columns(cell), cell_columns(cell)}
               : (struct glyph){.size = 0};
}

static bool is_same_place(const struct block_place *a, const struct block_place *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* Prints one line of the block from `at` to `end`: edits in colour, no trailing blanks. */
static void put_line(const struct blocks *b, struct block_place at, const struct block_place *end,
                     enum line line)
{
    size_t blanks = 0;
    bool colored = false;
    struct block_cell cell;
    while (!is_same_place(&at, end) && b->next(b->context, &at, &cell)) {
        struct glyph g = cell_glyph(&cell, line);
        bool color = is_edit(&cell) && g.size > 0;
        if (colored && !color)
            paint_end(b->paint, PAINT_MATCH);
        if (g.size > 0) {
            put_blanks(b->paint->sink, blanks);
            blanks = 0;
        }
        if (color && !colored)
            paint_start(b->paint, PAINT_MATCH);
        colored = color;
        sink_put(b->paint->sink, g.bytes, g.size);
        blanks += cell_columns(&cell) - g.columns;
    }
    if (colored)
        paint_end(b->paint, PAINT_MATCH);
    sink_putc(b->paint->sink, '\n');
}

/* A range of cells. */
struct block {
    struct block_place from, to;
    bool differs;
};

static bool is_empty(const struct block *block)
{
    return is_same_place(&block->from, &block->to);
}

/* Returns the cells from `at` on that fit into `columns`, up to a cell that may begin a block. At
 * least one cell fits, because none is wider than COLUMNS_LEAST. */
static struct block fit_block(const struct blocks *b, struct block_place at, size_t columns)
{
    size_t used = 0;
    struct block_cell cell;
    struct block all = {.from = at, .to = at}, block = all;
    for (struct block_place next = at; b->next(b->context, &next, &cell); all.to = next) {
        used += cell_columns(&cell);
        if (!cell.joined)
            block = all;
        if (used > columns)
            return is_empty(&block) ? all : block;
        all.differs |= is_edit(&cell);
    }
    return all;
}

static unsigned decimal_digits(uint64_t n)
{
    unsigned digits = 1;
    while ((n /= 10) > 0)
        digits++;
    return digits;
}

/* Returns the number of columns before the cells, a blank included. */
static size_t margin_of(const struct blocks *b)
{
    unsigned lines = b->last_line > 0 ? decimal_digits(b->last_line) + 1 : 0;
    return strlen(b->names[0]) + lines + decimal_digits(b->last);
}

static void put_margin(const struct blocks *b, const struct block_place *at, enum line line)
{
    bool lower = line == LINE_LOWER;
    const struct block_side *side = &at->sides[lower];
    sink_puts(b->paint->sink, b->names[lower]);
    if (b->last_line > 0) {
        paint_number(b->paint, PAINT_LINE, 1 + side->line, decimal_digits(b->last_line));
        paint_separator(b->paint, ":");
    }
    uint64_t place = lower && b->place != NULL ? b->place(b->context, side->at) : side->at;
    paint_number(b->paint, PAINT_NONE, b->first[lower] + place, decimal_digits(b->last));
}

static void put_block(const struct blocks *b, const struct block *block)
{
    for (enum line line = LINE_UPPER; line <= LINE_LOWER; line++) {
        put_blanks(b->paint->sink, b->indent);
        if (line == LINE_MARKS)
            put_blanks(b->paint->sink, margin_of(b));
        else
            put_margin(b, &block->from, line);
        sink_putc(b->paint->sink, ' ');
        put_line(b, block->from, &block->to, line);
    }
}

static void put_left_out(const struct blocks *b)
{
    put_blanks(b->paint->sink, b->indent);
    paint_separator(b->paint, "...");
    sink_putc(b->paint->sink, '\n');
}

/* Prints the blocks that differ, and the block before and after each. */
static void put_changes(const struct blocks *b, struct block block, size_t columns)
{
    struct block last = {.differs = false};
    bool left_out = false, any = false,
         held = false; /* `held`: the previous block is not printed yet */
    for (; !is_empty(&block); block = fit_block(b, block.to, columns)) {
        if (block.differs || last.differs) {
            if (left_out)
                put_left_out(b);
            if (held)
                put_block(b, &last);
            put_block(b, &block);
            left_out = held = false;
            any = true;
        } else {
            left_out |= held;
            held = true;
        }
        last = block;
    }
    if (any && (left_out || held))
        put_left_out(b);
}

void blocks_put(const struct blocks *b)
{
    size_t margin = b->indent + margin_of(b) + 1;
    size_t columns = b->width > 0 ? b->width : WIDTH_DEFAULT;
    columns = columns > margin + COLUMNS_LEAST ? columns - margin : COLUMNS_LEAST;
    struct block block = fit_block(b, (struct block_place){0}, columns);
    if (b->changes) {
        put_changes(b, block, columns);
        return;
    }
    for (; !is_empty(&block); block = fit_block(b, block.to, columns))
        put_block(b, &block);
}
