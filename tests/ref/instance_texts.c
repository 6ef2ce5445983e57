/* instance_texts.c - random patterns and texts: strings of elements. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "drawing.h"
#include "naive_dna.h"

enum {
    LONGEST_PATTERN = 2000,
    LONGEST_LITERAL = 10000, /* for texts that the reference does not search */
    MOST_ITEMS = 250,        /* elements of a pattern with -P: PCRE2 must compile it */
    NEAREST = 50,            /* least average distance between occurrences */
    GAP = 20,                /* between occurrences of a group */
};

struct element drawing_element(struct drawing *d)
{
    return d->alphabet.list[random_below(d->random, d->alphabet.count)];
}

bool drawing_is_for_patterns(const struct drawing *d, struct element e)
{
    return (e.bytes[0] != '\0' || d->nul_allowed) &&
           (!d->dna || (e.length == 1 && *dna_bases(e.bytes[0]) != '\0'));
}

struct element drawing_pattern_element(struct drawing *d)
{
    struct element e;
    do
        e = drawing_element(d);
    while (!drawing_is_for_patterns(d, e));
    return e;
}

enum edit { INSERTION, SUBSTITUTION, DELETION, EXCHANGE, EDITS };

/* Returns an edit, mostly one that the metric has. */
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
        *place = drawing_pattern_element(d);
    } else if (edit == SUBSTITUTION) {
        *place = drawing_pattern_element(d);
    } else if (edit == DELETION && s->count > 1) {
        memmove(place, place + 1, (--s->count - at) * sizeof *place);
    } else if (edit == EXCHANGE && at + 1 < s->count) {
        struct element first = place[0];
        place[0] = place[1];
        place[1] = first;
    }
}

struct string drawing_mutated(struct drawing *d, const struct string *s, size_t edits)
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
    if (a->count == MOST_ELEMENTS && random_percent(r, 40)) /* long enough for most elements */
        return random_between(r, 300, LONGEST_PATTERN);
    unsigned kind = (unsigned)random_below(r, 100);
    if (kind < 75)
        return random_log(r, 100);
    if (kind < 90) /* around the width of one or more machine words */
        return 64 * random_between(r, 1, 6) + random_below(r, 3) - 1;
    return random_log(r, LONGEST_PATTERN);
}

struct string drawing_pattern(struct drawing *d, size_t npatterns)
{
    struct random *r = d->random;
    if (npatterns > 0 && random_percent(r, 40)) /* similar or equal to another one */
        return drawing_mutated(d, &d->patterns[random_below(r, npatterns)], random_below(r, 4));
    struct string s = {NULL, draw_length(d)};
    if (d->classes && s.count > MOST_ITEMS)
        s.count = random_between(r, 1, MOST_ITEMS);
    s.elements = naive_allocate(s.count, sizeof *s.elements);
    size_t period = random_percent(r, 25) ? random_between(r, 1, 4) : s.count;
    for (size_t i = 0; i < s.count; i++)
        s.elements[i] = i < period ? drawing_pattern_element(d) : s.elements[i - period];
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

/* A growing text of at most `room` elements. */
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

/* Exchanges elements across each cut of a filter that cuts the pattern into k + 1 pieces. */
static void exchange_at_cuts(struct string *s, size_t k)
{
    for (size_t i = 1; i <= k && s->count > 2 * k; i++) {
        struct element *at = s->elements + s->count * i / (k + 1), first = at[-1];
        at[-1] = at[0];
        at[0] = first;
    }
}

/* Adds what mostly makes a word of an occurrence: a space or a delimiter. */
static void append_border(struct drawing *d, struct growth *g, bool edge, bool word, unsigned drawn)
{
    struct element border = {{d->delimiter}, 1};
    if (drawn < 20 || (drawn < 80 && word && !edge))
        border.bytes[0] = ' ';
    if (drawn < 40 || (drawn < 80 && (edge || word)))
        append(d, g, border);
}

/* Sometimes adds elements that folding skips or joins. */
static void append_passed(struct drawing *d, struct growth *g)
{
    struct random *r = d->random;
    size_t n = random_percent(r, 3) ? random_log(r, 300) : 1 + random_below(r, 3);
    if (d->passed.count == 0 || random_percent(r, 70))
        return;
    for (; n > 0; n--)
        append(d, g, d->passed.list[random_below(r, d->passed.count)]);
}

/* Adds an occurrence with about as many edits as allowed, sometimes as a word or a record. */
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
    struct string occurrence = drawing_mutated(d, &word, cuts ? 0 : edits);
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

/* Adds some elements that repeat with a period. */
static void append_repetition(struct drawing *d, struct growth *g, size_t period)
{
    struct element unit[MOST_ELEMENTS];
    for (size_t i = 0; i < period; i++)
        unit[i] = drawing_element(d);
    for (size_t i = 0, n = random_log(d->random, 200); i < n; i++)
        append(d, g, unit[i % period]);
}

/* Adds text between the occurrences of a long text. */
static void append_background(struct drawing *d, struct growth *g, size_t count)
{
    for (size_t i = 0; i < count; i++)
        append(d, g,
               d->background.count == 0 ? drawing_element(d)
                                        : d->background.list[i % d->background.count]);
}

/* Adds a part of a long text: on average `apart` characters, then occurrences, in one record or in
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

struct naive_bytes drawing_text(struct drawing *d, size_t npatterns, size_t characters)
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
