#include "naive_align.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "table.h"

enum { SCREEN = 80, MOST_BYTES = 4 };

struct naive_alignment {
    struct naive_cell *cells; /* `at`: item of the pattern, byte of the input */
    size_t count;
    size_t items;      /* m */
    size_t start, end; /* of MATCHED, in bytes of the input */
};

struct naive_glyph naive_glyph_of(uint32_t c, bool utf8)
{
    struct naive_glyph g = {".", 1};
    unsigned char bytes[MOST_BYTES];
    if (c < 0x20 || c == 0x7f) {
        memcpy(g.bytes, "\xe2\x90\x80", MOST_BYTES);
        g.bytes[2] = (char)(0x80 + (c < 0x20 ? c : 0x21));
        return g;
    }
    if (c >= CODE_POINTS || (!utf8 && c > 0x7f))
        return (struct naive_glyph){"\xef\xbf\xbd", 1};
    if (utf8 && c < CODE_POINTS && wcwidth((wchar_t)c) > 0) {
        size_t length = naive_encode(c, bytes);
        memcpy(g.bytes, bytes, length);
        g.bytes[length] = '\0';
        g.columns = (size_t)wcwidth((wchar_t)c);
    } else if (!utf8 && c >= 0x20 && c < 0x7f) {
        g.bytes[0] = (char)c;
    }
    return g;
}

/* Returns the glyph of item i of the pattern as given: '?' for an item of -P that is not written as
 * one narrow character. */
static struct naive_glyph item_glyph(const struct naive_options *o, const struct text *x,
                                     struct naive_bytes pattern, size_t i)
{
    uint32_t c;
    size_t length = x->offset[i + 1] - x->offset[i];
    bool whole = character_decode(pattern.bytes + x->offset[i], length, o->utf8, &c) == length;
    struct naive_glyph g = naive_glyph_of(c, o->utf8);
    if (o->classes && (!whole || g.columns != 1))
        return (struct naive_glyph){"?", 1};
    return g;
}

/* The items and characters to align. */
struct sides {
    const struct text *x, *matched;
};

static bool equal_sides(const void *context, size_t i, size_t j)
{
    const struct sides *s = context;
    return text_equal(s->x, i, s->matched->folded[j]);
}

struct naive_alignment *naive_align(const struct naive_options *o, const struct text *x,
                                    struct naive_bytes pattern, const struct text *matched)
{
    static const enum table_metric metrics[] = {[NAIVE_LEVENSHTEIN] = TABLE_LEVENSHTEIN,
                                                [NAIVE_OSA] = TABLE_OSA,
                                                [NAIVE_INDEL] = TABLE_INDEL,
                                                [NAIVE_HAMMING] = TABLE_HAMMING};
    const struct sides sides = {x, matched};
    const struct table_rules rules = {metrics[o->metric], "=TXID", equal_sides, &sides};
    char *edits = naive_allocate(x->n + matched->n + 1, 1);
    size_t *items = naive_allocate(x->n, sizeof *items);
    for (size_t i = 0; i < x->n; i++)
        items[i] = i;
    (void)table_edits(&rules, x->n, matched->n, edits);
    struct naive_alignment *a =
        naive_align_by(o, x, pattern, matched, edits, strlen(edits), items, x->n);
    free(items);
    free(edits);
    return a;
}

void naive_alignment_move(struct naive_alignment *a, size_t before)
{
    a->items += before;
    for (size_t n = 0; n < a->count; n++)
        a->cells[n].at[0] += before;
}

struct naive_alignment *naive_align_by(const struct naive_options *o, const struct text *x,
                                       struct naive_bytes pattern, const struct text *matched,
                                       const char *edits, size_t nedits, const size_t *items,
                                       size_t nitems)
{
    struct naive_alignment *a = naive_allocate(1, sizeof *a);
    size_t i = 0, j = 0;
    a->cells = naive_allocate(nedits, sizeof *a->cells);
    a->items = nitems;
    a->start = matched->offset[0];
    a->end = text_place(matched, matched->n);
    for (; a->count < nedits; a->count++) {
        struct naive_cell *c = &a->cells[a->count];
        *c = (struct naive_cell){.edit = edits[a->count], .at = {i, text_place(matched, j)}};
        if (c->edit != 'I' && c->edit != 'i')
            c->glyphs[0] = item_glyph(o, x, pattern, items[i++]);
        if (c->edit != 'D' && c->edit != 'd')
            c->glyphs[1] = naive_glyph_of(matched->chars[j++], o->utf8);
    }
    return a;
}

void naive_alignment_free(struct naive_alignment *a)
{
    if (a != NULL)
        free(a->cells);
    free(a);
}

/* Returns the edit to print: 'C' for all parts of a confusion. */
static char kind_of(const struct naive_alignment *a, size_t i)
{
    char edit = a->cells[i].edit;
    return edit >= 'a' ? 'C' : edit;
}

void naive_print_cigar(FILE *to, const struct naive_alignment *a)
{
    for (size_t i = 0, run; i < a->count; i += run) {
        size_t confusions = 0;
        for (run = 1; i + run < a->count && kind_of(a, i + run) == kind_of(a, i); run++)
            ;
        for (size_t n = i; n < i + run; n++)
            confusions += a->cells[n].edit == 'C';
        fprintf(to, "%zu%c", confusions > 0 ? confusions : run / (a->cells[i].edit == 'T' ? 2 : 1),
                a->cells[i].edit);
    }
}

static size_t columns(const struct naive_cell *c)
{
    size_t x = c->glyphs[0].columns, y = c->glyphs[1].columns;
    return x > y ? x : y;
}

/* Returns the glyph of a cell on a line; empty if it has no mark there. */
static struct naive_glyph shown(const struct naive_cell *c, enum naive_line line)
{
    static const char edits[] = "=XT", marks[] = "|*x";
    const char *edit = strchr(edits, c->edit);
    if (line == NAIVE_MARKS && edit != NULL)
        return (struct naive_glyph){{marks[edit - edits]}, 1};
    if (line == NAIVE_MARKS)
        return c->edit == 'C' || c->edit >= 'a' ? (struct naive_glyph){"~", 1}
                                                : (struct naive_glyph){"", 0};
    struct naive_glyph g = c->glyphs[line == NAIVE_LOWER];
    if (g.bytes[0] != '\0')
        return g;
    if (c->edit == ' ' || (c->edit == 'X' && c->joined))
        return (struct naive_glyph){"", 0};
    return columns(c) == 1 ? (struct naive_glyph){"-", 1} : (struct naive_glyph){"--", 2};
}

void naive_print_cells(FILE *to, const struct naive_cell *from, const struct naive_cell *end,
                       enum naive_line line)
{
    int blanks = 0;
    for (const struct naive_cell *c = from; c < end; c++) {
        struct naive_glyph g = shown(c, line);
        if (g.columns > 0) {
            fprintf(to, "%*s%s", blanks, "", g.bytes);
            blanks = 0;
        }
        blanks += (int)(columns(c) - g.columns);
    }
    putc('\n', to);
}

const struct naive_cell *naive_block_end(const struct naive_cell *from,
                                         const struct naive_cell *end, size_t columns_left)
{
    const struct naive_cell *fits = from;
    for (; fits < end && columns(fits) <= columns_left; fits++)
        columns_left -= columns(fits);
    const struct naive_cell *at = fits;
    while (at < end && at > from && at->joined)
        at--;
    return at > from ? at : fits;
}

static void print_blocks(FILE *to, const struct naive_options *o, const struct naive_input *input,
                         const struct naive_alignment *a)
{
    const struct naive_cell *c = a->cells, *end = a->cells + a->count;
    size_t last = naive_source(o, input, a->end), most = last > a->items ? last : a->items;
    int digits = snprintf(NULL, 0, "%zu", most);
    size_t room = SCREEN - strlen("    pattern  ") - (size_t)digits;
    while (c < end) {
        const struct naive_cell *next = naive_block_end(c, end, room);
        fprintf(to, "    pattern %*zu ", digits, c->at[0] + 1);
        naive_print_cells(to, c, next, NAIVE_UPPER);
        fprintf(to, "            %*s ", digits, "");
        naive_print_cells(to, c, next, NAIVE_MARKS);
        fprintf(to, "    text    %*zu ", digits, naive_source(o, input, c->at[1]));
        naive_print_cells(to, c, next, NAIVE_LOWER);
        c = next;
    }
}

void naive_print_alignment(FILE *to, const struct naive_options *o, const struct naive_input *input,
                           const struct naive_alignment *a)
{
    if (o->cigar) {
        fputs("    ", to);
        naive_print_cigar(to, a);
        putc('\n', to);
    }
    if (o->align)
        print_blocks(to, o, input, a);
}
