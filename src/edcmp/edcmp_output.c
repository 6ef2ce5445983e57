/* edcmp_output.c - alignments as text. */
#include "edcmp/edcmp_output.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/xalloc.h"
#include "pair/words.h"
#include "print/blocks.h"

void edcmp_put_cigar(struct sink *sink, const struct script *script)
{
    for (size_t i = 0; i < script->count; i++) {
        char kind = edit_kind(script->runs[i]);
        uint64_t length = edit_length(script->runs[i]);
        sink_number(sink, kind == 'T' ? length / 2 : length);
        sink_putc(sink, kind);
    }
    sink_putc(sink, '\n');
}

double edcmp_similarity(uint64_t m, uint64_t n, uint64_t distance)
{
    uint64_t longer = m > n ? m : n;
    return longer > 0 ? 1 - (double)distance / (double)longer : 1;
}

void edcmp_put_json(struct sink *sink, const struct edcmp_figures *f)
{
    char text[512], figures[256], limit[64] = "";
    if (f->more)
        (void)snprintf(figures, sizeof figures,
                       "\"distance\":null,\"similarity\":null,\"lcs_length\":null");
    else
        (void)snprintf(figures, sizeof figures,
                       "\"distance\":%" PRIu64 ",\"similarity\":%.6f,\"lcs_length\":%" PRIu64,
                       f->distance, edcmp_similarity(f->m, f->n, f->distance), f->lcs_length);
    if (f->limit != NULL)
        (void)snprintf(limit, sizeof limit, "\"limit\":%" PRIu64 ",", *f->limit);
    (void)snprintf(text, sizeof text,
                   "{\"length1\":%" PRIu64 ",\"length2\":%" PRIu64 ",\"metric\":\"%s\",%s%s}\n",
                   f->m, f->n, metric_name(f->metric), limit, figures);
    sink_puts(sink, text);
}

static void put_count(struct sink *sink, const char *what, uint64_t count)
{
    sink_puts(sink, what);
    sink_puts(sink, ": ");
    sink_number(sink, count);
    sink_putc(sink, '\n');
}

void edcmp_put_summary(struct sink *sink, const struct script *script, uint64_t distance,
                       double similarity)
{
    static const struct {
        const char *name;
        char kind;
    } kinds[] = {{"equal", '='},
                 {"substitutions", 'X'},
                 {"insertions", 'I'},
                 {"deletions", 'D'},
                 {"exchanges", 'T'}};
    char percent[64];
    put_count(sink, "distance", distance);
    (void)snprintf(percent, sizeof percent, "similarity: %.2f%%\n", 100 * similarity);
    sink_puts(sink, percent);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        uint64_t count = script_count(script, kinds[i].kind);
        put_count(sink, kinds[i].name, kinds[i].kind == 'T' ? count / 2 : count);
    }
}

struct lcs {
    struct sink *sink;
    bool visible;
    const struct encode_pair *characters;
    const struct file_content *x, form;
    bool space; /* words: the last output is white space, or empty */
    /* The text for a terminal, to be escaped as a whole: a part may end inside a character (-U). */
    unsigned char *bytes;
    size_t used, capacity;
};

static void put_part(struct lcs *l, size_t from, size_t to)
{
    if (!l->visible) {
        sink_put(l->sink, l->x->bytes + from, to - from);
        return;
    }
    xgrow(&l->bytes, &l->capacity, l->used + to - from + 1, 1);
    memcpy(l->bytes + l->used, l->x->bytes + from, to - from);
    l->used += to - from;
}

static bool space_at(const struct lcs *l, size_t at, size_t *size)
{
    uint32_t character;
    bool utf8 = l->characters->utf8;
    *size = utf8_or_byte(utf8, l->x->bytes + at, l->x->size - at, &character);
    return words_is_space(utf8, character);
}

/* Prints the first white space of omitted text, so that the words around it stay separate. */
static void put_left_out(struct lcs *l, size_t from, size_t to)
{
    size_t size = 0;
    while (from < to && !l->space) {
        size_t begin = from;
        while (from < to && space_at(l, from, &size))
            from += size;
        put_part(l, begin, from);
        l->space = from > begin;
        from += l->space ? 0 : size;
    }
}

static void put_words(struct lcs *l, size_t from, size_t to)
{
    size_t size;
    put_part(l, from, to);
    for (size_t at = from; at < to; at += size)
        l->space = space_at(l, at, &size);
}

void edcmp_put_lcs(struct sink *sink, const struct script *script, const struct encode_pair *c,
                   const struct file_content *x, bool visible)
{
    struct lcs l = {sink, visible, c, x, encode_pair_form(c, 0, x), .space = true};
    size_t at = 0, from = 0, to; /* offsets in the form, and in the content */
    uint64_t before = 0;
    for (size_t i = 0; i < script->count; i++) {
        char kind = edit_kind(script->runs[i]);
        uint64_t length = edit_length(script->runs[i]);
        if (kind == 'I')
            continue;
        before += length;
        at = c->ends[0] != NULL ? c->ends[0][before - 1]
                                : at + encode_pair_bytes(c, &l.form, at, length);
        to = encode_pair_place(c, 0, x, at);
        if (c->ends[0] != NULL)
            (kind == '=' ? put_words : put_left_out)(&l, from, to);
        else if (kind == '=')
            put_part(&l, from, to);
        from = to;
    }
    sink_put_visible(sink, l.bytes, l.used);
    free(l.bytes);
}

struct aligned {
    const struct script *script;
    const struct encode_pair *characters;
    const struct file_content *contents[2], forms[2];
};

/* The edits without a character of the upper and of the lower content. */
static const char absent[] = "ID";

/* Of a place, `edit` counts runs, `within` edits of the run; of a side of it, `at` counts bytes of
 * the content, `form` those of its form, and `end` is the end of the word in the form. */

/* Returns the next character of a form as written in the content. Counts the lines that it ends. */
static struct glyph next_glyph(const struct aligned *a, unsigned which, struct block_side *side)
{
    const struct file_content *content = a->contents[which];
    bool utf8 = a->characters->utf8;
    uint32_t character;
    uint64_t lines = side->line,
             begin = encode_pair_place(a->characters, which, content, side->form);
    side->form += file_content_decode(&a->forms[which], utf8, side->form, &character);
    uint64_t end = encode_pair_place(a->characters, which, content, side->form);
    struct glyph g = {.size = 0};
    if (side->at != begin || begin == end) /* nothing of it is written there by itself */
        g = glyph_of(character, utf8);
    while (side->at < end) {
        bool first = side->at == begin;
        side->at += file_content_decode(content, utf8, side->at, &character);
        side->line += character == '\n';
        if (first)
            g = glyph_of(character, utf8);
        else
            glyph_add_mark(&g, character);
    }
    return side->line > lines ? glyph_of('\n', utf8) : g;
}

/* Goes on to the next edit. */
static void count_edit(struct block_place *at, edit_run run)
{
    if (++at->within < edit_length(run))
        return;
    at->edit++;
    at->within = 0;
}

static bool next_cell(const void *context, struct block_place *at, struct block_cell *cell)
{
    const struct aligned *a = context;
    if (at->edit == a->script->count)
        return false;
    edit_run run = a->script->runs[at->edit];
    *cell = (struct block_cell){.edit = edit_kind(run)};
    for (unsigned i = 0; i < 2; i++)
        if (cell->edit != absent[i])
            cell->glyphs[i] = next_glyph(a, i, &at->sides[i]);
    count_edit(at, run);
    return true;
}

/* Returns whether white space of the word is next. */
static bool at_space(const struct aligned *a, unsigned which, const struct block_side *side)
{
    uint32_t character;
    if (side->form == side->end)
        return false;
    (void)file_content_decode(&a->forms[which], a->characters->utf8, side->form, &character);
    return words_is_space(a->characters->utf8, character);
}

/* Returns a blank for the white space of a word, or a newline if it contains one. */
static struct glyph next_space(const struct aligned *a, unsigned which, struct block_side *side)
{
    uint64_t lines = side->line;
    struct glyph blank = {.size = 0, .columns = side->form < side->end};
    while (at_space(a, which, side))
        (void)next_glyph(a, which, side);
    return side->line > lines ? glyph_of('\n', a->characters->utf8) : blank;
}

/* Makes the next cell of the edit: white space if both words have ended, or (`begin`) before the
 * first word of a content; else a character of each word. */
static void take_word_cell(const struct aligned *a, struct block_place *at, bool begin,
                           struct block_cell *cell)
{
    bool spaces[2], words[2];
    for (unsigned i = 0; i < 2; i++) {
        spaces[i] = at_space(a, i, &at->sides[i]);
        words[i] = at->sides[i].form < at->sides[i].end && !spaces[i];
    }
    if ((spaces[0] || spaces[1]) && (begin || (!words[0] && !words[1]))) {
        cell->edit = ' ';
        for (unsigned i = 0; i < 2; i++)
            cell->glyphs[i] = next_space(a, i, &at->sides[i]);
        return;
    }
    for (unsigned i = 0; i < 2; i++)
        if (words[i])
            cell->glyphs[i] = next_glyph(a, i, &at->sides[i]);
}

/* As next_cell(), for words: a cell for each character of the longer word, and one for the white
 * space after both. The ends are those of the words where an edit begins. */
static bool next_word_cell(const void *context, struct block_place *at, struct block_cell *cell)
{
    const struct aligned *a = context;
    struct block_side *sides = at->sides;
    if (at->edit == a->script->count)
        return false;
    edit_run run = a->script->runs[at->edit];
    char kind = edit_kind(run);
    bool begin = sides[0].form >= sides[0].end && sides[1].form >= sides[1].end;
    for (unsigned i = 0; begin && i < 2; i++)
        sides[i].end =
            kind != absent[i] ? words_end(a->characters, i, sides[i].form) : sides[i].form;
    *cell = (struct block_cell){.edit = kind, .joined = !begin};
    take_word_cell(a, at, begin, cell);
    if (sides[0].form == sides[0].end && sides[1].form == sides[1].end)
        count_edit(at, run);
    return true;
}

static uint64_t count_lines(const struct file_content *c)
{
    uint64_t lines = 1;
    const unsigned char *at = c->bytes, *end = at + c->size;
    while (at < end && (at = memchr(at, '\n', (size_t)(end - at))) != NULL && ++at < end)
        lines++;
    return lines;
}

void edcmp_put_blocks(struct sink *sink, const struct script *script, const struct encode_pair *c,
                      const struct file_content *x, const struct file_content *y,
                      const struct edcmp_view *view)
{
    struct paint paint;
    paint_open(&paint, sink, view->color, false);
    struct aligned aligned = {
        script, c, {x, y}, {encode_pair_form(c, 0, x), encode_pair_form(c, 1, y)}};
    uint64_t m = count_lines(x), n = count_lines(y), lines = m > n ? m : n;
    struct blocks blocks = {.paint = &paint,
                            .names = {"1 ", "2 "},
                            .last = x->size > y->size ? x->size : y->size,
                            .last_line = lines > 1 ? lines : 0,
                            .changes = !view->all,
                            .width = view->width,
                            .next = c->ends[0] != NULL ? next_word_cell : next_cell,
                            .context = &aligned};
    blocks_put(&blocks);
}
