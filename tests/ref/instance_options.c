/* instance_options.c - random options. */
#include <stdlib.h>
#include <string.h>

#include "drawing.h"

bool instance_normal_forms = true;

void drawing_reading(struct instance *i, struct random *r, struct drawing_kind kind)
{
    struct naive_options *o = &i->options;
    i->utf8_locale = random_percent(r, 80);
    i->binary = random_percent(r, 30);
    o->utf8 = !i->binary;
    unsigned metric = (unsigned)random_below(r, 100);
    o->metric = metric < (kind.lengthy ? 20 : 50)   ? NAIVE_LEVENSHTEIN
                : metric < (kind.lengthy ? 40 : 70) ? NAIVE_OSA
                : metric < (kind.lengthy ? 60 : 85) ? NAIVE_INDEL
                                                    : NAIVE_HAMMING;
    i->letter_metric = random_percent(r, 50);
    drawing_costs(i, r, kind.costs);
    o->ignore_case = random_percent(r, 25);
    o->word = random_percent(r, 15);
    o->line = random_percent(r, 8);
    unsigned records = (unsigned)random_below(r, 100);
    o->null_data = records < 10;
    o->span_lines = records >= 10 && records < 22;
    bool any = kind.any || !kind.lengthy;
    o->block = o->span_lines && any && random_percent(r, 50);
    i->cuts = records >= 22 && records < 38 && any;
    o->crlf = records >= 38 && records < 54;
    if (records >= 54 && records < 64 && any)
        o->entries = random_percent(r, 60) ? NAIVE_FASTA : NAIVE_FASTQ;
    if (kind.plain || (kind.lengthy && random_percent(r, 70)))
        o->word = o->line = o->crlf = false; /* every end that an engine finds is an occurrence */
    unsigned syntax = (unsigned)random_below(r, 100);
    o->classes = syntax < kind.expressions + kind.classes;
    o->expression = syntax < kind.expressions;
    if (o->classes == o->expression && random_percent(r, kind.dna))
        drawing_dna(i, r);
    i->form = (enum pattern_form)random_below(r, (kind.alike ? PATTERN_FILE : PATTERN_TABLE) + 1);
    i->marked = random_percent(r, 20);
    i->whole = random_percent(r, 40);
}

void drawing_form(struct instance *i, struct random *r, unsigned percent)
{
    static const char *const sets[] = {"-",     "\\s",      "[\\s-]",  "q",
                                       "\\n",   "[^aq]",    "[a-m]",   "\\W",
                                       "[ab ]", "\\x{301}", "\\p{Mn}", "[^\\x{80}-\\x{300}]"};
    struct naive_options *o = &i->options;
    if (!random_percent(r, percent) || o->entries != NAIVE_NO_ENTRIES)
        return;
    if (random_percent(r, 60))
        o->skip = sets[random_below(r, i->binary ? 9 : LENGTH(sets))];
    o->fold_space = random_percent(r, 40);
    if (o->span_lines && random_percent(r, 70)) {
        o->joined = !o->block || random_percent(r, 30);
        o->loose = !o->joined;
        o->skip = NULL;
        return;
    }
    if (i->binary || !instance_normal_forms)
        return;
    o->normalize = random_percent(r, 50);
    o->fold_accents = random_percent(r, 25);
}

void drawing_passed(struct drawing *d)
{
    static const char *const passed[] = {"-", " ", "\n", "\t", "\xc2\xa0", "\xcc\x81", "q", "\x81"};
    for (size_t i = 0; i < LENGTH(passed); i++)
        if ((passed[i][0] != '\n' || d->delimiter != '\n') && random_percent(d->random, 40))
            elements_add(&d->passed, passed[i], strlen(passed[i]));
}

bool drawing_keep_something(struct instance *i, struct drawing *d, size_t p)
{
    const struct naive_options *o = &i->options;
    struct string *s = &d->patterns[p];
    if (i->lengths[p] > 0)
        return true;
    free(i->patterns[p].bytes);
    for (size_t n = 0; n < d->alphabet.count; n++) {
        struct element e = d->alphabet.list[n];
        struct naive_bytes bytes = {e.bytes, e.length};
        if (!drawing_is_for_patterns(d, e) || naive_compared(o, bytes) != 1)
            continue;
        for (size_t at = 0; at < s->count; at++)
            s->elements[at] = e;
        i->patterns[p] = string_bytes(s);
        i->lengths[p] = naive_compared(o, i->patterns[p]);
        return true;
    }
    i->patterns[p] = string_bytes(s);
    return false;
}

void drawing_limit(struct instance *i, const struct drawing *d, size_t m)
{
    struct random *r = d->random;
    struct naive_options *o = &i->options;
    if (d->plain) {
        o->limit = NAIVE_EDITS;
        o->k = m / random_between(r, 2, 4);
        return;
    }
    unsigned mode = (unsigned)random_below(r, 100), best = d->lengthy ? 12 : 25;
    if (mode < best)
        return;
    o->best = mode < best + 13;
    if (random_percent(r, 20)) {
        o->limit = random_percent(r, 70) ? NAIVE_PERCENT : NAIVE_BOTH;
        o->most = random_below(r, 5);
        o->k = random_below(r, random_percent(r, 70) ? 50 : 100);
        return;
    }
    o->limit = NAIVE_EDITS;
    unsigned kind = (unsigned)random_below(r, 100);
    o->k = kind < (d->small ? 10 : 25)   ? 0
           : kind < (d->small ? 90 : 75) ? random_log(r, 5)
                                         : random_below(r, m);
    if (o->costs && (o->insert != NAIVE_NEVER || o->delete != NAIVE_NEVER) && random_percent(r, 35))
        o->k = random_below(
            r, m * (o->delete < HIGH_COST ? o->delete : HIGH_COST)); /* sometimes above m */
    else if (o->k >= m)
        o->k = m - 1;
    if (d->lengthy && kind >= 50) /* too many edits for a filter */
        o->k = m / random_between(r, 2, 4);
}

/* Draws a limit for a pattern of m items. */
static void draw_row(struct naive_row *row, struct random *r, size_t m)
{
    row->limit = random_percent(r, 60)
                     ? NAIVE_EDITS
                     : (enum naive_limit)random_between(r, NAIVE_PERCENT, NAIVE_BOTH);
    row->most = random_below(r, 5);
    row->k = row->limit != NAIVE_EDITS ? random_below(r, 100) : random_log(r, m < 6 ? m : 6) - 1;
}

void drawing_rows(struct instance *i, struct random *r)
{
    static const char *const ids[] = {"", "", "x", "7", "a b", "é", "\xff", ":"};
    struct naive_options *o = &i->options;
    o->rows_limited = o->limit == NAIVE_NONE && random_percent(r, 60);
    for (size_t p = 0; p < i->npatterns; p++) {
        const char *id = ids[random_below(r, LENGTH(ids))];
        memcpy(o->rows[p].id, id, strlen(id));
        if (o->rows_limited || (o->limit != NAIVE_NONE && random_percent(r, 50)))
            draw_row(&o->rows[p], r, i->lengths[p]);
    }
}

/* Draws --histogram, which needs -k. --top has only two formats. */
static void draw_ranking(struct instance *i, struct random *r)
{
    struct naive_options *o = &i->options;
    if (o->top > 0 && o->format != NAIVE_JSON)
        o->format = NAIVE_TEXT;
    if (!o->best && naive_limited(o) && !o->invert && !o->span_lines && o->overhang == 0 &&
        random_percent(r, 4))
        o->format = NAIVE_HISTOGRAM;
}

/* Draws --format: a sequence of pieces. */
static void draw_format(struct instance *i, struct random *r)
{
    static const char *const pieces[] = {"%f", "%n", "%c", "%o", "%d",  "%m",  "%r",  "%p",   "%t",
                                         "%i", "%s", "%C", "%%", "\\n", "\\t", "\\0", "\\\\", " "};
    struct naive_options *o = &i->options;
    size_t length = 0;
    o->line_number = o->column = o->cigar = o->align = false;
    for (size_t n = random_log(r, 8); n > 0; n--) {
        const char *piece = pieces[random_below(r, LENGTH(pieces))];
        if (strcmp(piece, "%C") == 0 && i->loose)
            continue;
        memcpy(o->string + length, piece, strlen(piece));
        length += strlen(piece);
        o->line_number = o->line_number || strcmp(piece, "%n") == 0;
        o->column = o->column || strcmp(piece, "%c") == 0;
        o->cigar = o->cigar || strcmp(piece, "%C") == 0;
    }
    o->string[length] = '\0';
    o->format = NAIVE_FORMATTED;
}

void drawing_ranks(struct naive_options *o, struct random *r)
{
    bool best_mode = naive_best_mode(o);
    bool ranked = o->overhang == 0 && random_percent(r, best_mode ? 40 : 8);
    o->each = ranked && best_mode && random_percent(r, 60);
    o->top = ranked && (!o->each || random_percent(r, 40))
                 ? 1 + random_log(r, random_percent(r, 80) ? 20 : 2000)
                 : 0;
    o->best = o->best || o->each || o->top > 0;
}

static uint64_t draw_context(struct random *r)
{
    return random_percent(r, 85) ? random_below(r, 4) : random_log(r, 100);
}

void drawing_printing(struct instance *i, struct random *r)
{
    struct naive_options *o = &i->options;
    o->invert = !naive_best_mode(o) && !o->span_lines && random_percent(r, 12);
    unsigned format = (unsigned)random_below(r, 100);
    o->format = format < 63                        ? NAIVE_TEXT
                : format < 75                      ? NAIVE_JSON
                : format < 85                      ? NAIVE_COUNT
                : format < 90                      ? NAIVE_LIST
                : format < 95 || !naive_limited(o) ? NAIVE_LIST_WITHOUT
                                                   : NAIVE_QUIET;
    if (o->format == NAIVE_JSON && i->loose) /* JSON shows which sequence was found */
        o->format = NAIVE_TEXT;
    draw_ranking(i, r);
    o->only_matching = o->format != NAIVE_HISTOGRAM && random_percent(r, 45);
    o->bare = random_percent(r, 20);
    o->show_pattern = random_percent(r, 30) ? (enum naive_show)random_below(r, NAIVE_SHOW_ID + 1)
                                            : NAIVE_SHOW_NONE;
    o->line_number = random_percent(r, 30);
    o->byte_offset = random_percent(r, 10);
    o->null_name = random_percent(r, 12);
    o->count_matches = o->format == NAIVE_COUNT && !o->invert && random_percent(r, 50);
    o->column = o->format != NAIVE_JSON && random_percent(r, 20);
    if (o->only_matching && o->format != NAIVE_JSON && !o->block && random_percent(r, 20))
        o->around = random_log(r, random_percent(r, 80) ? 20 : 1000);
    o->cigar = !i->loose && random_percent(r, 12);
    o->align = !i->loose && o->format != NAIVE_JSON && random_percent(r, 12);
    o->max_count = random_percent(r, 80) ? UINT64_MAX : random_log(r, 50) - random_percent(r, 20);
    o->max_count = o->top > 0 ? UINT64_MAX : o->max_count;
    bool shown = o->format == NAIVE_TEXT || o->format == NAIVE_JSON;
    if (naive_best_mode(o) && shown && !o->each && o->top == 0 && i->npatterns == 1 &&
        !o->reverse_complement && random_percent(r, 30)) {
        o->margin = random_log(r, 12);
        o->max_count = UINT64_MAX;
    }
    bool alone = o->top > 0 || o->margin > 0 || o->format == NAIVE_HISTOGRAM;
    o->context = !o->span_lines && !alone && random_percent(r, 20);
    if (o->context) {
        o->before = draw_context(r);
        o->after = draw_context(r);
        static const char *const separators[] = {NULL, NULL, "", "== ==", "--"};
        o->separator = separators[random_below(r, LENGTH(separators))];
        o->no_separator = random_percent(r, 20);
    }
    static const char *const replacements[] = {"", "x", "[&]", "&&", "\\n\\t\\\\\\&&", "y"};
    if (random_percent(r, 15) && o->format != NAIVE_JSON)
        o->replace = replacements[random_below(r, LENGTH(replacements))];
    if (o->expression && !i->loose && o->format != NAIVE_JSON && random_percent(r, 20))
        o->replace = random_percent(r, 50) ? "<\\1>" : "\\3|&|\\2|\\1|\\9";
    o->passthru = o->format != NAIVE_JSON && !o->only_matching && !o->span_lines && !o->context &&
                  !naive_best_mode(o) && random_percent(r, 25);
    if (o->format == NAIVE_TEXT && !o->context && o->replace == NULL && !o->passthru &&
        random_percent(r, 15))
        draw_format(i, r);
    if (o->entries != NAIVE_NO_ENTRIES) {
        o->around = 0;
        o->replace = NULL;
        o->bed = o->format == NAIVE_FORMATTED && !o->invert && random_percent(r, 60);
        o->only_matching = o->only_matching || o->bed;
    }
    i->filename = "Hh\0\0"[random_below(r, 4)];
    o->filename = i->filename == 'H' || (i->filename == '\0' && i->ninputs > 1);
}

void instance_redraw_printing(struct instance *i, struct random *r)
{
    struct naive_options *o = &i->options;
    o->before = o->after = 0;
    drawing_printing(i, r);
    o->column = o->cigar = o->align = o->passthru = false;
    o->around = o->margin = 0;
    o->replace = NULL;
    if (o->format == NAIVE_FORMATTED)
        o->format = NAIVE_TEXT;
    if (o->span_lines)
        o->line_number = false;
}
