/* many_distances.c - the distances of many texts, by compare/distances.h. */
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/xalloc.h"
#include "compare/distances.h"
#include "library/comparison.h"
#include "pair/character_codes.h"
#include "pair/encode_pair.h"
#include "text/decode.h"

/* Many texts as codes for the lanes (lanes/lanes.h): the texts themselves if possible, otherwise an
 * array of codes. All zero except the first member. Its memory belongs to a heap. */
struct texts {
    struct encode_rules rules;
    struct lanes_string *strings; /* of all texts, those of the first list first */
    size_t capacity;
    unsigned width;                /* of the codes of all strings, in bytes */
    struct string_forms forms;     /* of texts that are not compared as they are */
    struct character_codes *coder; /* of those that are not ASCII; kept from call to call */
    unsigned char *codes;
};

enum {
    AHEAD = 16, /* texts that are prefetched */
    WORD = sizeof(uint64_t),
    SHORT = 4 * WORD
};

static uint64_t load_word(const unsigned char *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

/* Returns the OR of all bytes of the text, each somewhere in a word. Short texts of any length take
 * the same way, because branches on their length would be mispredicted. */
static inline uint64_t ored_bits(const unsigned char *p, size_t n)
{
    uint64_t any = 0;
    size_t last = n - WORD;
    if (n >= WORD && n <= SHORT) {
        size_t second = WORD < last ? WORD : last, third = 2 * WORD < last ? 2 * WORD : last;
        return load_word(p) | load_word(p + second) | load_word(p + third) | load_word(p + last);
    }
    if (n > SHORT) {
        for (size_t at = 0; at + WORD < n; at += WORD)
            any |= load_word(p + at);
        return any | load_word(p + n - WORD);
    }
    for (size_t i = 0; i < n; i++)
        any |= p[i];
    return any;
}

/* The texts themselves as strings; false: some are not ASCII. */
static bool take_list(struct lanes_string *to, const struct edgrep_text *texts, size_t count,
                      size_t longest)
{
    uint64_t any = 0;
    for (size_t i = 0; i < count; i++) {
        size_t length = texts[i].length <= longest ? texts[i].length : 0;
        const char *bytes = length > 0 ? texts[i].bytes : "";
        if (i + AHEAD < count)
            __builtin_prefetch(texts[i + AHEAD].bytes);
        to[i] = (struct lanes_string){(const unsigned char *)bytes, (uint32_t)length};
        any |= ored_bits(to[i].codes, length);
    }
    return (any & UINT64_C(0x8080808080808080)) == 0;
}

/* Makes the forms of all strings, each with a newline behind it. */
static void make_forms(struct texts *t, size_t count)
{
    size_t at = 0;
    string_forms_clear(&t->forms);
    for (size_t i = 0; i < count; i++) {
        struct lanes_string *s = &t->strings[i];
        s->length = (uint32_t)string_forms_append(&t->forms, t->rules.folding, s->codes, s->length);
    }
    for (size_t i = 0; i < count; at += t->strings[i++].length + 1)
        t->strings[i].codes = t->forms.text.bytes + at;
}

/* Returns how many characters there are in `size` bytes, behind which there is a newline. */
static uint32_t characters_of(const struct file_content *all, size_t at, size_t size)
{
    uint32_t count = 0, character;
    for (size_t end = at + size; at < end; count++)
        at += file_content_decode(all, true, at, &character);
    return count;
}

/* Makes codes of all strings, which follow each other. The newlines keep apart what would be a
 * character together. */
static void make_codes(struct texts *t, size_t count)
{
    const struct file_content *all = &t->forms.text;
    size_t n;
    if (t->coder != NULL && sequences_width(character_codes_count(t->coder)) > 1) {
        character_codes_close(t->coder); /* perhaps these texts have fewer characters */
        t->coder = NULL;
    }
    if (t->coder == NULL)
        t->coder = character_codes_open(true, t->rules.ignore_case);
    character_codes_add(t->coder, all);
    t->width = sequences_width(character_codes_count(t->coder));
    const unsigned char *codes = t->codes =
        character_codes_encode(t->coder, all, t->width, UINT32_MAX, &n);
    for (size_t i = 0, at = 0; i < count; i++) {
        size_t size = t->strings[i].length;
        t->strings[i] = (struct lanes_string){codes, characters_of(all, at, size)};
        codes += ((size_t)t->strings[i].length + 1) * t->width;
        at += size + 1;
    }
}

/*
 * Makes strings of the texts of two lists, which must stay as long as the strings are used, and
 * drops the previous strings. Texts have at most DISTANCES_LONGEST bytes. A text of more than
 * `longest` bytes becomes empty, because the caller compares it in another way. Leaves the call
 * when out of memory.
 */
static void texts_take(struct texts *t, const struct edgrep_text *const lists[2],
                       const size_t counts[2], size_t longest)
{
    size_t count = counts[0] + counts[1];
    free(t->codes);
    t->codes = NULL;
    t->width = 1;
    if (count == 0)
        return;
    xgrow(&t->strings, &t->capacity, count, sizeof *t->strings);
    bool ascii = take_list(t->strings, lists[0], counts[0], longest);
    ascii &= take_list(t->strings + counts[0], lists[1], counts[1], longest);
    if (t->rules.folding == NULL && !t->rules.ignore_case && (ascii || !t->rules.utf8))
        return;
    make_forms(t, count);
    if (t->rules.utf8 && !decode_is_ascii(t->forms.text.bytes, t->forms.text.size))
        make_codes(t, count);
    else if (t->rules.ignore_case)
        ascii_lower((unsigned char *)t->forms.text.bytes, t->forms.text.size);
}

enum { BLOCK = 1 << 11 /* pairs processed at a time, so that they stay in the cache */ };

struct distances_call {
    struct texts texts;
    struct distances *distances;
    struct lanes_pair pairs[BLOCK];
    uint32_t limits[BLOCK];
    uint32_t answers[BLOCK];
};

_Static_assert((int)BLOCK >= (int)DISTANCES_COLUMNS, "answers of a row");

static struct distances_call *many_of(struct edgrep_comparison *c)
{
    if (c->many != NULL)
        return c->many;
    c->many = xcalloc(1, sizeof *c->many);
    c->many->texts.rules = comparison_rules(c);
    c->many->distances = distances_open(lanes_kernels_find(NULL), c->options.rules.metric, 1);
    return c->many;
}

static uint32_t limit_of(const struct comparing *x, const struct lanes_string *first,
                         const struct lanes_string *second)
{
    uint64_t limit = edcmp_options_limit(&x->c->options, first->length, second->length);
    return limit < DISTANCES_UNLIKE ? (uint32_t)limit : DISTANCES_UNLIKE - 1;
}

/* Sets *distance to what was computed; EDGREP_BAD, and reported, where there is none. */
static int set_distance(uint32_t answer, const struct lanes_string *first,
                        const struct lanes_string *second, uint64_t *distance)
{
    if (answer == DISTANCES_UNLIKE)
        return comparison_unlike(first->length, second->length);
    *distance = answer == DISTANCES_MORE ? EDGREP_MORE : answer;
    return EDGREP_OK;
}

/* --- pairs --------------------------------------------------------------------------------- */

/* Computes the distances of `count` pairs, at most BLOCK. */
static void compute_pairs(const struct comparing *x, struct distances_call *many, size_t count)
{
    const struct lanes_string *first = many->texts.strings, *second = first + count;
    bool limited = x->c->options.rules.limited;
    for (size_t i = 0; i < count; i++)
        many->pairs[i] = (struct lanes_pair){first[i], second[i]};
    for (size_t i = 0; limited && i < count; i++)
        many->limits[i] = limit_of(x, &first[i], &second[i]);
    distances_set_width(many->distances, many->texts.width);
    distances_pairs(many->distances, many->pairs, count, limited ? many->limits : NULL,
                    many->answers);
}

static int find_block(struct comparing *x, struct distances_call *many, size_t at, size_t count)
{
    const struct edgrep_text *const lists[] = {x->texts[0] + at, x->texts[1] + at};
    texts_take(&many->texts, lists, (const size_t[]){count, count}, LANES_LONGEST);
    compute_pairs(x, many, count);
    int status = EDGREP_OK;
    for (size_t i = 0; status == EDGREP_OK && i < count; i++)
        if (lists[0][i].length > LANES_LONGEST || lists[1][i].length > LANES_LONGEST)
            status = comparison_two(x, &lists[0][i], &lists[1][i], &x->distances[at + i]);
        else
            status = set_distance(many->answers[i], &many->pairs[i].x, &many->pairs[i].y,
                                  &x->distances[at + i]);
    return status;
}

static int find_pairs(void *context)
{
    struct comparing *x = context;
    struct distances_call *many = many_of(x->c);
    int status = EDGREP_OK;
    size_t all = x->counts[0];
    for (size_t at = 0; status == EDGREP_OK && at < all; at += BLOCK) {
        call_limit_check(&x->c->limit);
        status = find_block(x, many, at, all - at < BLOCK ? all - at : BLOCK);
    }
    return status;
}

int edgrep_comparison_distances(struct edgrep_comparison *comparison,
                                const struct edgrep_text *first, const struct edgrep_text *second,
                                size_t count, uint64_t *distances, struct edgrep_error *error)
{
    struct comparing x = {.c = comparison,
                          .texts = {first, second},
                          .counts = {count, count},
                          .distances = distances};
    return comparison_run(&x, find_pairs, error);
}

int edgrep_comparison_distance(struct edgrep_comparison *comparison, struct edgrep_text first,
                               struct edgrep_text second, uint64_t *distance,
                               struct edgrep_error *error)
{
    uint64_t unwanted;
    return edgrep_comparison_distances(comparison, &first, &second, 1,
                                       distance != NULL ? distance : &unwanted, error);
}

/* --- all with all -------------------------------------------------------------------------- */

/* Returns whether a text has more than DISTANCES_LONGEST bytes. */
static bool any_is_long(const struct edgrep_text *texts, size_t count)
{
    bool any = false;
    for (size_t i = 0; i < count; i++)
        any |= texts[i].length > DISTANCES_LONGEST;
    return any;
}

/* Computes all distances one by one. */
static int find_long(struct comparing *x)
{
    int status = EDGREP_OK;
    size_t columns = x->counts[1];
    for (size_t i = 0; i < x->counts[0]; i++)
        for (size_t j = 0; status == EDGREP_OK && j < columns; j++)
            status =
                comparison_two(x, &x->texts[0][i], &x->texts[1][j], &x->distances[i * columns + j]);
    return status;
}

/* Sets to[0..count) to the distances of a row. */
static int set_row(const struct comparing *x, const uint32_t *answers,
                   const struct lanes_string *row, const struct lanes_string *columns, size_t count,
                   uint64_t *to)
{
    int status = EDGREP_OK;
    if (!x->c->options.rules.limited && x->c->options.rules.metric != METRIC_HAMMING) {
        for (size_t j = 0; j < count; j++)
            to[j] = answers[j];
        return EDGREP_OK;
    }
    for (size_t j = 0; status == EDGREP_OK && j < count; j++)
        if (answers[j] < DISTANCES_UNLIKE && answers[j] > limit_of(x, row, &columns[j]))
            to[j] = EDGREP_MORE;
        else
            status = set_distance(answers[j], row, &columns[j], &to[j]);
    return status;
}

/* Computes all rows for the columns from `at` on. */
static int find_columns(const struct comparing *x, struct distances_call *many, size_t at,
                        size_t count)
{
    const struct lanes_string *rows = many->texts.strings, *columns = rows + x->counts[0] + at;
    int status = EDGREP_OK;
    distances_set_width(many->distances, many->texts.width);
    distances_columns(many->distances, columns, count);
    for (size_t i = 0; status == EDGREP_OK && i < x->counts[0]; i++) {
        call_limit_check(&x->c->limit);
        distances_row(many->distances, &rows[i], many->answers);
        status = set_row(x, many->answers, &rows[i], columns, count,
                         x->distances + i * x->counts[1] + at);
    }
    return status;
}

static int find_all(void *context)
{
    struct comparing *x = context;
    size_t n = x->counts[1];
    if (any_is_long(x->texts[0], x->counts[0]) || any_is_long(x->texts[1], n))
        return find_long(x);
    struct distances_call *many = many_of(x->c);
    int status = EDGREP_OK;
    texts_take(&many->texts, x->texts, x->counts, DISTANCES_LONGEST);
    for (size_t at = 0; status == EDGREP_OK && at < n; at += DISTANCES_COLUMNS)
        status = find_columns(x, many, at, n - at < DISTANCES_COLUMNS ? n - at : DISTANCES_COLUMNS);
    return status;
}

int edgrep_comparison_matrix(struct edgrep_comparison *comparison, const struct edgrep_text *first,
                             size_t nfirst, const struct edgrep_text *second, size_t nsecond,
                             uint64_t *distances, struct edgrep_error *error)
{
    struct comparing x = {.c = comparison,
                          .texts = {first, second},
                          .counts = {nfirst, nsecond},
                          .distances = distances};
    return comparison_run(&x, find_all, error);
}

FORMER_NAME(edgrep_distance, edgrep_comparison_distance);
FORMER_NAME(edgrep_distances, edgrep_comparison_distances);
FORMER_NAME(edgrep_distances_all, edgrep_comparison_matrix);
