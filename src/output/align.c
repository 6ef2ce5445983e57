/*
 * align.c - traceback through the table of edit distances.
 *
 * The table is never in memory as a whole. Its columns are bit vectors, and every sqrt(n)-th column
 * is kept. The traceback recomputes the columns between two kept ones, with two bits for each cell,
 * which are its step back.
 */
#include "output/alignment.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "cells/traceback.h"
#include "query/alphabet.h"
#include "query/folded_places.h"
#include "query/folded_text.h"
#include "query/folding_border.h"
#include "scan/masks.h"

struct aligner {
    const struct query *query;
    struct alphabet *alphabet;
    const uint32_t *items; /* the items of the masks; NULL: none yet */
    struct masks masks;
    uint32_t *symbols; /* of the text */
    size_t symbols_capacity;
    struct bitvector *columns; /* the current one, then the kept ones */
    size_t columns_capacity;   /* in blocks, like all capacities here */
    struct before *befores;    /* METRIC_OSA: the state of the column before each of them */
    size_t befores_capacity;
    struct moves *moves; /* moves of the columns between two kept ones */
    size_t moves_capacity;
    char *edits;
    size_t edits_capacity;
    struct nearest nearest;    /* for a pattern with an automaton */
    struct folded_text folded; /* the folded text, if text is folded */
};

struct aligner *aligner_open(const struct query *q)
{
    struct aligner *a = xcalloc(1, sizeof *a);
    a->query = q;
    a->alphabet = alphabet_open(q, -1);
    if (a->alphabet == NULL)
        die_out_of_memory();
    return a;
}

void aligner_close(struct aligner *a)
{
    if (a == NULL)
        return;
    if (a->items != NULL)
        masks_close(&a->masks);
    alphabet_close(a->alphabet);
    free(a->symbols);
    free(a->columns);
    free(a->befores);
    free(a->moves);
    free(a->edits);
    nearest_free(&a->nearest);
    folded_text_free(&a->folded);
    free(a);
}

static void take_character(struct aligner *a, size_t n, uint32_t c)
{
    a->symbols[n] = alphabet_symbol(a->alphabet, c);
    if (a->symbols[n] == SYMBOL_NONE)
        die_out_of_memory();
}

/* Returns the number of characters; their symbols are in a->symbols. */
static size_t take_text(struct aligner *a, const unsigned char *text, size_t length)
{
    size_t n = 0;
    xgrow(&a->symbols, &a->symbols_capacity, length, sizeof *a->symbols);
    for (size_t i = 0; i < length; n++) {
        uint32_t c;
        i += utf8_or_byte(a->query->utf8, text + i, length - i, &c);
        take_character(a, n, c);
    }
    return n;
}

/* As take_text(), for n characters of the folded text; returns where they end in it. */
static size_t take_plain(struct aligner *a, size_t from, size_t n)
{
    xgrow(&a->symbols, &a->symbols_capacity, n, sizeof *a->symbols);
    for (size_t i = 0; i < n; i++) {
        uint32_t c;
        from += folded_text_decode(&a->folded, a->query->utf8, from, &c);
        take_character(a, i, c);
    }
    return from;
}

static void take_items(struct aligner *a, const uint32_t *items, uint32_t m)
{
    struct pattern sequence = {.m = m, .items = items};
    if (a->items != items || a->masks.m != m)
        masks_close(&a->masks);
    a->items = items;
    if (!masks_extend(&a->masks, &sequence, false, a->alphabet, alphabet_size(a->alphabet)))
        die_out_of_memory();
}

/* Advances the present column by a symbol. Writes the moves of its cells, unless `moves` is NULL.
 */
static void advance_column(struct aligner *a, uint32_t symbol, struct moves *moves)
{
    struct edge edge = {.p = 1};
    struct horizontal carry = {1, 0};
    for (uint32_t block = 0; block < a->masks.blocks; block++) {
        uint64_t eq = masks_word(&a->masks, symbol, block);
        struct bitvector *v = &a->columns[block];
        struct moves of_block =
            a->query->metric == METRIC_OSA
                ? traceback_step_osa(v, &a->befores[block], eq, &edge, DIAGONAL_FIRST)
            : a->query->metric == METRIC_INDEL ? traceback_step_indel(v, eq, &edge)
                                               : traceback_step(v, eq, &carry);
        if (moves != NULL)
            moves[block] = of_block;
    }
}

/* Returns whether the item and the symbol that a diagonal step has just passed match. */
static bool step_matches(const struct aligner *a, const struct walk *w)
{
    uint32_t block = (uint32_t)(w->i / BITVECTOR_ROWS);
    return masks_word(&a->masks, a->symbols[w->j], block) >> w->i % BITVECTOR_ROWS & 1;
}

/* Copies column `from` to column `to`. */
static void copy_column(struct aligner *a, size_t to, size_t from)
{
    size_t blocks = a->masks.blocks;
    memcpy(a->columns + to * blocks, a->columns + from * blocks, blocks * sizeof *a->columns);
    if (a->query->metric == METRIC_OSA)
        memcpy(a->befores + to * blocks, a->befores + from * blocks, blocks * sizeof *a->befores);
}

/* Writes the edits of one step back before `end`; returns the first of them. */
static char *walk_step(struct aligner *a, struct walk *w, const struct moves *column, char *end)
{
    char edit = a->query->metric == METRIC_OSA ? walk_back_osa(w, column)
                                               : walk_back(w, column, DIAGONAL_FIRST);
    *--end = edit == 'X' && step_matches(a, w) ? '=' : edit;
    if (edit == 'T')
        *--end = edit;
    return end;
}

/* Walks back from column w->j to column `first`, whose state is the one of number `kept`. The edits
 * are written before `end`; returns the first of them. */
static char *walk_columns(struct aligner *a, struct walk *w, size_t first, size_t kept, char *end)
{
    size_t blocks = a->masks.blocks;
    copy_column(a, 0, kept);
    for (size_t j = first; j < w->j; j++)
        advance_column(a, a->symbols[j], a->moves + (j - first) * blocks);
    while (w->i > 0 && w->j > first)
        end = walk_step(a, w, a->moves + (w->j - 1 - first) * blocks, end);
    return end;
}

static size_t square_root(size_t n) /* rounded up, at least 1 */
{
    size_t root = 1;
    while (root * root < n)
        root++;
    return root;
}

static void begin_column(struct aligner *a, size_t columns)
{
    size_t blocks = a->masks.blocks;
    xgrow(&a->columns, &a->columns_capacity, columns * blocks, sizeof *a->columns);
    if (a->query->metric == METRIC_OSA)
        xgrow(&a->befores, &a->befores_capacity, columns * blocks, sizeof *a->befores);
    for (size_t block = 0; block < blocks; block++) {
        a->columns[block] = BITVECTOR_START;
        if (a->query->metric == METRIC_OSA)
            a->befores[block] = BEFORE_NONE;
    }
}

/* Computes the edits between the pattern and n symbols, as a string that ends at `end`. */
static char *trace_edits(struct aligner *a, size_t n, char *end)
{
    size_t blocks = a->masks.blocks, every = square_root(n), nkept = (n + every - 1) / every;
    xgrow(&a->moves, &a->moves_capacity, every * blocks, sizeof *a->moves);
    begin_column(a, 1 + nkept);
    for (size_t j = 0; j < n; j++) {
        if (j % every == 0)
            copy_column(a, 1 + j / every, 0);
        advance_column(a, a->symbols[j], NULL);
    }
    struct walk w = {a->masks.m, n};
    for (size_t kept = nkept; kept-- > 0 && w.i > 0;)
        end = walk_columns(a, &w, kept * every, 1 + kept, end);
    end -= w.i + w.j; /* one of them is 0 */
    memset(end, w.j > 0 ? 'I' : 'D', w.i + w.j);
    return end;
}

/* As trace_edits(), for METRIC_HAMMING: there are as many symbols as items. */
static char *compare_symbols(struct aligner *a, size_t n, char *end)
{
    for (struct walk w = {n, n}; w.i > 0;) {
        w.i = --w.j;
        *--end = step_matches(a, &w) ? '=' : 'X';
    }
    return end;
}

/* Counts edits other than '='. */
static uint32_t count_edits(const char *edits, size_t n)
{
    size_t all = 0, exchanged = 0;
    for (size_t i = 0; i < n; i++) {
        all += edits[i] != '=';
        exchanged += edits[i] == 'T';
    }
    return (uint32_t)(all - exchanged / 2);
}

/* Aligns the n symbols of a text with the items of an occurrence that lie inside its record. */
static struct alignment align_symbols(struct aligner *a, const struct occurrence *o, size_t n,
                                      const unsigned char *text, size_t length)
{
    const struct pattern *p = &a->query->patterns[o->pattern];
    uint32_t before = o->before ? o->outside : 0;
    take_items(a, p->items + before, p->m - o->outside);
    size_t most = n + a->masks.m;
    xgrow(&a->edits, &a->edits_capacity, most, 1);
    char *end = a->edits + most;
    const char *edits =
        a->query->metric == METRIC_HAMMING ? compare_symbols(a, n, end) : trace_edits(a, n, end);
    size_t nedits = (size_t)(end - edits);
    return (struct alignment){.query = a->query,
                              .pattern = p,
                              .items = a->items,
                              .nitems = a->masks.m,
                              .before = before,
                              .text = text,
                              .match = text,
                              .text_length = length,
                              .edits = edits,
                              .nedits = nedits,
                              .distance = count_edits(edits, nedits)};
}

/* Returns whether the character of text[0..length) that lies at `at`, or ends there, is a word
 * character. */
static bool is_word(struct aligner *a, const unsigned char *text, size_t length, size_t at,
                    bool before)
{
    uint32_t c;
    size_t begin = !before ? at : at - (a->query->utf8 ? utf8_last(text, at) : 1);
    (void)utf8_or_byte(a->query->utf8, text + begin, length - begin, &c);
    uint32_t symbol = alphabet_symbol(a->alphabet, c);
    if (symbol == SYMBOL_NONE)
        die_out_of_memory();
    return alphabet_matches(a->alphabet, symbol, a->query->classes.word);
}

/* Aligns the n symbols of text[match.start..match.end) with the nearest sequence of an
 * automaton. */
static struct alignment align_nearest(struct aligner *a, size_t pattern, size_t n,
                                      const unsigned char *text, size_t length, struct span match)
{
    const struct pattern *p = &a->query->patterns[pattern];
    struct nearest_text nearest = {.n = n};
    nearest.symbols = a->symbols;
    nearest.around = (struct text_around){.begins = match.start == 0, .ends = match.end == length};
    nearest.around.word_before = match.start > 0 && is_word(a, text, length, match.start, true);
    nearest.around.word_behind = match.end < length && is_word(a, text, length, match.end, false);
    nearest_free(&a->nearest);
    nearest_find(&a->nearest, a->query, pattern, a->alphabet, &nearest);
    return (struct alignment){.query = a->query,
                              .pattern = p,
                              .items = a->nearest.items,
                              .nitems = a->nearest.nitems,
                              .text = text + match.start,
                              .match = text + match.start,
                              .text_length = match.end - match.start,
                              .edits = a->nearest.edits,
                              .groups = p->marked != NULL ? a->nearest.groups : NULL,
                              .nedits = a->nearest.nedits,
                              .distance = a->nearest.distance};
}

/* Aligns the n symbols of text[match.start..match.end) with the pattern of an occurrence, or with
 * the nearest sequence of its automaton. */
static struct alignment align_match(struct aligner *a, const struct occurrence *o, size_t n,
                                    const unsigned char *text, size_t length, struct span match)
{
    const struct pattern *p = &a->query->patterns[o->pattern];
    if (p->automaton != NULL || p->marked != NULL)
        return align_nearest(a, o->pattern, n, text, length, match);
    return align_symbols(a, o, n, text + match.start, match.end - match.start);
}

/* Folds the text of a record from byte `from` on. Returns the begin of the match in it. The text
 * around the match matters only for an automaton. */
static size_t make_plain(struct aligner *a, const unsigned char *text, size_t length,
                         const struct occurrence *o, struct span match, size_t *from)
{
    const struct folding *e = a->query->folding;
    bool all = a->query->patterns[o->pattern].automaton != NULL;
    size_t border = folding_begin(e, text, 0, match.start, length);
    size_t end = all ? length : folding_border(e, text, match.end, length);
    *from = all ? 0 : border;
    folded_text_clear(&a->folded);
    a->folded.part = *from > 0 ? ENTRY_SEQUENCE : ENTRY_BEGIN;
    a->folded.goes_on = end < length;
    if (!folded_text_add(&a->folded, e, text + *from, 0, end - *from, -1))
        die_out_of_memory();
    return folded_text_at(&a->folded, border - *from) + o->passed;
}

static struct alignment aligner_plain(struct aligner *a, const struct record *record,
                                      const struct occurrence *o, struct span match)
{
    const unsigned char *text =
        record_view(record, 0, record->length, "--align, --cigar or groups with folded text");
    size_t from, n = (size_t)o->characters;
    size_t at = make_plain(a, text, record->length, o, match, &from);
    size_t end = take_plain(a, at, n);
    struct alignment x = align_match(a, o, n, a->folded.bytes, a->folded.n, (struct span){at, end});
    x.folded = &a->folded;
    x.folded_begin = at;
    x.text_begin = match.start - from;
    x.matched = match.end - match.start;
    x.match = text + match.start;
    return x;
}

struct alignment aligner_occurrence(struct aligner *a, const struct record *record,
                                    const struct occurrence *o)
{
    struct span match = {(size_t)(o->match_start - record->offset),
                         (size_t)(o->match_end - record->offset)};
    if (a->query->folding != NULL)
        return aligner_plain(a, record, o, match);
    /* One character on each side of MATCHED is enough for anchors and word borders. */
    size_t before = match.start < UTF8_LONGEST ? match.start : UTF8_LONGEST;
    size_t left = record->length - match.end, behind = left < UTF8_LONGEST ? left : UTF8_LONGEST;
    size_t from = match.start - before, to = match.end + behind;
    const unsigned char *text = record_view(record, from, to, NULL);
    size_t n = take_text(a, text + before, match.end - match.start);
    return align_match(a, o, n, text, to - from, (struct span){before, match.end - from});
}
