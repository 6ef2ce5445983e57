/*
 * words.c - characters are already codes; words are slices of them. A hash table has all words of
 * the first content, and compares them code by code. All words of the second content that are not
 * in the table share one code, as with characters.
 */
#include "pair/words.h"

#include <stdlib.h>
#include <string.h>

#include "base/binary_search.h"
#include "base/diag.h"
#include "base/hash_bytes.h"
#include "base/xalloc.h"
#include "query/matcher.h"
#include "query/pattern.h"

enum { TABLE_LEAST = 1024, NOWHERE = 0 };

bool words_is_space(bool utf8, uint32_t c)
{
    if (c < 0x80 || !utf8)
        return c == ' ' || (c >= '\t' && c <= '\r');
    return c == 0x85 || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 ||
           c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000;
}

/* Classifies characters as word characters. */
struct word_classifier {
    const struct query *query;
    struct matcher *matcher;
    bool utf8;
};

static struct word_classifier classifier_open(bool utf8)
{
    char text[] = "a";
    struct pattern_source any = {.text = text, .length = 1};
    struct pattern_rules rules = {.utf8 = utf8, .best = true};
    struct word_classifier t = {.utf8 = utf8, .query = patterns_compile(&any, 1, &rules)};
    t.matcher = matcher_open(t.query);
    if (t.matcher == NULL)
        die_out_of_memory();
    return t;
}

/* --- cutting ------------------------------------------------------------------------------- */

struct word_cutter { /* iterates over the words of a content */
    const struct word_classifier *classifier;
    const struct file_content *content;
    size_t at, number; /* bytes and characters passed */
};

struct text_word {
    size_t first, count; /* characters */
    size_t end;          /* the byte after its white space */
};

/* Returns the next character and its size; there must be one. */
static uint32_t peek(const struct word_cutter *c, size_t *size)
{
    uint32_t character;
    *size = file_content_decode(c->content, c->classifier->utf8, c->at, &character);
    return character;
}

static void pass_space(struct word_cutter *c)
{
    size_t size;
    for (; c->at < c->content->size; c->at += size, c->number++)
        if (!words_is_space(c->classifier->utf8, peek(c, &size)))
            return;
}

/* Returns false at the end. */
static bool next_word(struct word_cutter *c, struct text_word *word)
{
    size_t size;
    pass_space(c);
    if (c->at == c->content->size)
        return false;
    word->first = c->number;
    bool run;
    do {
        run = matcher_word(c->classifier->matcher, peek(c, &size));
        if (!run && c->number > word->first)
            break;
        c->at += size;
        c->number++;
    } while (run && c->at < c->content->size);
    word->count = c->number - word->first;
    pass_space(c);
    word->end = c->at;
    return true;
}

/* --- codes --------------------------------------------------------------------------------- */

struct known_word {
    const unsigned char *codes; /* of its characters */
    size_t size;                /* their bytes */
    size_t hash;
};

struct word_table {
    struct known_word *words; /* by code; capacity: half of nslots */
    size_t count;
    size_t *slots, nslots; /* a code + 1, or NOWHERE; a power of two, half of them free */
};

/* Returns the word's slot, or the free slot for it. */
static size_t *slot_of(const struct word_table *t, const struct known_word *word)
{
    for (size_t i = word->hash;; i++) {
        size_t *slot = &t->slots[i & (t->nslots - 1)];
        if (*slot == NOWHERE)
            return slot;
        const struct known_word *there = &t->words[*slot - 1];
        if (there->size == word->size && memcmp(there->codes, word->codes, word->size) == 0)
            return slot;
    }
}

static void table_grow(struct word_table *t)
{
    free(t->slots);
    t->nslots = t->nslots > 0 ? 2 * t->nslots : TABLE_LEAST;
    t->slots = xcalloc(t->nslots, sizeof *t->slots);
    t->words = xreallocarray(t->words, t->nslots / 2, sizeof *t->words);
    for (size_t code = 0; code < t->count; code++)
        *slot_of(t, &t->words[code]) = code + 1;
}

/* Returns the code of a word of the first content. */
static uint32_t table_add(struct word_table *t, const struct known_word *word)
{
    if (2 * t->count >= t->nslots)
        table_grow(t);
    size_t *slot = slot_of(t, word);
    if (*slot == NOWHERE) {
        t->words[t->count++] = *word;
        *slot = t->count;
    }
    return (uint32_t)(*slot - 1);
}

/* Returns the code of a word of the second content. */
static uint32_t table_find(const struct word_table *t, const struct known_word *word)
{
    size_t slot = t->nslots > 0 ? *slot_of(t, word) : NOWHERE;
    return (uint32_t)(slot == NOWHERE ? t->count : slot - 1);
}

struct coded { /* a content as codes of words */
    uint32_t *codes;
    size_t *ends;
    size_t count, capacity, capacity_ends;
};

static struct coded encode_words(const struct word_classifier *classifier,
                                 const struct file_content *content, const unsigned char *codes,
                                 unsigned width, struct word_table *t, bool add)
{
    struct coded d = {.codes = NULL};
    struct word_cutter cutter = {.classifier = classifier, .content = content};
    struct text_word word;
    xgrow(&d.ends, &d.capacity_ends, 1, sizeof *d.ends); /* not NULL, even without words */
    while (next_word(&cutter, &word)) {
        struct known_word known = {.codes = codes + word.first * width, .size = word.count * width};
        known.hash = hash_bytes(known.codes, known.size);
        xgrow(&d.codes, &d.capacity, d.count + 1, sizeof *d.codes);
        xgrow(&d.ends, &d.capacity_ends, d.count + 1, sizeof *d.ends);
        d.codes[d.count] = add ? table_add(t, &known) : table_find(t, &known);
        d.ends[d.count++] = word.end;
    }
    return d;
}

/* Returns the codes with `width` bytes each; owned by the caller. */
static void *narrow_codes(struct coded *d, unsigned width)
{
    unsigned char *bytes = (unsigned char *)d->codes;
    for (size_t i = 0; width == 1 && i < d->count; i++)
        bytes[i] = (unsigned char)d->codes[i];
    return xreallocarray(bytes, d->count, width);
}

void words_make(struct encode_pair *c, const struct file_content *x, const struct file_content *y)
{
    struct sequences *s = &c->sequences;
    struct word_table table = {.count = 0};
    const struct file_content forms[] = {encode_pair_form(c, 0, x), encode_pair_form(c, 1, y)};
    struct word_classifier classifier = classifier_open(c->utf8);
    struct coded words[] = {encode_words(&classifier, &forms[0], s->x, s->width, &table, true),
                            encode_words(&classifier, &forms[1], s->y, s->width, &table, false)};
    matcher_close(classifier.matcher);
    query_free(classifier.query);
    uint32_t alphabet = (uint32_t)table.count + 1;
    unsigned width = sequences_width(alphabet);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        free(c->codes[i]);
        c->ends[i] = words[i].ends;
        c->codes[i] = narrow_codes(&words[i], width);
    }
    *s = (struct sequences){c->codes[0],    c->codes[1], words[0].count,
                            words[1].count, width,       alphabet};
    free(table.words);
    free(table.slots);
}

size_t words_end(const struct encode_pair *c, unsigned content, size_t offset)
{
    const size_t last = (content == 0 ? c->sequences.m : c->sequences.n) - 1;
    BINARY_SEARCH(word, last, middle, c->ends[content][middle] <= offset);
    return c->ends[content][word];
}
