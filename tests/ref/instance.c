/*
 * instance.c - adversarial random cases: few distinct characters and long repetitions (many ties),
 * broken UTF-8, lengths around the words and blocks of engines, occurrences with about as many
 * edits as the limit allows, records that end anywhere.
 *
 * instance_options.c draws the options, instance_texts.c patterns and texts, instance_inputs.c the
 * inputs, instance_language.c and instance_dna.c expressions, costs and nucleotides.
 */
#include "instance.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "drawing.h"
#include "expression.h"
#include "naive_dna.h"
#include "naive_text.h"

enum {
    MOST_THREADS = 4,
    LETTERS = 26,
    EXPRESSION_LIMIT = 4, /* --limit */
    SOME_CLASSES = 300,   /* most patterns with -P */
    PACKED_EVERY = 6,     /* one of this number of cases has compressed inputs */
    MOST_RANGES = 4000,
    MOST_CHUNKS = 2000,
    MOST_CHUNK_CELLS = 5000000 /* cost of all lead-ins, in words of 64 rows */
};

/* Returns the bytes of all inputs. */
static size_t text_bytes(const struct instance *i)
{
    size_t bytes = 0;
    for (size_t n = 0; n < i->ninputs; n++)
        bytes += i->inputs[n].text.length;
    return bytes;
}

/* Draws the size of chunks. Their number, and the cost of their lead-ins, are bounded: only small
 * texts have small chunks. */
static size_t draw_chunk_size(const struct instance *i, struct random *r)
{
    if (random_percent(r, 35))
        return 0;
    size_t bytes = text_bytes(i), m = 0, words = 0;
    for (size_t p = 0; p < i->npatterns; p++) {
        m = i->lengths[p] > m ? i->lengths[p] : m;
        words += i->paths ? i->lengths[p] : i->lengths[p] / 64 + 1;
    }
    /* with sizes below 2m a chunk may have one character */
    if (random_percent(r, 50) && bytes <= MOST_CHUNKS && bytes * 2 * m * words <= MOST_CHUNK_CELLS)
        return random_percent(r, 60) ? 1 : random_log(r, 3 * m + 20);
    size_t least = bytes / MOST_CHUNKS + bytes * 2 * m * words / MOST_CHUNK_CELLS;
    return (2 * m + least * 4 + random_log(r, 500)) | 1;
}

/* Draws the size of ranges: one record, some records, or a large part of a text. Their number is
 * bounded. */
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

/* Draws --overhang if no pattern has too many states. */
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

/* Sets the lengths of the patterns. Removes the options that fold texts if they leave nothing of a
 * pattern. */
static void settle_form(struct instance *i, struct drawing *d)
{
    struct naive_options *o = &i->options;
    bool literal = !o->classes && naive_folds(o), good = true;
    for (size_t p = 0; good && literal && p < i->npatterns; p++) {
        i->lengths[p] = naive_compared(o, i->patterns[p]);
        good = drawing_keep_something(i, d, p);
    }
    if (!good) {
        o->skip = NULL;
        o->fold_space = o->normalize = o->fold_accents = o->loose = o->joined = false;
    }
    for (size_t p = 0; (!good || !literal) && p < i->npatterns; p++)
        i->lengths[p] = naive_characters(i->patterns[p], o->utf8);
}

/* Lowers the numbers of --limit until no pattern has more states than edgrep allows, or than the
 * reference can search in time. */
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

/* Draws the patterns. Returns the sum of their lengths in elements. */
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
        d->patterns[p] = drawing_pattern(d, p);
        i->patterns[p] = string_bytes(&d->patterns[p]);
        sum += d->patterns[p].count;
    }
    settle_form(i, d);
    settle_edits(i);
    for (size_t p = 0; p < i->npatterns; p++)
        shortest = lengths[p] < shortest ? lengths[p] : shortest;
    drawing_limit(i, d, shortest);
    if (i->form == PATTERN_TABLE)
        drawing_rows(i, d->random);
    for (size_t p = 0; p < i->npatterns; p++)
        d->limits[p] = naive_limited(&i->options) ? naive_limit(&i->options, p + 1, lengths[p])
                                                  : random_below(d->random, lengths[p]);
    for (size_t p = 0; p < i->npatterns; p++) /* with costs */
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

/* Draws --max-per-pattern, and --and and --not with variants of the patterns. */
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
            like = drawing_mutated(d, &d->patterns[p], 0);
            like.elements[random_below(r, like.count)] = drawing_pattern_element(d);
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

/* Returns the number of rows in the reference for patterns of `rows` items that are expressions or
 * have costs. */
static size_t reference_rows(const struct instance *i, const struct drawing *d, size_t rows)
{
    size_t states = 0;
    for (size_t p = 0; p < i->npatterns; p++)
        states += d->languages[p] != NULL ? language_states(d->languages[p]) : 0;
    rows = states > 16 * rows ? states : 16 * rows;
    return i->options.edits.given ? 4 * rows : rows;
}

static void draw(struct instance *i, struct random *r, struct drawing_kind kind)
{
    static const uint64_t densities[] = {0, 5000, 500, 50, 50, 10, 2};
    *i = (struct instance){.ninputs = random_percent(r, 65)   ? 1
                                      : random_percent(r, 90) ? random_between(r, 2, FEW_INPUTS)
                                                              : random_between(r, 2, MOST_INPUTS)};
    drawing_reading(i, r, kind);
    drawing_form(i, r, kind.forms);
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
    if (d->crlf && random_percent(r, 40)) /* also before other characters */
        elements_add(&d->alphabet, "\r", 1);
    if (d->lengthy)
        drawing_sparse(d);
    size_t rows = draw_patterns(i, d);
    for (size_t p = 0; p < i->npatterns;
         p++) /* edgrep drops the carriage returns of patterns for entries */
        if (memchr(i->patterns[p].bytes, '\r', i->patterns[p].length) != NULL)
            i->options.entries = NAIVE_NO_ENTRIES;
    i->paths = i->options.costs || i->options.edits.given;
    draw_overhang(i, d, kind.overhang);
    if (i->options.classes)
        drawing_items(i, d);
    drawing_confusions(i, d);
    if (naive_folds(&i->options))
        drawing_passed(d);
    if (i->options.expression || i->paths)
        rows = reference_rows(i, d, rows);
    drawing_ranks(&i->options, r);
    drawing_printing(i, r);
    draw_expressions(i, d);
    draw_others(i, d);
    if (i->options.null_data && random_percent(r, 50)) /* newlines are ordinary characters */
        elements_add(&d->alphabet, "\n", 1);
    d->inexact = d->small && random_percent(r, 40);
    d->exchanged = random_percent(r, 30);
    drawing_inputs(i, d, rows);
    drawing_entries(i, r);
    drawing_encoding(i, r);
    i->color = kind.any && random_percent(r, 15);
    draw_handling(i, r);
    drawing_free(d, i->npatterns);
}

void instance_draw(struct instance *i, struct random *r)
{
    draw(
        i, r,
        (struct drawing_kind){
            .costs = 18, .expressions = 20, .classes = 16, .dna = 15, .overhang = 20, .forms = 20});
}

void instance_draw_literals(struct instance *i, struct random *r)
{
    draw(i, r, (struct drawing_kind){.small = true, .alike = true, .costs = 40});
}

void instance_draw_long_literals(struct instance *i, struct random *r)
{
    draw(i, r, (struct drawing_kind){.lengthy = true, .alike = true, .costs = 40});
}

void instance_draw_language(struct instance *i, struct random *r)
{
    draw(i, r,
         (struct drawing_kind){.small = true,
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
         (struct drawing_kind){.small = true,
                               .alike = true,
                               .costs = 40,
                               .expressions = 60,
                               .dna = 100,
                               .overhang = 40});
}

void instance_draw_long(struct instance *i, struct random *r)
{
    if (random_percent(r, 40))
        draw(i, r, (struct drawing_kind){.lengthy = true, .plain = true});
    else
        draw(i, r,
             (struct drawing_kind){.lengthy = true,
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
         (struct drawing_kind){.lengthy = true,
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
