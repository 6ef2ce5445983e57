/* blocks.c - cells are measured first, and then drawn three times. */
#include "print/blocks.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/utf8.h"
#include "base/visible.h"

enum { WIDTH_DEFAULT = 80, COLUMNS_LEAST = 2 };

enum line { LINE_UPPER, LINE_MARKS, LINE_LOWER };

struct glyph glyph_of(uint32_t character, bool utf8)
{
    struct glyph g = {.bytes = {'.'}, .size = 1, .columns = 1};
    if (utf8 && character < CHAR_BYTE && wcwidth((wchar_t)character) > 0 &&
        !visible_is_bidi_control(character)) {
        g.size = utf8_encode(character, g.bytes);
        g.columns = (unsigned)wcwidth((wchar_t)character);
    } else if (!utf8 && character < 0x80 && isprint((int)character)) {
        g.bytes[0] = (unsigned char)character;
    }
    return g;
}

static void put_blanks(struct sink *sink, size_t n)
{
    while (n-- > 0)
        sink_putc(sink, ' ');
}

static unsigned cell_columns(const struct block_cell *cell)
{
    unsigned upper = cell->upper.columns, lower = cell->lower.columns;
    return upper > lower ? upper : lower;
}

/* What the cell shows on `line`; a gap is as wide as the cell. */
static struct glyph cell_glyph(const struct block_cell *cell, enum line line)
{
    if (line == LINE_MARKS) {
        static const char edits[] = "=XTC", marks[] = "|*x~";
        const char *edit = strchr(edits, cell->edit);
        return edit != NULL ? (struct glyph){{(unsigned char)marks[edit - edits]}, 1, 1}
                            : (struct glyph){.size = 0};
    }
    struct glyph g = line == LINE_UPPER ? cell->upper : cell->lower;
    return g.size > 0 ? g : (struct glyph){"--", cell_columns(cell), cell_columns(cell)};
}

/* One line of the block from `at` to `end`: edits in colour, no blanks at the end of the line. */
static void put_line(const struct blocks *b, struct block_place at, const struct block_place *end,
                     enum line line)
{
    size_t blanks = 0;
    bool colored = false;
    struct block_cell cell;
    while ((at.upper != end->upper || at.lower != end->lower) && b->next(b->context, &at, &cell)) {
        struct glyph g = cell_glyph(&cell, line);
        bool color = cell.edit != '=' && g.size > 0;
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

/* The place behind the cells from `at` on that fit into `columns`. At least one does where there
 * are cells, for none is wider than COLUMNS_LEAST. */
static struct block_place fit(const struct blocks *b, struct block_place at, size_t columns)
{
    size_t used = 0;
    struct block_cell cell;
    for (struct block_place next = at; b->next(b->context, &next, &cell); at = next) {
        used += cell_columns(&cell);
        if (used > columns)
            break;
    }
    return at;
}

/* The number in front of the lower line. */
static uint64_t place_below(const struct blocks *b, uint64_t lower)
{
    return b->first[1] + (b->place != NULL ? b->place(b->context, lower) : lower);
}

static void put_block(const struct blocks *b, const struct block_place *at,
                      const struct block_place *end, unsigned digits)
{
    struct sink *sink = b->paint->sink;
    for (enum line line = LINE_UPPER; line <= LINE_LOWER; line++) {
        put_blanks(sink, b->indent);
        if (line == LINE_MARKS) {
            put_blanks(sink, strlen(b->names[0]) + digits);
        } else {
            sink_puts(sink, b->names[line == LINE_LOWER]);
            paint_number(b->paint, PAINT_NONE,
                         line == LINE_UPPER ? b->first[0] + at->upper : place_below(b, at->lower),
                         digits);
        }
        sink_putc(sink, ' ');
        put_line(b, *at, end, line);
    }
}

void blocks_put(const struct blocks *b)
{
    unsigned digits = decimal_digits(b->last);
    size_t margin = b->indent + strlen(b->names[0]) + digits + 1;
    size_t columns = b->width > 0 ? b->width : WIDTH_DEFAULT;
    columns = columns > margin + COLUMNS_LEAST ? columns - margin : COLUMNS_LEAST;
    struct block_place at = {0}, end = fit(b, at, columns);
    while (end.upper != at.upper || end.lower != at.lower) {
        put_block(b, &at, &end, digits);
        at = end;
        end = fit(b, at, columns);
    }
}
