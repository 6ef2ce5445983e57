/* naive_text.c - characters; PCRE2 decides which are equal, and which are word characters. */
#include "naive_text.h"

#include "naive_plain.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

#include "naive_dna.h"

/* Memory */

void *naive_allocate(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (memory == NULL)
        abort();
    return memory;
}

void *naive_with_room(void *array, size_t count, size_t size)
{
    if ((count & (count - 1)) != 0)
        return array;
    array = realloc(array, (count ? 2 * count : 1) * size);
    if (array == NULL)
        abort();
    return array;
}

/* Characters */

/* Returns whether the `length` bytes at p are one code point by RFC 3629, and sets *c to it. */
static bool code_point(const unsigned char *p, size_t length, uint32_t *c)
{
    static const unsigned char lead_mask[] = {0, 0x80, 0xe0, 0xf0, 0xf8};
    static const unsigned char lead[] = {0, 0x00, 0xc0, 0xe0, 0xf0};
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if ((p[0] & lead_mask[length]) != lead[length])
        return false;
    *c = p[0] & (unsigned char)~lead_mask[length];
    for (size_t i = 1; i < length; i++) {
        if ((p[i] & 0xc0) != 0x80)
            return false;
        *c = *c << 6 | (p[i] & 0x3f);
    }
    bool surrogate = *c >= 0xd800 && *c <= 0xdfff;
    return *c >= least[length] && *c < CODE_POINTS && !surrogate;
}

size_t character_decode(const unsigned char *p, size_t available, bool utf8, uint32_t *c)
{
    if (!utf8) {
        *c = p[0];
        return 1;
    }
    for (size_t length = 1; length <= 4 && length <= available; length++)
        if (code_point(p, length, c))
            return length;
    *c = CODE_POINTS + p[0];
    return 1;
}

size_t naive_encode(uint32_t c, unsigned char to[4])
{
    static const unsigned char lead[] = {0, 0x00, 0xc0, 0xe0, 0xf0};
    size_t length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = length - 1; i > 0; i--, c >>= 6)
        to[i] = 0x80 | (c & 0x3f);
    to[0] = (unsigned char)(lead[length] | c);
    return length;
}

static struct text text_allocate(size_t most)
{
    struct text t = {.n = 0};
    t.chars = naive_allocate(most, sizeof *t.chars);
    t.folded = naive_allocate(most, sizeof *t.folded);
    t.offset = naive_allocate(most + 1, sizeof *t.offset);
    t.end = naive_allocate(most + 1, sizeof *t.end);
    return t;
}

struct text text_decode(struct naive_bytes bytes, bool utf8)
{
    struct text t = text_allocate(bytes.length);
    for (size_t at = 0; at < bytes.length; t.n++) {
        t.offset[t.n] = at;
        at += character_decode(bytes.bytes + at, bytes.length - at, utf8, &t.chars[t.n]);
        t.end[t.n] = at;
    }
    t.offset[t.n] = bytes.length;
    return t;
}

void text_free(struct text *t)
{
    free(t->chars);
    free(t->folded);
    free(t->sets);
    free(t->offset);
    free(t->end);
}

struct text text_part(const struct text *t, size_t from, size_t to)
{
    return (struct text){.chars = t->chars + from,
                         .folded = t->folded + from,
                         .sets = t->sets != NULL ? t->sets + from : NULL,
                         .offset = t->offset + from,
                         .end = t->end + from,
                         .n = to - from};
}

size_t naive_characters(struct naive_bytes bytes, bool utf8)
{
    struct text t = text_decode(bytes, utf8);
    text_free(&t);
    return t.n;
}

bool naive_is_utf8(struct naive_bytes b)
{
    uint32_t c = 0;
    for (size_t at = 0; at < b.length && c < CODE_POINTS;)
        at += character_decode(b.bytes + at, b.length - at, true, &c);
    return c < CODE_POINTS;
}

/* Sets of characters: those that equal a character with -i, and the items of -P */

enum known { UNKNOWN, NO, YES };
enum { PAGE = 4096 }; /* characters */

struct set {
    struct naive_bytes source; /* of an item of -P; owned */
    const char *bases;         /* of a letter of --iupac, or NULL */
    bool both;                 /* --iupac=both */
    uint32_t first;            /* the character, with -i */
    pcre2_code *code;
    bool utf8;                                /* it matches code points; otherwise bytes */
    bool undecodable;                         /* it also matches undecodable bytes */
    unsigned char *known[CODE_POINTS / PAGE]; /* its characters; NULL: not computed yet */
};

static pcre2_code *compile(const unsigned char *pattern, size_t length, uint32_t options)
{
    int error;
    size_t at;
    pcre2_code *code = pcre2_compile(pattern, length, options, &error, &at, NULL);
    if (code == NULL)
        abort();
    return code;
}

static bool matches(const pcre2_code *code, uint32_t c, bool utf8)
{
    static pcre2_match_data *data;
    if (data == NULL)
        data = pcre2_match_data_create(1, NULL);
    unsigned char subject[4] = {(unsigned char)c};
    size_t length = utf8 ? naive_encode(c, subject) : 1;
    int result =
        pcre2_match(code, subject, length, 0, PCRE2_ANCHORED | PCRE2_ENDANCHORED, data, NULL);
    if (result < 0 && result != PCRE2_ERROR_NOMATCH)
        abort();
    return result >= 0;
}

static bool asked(const struct set *s, uint32_t c)
{
    return s->bases != NULL ? dna_matches(s->bases, c, s->both) : matches(s->code, c, s->utf8);
}

bool set_has(struct set *s, uint32_t c)
{
    if (c >= CODE_POINTS)
        return s->undecodable;
    unsigned char **page = &s->known[c / PAGE];
    if (*page == NULL)
        *page = naive_allocate(PAGE, 1);
    unsigned char *known = &(*page)[c % PAGE];
    if (*known == UNKNOWN)
        *known = asked(s, c) ? YES : NO;
    return *known == YES;
}

bool character_is_word(const struct naive_options *o, uint32_t c)
{
    static struct set word;
    if (!o->utf8 && c >= 0x80)
        return false;
    if (word.code == NULL) {
        word.code = compile((const unsigned char *)"[\\p{L}\\p{M}\\p{N}\\p{Pc}]",
                            PCRE2_ZERO_TERMINATED, PCRE2_UTF);
        word.utf8 = true;
    }
    return set_has(&word, c);
}

struct folding {
    const struct naive_options *options;
    uint32_t *folded;   /* -i: [code point] its representative, plus 1; 0: not computed yet */
    struct set **items; /* -P: the distinct items; -i: the representatives */
    size_t count;
    struct passed passed;
};

/* Returns whether `folded` of texts is used. With -P and --iupac the sets handle case. */
static bool folds(const struct naive_options *o)
{
    return o->ignore_case && !o->classes && !o->iupac;
}

static void set_close(struct set *s)
{
    if (s == NULL)
        return;
    pcre2_code_free(s->code);
    free(s->source.bytes);
    for (size_t page = 0; page < CODE_POINTS / PAGE; page++)
        free(s->known[page]);
    free(s);
}

void folding_close(struct folding *e)
{
    for (size_t i = 0; i < e->count; i++)
        set_close(e->items[i]);
    set_close(e->passed.skip);
    set_close(e->passed.space);
    set_close(e->passed.blank);
    free(e->items);
    free(e->folded);
    free(e);
}

static struct set *add_set(struct folding *e, struct set set)
{
    struct set *s = naive_allocate(1, sizeof *s);
    *s = set;
    e->items = naive_with_room(e->items, e->count, sizeof(struct set *));
    e->items[e->count++] = s;
    return s;
}

/* Returns the representative of c: with -i the first character of the patterns that equals c. */
static uint32_t fold_one(struct folding *e, uint32_t c)
{
    const struct naive_options *o = e->options;
    if (!folds(o) || c >= CODE_POINTS)
        return c;
    if (!o->utf8)
        return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
    if (e->folded[c] == 0) {
        e->folded[c] = c + 1;
        for (size_t i = 0; i < e->count; i++)
            if (set_has(e->items[i], c)) {
                e->folded[c] = e->items[i]->first + 1;
                break;
            }
    }
    return e->folded[c] - 1;
}

struct text folding_record(struct folding *e, struct naive_bytes bytes, size_t offset)
{
    const struct naive_options *o = e->options;
    struct text t = plain_text(o, bytes, offset, e->passed);
    for (size_t i = 0; i < t.n; i++)
        t.folded[i] = fold_one(e, t.chars[i]);
    return t;
}

struct text folding_text(struct folding *e, struct naive_bytes bytes)
{
    struct text t = text_decode(bytes, e->options->utf8);
    for (size_t i = 0; i < t.n; i++)
        t.folded[i] = fold_one(e, t.chars[i]);
    return t;
}

/* Makes a character of a pattern the representative of its equals, unless an earlier one equals it.
 */
static void fold_pattern(struct folding *e, struct text *t)
{
    bool sets = folds(e->options) && e->options->utf8;
    for (size_t i = 0; i < t->n; i++) {
        uint32_t c = t->chars[i];
        bool asked = !sets || c >= CODE_POINTS || e->folded[c] != 0;
        t->folded[i] = fold_one(e, c);
        if (asked || t->folded[i] != c)
            continue;
        unsigned char pattern[4];
        size_t length = naive_encode(c, pattern);
        add_set(e, (struct set){.first = c,
                                .utf8 = true,
                                .code = compile(pattern, length,
                                                PCRE2_UTF | PCRE2_CASELESS | PCRE2_LITERAL)});
    }
}

/* Items of -P */

/* Returns the length of the set that begins with the '[' at p. */
static size_t bracket_length(const unsigned char *p, size_t available)
{
    size_t i = 1 + (available > 1 && p[1] == '^');
    i += i < available && p[i] == ']'; /* the first character does not close the set */
    while (i < available && p[i] != ']')
        i += p[i] == '\\' ? 2 : 1;
    return i + 1;
}

size_t item_length(const unsigned char *p, size_t available, bool utf8)
{
    uint32_t c;
    if (p[0] == '[')
        return bracket_length(p, available);
    if (p[0] != '\\' || available == 1)
        return character_decode(p, available, utf8, &c);
    const unsigned char *end = NULL;
    if (available > 2 && p[2] == '{' && strchr("Popx", p[1]) != NULL)
        end = memchr(p, '}', available);
    return end != NULL ? (size_t)(end - p) + 1 : 2;
}

/* Returns whether an item matches undecodable bytes: `.` or a negated set. */
static bool takes_undecodable(struct naive_bytes item)
{
    if (item.length == 1)
        return item.bytes[0] == '.';
    if (item.bytes[0] == '[')
        return item.bytes[1] == '^';
    return strchr("DHNPSVW", item.bytes[1]) != NULL;
}

static struct set read_item(const struct naive_options *o, struct naive_bytes item)
{
    uint32_t flags = (o->utf8 ? PCRE2_UTF | PCRE2_UCP : 0) | (o->ignore_case ? PCRE2_CASELESS : 0) |
                     (o->span_lines ? PCRE2_DOTALL : 0);
    unsigned char *source = naive_allocate(item.length, 1);
    memcpy(source, item.bytes, item.length);
    return (struct set){.source = {source, item.length},
                        .utf8 = o->utf8,
                        .code = compile(item.bytes, item.length, flags),
                        .undecodable = takes_undecodable(item)};
}

static struct set *letter_set(struct folding *e, uint32_t letter)
{
    const char *bases = dna_bases(letter);
    for (size_t i = 0; i < e->count; i++)
        if (e->items[i]->bases == bases)
            return e->items[i];
    return add_set(e, (struct set){.bases = bases, .both = e->options->iupac_both});
}

static struct set *item_set(struct folding *e, struct naive_bytes item)
{
    if (e->options->iupac && *item.bytes != '.')
        return letter_set(e, *item.bytes);
    for (size_t i = 0; i < e->count; i++)
        if (e->items[i]->source.length == item.length &&
            memcmp(e->items[i]->source.bytes, item.bytes, item.length) == 0)
            return e->items[i];
    return add_set(e, read_item(e->options, item));
}

static struct text items(struct folding *e, struct naive_bytes bytes)
{
    struct text t = text_allocate(bytes.length);
    t.sets = naive_allocate(bytes.length, sizeof(struct set *));
    for (size_t at = 0; at < bytes.length; t.n++) {
        struct naive_bytes item = {bytes.bytes + at, 0};
        item.length = item_length(item.bytes, bytes.length - at, e->options->utf8);
        t.offset[t.n] = at;
        t.sets[t.n] = item_set(e, item);
        at += item.length;
        t.end[t.n] = at;
    }
    t.offset[t.n] = bytes.length;
    return t;
}

/* Returns a set that belongs to no pattern. */
static struct set *own_set(const struct naive_options *o, const char *text)
{
    struct set *s = naive_allocate(1, sizeof *s);
    *s = read_item(o, (struct naive_bytes){(unsigned char *)text, strlen(text)});
    return s;
}

struct folding *folding_open(const struct naive_options *o)
{
    struct folding *e = naive_allocate(1, sizeof *e);
    e->options = o;
    e->folded = naive_allocate(folds(o) ? CODE_POINTS : 0, sizeof *e->folded);
    e->passed.skip = o->skip != NULL ? own_set(o, o->skip) : NULL;
    e->passed.space = o->fold_space ? own_set(o, "\\s") : NULL;
    e->passed.blank = o->loose || o->joined ? own_set(o, "\\s") : NULL;
    return e;
}

struct naive_bytes folding_form(struct folding *e, struct naive_bytes pattern, bool literal)
{
    const struct naive_options *o = e->options;
    struct text t = plain_text(o, pattern, 0, literal ? e->passed : (struct passed){0});
    struct naive_bytes bytes = plain_bytes(&t, o->utf8);
    text_free(&t);
    return bytes;
}

size_t naive_items(struct naive_bytes items)
{
    size_t n = 0;
    for (size_t at = 0; at < items.length; n++)
        at += item_length(items.bytes + at, items.length - at, true);
    return n;
}

struct naive_bytes naive_form(const struct naive_options *o, struct naive_bytes pattern)
{
    struct folding *e = folding_open(o);
    struct naive_bytes form = folding_form(e, pattern, !o->classes);
    folding_close(e);
    return form;
}

size_t naive_compared(const struct naive_options *o, struct naive_bytes pattern)
{
    struct folding *e = folding_open(o);
    struct text t = folding_record(e, pattern, 0);
    struct naive_bytes bytes = plain_bytes(&t, o->utf8);
    size_t n = t.n, apart = naive_characters(bytes, o->utf8);
    free(bytes.bytes);
    text_free(&t);
    folding_close(e);
    return n == apart ? n : 0;
}

struct text compared_text(const struct naive_options *o, struct naive_bytes bytes)
{
    struct folding *e = folding_open(o);
    struct text t = folding_record(e, bytes, 0);
    folding_close(e);
    return t;
}

struct text folding_pattern(struct folding *e, struct naive_bytes bytes)
{
    if (e->options->classes)
        return items(e, bytes);
    struct text t = text_decode(bytes, e->options->utf8);
    if (!e->options->iupac) {
        fold_pattern(e, &t);
        return t;
    }
    t.sets = naive_allocate(t.n, sizeof(struct set *));
    for (size_t i = 0; i < t.n; i++)
        t.sets[i] = letter_set(e, t.chars[i]);
    return t;
}
