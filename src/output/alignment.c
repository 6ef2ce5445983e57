#include "output/alignment.h"

#include "base/encoding.h"
#include "base/utf8.h"
#include "print/blocks.h"
#include "query/folded_places.h"

/* Decodes the character at a byte of the text. Returns its length. */
static size_t next_character(const struct alignment *a, size_t at, uint32_t *c)
{
    if (a->folded != NULL)
        return folded_text_decode(a->folded, a->query->utf8, a->folded_begin + at, c);
    return utf8_or_byte(a->query->utf8, a->text + at, a->text_length - at, c);
}

/* Returns where in MATCHED characters of a folded text lie. */
static struct span span_in_match(const struct alignment *a, struct span text)
{
    return (struct span){
        folded_text_begins(a->folded, a->folded_begin + text.start) - a->text_begin,
        folded_text_ends(a->folded, a->folded_begin + text.end) - a->text_begin,
    };
}

struct span alignment_group(const struct alignment *a, unsigned group)
{
    struct span items = a->groups[group - 1], text = {0, 0};
    size_t item = 0, at = 0;
    for (size_t i = 0; i < a->nedits; i++) {
        bool extra = a->edits[i] == 'i', takes = a->edits[i] != 'I' && !extra;
        bool inside = takes ? item >= items.start && item < items.end
                            : extra && item > items.start && item <= items.end;
        uint32_t c;
        size_t size = 0;
        if (a->edits[i] != 'D' && a->edits[i] != 'd')
            size = next_character(a, at, &c);
        if (inside && size > 0) {
            text.start = text.end == 0 ? at : text.start;
            text.end = at + size;
        }
        item += takes;
        at += size;
    }
    return a->folded != NULL && text.end > 0 ? span_in_match(a, text) : text;
}

/* Returns the symbol shown for an edit; all parts of a confusion look alike. */
static char shown_edit(char edit)
{
    return edit == 'c' || edit == 'i' || edit == 'd' ? 'C' : edit;
}

bool alignment_next_run(const struct alignment *a, size_t *at, uint32_t *length, char *kind)
{
    if (*at == a->nedits)
        return false;
    *kind = a->edits[*at];
    *length = 0;
    for (; *at < a->nedits && shown_edit(a->edits[*at]) == *kind; ++*at)
        *length += a->edits[*at] == *kind;
    if (*kind == 'T')
        *length /= 2;
    return true;
}

void alignment_put_cigar(const struct alignment *a, struct sink *sink)
{
    size_t at = 0;
    uint32_t length;
    char kind;
    while (alignment_next_run(a, &at, &length, &kind)) {
        sink_number(sink, length);
        sink_putc(sink, kind);
    }
}

/* -P: shows an item written as one narrow character unchanged, others as '?'. */
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

/* Returns the pattern's next item. A character is shown as given; with -i the item itself matches
 * all its cases. */
static struct glyph next_item(const struct alignment *a, struct block_place *at)
{
    const struct pattern *p = a->pattern;
    const struct item *item = &a->query->items[a->items[at->sides[0].at++]];
    if (item->character == CHAR_LIMIT)
        return item_glyph(a->query, item);
    uint32_t c;
    size_t items = at->sides[0].at == 1 ? a->before + 1 : 1;
    do
        at->within += utf8_or_byte(a->query->utf8, (const unsigned char *)p->form + at->within,
                                   p->form_length - at->within, &c);
    while (--items > 0);
    return glyph_of(c, a->query->utf8);
}

/* Maps a byte of the compared text to its position in MATCHED. */
static uint64_t place_in_match(const struct alignment *a, uint64_t lower)
{
    if (a->folded == NULL)
        return lower;
    if (lower == a->text_length)
        return a->matched;
    return folded_text_begins(a->folded, a->folded_begin + (size_t)lower) - a->text_begin;
}

/* Maps a byte of the compared text to its offset in the input as read. */
static uint64_t place_in_input(const void *context, uint64_t lower)
{
    const struct alignment *a = context;
    uint64_t place = place_in_match(a, lower);
    return a->encoding == NULL ? place : encoding_length(a->encoding, a->match, (size_t)place);
}

/* In *at, sides[0] counts the items so far, `within` their bytes in the pattern, and sides[1] the
 * bytes of the text. */
static bool next_cell(const void *context, struct block_place *at, struct block_cell *cell)
{
    const struct alignment *a = context;
    if (at->edit == a->nedits)
        return false;
    char edit = a->edits[at->edit++];
    *cell = (struct block_cell){.edit = shown_edit(edit)};
    if (edit != 'I' && edit != 'i')
        cell->glyphs[0] = next_item(a, at);
    if (edit != 'D' && edit != 'd') {
        uint32_t c;
        at->sides[1].at += next_character(a, at->sides[1].at, &c);
        cell->glyphs[1] = glyph_of(c, a->query->utf8);
    }
    return true;
}

void alignment_put_blocks(const struct alignment *a, const struct paint *paint, uint64_t offset,
                          unsigned width)
{
    uint64_t end = offset + place_in_input(a, a->text_length), last = a->before + a->nitems;
    struct blocks blocks = {.paint = paint,
                            .indent = ALIGN_INDENT,
                            .names = {"pattern ", "text    "},
                            .first = {a->before + 1, offset},
                            .last = end > last ? end : last,
                            .width = width,
                            .next = next_cell,
                            .place = place_in_input,
                            .context = a};
    blocks_put(&blocks);
}
