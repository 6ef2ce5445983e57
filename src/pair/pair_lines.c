#include "pair/pair_lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/xalloc.h"
#include "text/decode.h"

enum {
    MOST = INT32_MAX,
    EXPANSION = 3, /* NFC at most triples the bytes of a text (UAX 15, 11.2) */
    PLAIN = 0,
    CODED = 1
};

static const struct file_content no_text = {.bytes = (const unsigned char *)""};

/* With words, the text begins with this word, so that every other word has a predecessor. */
static const unsigned char first_word[] = {'a'};

static void add_pair(struct pair_list *list, struct lanes_pair pair, size_t line)
{
    xgrow(&list->pairs, &list->capacity, list->count + 1, sizeof *list->pairs);
    xgrow(&list->lines, &list->capacity_lines, list->count + 1, sizeof *list->lines);
    list->lines[list->count] = line;
    list->pairs[list->count++] = pair;
}

/* Adds a string to those encoded with an alphabet, and sets the number of bytes of its form. */
static void add_coded(struct pair_lines *p, struct lanes_string *string)
{
    string->length =
        (uint32_t)string_forms_append(&p->strings, p->rules.folding, string->codes, string->length);
}

/* Folds the string in place if it can be compared byte by byte: its form is ASCII, or characters
 * are bytes. Returns whether it can. */
static bool make_plain(struct pair_lines *p, struct lanes_string *string, unsigned char *bytes)
{
    struct folded_text *form = &p->strings.form;
    if (p->rules.folding == NULL)
        return decode_is_ascii(bytes, string->length);
    string_forms_make(&p->strings, p->rules.folding, bytes, string->length);
    if (form->n > string->length || (p->rules.utf8 && !decode_is_ascii(form->bytes, form->n)))
        return false;
    memcpy(bytes, form->n > 0 ? form->bytes : bytes, form->n);
    string->length = (uint32_t)form->n;
    return true;
}

/* Parses a line without its newline. Returns NULL, or why it is not a pair. */
static const char *take_line(struct pair_lines *p, unsigned char *line, size_t size, bool plain)
{
    unsigned char *tab = size > 0 ? memchr(line, '\t', size) : NULL;
    if (tab == NULL)
        return "no tab";
    unsigned char *second = tab + 1;
    size_t m = (size_t)(tab - line), n = size - m - 1;
    if (n > 0 && memchr(second, '\t', n) != NULL)
        return "more than one tab";
    size_t most = p->rules.folding != NULL ? MOST / EXPANSION : MOST;
    if (m > most || n > most)
        return "too long";
    struct lanes_pair pair = {{line, (uint32_t)m}, {second, (uint32_t)n}};
    if (!p->words && (plain || (make_plain(p, &pair.x, line) && make_plain(p, &pair.y, second)))) {
        if (p->rules.ignore_case)
            ascii_lower(line, size);
        add_pair(&p->lists[PLAIN], pair, p->count);
        return NULL;
    }
    add_coded(p, &pair.x);
    add_coded(p, &pair.y);
    add_pair(&p->lists[CODED], pair, p->count);
    return NULL;
}

/* Returns the codes of the string that begins at code *at, and advances *at past its newline. */
static struct lanes_string next_string(const struct sequences *s, size_t *at)
{
    const unsigned char *newline = s->x + (s->m - 1) * s->width;
    size_t begin = *at;
    while (memcmp(s->x + *at * s->width, newline, s->width) != 0)
        ++*at;
    return (struct lanes_string){s->x + begin * s->width, (uint32_t)((*at)++ - begin)};
}

/* Returns the words of the string of `size` bytes at byte *at, and advances *at past its newline. A
 * word begins where the previous word ends. *word is the first word that begins at *at or later. */
static struct lanes_string next_words(const struct encode_pair *c, size_t *word, size_t *at,
                                      size_t size)
{
    const struct sequences *s = &c->sequences;
    struct lanes_string string = {s->x + *word * s->width, 0};
    while (*word < s->m && c->ends[0][*word - 1] < *at + size) {
        ++*word;
        string.length++;
    }
    *at += size + 1;
    return string;
}

static void take_codes(struct pair_list *list, const struct encode_pair *characters)
{
    list->width = characters->sequences.width;
    list->alphabet = characters->sequences.alphabet;
}

static void make_words(struct pair_lines *p, struct pair_list *list)
{
    words_make(&p->characters, &p->strings.text, &no_text);
    take_codes(list, &p->characters);
    for (size_t i = 0, word = 1, at = sizeof first_word + 1; i < list->count; i++) {
        struct lanes_pair *pair = &list->pairs[i];
        pair->x = next_words(&p->characters, &word, &at, pair->x.length);
        pair->y = next_words(&p->characters, &word, &at, pair->y.length);
    }
}

static void make_codes(struct pair_lines *p)
{
    struct pair_list *list = &p->lists[CODED];
    if (list->count == 0)
        return;
    const struct encode_rules as_it_stands = {p->rules.utf8, p->rules.ignore_case, NULL};
    encode_pair_open(&p->characters, &p->strings.text, &no_text, &as_it_stands);
    p->coded = true;
    if (p->words) {
        make_words(p, list);
        return;
    }
    take_codes(list, &p->characters);
    for (size_t i = 0, at = 0; i < list->count; i++) {
        list->pairs[i].x = next_string(&p->characters.sequences, &at);
        list->pairs[i].y = next_string(&p->characters.sequences, &at);
    }
}

static void free_pair(struct pair_lines *p)
{
    if (p->coded)
        encode_pair_close(&p->characters);
    p->coded = false;
    string_forms_clear(&p->strings);
    p->count = 0;
    for (unsigned k = 0; k < PAIR_LINES_KINDS; k++)
        p->lists[k].count = 0;
    p->lists[PLAIN].width = 1;
    p->lists[PLAIN].alphabet = 256;
}

void pair_lines_take(struct pair_lines *p, unsigned char *bytes, size_t size)
{
    free_pair(p);
    if (p->words)
        (void)string_forms_append(&p->strings, NULL, first_word, sizeof first_word);
    /* --fold-space is the only folding that changes ASCII. */
    bool unchanged = p->rules.folding == NULL || !p->rules.folding->fold_space;
    bool plain = unchanged && (!p->rules.utf8 || decode_is_ascii(bytes, size));
    for (size_t at = 0; at < size;) {
        const unsigned char *newline = memchr(bytes + at, '\n', size - at);
        size_t end = newline != NULL ? (size_t)(newline - bytes) : size;
        xgrow(&p->wrong, &p->capacity, p->count + 1, sizeof *p->wrong);
        p->wrong[p->count] = take_line(p, bytes + at, end - at, plain);
        p->count++;
        at = end + 1;
    }
    make_codes(p);
}

void pair_lines_free(struct pair_lines *p)
{
    free_pair(p);
    for (unsigned k = 0; k < PAIR_LINES_KINDS; k++) {
        free(p->lists[k].pairs);
        free(p->lists[k].lines);
    }
    free(p->wrong);
    string_forms_free(&p->strings);
}
