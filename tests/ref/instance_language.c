/*
 * instance_language.c - random costs, limits, confusions and expressions, and words that these
 * match.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "drawing.h"
#include "expression.h"
#include "naive_text.h"

enum {
    HIGHEST_LIMIT = 16,
    MOST_ITEMS = 250,  /* of an expression */
    MOST_WALKED = 200, /* most items of a word, if there is a shorter path */
    /* with --limit, states for each value of `spent`: */
    ITEM_STATES = 5,                     /* of an item, */
    EXCHANGE_STATES = 4,                 /* of its exchange with the next one, */
    CONFUSION_STATES = 3 * LANGUAGE_SIDE /* of a side of a confusion */
};

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* Costs and confusions */

static size_t draw_cost(struct random *r)
{
    return random_percent(r, 15)   ? NAIVE_NEVER
           : random_percent(r, 50) ? 1
           : random_percent(r, 90) ? random_between(r, 1, 4)
                                   : random_log(r, HIGH_COST);
}

/* Draws --limit with low limits, or with one limit. */
static void draw_edits(struct naive_edits *edits, struct random *r)
{
    edits->given = true;
    if (random_percent(r, 15)) {
        size_t kind = random_below(r, LENGTH(edits->limited));
        edits->limited[kind] = true;
        edits->most[kind] = random_between(r, 3, HIGHEST_LIMIT);
        return;
    }
    for (size_t numbers = 1; numbers == 1;)
        for (size_t kind = 0; kind < LENGTH(edits->limited); kind++) {
            size_t most = random_below(r, 3);
            edits->limited[kind] = random_percent(r, 40) && numbers * (most + 1) <= 8;
            edits->most[kind] = edits->limited[kind] ? most : 0;
            numbers += edits->limited[kind] ? numbers * most + (most == 0) : 0;
        }
}

char *instance_limits(const struct instance *i, char limits[32])
{
    size_t length = 0;
    for (size_t kind = 0; kind < LENGTH(i->options.edits.limited); kind++)
        if (i->options.edits.limited[kind])
            length +=
                (size_t)snprintf(limits + length, 32 - length, "%s%c%zu", length > 0 ? "," : "",
                                 "+-#~"[kind], i -> options.edits.most[kind]);
    return limits;
}

/* Draws costs: those of the metric, with some changes. */
void drawing_costs(struct instance *i, struct random *r, unsigned percent)
{
    struct naive_options *o = &i->options;
    bool hamming = o->metric == NAIVE_HAMMING, changes = random_percent(r, 80);
    size_t *const costs[] = {&o->insert, &o->delete, &o->substitute, &o->transpose};
    o->costs = random_percent(r, percent);
    if (random_percent(r, percent / 2))
        draw_edits(&o->edits, r);
    o->insert = o->delete = hamming ? NAIVE_NEVER : 1;
    o->substitute = o->metric == NAIVE_INDEL ? NAIVE_NEVER : 1;
    o->transpose = o->metric == NAIVE_OSA ? 1 : NAIVE_NEVER;
    for (size_t c = 0; c < LENGTH(costs); c++) {
        i->cost_given[c] = changes && random_percent(r, 60);
        if (i->cost_given[c])
            *costs[c] = draw_cost(r);
    }
}

size_t drawing_limited_states(const struct instance *i, size_t nconfusions)
{
    const struct naive_options *o = &i->options;
    size_t states = ITEM_STATES + 2 * nconfusions * CONFUSION_STATES, longest = 0;
    if (o->transpose != NAIVE_NEVER)
        states += EXCHANGE_STATES;
    for (size_t kind = 0; kind < LENGTH(o->edits.most); kind++)
        states *= o->edits.most[kind] + 1;
    for (size_t p = 0; p < i->npatterns; p++)
        longest = i->lengths[p] > longest ? i->lengths[p] : longest;
    return longest * states;
}

/* Returns whether a character has no special meaning. */
static bool is_plain(const struct instance *i, const struct element *e)
{
    struct naive_bytes bytes = {(unsigned char *)e->bytes, e->length};
    return e->length > 1 ? i->options.utf8 && naive_is_utf8(bytes)
                         : isalnum(e->bytes[0]) && e->bytes[0] < 0x80;
}

/* Draws a side of a confusion: a part of a pattern, or random elements. */
static struct string draw_side(const struct instance *i, struct drawing *d)
{
    struct string side = {naive_allocate(LANGUAGE_SIDE, sizeof *side.elements), 0};
    const struct string *from = &d->patterns[random_below(d->random, i->npatterns)];
    bool part = random_percent(d->random, 60);
    size_t n = random_between(d->random, 1, LANGUAGE_SIDE),
           at = random_below(d->random, from->count);
    for (; side.count < n && (!part || at < from->count); at++) {
        struct element one = part ? from->elements[at]
                                  : d->alphabet.list[random_below(d->random, d->alphabet.count)];
        side.elements[side.count++] = is_plain(i, &one) ? one : (struct element){"a", 1};
    }
    return side;
}

/* Returns false if folding leaves nothing of the side, or it is too long. */
static bool draw_sides(struct instance *i, struct drawing *d, struct naive_confusion *c)
{
    bool good = true;
    c->cost = random_below(d->random, 4);
    struct string *drawn = d->sides[d->nconfusions];
    for (int side = 0; side < 2; side++) {
        drawn[side] = draw_side(i, d);
        c->sides[side] = string_bytes(&drawn[side]);
        size_t n = naive_compared(&i->options, c->sides[side]);
        good = good && n > 0 && n <= LANGUAGE_SIDE;
    }
    for (int side = 0; side < 2 && !good; side++) {
        free(drawn[side].elements);
        free(c->sides[side].bytes);
        drawn[side] = (struct string){0};
        c->sides[side] = (struct naive_bytes){0};
    }
    return good;
}

void drawing_confusions(struct instance *i, struct drawing *d)
{
    struct naive_options *o = &i->options;
    if (!o->costs || d->dna || random_percent(d->random, 40))
        return;
    size_t most = random_between(d->random, 1, NAIVE_MOST_CONFUSIONS);
    while (o->edits.given && most > 0 && drawing_limited_states(i, most) > MOST_STATES)
        most--;
    for (unsigned tries = 0; tries < 20 && d->nconfusions < most; tries++)
        d->nconfusions += draw_sides(i, d, &o->confusions[d->nconfusions]);
    o->nconfusions = d->nconfusions;
}

static bool stands_at(const struct string *s, size_t at, const struct string *part)
{
    bool same = s->count - at >= part->count;
    for (size_t i = 0; same && i < part->count; i++) {
        const struct element *a = &s->elements[at + i], *b = &part->elements[i];
        same = a->length == b->length && memcmp(a->bytes, b->bytes, a->length) == 0;
    }
    return same;
}

void drawing_confuse(struct drawing *d, struct string *s)
{
    if (d->nconfusions == 0)
        return;
    size_t c = random_below(d->random, d->nconfusions), which = random_below(d->random, 2);
    const struct string *old = &d->sides[c][which], *new = &d->sides[c][1 - which];
    size_t at = random_below(d->random, s->count);
    while (at < s->count && !stands_at(s, at, old))
        at++;
    if (at == s->count)
        return;
    size_t rest = s->count - at - old->count;
    s->elements = realloc(s->elements, (s->count + new->count) * sizeof *s->elements);
    if (s->elements == NULL)
        abort();
    memmove(s->elements + at + new->count, s->elements + at + old->count,
            rest * sizeof *s->elements);
    memcpy(s->elements + at, new->elements, new->count * sizeof *s->elements);
    s->count = at + new->count + rest;
}

/* Items and expressions */

static struct naive_bytes copy_bytes(struct naive_bytes b)
{
    struct naive_bytes copy = {naive_allocate(b.length + 1, 1), b.length};
    memcpy(copy.bytes, b.bytes, b.length);
    return copy;
}

/* Writes the literal pattern p as items of -P that mostly match it. */
static struct naive_bytes items_of(struct instance *i, struct drawing *d, size_t p)
{
    struct expression_rules rules = {
        .letters = &d->alphabet, .utf8 = i->options.utf8, .no_ranges = instance_normalizes(i)};
    struct naive_bytes literal = i->patterns[p], items;
    char *bytes;
    FILE *to = open_memstream(&bytes, &items.length);
    if (to == NULL)
        abort();
    for (size_t at = 0; at < literal.length;) {
        uint32_t c;
        at += character_decode(literal.bytes + at, literal.length - at, rules.utf8, &c);
        if (d->dna)
            drawing_put_letter(to, d->random, c);
        else
            expression_put_item(to, d->random, &rules, c);
    }
    if (fclose(to) != 0)
        abort();
    items.bytes = (unsigned char *)bytes;
    return items;
}

/* Writes it as an expression that does not match the empty text, and that the distance restricts.
 */
static bool draw_language(struct instance *i, struct drawing *d, size_t p,
                          const struct naive_bytes *list, size_t count,
                          struct naive_bytes *expression)
{
    FILE *to = open_memstream((char **)&expression->bytes, &expression->length);
    language_put(to, d->random, list, count);
    if (fclose(to) != 0)
        abort();
    struct language *l = language_open(*expression, i->options.utf8);
    struct naive_row row = naive_row(&i->options, p + 1);
    bool legal = !(language_is_sequence(l) && d->small) && language_shortest(l) > 0 &&
                 (row.limit != NAIVE_EDITS || naive_vacuous(&i->options, l) > row.k);
    language_close(l);
    return legal;
}

/* Records the element of the literal pattern for each item. */
static struct meant *meaning(const struct instance *i, const struct naive_bytes *list, size_t count,
                             struct naive_bytes literal)
{
    struct meant *meant = naive_allocate(count + 1, sizeof *meant);
    for (size_t n = 0, at = 0; n < count; n++) {
        uint32_t c;
        struct element *e = &meant[n].element;
        e->length = character_decode(literal.bytes + at, literal.length - at, i->options.utf8, &c);
        memcpy(e->bytes, literal.bytes + at, e->length);
        at += e->length;
        meant[n].item = copy_bytes(list[n]);
    }
    return meant;
}

/* Draws until an expression is valid; after some tries the pattern stays a sequence of items. */
static struct naive_bytes language_of(struct instance *i, struct drawing *d, size_t p,
                                      struct naive_bytes items)
{
    struct naive_bytes expression, list[MOST_ITEMS];
    size_t count = 0;
    for (size_t at = 0; at < items.length && count < MOST_ITEMS; at += list[count++].length) {
        list[count].bytes = items.bytes + at;
        list[count].length = item_length(items.bytes + at, items.length - at, i->options.utf8);
    }
    if (random_percent(d->random, 15))
        return items;
    for (unsigned tries = 0; tries < 20; tries++) {
        if (draw_language(i, d, p, list, count, &expression)) {
            d->languages[p] = language_open(expression, i->options.utf8);
            i->loose = i->loose || language_is_loose(d->languages[p]);
            i->paths = i->paths || !language_is_sequence(d->languages[p]);
            d->meant[p] = meaning(i, list, count, i->patterns[p]);
            free(items.bytes);
            return expression;
        }
        free(expression.bytes);
    }
    return items;
}

static void drop_language(struct drawing *d, size_t p)
{
    for (struct meant *m = d->meant[p]; m != NULL && m->item.bytes != NULL; m++)
        free(m->item.bytes);
    free(d->meant[p]);
    language_close(d->languages[p]);
    d->meant[p] = NULL;
    d->languages[p] = NULL;
}

/* Returns whether the pattern is still valid in normal form, where its items may differ. The
 * reference does not normalize letters after a backslash. */
static bool is_normal_legal(const struct instance *i, size_t p)
{
    struct naive_bytes given = i->patterns[p], form = naive_form(&i->options, given);
    bool legal = true;
    for (size_t at = 0; at + 2 < given.length; at++)
        legal = legal && !(given.bytes[at] == '\\' && given.bytes[at + 2] >= 0x80);
    struct naive_row row = naive_row(&i->options, p + 1);
    struct language *l = NULL;
    if (legal)
        l = i->options.expression ? language_open(form, true) : language_line(naive_items(form));
    legal = legal && language_shortest(l) > 0 &&
            (row.limit != NAIVE_EDITS || naive_vacuous(&i->options, l) > row.k);
    language_close(l);
    free(form.bytes);
    return legal;
}

static bool has_marks(struct naive_bytes text)
{
    for (size_t at = 0; at < text.length; at++)
        if ((text.bytes[at] & 0xfe) == 0xcc || text.bytes[at] == 0xe0) /* a mark */
            return true;
    return false;
}

/* Removes --normalize if a pattern is not valid in normal form, and --fold-accents if a pattern has
 * a mark: without the mark it might be invalid ("[]", "{2}"). */
static void settle_normal_form(struct instance *i)
{
    struct naive_options *o = &i->options;
    for (size_t p = 0; p < i->npatterns && o->fold_accents; p++)
        if (has_marks(i->patterns[p])) {
            o->fold_accents = false;
            o->normalize = true;
        }
    for (size_t p = 0; p < i->npatterns && instance_normalizes(i); p++)
        if (!is_normal_legal(i, p))
            o->normalize = o->fold_accents = false;
}

void drawing_items(struct instance *i, struct drawing *d)
{
    for (size_t p = 0; p < i->npatterns; p++) {
        struct naive_bytes items = items_of(i, d, p);
        if (i->options.expression)
            items = language_of(i, d, p, items);
        free(i->patterns[p].bytes);
        i->patterns[p] = items;
    }
    if (i->npatterns > 1 && random_percent(d->random, 20)) { /* a copy of another one */
        free(i->patterns[1].bytes);
        i->patterns[1] = copy_bytes(i->patterns[0]);
        drop_language(d, 1);
        i->lengths[1] = i->lengths[0];
        i->options.rows[1] = i->options.rows[0];
    }
    settle_normal_form(i);
}

/* Words */

/* Returns the element of an item; of an item written several times, any of its elements. */
static struct element meant_by(struct drawing *d, size_t pattern, struct naive_bytes item)
{
    const struct meant *m = d->meant[pattern];
    size_t found = SIZE_MAX, times = 0;
    for (size_t n = 0; m[n].item.bytes != NULL; n++)
        if (m[n].item.length == item.length &&
            memcmp(m[n].item.bytes, item.bytes, item.length) == 0 &&
            random_below(d->random, ++times) == 0)
            found = n;
    if (found == SIZE_MAX)
        abort();
    return m[found].element;
}

struct string drawing_word(struct drawing *d, size_t pattern, struct language_walk *walk)
{
    const struct string *whole = &d->patterns[pattern];
    const struct language *l = d->languages[pattern];
    *walk = (struct language_walk){.count = whole->count};
    if (l != NULL)
        language_walk(l, d->random, MOST_WALKED, walk);
    struct string word = {naive_allocate(walk->count + 1, sizeof *word.elements), walk->count};
    for (size_t n = 0; n < walk->count; n++)
        word.elements[n] =
            l == NULL ? whole->elements[n] : meant_by(d, pattern, language_item(l, walk->items[n]));
    free(walk->items);
    return word;
}

void drawing_free(struct drawing *d, size_t npatterns)
{
    for (size_t p = 0; p < npatterns; p++) {
        drop_language(d, p);
        free(d->patterns[p].elements);
    }
    for (size_t c = 0; c < d->nconfusions; c++)
        for (int side = 0; side < 2; side++)
            free(d->sides[c][side].elements);
    free(d);
}
