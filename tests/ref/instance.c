/*
 * instance.c - random cases, drawn to be unkind: few distinct characters and long repetitions (ties
 * everywhere), broken UTF-8, lengths around the words and blocks of an engine, occurrences with
 * about as many edits as are admitted, records that end anywhere.
 */
#include "instance.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "drawing.h"
#include "expression.h"
#include "naive_dna.h"
#include "naive_text.h"

bool instance_normal_forms = true;

enum {
    LONGEST_PATTERN = 2000,
    LONGEST_LITERAL = 10000, /* of texts that the reference does not search */
    MOST_ITEMS = 250,    /* elements of a pattern with -P, which PCRE2 must be able to compile */
    FEW_CELLS = 1000000, /* m * n of most cases */
    MOST_CELLS = 10000000,
    MOST_CHARACTERS = 4 << 20, /* of all inputs */
    MANY_CHARACTERS = 400000,  /* as above, of long texts, */
    HUGE_CHARACTERS = 4 << 20, /* and of a few of these */
    LONGEST_RECORD = 1 << 20,
    FILLS_BLOCKS = 20000,    /* with this number, each lane of a vector has some blocks */
    LONG_CELLS = 100000000,  /* m * n of those, which the reference does not search */
    MANY_CELLS = 1000000000, /* the same with very many patterns */
    NEAREST = 50,            /* stretches of them without an occurrence, on average at least */
    GAP = 20,                /* between some occurrences that come together */
    MOST_COUNTED = 20000,    /* the same, where the reference counts for each occurrence */
    MOST_AGAIN = 2000,       /* the same, where each occurrence prints the whole text */
    MOST_CUT = 15000,        /* the same, with --delimiter: none is longer than 64 KiB */
    MOST_LOOPED = 5000,      /* the same, with an expression that has a quantifier without limit */
    MOST_LOOPED_TWICE = 600,
    MOST_THREADS = 4,
    LETTERS = 26,
    EXPRESSION_LIMIT = 4, /* --limit */
    SOME_CLASSES = 300,   /* patterns with -P, at most */
    PACKED_EVERY = 6,     /* one of this number of cases has compressed inputs */
    MOST_RANGES = 4000,
    MOST_CHUNKS = 2000,
    MOST_CHUNK_CELLS = 5000000 /* what all lead-ins together may cost, in words of 64 rows */
};

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* Patterns and texts: strings of elements, and their bytes */

static struct element draw_element(struct drawing *d)
{
    return d->alphabet.list[random_below(d->random, d->alphabet.count)];
}

/* Whether a pattern may have it: newlines are in no alphabet, but not every way to give a pattern
 * admits NUL. */
static bool is_for_patterns(const struct drawing *d, struct element e)
{
    return (e.bytes[0] != '\0' || d->nul_allowed) &&
           (!d->dna || (e.length == 1 && *dna_bases(e.bytes[0]) != '\0'));
}

static struct element draw_pattern_element(struct drawing *d)
{
    struct element e;
    do
        e = draw_element(d);
    while (!is_for_patterns(d, e));
    return e;
}

enum edit { INSERTION, SUBSTITUTION, DELETION, EXCHANGE, EDITS };

/* One that the metric has, mostly. */
static enum edit draw_edit(struct drawing *d)
{
    if (d->metric == NAIVE_HAMMING && random_percent(d->random, 90))
        return SUBSTITUTION;
    return (enum edit)random_below(d->random, d->exchanges ? EDITS : EXCHANGE);
}

static void edit_string(struct drawing *d, struct string *s)
{
    enum edit edit = draw_edit(d);
    size_t at = random_below(d->random, s->count + (edit == INSERTION));
    struct element *place = s->elements + at;
    if (edit == INSERTION) {
        memmove(place + 1, place, (s->count++ - at) * sizeof *place);
        *place = draw_pattern_element(d);
    } else if (edit == SUBSTITUTION) {
        *place = draw_pattern_element(d);
    } else if (edit == DELETION && s->count > 1) {
        memmove(place, place + 1, (--s->count - at) * sizeof *place);
    } else if (edit == EXCHANGE && at + 1 < s->count) {
        struct element first = place[0];
        place[0] = place[1];
        place[1] = first;
    }
}

/* A copy of s with a number of random edits, and with -i some letters in another case. */
static struct string mutated(struct drawing *d, const struct string *s, size_t edits)
{
    assert(s->count > 0);
    struct random *r = d->random;
    struct string copy = {naive_allocate(s->count + edits, sizeof *copy.elements), s->count};
    for (size_t i = 0; i < s->count; i++) {
        bool other = d->ignore_case && !d->dna && random_percent(r, 30);
        copy.elements[i] = other ? element_other_case(r, s->elements[i]) : s->elements[i];
    }
    for (; edits > 0; edits--)
        edit_string(d, &copy);
    return copy;
}

static size_t draw_length(const struct drawing *d)
{
    const struct elements *a = &d->alphabet;
    struct random *r = d->random;
    if (d->small)
        return random_below(r, 4) + random_log(r, random_percent(r, 85) ? 16 : 80);
    if (d->plain)
        return random_between(r, 3, 12);
    if (d->many)
        return random_between(r, 3, 30);
    if (d->any && d->literal && random_percent(r, 3))
        return random_between(r, LONGEST_PATTERN, LONGEST_LITERAL);
    if (d->lengthy && random_percent(r, 60))
        return random_between(r, 2, 14);
    if (a->count == MOST_ELEMENTS && random_percent(r, 40)) /* enough to have most of them */
        return random_between(r, 300, LONGEST_PATTERN);
    unsigned kind = (unsigned)random_below(r, 100);
    if (kind < 75)
        return random_log(r, 100);
    if (kind < 90) /* around the width of one or more machine words */
        return 64 * random_between(r, 1, 6) + random_below(r, 3) - 1;
    return random_log(r, LONGEST_PATTERN);
}

static struct string draw_pattern(struct drawing *d, size_t npatterns)
{
    struct random *r = d->random;
    if (npatterns > 0 && random_percent(r, 40)) /* like another one, or equal to it */
        return mutated(d, &d->patterns[random_below(r, npatterns)], random_below(r, 4));
    struct string s = {NULL, draw_length(d)};
    if (d->classes && s.count > MOST_ITEMS)
        s.count = random_between(r, 1, MOST_ITEMS);
    s.elements = naive_allocate(s.count, sizeof *s.elements);
    size_t period = random_percent(r, 25) ? random_between(r, 1, 4) : s.count;
    for (size_t i = 0; i < s.count; i++)
        s.elements[i] = i < period ? draw_pattern_element(d) : s.elements[i - period];
    return s;
}

struct naive_bytes string_bytes(const struct string *s)
{
    struct naive_bytes bytes = {naive_allocate(s->count, sizeof s->elements->bytes), 0};
    for (size_t i = 0; i < s->count; i++) {
        memcpy(bytes.bytes + bytes.length, s->elements[i].bytes, s->elements[i].length);
        bytes.length += s->elements[i].length;
    }
    return bytes;
}

/* A text of `room` elements at most, some of them delimiters. */
struct growth {
    struct string text;
    size_t room;
};

static void append(struct drawing *d, struct growth *g, struct element e)
{
    if (d->delimiter_every > 0 && random_below(d->random, d->delimiter_every) == 0)
        e = (struct element){{d->delimiter}, 1};
    bool ends = e.length == 1 && e.bytes[0] == d->delimiter;
    if (ends && d->crlf && g->text.count + 1 < g->room && random_percent(d->random, 70))
        g->text.elements[g->text.count++] = (struct element){"\r", 1};
    if (g->text.count < g->room)
        g->text.elements[g->text.count++] = e;
}

/* The unkindest edits for a filter that cuts a pattern into k + 1 pieces: one across each cut. */
static void exchange_at_cuts(struct string *s, size_t k)
{
    for (size_t i = 1; i <= k && s->count > 2 * k; i++) {
        struct element *at = s->elements + s->count * i / (k + 1), first = at[-1];
        at[-1] = at[0];
        at[0] = first;
    }
}

/* What a word must have before it or behind it, mostly; sometimes anything. */
static void append_border(struct drawing *d, struct growth *g, bool edge, bool word, unsigned drawn)
{
    struct element border = {{d->delimiter}, 1};
    if (drawn < 20 || (drawn < 80 && word && !edge))
        border.bytes[0] = ' ';
    if (drawn < 40 || (drawn < 80 && (edge || word)))
        append(d, g, border);
}

/* Sometimes what is passed over or folded, and sometimes much of it. */
static void append_passed(struct drawing *d, struct growth *g)
{
    struct random *r = d->random;
    size_t n = random_percent(r, 3) ? random_log(r, 300) : 1 + random_below(r, 3);
    if (d->passed.count == 0 || random_percent(r, 70))
        return;
    for (; n > 0; n--)
        append(d, g, d->passed.list[random_below(r, d->passed.count)]);
}

/* With about as many edits as are admitted, and sometimes a word or a record of its own. */
static void append_occurrence(struct drawing *d, struct growth *g, size_t npatterns)
{
    struct language_walk walk;
    size_t pattern = random_below(d->random, npatterns);
    size_t least = d->inexact, most = d->limits[pattern] + (d->small ? 1 : 2);
    size_t edits = random_between(d->random, least, most > least ? most : least);
    struct string word = drawing_word(d, pattern, &walk);
    if (d->dna)
        drawing_transcribe(d, &word);
    if (random_percent(d->random, 40))
        drawing_confuse(d, &word);
    bool cuts = d->exchanges && d->limits[pattern] > 0 &&
                random_percent(d->random, d->exchanged ? 100 : 25);
    if (cuts)
        exchange_at_cuts(&word, d->limits[pattern]);
    struct string occurrence = mutated(d, &word, cuts ? 0 : edits);
    unsigned border = (unsigned)random_below(d->random, 100);
    bool hangs = d->overhang && occurrence.count > 1 && random_percent(d->random, 60);
    size_t from = 0, to = occurrence.count, cut = hangs ? random_below(d->random, to) : 0;
    if (random_percent(d->random, 50))
        from = cut;
    else
        to -= cut;
    append_border(d, g, walk.begins || from > 0, walk.borders, hangs && from > 0 ? 20 : border);
    for (size_t i = from; i < to; i++) {
        append(d, g, occurrence.elements[i]);
        append_passed(d, g);
    }
    append_border(d, g, walk.ends || to < occurrence.count, walk.borders,
                  to < occurrence.count ? 20 : border);
    free(occurrence.elements);
    free(word.elements);
}

/* Some elements that repeat after `period`. */
static void append_repetition(struct drawing *d, struct growth *g, size_t period)
{
    struct element unit[MOST_ELEMENTS];
    for (size_t i = 0; i < period; i++)
        unit[i] = draw_element(d);
    for (size_t i = 0, n = random_log(d->random, 200); i < n; i++)
        append(d, g, unit[i % period]);
}

/* What lies between the occurrences of a long text. */
static void append_background(struct drawing *d, struct growth *g, size_t count)
{
    for (size_t i = 0; i < count; i++)
        append(d, g,
               d->background.count == 0 ? draw_element(d)
                                        : d->background.list[i % d->background.count]);
}

/* A part of a long text: `apart` characters on average, then occurrences, in one record or in
 * several. */
static void append_stretch(struct drawing *d, struct growth *g, size_t npatterns, size_t apart)
{
    append_background(d, g, random_below(d->random, 2 * apart + 1));
    for (size_t n = random_between(d->random, 1, 4); n > 0; n--) {
        append_occurrence(d, g, npatterns);
        append_background(d, g, random_below(d->random, GAP));
        if (random_percent(d->random, 50))
            append(d, g, (struct element){{d->delimiter}, 1});
    }
}

static void append_piece(struct drawing *d, struct growth *g, size_t npatterns)
{
    unsigned piece = (unsigned)random_below(d->random, 100);
    if (piece < (d->small ? 60 : 35))
        append_occurrence(d, g, npatterns);
    else if (piece < (d->small ? 70 : 50))
        append_repetition(d, g, random_between(d->random, 1, 4));
    else
        append_repetition(d, g, MOST_ELEMENTS);
}

static struct naive_bytes draw_text(struct drawing *d, size_t npatterns, size_t characters)
{
    struct growth g = {.room = characters};
    g.text.elements = naive_allocate(characters + 1, sizeof *g.text.elements);
    size_t apart = d->lengthy ? characters / random_log(d->random, characters / NEAREST + 1) : 0;
    while (g.text.count < characters)
        if (d->lengthy)
            append_stretch(d, &g, npatterns, apart);
        else
            append_piece(d, &g, npatterns);
    if (random_percent(d->random, 50))
        g.text.elements[g.text.count++] = (struct element){{d->delimiter}, 1};
    struct naive_bytes text = string_bytes(&g.text);
    free(g.text.elements);
    return text;
}

/* The options */

/* What cases there are: how long the texts are, and how often there are costs, expressions, other
 * items of -P, letters of nucleotides, items outside, forms in which texts are compared, and very
 * many patterns. */
struct kind {
    bool small, lengthy;
    bool alike; /* all patterns have the same limit: none comes from a table */
    bool any;   /* all options, as no reference searches the texts */
    bool plain; /* one short literal pattern and -k, with many edits: no filter is worth its time */
    unsigned costs, expressions, classes, dna, overhang, forms, many; /* percent */
};

static void draw_reading(struct instance *i, struct random *r, struct kind kind)
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
        o->word = o->line = o->crlf = false; /* what an engine finds needs no second look */
    unsigned syntax = (unsigned)random_below(r, 100);
    o->classes = syntax < kind.expressions + kind.classes;
    o->expression = syntax < kind.expressions;
    if (o->classes == o->expression && random_percent(r, kind.dna))
        drawing_dna(i, r);
    i->form = (enum pattern_form)random_below(r, (kind.alike ? PATTERN_FILE : PATTERN_TABLE) + 1);
    i->marked = random_percent(r, 20);
    i->whole = random_percent(r, 40);
}

/* --skip, --fold-space, --normalize, --fold-accents and --block=loose. */
static void draw_form(struct instance *i, struct random *r, unsigned percent)
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

/* Text between the characters of occurrences. */
static void draw_passed(struct drawing *d)
{
    static const char *const passed[] = {"-", " ", "\n", "\t", "\xc2\xa0", "\xcc\x81", "q", "\x81"};
    for (size_t i = 0; i < LENGTH(passed); i++)
        if ((passed[i][0] != '\n' || d->delimiter != '\n') && random_percent(d->random, 40))
            elements_add(&d->passed, passed[i], strlen(passed[i]));
}

/* A pattern of characters that are all skipped gets one that stays. Returns false if there is none.
 */
static bool keep_something(struct instance *i, struct drawing *d, size_t p)
{
    const struct naive_options *o = &i->options;
    struct string *s = &d->patterns[p];
    if (i->lengths[p] > 0)
        return true;
    free(i->patterns[p].bytes);
    for (size_t n = 0; n < d->alphabet.count; n++) {
        struct element e = d->alphabet.list[n];
        struct naive_bytes bytes = {e.bytes, e.length};
        if (!is_for_patterns(d, e) || naive_compared(o, bytes) != 1)
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

/* The mode and -k; m is the length of the shortest pattern. */
static void draw_limit(struct instance *i, const struct drawing *d, size_t m)
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
        o->k = random_below(r, m * (o->delete < HIGH_COST ? o->delete : HIGH_COST)); /* above m */
    else if (o->k >= m)
        o->k = m - 1;
    if (d->lengthy && kind >= 50) /* too near for a filter */
        o->k = m / random_between(r, 2, 4);
}

/* A limit for a pattern of m items. */
static void draw_row(struct naive_row *row, struct random *r, size_t m)
{
    row->limit = random_percent(r, 60)
                     ? NAIVE_EDITS
                     : (enum naive_limit)random_between(r, NAIVE_PERCENT, NAIVE_BOTH);
    row->most = random_below(r, 5);
    row->k = row->limit != NAIVE_EDITS ? random_below(r, 100) : random_log(r, m < 6 ? m : 6) - 1;
}

/* Where there is no -k, all have a limit, or none. */
static void draw_rows(struct instance *i, struct random *r)
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

/* --top has only two formats; --histogram needs -k. */
static void draw_ranking(struct instance *i, struct random *r)
{
    struct naive_options *o = &i->options;
    if (o->top > 0 && o->format != NAIVE_JSON)
        o->format = NAIVE_TEXT;
    if (!o->best && naive_limited(o) && !o->invert && !o->span_lines && o->overhang == 0 &&
        random_percent(r, 4))
        o->format = NAIVE_HISTOGRAM;
}

/* --format: some pieces in a row. */
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

static void draw_ranks(struct naive_options *o, struct random *r)
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

static void draw_printing(struct instance *i, struct random *r)
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
    if (o->format == NAIVE_JSON && i->loose) /* it would show which sequence it is */
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
    draw_printing(i, r);
    o->column = o->cigar = o->align = o->passthru = false;
    o->around = o->margin = 0;
    o->replace = NULL;
    if (o->format == NAIVE_FORMATTED)
        o->format = NAIVE_TEXT;
    if (o->span_lines)
        o->line_number = false;
}

/* The way to hand it over */

/* Of all inputs. */
static size_t text_bytes(const struct instance *i)
{
    size_t bytes = 0;
    for (size_t n = 0; n < i->ninputs; n++)
        bytes += i->inputs[n].text.length;
    return bytes;
}

/* Small chunks are for small texts: their number, and what their lead-ins cost, is bounded. */
static size_t draw_chunk_size(const struct instance *i, struct random *r)
{
    if (random_percent(r, 35))
        return 0;
    size_t bytes = text_bytes(i), m = 0, words = 0;
    for (size_t p = 0; p < i->npatterns; p++) {
        m = i->lengths[p] > m ? i->lengths[p] : m;
        words += i->paths ? i->lengths[p] : i->lengths[p] / 64 + 1;
    }
    /* Sizes below 2m give chunks of as little as one character. */
    if (random_percent(r, 50) && bytes <= MOST_CHUNKS && bytes * 2 * m * words <= MOST_CHUNK_CELLS)
        return random_percent(r, 60) ? 1 : random_log(r, 3 * m + 20);
    size_t least = bytes / MOST_CHUNKS + bytes * 2 * m * words / MOST_CHUNK_CELLS;
    return (2 * m + least * 4 + random_log(r, 500)) | 1;
}

/* Every record a range of its own, a few of them, or parts of a text; their number is bounded, too.
 */
static size_t draw_range_size(const struct instance *i, struct random *r)
{
    unsigned kind = (unsigned)random_below(r, 100);
    if (kind < 30)
        return 0;
    size_t bytes = text_bytes(i);
    if (kind < 55 && bytes <= MOST_RANGES)
        return 1;
    return (bytes / MOST_RANGES + random_log(r, kind < 80 ? 100 : bytes + 1)) | 1;
}

void instance_redraw_handling(struct instance *i, struct random *r)
{
    struct handling *h = &i->handling;
    h->threads = random_percent(r, 40) ? 1 : (unsigned)random_between(r, 2, MOST_THREADS);
    h->chunk_size = draw_chunk_size(i, r);
    h->range_size = draw_range_size(i, r);
    h->delivery = random_percent(r, 40)
                      ? DELIVER_FILE
                      : (enum delivery)random_between(r, DELIVER_PIPE, DELIVER_PAUSES);
    h->plan = random_percent(r, 50) ? (uint32_t)random_next(r) : 0;
    h->plan &= (uint32_t)random_next(r);
    h->bits_seed = random_next(r);
    h->packed = h->bits_seed % PACKED_EVERY == 0;
    h->stats = random_percent(r, 75);
    h->line_buffered = random_percent(r, 5);
}

void instance_use_files(struct instance *i)
{
    static char names[MOST_INPUTS][3];
    i->handling.standard_input = i->ninputs;
    for (size_t n = 0; n < i->ninputs; n++) {
        for (size_t at = 0; at <= n / LETTERS; at++)
            names[n][at] = (char)('a' + n % LETTERS);
        i->inputs[n].name = names[n];
    }
}

static void draw_handling(struct instance *i, struct random *r)
{
    size_t standard = random_percent(r, 65) ? random_below(r, i->ninputs) : i->ninputs;
    i->label = random_percent(r, 20) ? "label" : NULL;
    instance_use_files(i);
    if (standard < i->ninputs)
        i->inputs[standard].name = i->label != NULL ? i->label : "(standard input)";
    i->handling.standard_input = standard;
    instance_redraw_handling(i, r);
}

/* The case */

/* --overhang, for patterns that have few enough states. */
static void draw_overhang(struct instance *i, struct drawing *d, unsigned percent)
{
    struct naive_options *o = &i->options;
    size_t states = 0;
    for (size_t p = 0; p < i->npatterns; p++) {
        size_t m = i->lengths[p], k = naive_limited(o) ? naive_limit(o, p + 1, m) : 0;
        states = 4 * m * (k + 1) * (k + 2) > states ? 4 * m * (k + 1) * (k + 2) : states;
    }
    if (naive_best_mode(o) || o->expression || o->costs || o->edits.given || o->word || o->line ||
        o->metric == NAIVE_HAMMING || states > 60000 || !random_percent(d->random, percent))
        return;
    o->overhang = random_percent(d->random, 40) ? 3 : random_log(d->random, 10);
    d->overhang = true;
    for (size_t p = 0; p < i->npatterns; p++)
        i->paths = i->paths || i->lengths[p] > o->overhang;
}

/* Sets the lengths of the patterns. Texts are compared as they stand where nothing else would leave
 * something of each pattern. */
static void settle_form(struct instance *i, struct drawing *d)
{
    struct naive_options *o = &i->options;
    bool literal = !o->classes && naive_folds(o), good = true;
    for (size_t p = 0; good && literal && p < i->npatterns; p++) {
        i->lengths[p] = naive_compared(o, i->patterns[p]);
        good = keep_something(i, d, p);
    }
    if (!good) {
        o->skip = NULL;
        o->fold_space = o->normalize = o->fold_accents = o->loose = o->joined = false;
    }
    for (size_t p = 0; (!good || !literal) && p < i->npatterns; p++)
        i->lengths[p] = naive_characters(i->patterns[p], o->utf8);
}

/* Lowers the numbers of --limit until no pattern needs more states than edgrep allows, and until
 * the reference can search for expressions. */
static void settle_edits(struct instance *i)
{
    struct naive_edits *e = &i->options.edits;
    for (size_t kind = 0; i->options.expression && kind < LENGTH(e->most); kind++)
        e->most[kind] = e->most[kind] < EXPRESSION_LIMIT ? e->most[kind] : EXPRESSION_LIMIT;
    while (e->given && drawing_limited_states(i, 0) > MOST_STATES) {
        size_t greatest = 0;
        for (size_t kind = 1; kind < LENGTH(e->most); kind++)
            greatest = e->most[kind] > e->most[greatest] ? kind : greatest;
        e->most[greatest]--;
    }
}

/* Draws the patterns as strings and bytes; returns the sum of their lengths in elements. */
static size_t draw_patterns(struct instance *i, struct drawing *d)
{
    size_t sum = 0, shortest = SIZE_MAX, *lengths = i->lengths;
    unsigned kind = (unsigned)random_below(d->random, 100);
    size_t most = !d->many ? SOME_PATTERNS : d->classes ? SOME_CLASSES : MOST_PATTERNS;
    i->npatterns = d->many ? random_between(d->random, SOME_PATTERNS, most)
                   : d->plain || kind < 60
                       ? 1
                       : random_between(d->random, 2, kind < 97 ? FEW_PATTERNS : most);
    for (size_t p = 0; p < i->npatterns; p++) {
        d->patterns[p] = draw_pattern(d, p);
        i->patterns[p] = string_bytes(&d->patterns[p]);
        sum += d->patterns[p].count;
    }
    settle_form(i, d);
    settle_edits(i);
    for (size_t p = 0; p < i->npatterns; p++)
        shortest = lengths[p] < shortest ? lengths[p] : shortest;
    draw_limit(i, d, shortest);
    if (i->form == PATTERN_TABLE)
        draw_rows(i, d->random);
    for (size_t p = 0; p < i->npatterns; p++)
        d->limits[p] = naive_limited(&i->options) ? naive_limit(&i->options, p + 1, lengths[p])
                                                  : random_below(d->random, lengths[p]);
    for (size_t p = 0; p < i->npatterns; p++) /* of costs */
        d->limits[p] = d->limits[p] < lengths[p] ? d->limits[p] : lengths[p];
    return sum;
}

static char *draw_expression(struct instance *i, struct drawing *d, bool delimits)
{
    struct element separator = {{d->delimiter}, 1};
    struct expression_rules rules = {.letters = &d->alphabet,
                                     .utf8 = i->options.utf8,
                                     .separator = delimits ? &separator : NULL,
                                     .loops = 2 - (unsigned)random_log(d->random, 2)};
    if (d->loops + rules.loops > 2)
        rules.loops = 0;
    d->loops += rules.loops;
    return i->expressions[i->nexpressions++] = expression_draw(d->random, &rules);
}

static void draw_expressions(struct instance *i, struct drawing *d)
{
    struct naive_options *o = &i->options;
    if (i->cuts) {
        d->delimiter = (unsigned char)"\n\n;-a"[random_below(d->random, 5)];
        o->delimiter = draw_expression(i, d, true);
    }
    if (d->plain || random_percent(d->random, d->small || (d->lengthy && !d->any) ? 94 : 85))
        return;
    o->nwheres =
        random_percent(d->random, 75) ? 1 : random_between(d->random, 2, NAIVE_MOST_WHERES);
    for (size_t w = 0; w < o->nwheres; w++) {
        o->wheres[w].negated = random_percent(d->random, 40);
        o->wheres[w].regex = draw_expression(i, d, false);
    }
}

/* Whether each occurrence prints the whole text: that is its record. */
static bool prints_text_again(const struct instance *i)
{
    const struct naive_options *o = &i->options;
    return o->span_lines && o->format == NAIVE_FORMATTED && strstr(o->string, "%r") != NULL;
}

/* How many characters all inputs may have. */
static size_t most_characters(const struct instance *i, const struct drawing *d)
{
    if (d->loops > 0)
        return d->loops == 1 ? MOST_LOOPED : MOST_LOOPED_TWICE;
    if (i->options.delimiter != NULL)
        return MOST_CUT;
    bool json = i->options.format == NAIVE_JSON;
    bool lines = i->options.span_lines && i->options.line_number;
    return lines || i->options.column || json ? MOST_COUNTED : MOST_CHARACTERS;
}

/* Returns the number of characters of all inputs together, for patterns of this number of rows. */
static size_t draw_characters(const struct instance *i, struct drawing *d, size_t rows)
{
    struct random *r = d->random;
    size_t most = most_characters(i, d), characters;
    assert(rows > 0);
    if (d->lengthy) {
        characters = random_percent(r, 50)   ? random_log(r, MANY_CHARACTERS)
                     : random_percent(r, 96) ? FILLS_BLOCKS * random_log(r, 8)
                                             : random_log(r, HUGE_CHARACTERS);
        size_t cells = d->many ? MANY_CELLS : LONG_CELLS;
        most = d->loops > 0 || i->cuts ? most : cells / rows / (d->alike ? rows : 1);
        if (i->options.expression && most > FILLS_BLOCKS)
            most =
                FILLS_BLOCKS; /* each of many occurrences is aligned, in a second for a thousand */
    } else if (d->small) {
        characters = d->patterns[0].count + random_log(r, random_percent(r, 90) ? 300 : 1500);
    } else {
        size_t cells = random_log(r, random_percent(r, 85) ? FEW_CELLS : MOST_CELLS);
        characters = cells / rows + random_below(r, 30);
    }
    if (prints_text_again(i) && most > MOST_AGAIN)
        most = MOST_AGAIN;
    return characters < most ? characters : most;
}

static void draw_inputs(struct instance *i, struct drawing *d, size_t rows)
{
    struct random *r = d->random;
    size_t characters = draw_characters(i, d, rows);
    for (size_t n = 0; n < i->ninputs; n++) {
        size_t left = i->ninputs - n,
               most = i->ninputs <= FEW_INPUTS ? characters : 2 * characters / left;
        size_t share = left == 1 ? characters : random_below(r, most + 1);
        bool empty = random_percent(r, 5);
        if (empty)
            i->inputs[n].text.bytes = naive_allocate(0, 1);
        else
            i->inputs[n].text = draw_text(d, i->npatterns, share);
        characters -= share;
    }
}

/* Makes a text that the encoding has: U+FFFD for bytes that are no UTF-8. */
static struct naive_bytes encodable(const struct naive_options *o, struct naive_bytes text)
{
    struct naive_bytes to = {naive_allocate(3 * text.length, 1), 0};
    for (size_t at = 0; at < text.length;) {
        uint32_t c;
        at += character_decode(text.bytes + at, text.length - at, true, &c);
        if (c >= CODE_POINTS)
            c = 0xfffd;
        if (o->encoding == NAIVE_LATIN1 && c > 0xff)
            c = '?';
        to.length += naive_encode(c, to.bytes + to.length);
    }
    return to;
}

/* A line that begins an entry, or the whole entry of FASTQ around its sequence. */
static void put_entry(FILE *to, const struct naive_options *o, struct random *r,
                      const unsigned char *line, size_t length)
{
    static const char *const names[] = {"a", "b x", "", " c", "chr1\tACGT", "a@", "ACGTACGTACGT"};
    const char *end = random_percent(r, 10) ? "\r\n" : "\n";
    if (o->entries == NAIVE_FASTA && random_percent(r, 30))
        fprintf(to, ">%s%s", names[random_below(r, LENGTH(names))], end);
    if (o->entries == NAIVE_FASTQ)
        fprintf(to, "@%s%s", names[random_below(r, LENGTH(names))], end);
    if (o->entries == NAIVE_FASTQ && length > 0 && (*line == '+' || *line == '@'))
        putc('A', to);
    fwrite(line, 1, length, to);
    fputs(end, to);
    if (o->entries == NAIVE_FASTA)
        return;
    fprintf(to, "+%s%s", random_percent(r, 20) ? "x" : "", end);
    for (size_t i = 0; i < length; i++)
        putc("@I+>"[random_below(r, 4)], to);
    if (length == 0)
        putc('I', to);
    fputs(end, to);
}

/* Makes entries of the lines of the texts. */
static void draw_entries(struct instance *i, struct random *r)
{
    for (size_t n = 0; i->options.entries != NAIVE_NO_ENTRIES && n < i->ninputs; n++) {
        struct naive_bytes *text = &i->inputs[n].text, made;
        char *bytes;
        FILE *to = open_memstream(&bytes, &made.length);
        assert(to != NULL);
        for (size_t at = 0; at < text->length;) {
            const unsigned char *line = text->bytes + at, *newline;
            newline = memchr(line, '\n', text->length - at);
            size_t length = newline != NULL ? (size_t)(newline - line) : text->length - at;
            put_entry(to, &i->options, r, line, length);
            at += length + 1;
        }
        if (fclose(to) != 0)
            abort();
        made.bytes = (unsigned char *)bytes;
        free(text->bytes);
        *text = made;
    }
}

/* --encoding, or a byte order mark. */
static void draw_encoding(struct instance *i, struct random *r)
{
    struct naive_options *o = &i->options;
    if (!o->utf8 || !random_percent(r, 12))
        return;
    o->encoding = (enum naive_encoding)random_between(r, NAIVE_UTF16LE, NAIVE_LATIN1);
    o->marked = o->encoding != NAIVE_LATIN1 && random_percent(r, 60);
    for (size_t n = 0; n < i->ninputs; n++) {
        struct naive_bytes text = i->inputs[n].text;
        i->inputs[n].text = encodable(o, text);
        free(text.bytes);
    }
}

/* Records, and what lies between occurrences, of all lengths. That is a character that occurs
 * nowhere else, or a few characters again and again, or anything; of these the last has most that
 * is found by chance. */
static void draw_sparse(struct drawing *d)
{
    struct random *r = d->random;
    unsigned background = (unsigned)random_below(r, 100);
    d->delimiter_every = random_percent(r, 90) ? random_log(r, LONGEST_RECORD) : 0;
    if (d->plain || background < 50)
        elements_add(&d->background, "~", 1);
    for (size_t n = random_between(r, 1, 3);
         !d->plain && background >= 50 && background < 75 && n > 0; n--) {
        struct element e = draw_element(d);
        elements_add(&d->background, e.bytes, e.length);
    }
}

/* --and and --not: patterns that are like those, and as long. --max-per-pattern. */
static void draw_others(struct instance *i, struct drawing *d)
{
    struct naive_options *o = &i->options;
    struct random *r = d->random;
    if ((d->lengthy && !d->any) || d->plain || naive_best_mode(o))
        return;
    bool shown = o->format == NAIVE_TEXT || o->format == NAIVE_JSON || o->format == NAIVE_COUNT ||
                 o->format == NAIVE_FORMATTED || o->format == NAIVE_HISTOGRAM;
    if (shown && !o->invert && o->max_count == UINT64_MAX && random_percent(r, 15))
        o->max_per_pattern = 1 + random_log(r, 10);
    if (o->limit == NAIVE_NONE || i->form == PATTERN_TABLE || random_percent(r, 80))
        return;
    for (size_t n = 1 + random_below(r, 2); n > 0; n--) {
        size_t p = random_below(r, i->npatterns);
        bool literal = !o->classes && !o->iupac && !naive_folds(o) && !o->costs && !o->edits.given;
        struct string like = {NULL, 0};
        if (literal) {
            like = mutated(d, &d->patterns[p], 0);
            like.elements[random_below(r, like.count)] = draw_pattern_element(d);
        }
        struct naive_bytes bytes = literal ? string_bytes(&like) : i->patterns[p];
        if (!literal) {
            bytes.bytes = memcpy(naive_allocate(bytes.length, 1), bytes.bytes, bytes.length);
        }
        free(like.elements);
        if (memchr(bytes.bytes, '\0', bytes.length) != NULL ||
            naive_characters(bytes, o->utf8) != i->lengths[p])
            free(bytes.bytes);
        else
            o->others[o->nothers++] = (struct naive_other){bytes, random_percent(r, 30)};
    }
}

/* How many rows the reference has for patterns of `rows` items that are expressions, or have costs.
 */
static size_t reference_rows(const struct instance *i, const struct drawing *d, size_t rows)
{
    size_t states = 0;
    for (size_t p = 0; p < i->npatterns; p++)
        states += d->languages[p] != NULL ? language_states(d->languages[p]) : 0;
    rows = states > 16 * rows ? states : 16 * rows;
    return i->options.edits.given ? 4 * rows : rows;
}

static void draw(struct instance *i, struct random *r, struct kind kind)
{
    static const uint64_t densities[] = {0, 5000, 500, 50, 50, 10, 2};
    *i = (struct instance){.ninputs = random_percent(r, 65)   ? 1
                                      : random_percent(r, 90) ? random_between(r, 2, FEW_INPUTS)
                                                              : random_between(r, 2, MOST_INPUTS)};
    draw_reading(i, r, kind);
    draw_form(i, r, kind.forms);
    bool many = random_percent(r, kind.many) && !i->options.expression;
    if (many)
        i->form = PATTERN_FILE;
    struct drawing *d = naive_allocate(1, sizeof *d);
    *d = (struct drawing){.random = r,
                          .ignore_case = i->options.ignore_case,
                          .classes = i->options.classes,
                          .dna = i->options.iupac,
                          .metric = i->options.metric,
                          .exchanges = i->options.transpose != NAIVE_NEVER,
                          .small = kind.small,
                          .lengthy = kind.lengthy,
                          .alike = kind.alike,
                          .any = kind.any,
                          .literal =
                              !i->options.classes && !i->options.costs && !i->options.edits.given,
                          .many = many,
                          .plain = kind.plain,
                          .nul_allowed = i->form >= PATTERN_FILE,
                          .delimiter = i->options.null_data ? '\0' : '\n',
                          .crlf = i->options.crlf,
                          .delimiter_every = densities[random_below(r, LENGTH(densities))]};
    if (d->dna)
        elements_draw_dna(&d->alphabet, r);
    else if (instance_normalizes(i))
        elements_draw_marks(&d->alphabet, r);
    else
        elements_draw(&d->alphabet, r);
    if (d->crlf && random_percent(r, 40)) /* also where no delimiter is */
        elements_add(&d->alphabet, "\r", 1);
    if (d->lengthy)
        draw_sparse(d);
    size_t rows = draw_patterns(i, d);
    for (size_t p = 0; p < i->npatterns; p++) /* edgrep drops line breaks of such a pattern */
        if (memchr(i->patterns[p].bytes, '\r', i->patterns[p].length) != NULL)
            i->options.entries = NAIVE_NO_ENTRIES;
    i->paths = i->options.costs || i->options.edits.given;
    draw_overhang(i, d, kind.overhang);
    if (i->options.classes)
        drawing_items(i, d);
    drawing_confusions(i, d);
    if (naive_folds(&i->options))
        draw_passed(d);
    if (i->options.expression || i->paths)
        rows = reference_rows(i, d, rows);
    draw_ranks(&i->options, r);
    draw_printing(i, r);
    draw_expressions(i, d);
    draw_others(i, d);
    if (i->options.null_data && random_percent(r, 50)) /* newlines are ordinary then */
        elements_add(&d->alphabet, "\n", 1);
    d->inexact = d->small && random_percent(r, 40);
    d->exchanged = random_percent(r, 30);
    draw_inputs(i, d, rows);
    draw_entries(i, r);
    draw_encoding(i, r);
    i->color = kind.any && random_percent(r, 15);
    draw_handling(i, r);
    drawing_free(d, i->npatterns);
}

void instance_draw(struct instance *i, struct random *r)
{
    draw(
        i, r,
        (struct kind){
            .costs = 18, .expressions = 20, .classes = 16, .dna = 15, .overhang = 20, .forms = 20});
}

void instance_draw_literals(struct instance *i, struct random *r)
{
    draw(i, r, (struct kind){.small = true, .alike = true, .costs = 40});
}

void instance_draw_long_literals(struct instance *i, struct random *r)
{
    draw(i, r, (struct kind){.lengthy = true, .alike = true, .costs = 40});
}

void instance_draw_language(struct instance *i, struct random *r)
{
    draw(i, r,
         (struct kind){.small = true,
                       .alike = true,
                       .costs = 40,
                       .expressions = 75,
                       .classes = 5,
                       .dna = 12,
                       .overhang = 50});
}

void instance_draw_dna(struct instance *i, struct random *r)
{
    draw(i, r,
         (struct kind){.small = true,
                       .alike = true,
                       .costs = 40,
                       .expressions = 60,
                       .dna = 100,
                       .overhang = 40});
}

void instance_draw_long(struct instance *i, struct random *r)
{
    if (random_percent(r, 40))
        draw(i, r, (struct kind){.lengthy = true, .plain = true});
    else
        draw(i, r,
             (struct kind){.lengthy = true,
                           .costs = 8,
                           .expressions = 10,
                           .classes = 10,
                           .dna = 10,
                           .overhang = 10,
                           .forms = 8});
    i->options.top = i->options.margin = 0;
}

void instance_draw_any(struct instance *i, struct random *r)
{
    draw(i, r,
         (struct kind){.lengthy = true,
                       .any = true,
                       .costs = 8,
                       .expressions = 10,
                       .classes = 10,
                       .dna = 15,
                       .overhang = 15,
                       .forms = 10,
                       .many = 25});
}

void instance_drop_others(struct instance *i)
{
    for (size_t n = 0; n < i->options.nothers; n++)
        free(i->options.others[n].pattern.bytes);
    i->options.nothers = i->options.max_per_pattern = 0;
    i->options.entries = NAIVE_NO_ENTRIES;
    i->options.bed = false;
}

void instance_free(struct instance *i)
{
    for (size_t p = 0; p < i->npatterns; p++)
        free(i->patterns[p].bytes);
    for (size_t e = 0; e < i->nexpressions; e++)
        free(i->expressions[e]);
    instance_drop_others(i);
    for (size_t c = 0; c < i->options.nconfusions; c++)
        for (int side = 0; side < 2; side++)
            free(i->options.confusions[c].sides[side].bytes);
    for (size_t n = 0; n < i->ninputs; n++)
        free(i->inputs[n].text.bytes);
}
