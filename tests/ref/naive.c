/*
 * naive.c - the reference: edgrep's rules, one after the other, by O(mn) tables.
 *
 * The order of the file is the order of the rules: characters, which of them are equal, the table,
 * the occurrences of a record, the search of all inputs. naive_print.c has the rest.
 */
#include "naive.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <assert.h>
#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

enum { CODE_POINTS = 0x110000 }; /* CODE_POINTS + b is the undecodable byte b */

/* Memory */

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (memory == NULL)
        abort();
    return memory;
}

/* Makes room for one more element in an array of `count`: it doubles at the powers of two. */
static void *with_room(void *array, size_t count, size_t size)
{
    if ((count & (count - 1)) != 0)
        return array;
    array = realloc(array, (count ? 2 * count : 1) * size);
    if (array == NULL)
        abort();
    return array;
}

/* Characters */

struct text {         /* or a part of one: see part() */
    uint32_t *chars;  /* as read */
    uint32_t *folded; /* as compared: equal characters have equal numbers here */
    size_t *offset;   /* [n + 1] byte offset of each character, and of the end */
    size_t n;
};

/* Whether the `length` bytes at p are one code point as RFC 3629 has it; stores it in *c. */
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

static size_t decode_one(const unsigned char *p, size_t available, bool utf8, uint32_t *c)
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

static struct text decode(struct naive_bytes bytes, bool utf8)
{
    struct text t = {.n = 0};
    t.chars = allocate(bytes.length, sizeof *t.chars);
    t.folded = allocate(bytes.length, sizeof *t.folded);
    t.offset = allocate(bytes.length + 1, sizeof *t.offset);
    for (size_t at = 0; at < bytes.length; t.n++) {
        t.offset[t.n] = at;
        at += decode_one(bytes.bytes + at, bytes.length - at, utf8, &t.chars[t.n]);
    }
    t.offset[t.n] = bytes.length;
    return t;
}

static void text_free(struct text *t)
{
    free(t->chars);
    free(t->folded);
    free(t->offset);
}

size_t naive_characters(struct naive_bytes bytes, bool utf8)
{
    struct text t = decode(bytes, utf8);
    text_free(&t);
    return t.n;
}

/* The characters from..to of a text. */
static struct text part(const struct text *t, size_t from, size_t to)
{
    return (struct text){t->chars + from, t->folded + from, t->offset + from, to - from};
}

/* Which characters are equal, and which are word characters: PCRE2 says so */

static pcre2_code *compile(const unsigned char *pattern, size_t length, uint32_t options)
{
    int error;
    size_t at;
    pcre2_code *code = pcre2_compile(pattern, length, options | PCRE2_UTF, &error, &at, NULL);
    if (code == NULL)
        abort();
    return code;
}

static bool matches(const pcre2_code *code, uint32_t c)
{
    static pcre2_match_data *data;
    if (data == NULL)
        data = pcre2_match_data_create(1, NULL);
    unsigned char subject[4];
    size_t length = naive_encode(c, subject);
    int result =
        pcre2_match(code, subject, length, 0, PCRE2_ANCHORED | PCRE2_ENDANCHORED, data, NULL);
    if (result < 0 && result != PCRE2_ERROR_NOMATCH)
        abort();
    return result >= 0;
}

/* With -i every character is replaced by the first character of the patterns that it equals. */
struct folding {
    uint32_t *known; /* [CODE_POINTS] what replaces it, plus 1; 0 when not asked yet */
    struct first {
        uint32_t character;
        pcre2_code *code; /* matches what equals it */
    } * firsts;
    size_t count;
};

static struct folding folding_open(const struct naive_options *o)
{
    return (struct folding){.known = allocate(o->ignore_case ? CODE_POINTS : 0, sizeof(uint32_t))};
}

static uint32_t fold_one(struct folding *f, const struct naive_options *o, uint32_t c)
{
    if (!o->ignore_case || c >= CODE_POINTS)
        return c;
    if (!o->utf8)
        return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
    if (f->known[c] == 0) {
        f->known[c] = c + 1;
        for (size_t i = 0; i < f->count; i++)
            if (matches(f->firsts[i].code, c)) {
                f->known[c] = f->firsts[i].character + 1;
                break;
            }
    }
    return f->known[c] - 1;
}

static void fold(struct folding *f, const struct naive_options *o, struct text *t)
{
    for (size_t i = 0; i < t->n; i++)
        t->folded[i] = fold_one(f, o, t->chars[i]);
}

/* As fold(), and the characters that equal no earlier one stand for themselves from here on. */
static void fold_pattern(struct folding *f, const struct naive_options *o, struct text *t)
{
    for (size_t i = 0; i < t->n; i++) {
        uint32_t c = t->chars[i];
        bool asked = !o->ignore_case || !o->utf8 || c >= CODE_POINTS || f->known[c] != 0;
        t->folded[i] = fold_one(f, o, c);
        if (asked || t->folded[i] != c)
            continue;
        unsigned char pattern[4];
        size_t length = naive_encode(c, pattern);
        f->firsts = with_room(f->firsts, f->count, sizeof *f->firsts);
        f->firsts[f->count++] =
            (struct first){c, compile(pattern, length, PCRE2_CASELESS | PCRE2_LITERAL)};
    }
}

static void folding_free(struct folding *f)
{
    for (size_t i = 0; i < f->count; i++)
        pcre2_code_free(f->firsts[i].code);
    free(f->firsts);
    free(f->known);
}

static bool is_word(const struct naive_options *o, uint32_t c)
{
    static pcre2_code *code;
    enum { UNKNOWN, NO, YES };
    static unsigned char known[CODE_POINTS];
    if (c >= CODE_POINTS || (!o->utf8 && c >= 0x80))
        return false;
    if (code == NULL)
        code = compile((const unsigned char *)"[\\p{L}\\p{N}_]", PCRE2_ZERO_TERMINATED, 0);
    if (known[c] == UNKNOWN)
        known[c] = matches(code, c) ? YES : NO;
    return known[c] == YES;
}

/*
 * The table
 *
 * A cell is the least distance and the smallest start that gives it, as one number: the distance in
 * the high half, the start in the low half. So the lesser cell is the better one, and an edit adds
 * EDIT. The cell (i, j) belongs to the first i characters of the pattern and a part of the record
 * that ends before its character j.
 */
typedef uint64_t cell;
#define EDIT ((cell)1 << 32)

static size_t cell_distance(cell c)
{
    return c >> 32;
}

static size_t cell_start(cell c)
{
    return c & (EDIT - 1);
}

static cell lesser(cell a, cell b)
{
    return a < b ? a : b;
}

/*
 * The last row, n + 1 cells (the caller frees them), when a part of r may start before the
 * characters j with may_start[j]; may_start[0] is true. With no other start it holds ED(X,
 * R[0..j)).
 */
static cell *last_row(const uint32_t *x, size_t m, const uint32_t *r, size_t n,
                      const bool *may_start)
{
    cell *row = allocate(n + 1, sizeof *row);
    cell *column = allocate(m + 1, sizeof *column);
    for (size_t i = 0; i <= m; i++)
        column[i] = i * EDIT;
    row[0] = column[m];
    for (size_t j = 1; j <= n; j++) {
        cell diagonal = column[0];
        column[0] = may_start[j] ? j : column[0] + EDIT;
        for (size_t i = 1; i <= m; i++) {
            cell left = column[i];
            cell edited = lesser(left, column[i - 1]) + EDIT;
            column[i] = lesser(diagonal + (x[i - 1] == r[j - 1] ? 0 : EDIT), edited);
            diagonal = left;
        }
        row[j] = column[m];
    }
    free(column);
    return row;
}

/* ED(X, R[0..j)) for every j. */
static cell *edit_distances(const uint32_t *x, size_t m, const uint32_t *r, size_t n)
{
    bool *only_first = allocate(n + 1, sizeof *only_first);
    only_first[0] = true;
    cell *row = last_row(x, m, r, n, only_first);
    free(only_first);
    return row;
}

/* D and S for every end j. */
static cell *ends(const struct naive_options *o, const struct text *x, const struct text *r)
{
    bool *may_start = allocate(r->n + 1, sizeof *may_start);
    for (size_t i = 0; i <= r->n; i++)
        may_start[i] = !o->word || i == 0 || !is_word(o, r->chars[i - 1]);
    cell *row = last_row(x->folded, x->n, r->folded, r->n, may_start);
    free(may_start);
    return row;
}

size_t naive_last_row(const struct naive_options *options, struct naive_bytes pattern,
                      struct naive_bytes record, size_t **distances, size_t **starts)
{
    struct folding folding = folding_open(options);
    struct text x = decode(pattern, options->utf8), r = decode(record, options->utf8);
    fold_pattern(&folding, options, &x);
    fold(&folding, options, &r);
    cell *row = ends(options, &x, &r);
    *distances = allocate(r.n + 1, sizeof **distances);
    *starts = allocate(r.n + 1, sizeof **starts);
    for (size_t j = 0; j <= r.n; j++) {
        (*distances)[j] = cell_distance(row[j]);
        (*starts)[j] = cell_start(row[j]);
    }
    free(row);
    text_free(&x);
    text_free(&r);
    folding_free(&folding);
    return r.n;
}

/* The occurrences of a record, at first in characters */

struct pattern {
    struct text text;
    size_t number; /* from 1 */
    size_t limit;  /* the greatest distance admitted: k, or m - 1 */
};

struct occurrences {
    struct naive_occurrence *list;
    size_t count;
};

static void add(struct occurrences *to, struct naive_occurrence occurrence)
{
    to->list = with_room(to->list, to->count, sizeof *to->list);
    to->list[to->count++] = occurrence;
}

/* Rule 1: what ends within `limit`, in order of the end. With -x that is the whole record. */
static struct occurrences candidates(const struct naive_options *o, const struct pattern *p,
                                     const struct text *r, size_t limit)
{
    struct occurrences found = {NULL, 0};
    cell *row =
        o->line ? edit_distances(p->text.folded, p->text.n, r->folded, r->n) : ends(o, &p->text, r);
    for (size_t j = o->line ? r->n : 0; j <= r->n; j++) {
        bool may_end = !o->word || o->line || j == r->n || !is_word(o, r->chars[j]);
        if (may_end && cell_distance(row[j]) <= limit)
            add(&found, (struct naive_occurrence){.start = cell_start(row[j]),
                                                  .end = j,
                                                  .distance = cell_distance(row[j]),
                                                  .pattern = p->number});
    }
    free(row);
    return found;
}

/* Rule 2: of candidates that overlap the better one stays; adds what is reported to *reported. */
static void sweep(struct occurrences found, struct occurrences *reported)
{
    if (found.count == 0)
        return;
    struct naive_occurrence pending = found.list[0];
    for (size_t i = 1; i < found.count; i++) {
        struct naive_occurrence c = found.list[i];
        if (c.start >= pending.end) {
            add(reported, pending);
            pending = c;
        } else if (c.distance < pending.distance ||
                   (c.distance == pending.distance && c.start == pending.start)) {
            pending = c;
        }
    }
    add(reported, pending);
}

static uint32_t *reversed(const uint32_t *chars, size_t n)
{
    uint32_t *copy = allocate(n, sizeof *copy);
    for (size_t i = 0; i < n; i++)
        copy[i] = chars[n - 1 - i];
    return copy;
}

/*
 * Rule 4: while no edit is lost by it, first the end and then the start of what is printed give up
 * characters that are no word characters. The distances to shorter parts are read off two tables,
 * one from the start and one (reversed) from the end.
 */
static void trim(const struct naive_options *o, const struct text *x, const struct text *r,
                 struct naive_occurrence *occurrence)
{
    size_t s = occurrence->start, e = occurrence->end, d = occurrence->distance;
    cell *from_start = edit_distances(x->folded, x->n, r->folded + s, e - s);
    while (e > s && !is_word(o, r->chars[e - 1]) && cell_distance(from_start[e - 1 - s]) == d)
        e--;
    uint32_t *x_reversed = reversed(x->folded, x->n);
    uint32_t *r_reversed = reversed(r->folded + s, e - s);
    cell *from_end = edit_distances(x_reversed, x->n, r_reversed, e - s);
    while (s < e && !is_word(o, r->chars[s]) && cell_distance(from_end[e - s - 1]) == d)
        s++;
    free(from_start);
    free(from_end);
    free(x_reversed);
    free(r_reversed);
    occurrence->trimmed_start = s;
    occurrence->trimmed_end = e;
}

static int compare(size_t a, size_t b)
{
    return a < b ? -1 : a > b;
}

static int by_end_start_pattern(const void *first, const void *second)
{
    const struct naive_occurrence *a = first, *b = second;
    int order = compare(a->end, b->end);
    if (order == 0)
        order = compare(a->start, b->start);
    return order ? order : compare(a->pattern, b->pattern);
}

/* Rule 3; the list is in the order that decides ties. */
static const struct naive_occurrence *best_of(struct occurrences o)
{
    const struct naive_occurrence *best = NULL;
    for (size_t i = 0; i < o.count; i++)
        if (best == NULL || o.list[i].distance < best->distance)
            best = &o.list[i];
    return best;
}

/* The search of all inputs */

struct search {
    const struct naive_options *options;
    struct folding folding;
    struct pattern *patterns; /* no two of them equal */
    size_t npatterns;
    struct text *texts; /* one an input */
    size_t ntexts;
};

/* Fills in all of *record but its number from the characters of it. */
static void report(const struct search *s, const struct text *r, size_t best,
                   struct naive_record *record)
{
    struct occurrences all = {NULL, 0};
    for (size_t p = 0; p < s->npatterns; p++) {
        const struct pattern *pattern = &s->patterns[p];
        size_t limit = pattern->limit < best ? pattern->limit : best;
        struct occurrences found = candidates(s->options, pattern, r, limit);
        size_t before = all.count;
        sweep(found, &all);
        free(found.list);
        for (size_t i = before; i < all.count; i++) {
            all.list[i].trimmed_start = all.list[i].start;
            all.list[i].trimmed_end = all.list[i].end;
            if (!s->options->line)
                trim(s->options, &pattern->text, r, &all.list[i]);
        }
    }
    for (size_t i = 0; i < all.count; i++) { /* characters become bytes */
        all.list[i].start = r->offset[all.list[i].start];
        all.list[i].end = r->offset[all.list[i].end];
        all.list[i].trimmed_start = r->offset[all.list[i].trimmed_start];
        all.list[i].trimmed_end = r->offset[all.list[i].trimmed_end];
    }
    if (all.count > 0)
        qsort(all.list, all.count, sizeof *all.list, by_end_start_pattern);
    record->start = r->offset[0];
    record->end = r->offset[r->n];
    record->occurrences = all.list;
    record->count = all.count;
    record->best = best_of(all);
}

/* Steps to the next record of a text: false after the last one. *from is where it begins. */
static bool next_record(const struct naive_options *o, const struct text *t, size_t *from,
                        struct text *record)
{
    if (*from >= t->n)
        return false;
    size_t to = t->n;
    if (!o->span_lines)
        for (to = *from; to < t->n && t->chars[to] != (o->null_data ? '\0' : '\n'); to++)
            ;
    *record = part(t, *from, to);
    *from = to + 1;
    return true;
}

/* d*: the least distance of any candidate, or SIZE_MAX. */
static size_t least_distance(const struct search *s)
{
    size_t least = SIZE_MAX;
    for (size_t t = 0; t < s->ntexts; t++) {
        struct text r;
        for (size_t from = 0; next_record(s->options, &s->texts[t], &from, &r);)
            for (size_t p = 0; p < s->npatterns; p++) {
                const struct pattern *pattern = &s->patterns[p];
                struct occurrences found = candidates(s->options, pattern, &r, pattern->limit);
                for (size_t i = 0; i < found.count; i++)
                    if (found.list[i].distance < least)
                        least = found.list[i].distance;
                free(found.list);
            }
    }
    return least;
}

static size_t limit_of(const struct naive_options *o, size_t m)
{
    size_t limit = o->limit == NAIVE_NONE ? m - 1 : o->limit == NAIVE_EDITS ? o->k : m * o->k / 100;
    assert(m > 0 && limit < m);
    return limit;
}

static bool same_text(const struct text *a, const struct text *b)
{
    return a->n == b->n && memcmp(a->folded, b->folded, a->n * sizeof *a->folded) == 0;
}

/* Takes in pattern `number`, unless an earlier one equals it. */
static void add_pattern(struct search *s, struct naive_bytes bytes, size_t number)
{
    struct text text = decode(bytes, s->options->utf8);
    fold_pattern(&s->folding, s->options, &text);
    for (size_t i = 0; i < s->npatterns; i++)
        if (same_text(&s->patterns[i].text, &text)) {
            text_free(&text);
            return;
        }
    s->patterns[s->npatterns++] = (struct pattern){text, number, limit_of(s->options, text.n)};
}

static void search_open(struct search *s, const struct naive_bytes *patterns, size_t npatterns,
                        const struct naive_input *inputs, size_t ninputs)
{
    s->folding = folding_open(s->options);
    s->patterns = allocate(npatterns, sizeof *s->patterns);
    for (size_t i = 0; i < npatterns; i++)
        add_pattern(s, patterns[i], i + 1);
    s->texts = allocate(ninputs, sizeof *s->texts);
    for (s->ntexts = 0; s->ntexts < ninputs; s->ntexts++) {
        s->texts[s->ntexts] = decode(inputs[s->ntexts].text, s->options->utf8);
        fold(&s->folding, s->options, &s->texts[s->ntexts]);
    }
}

static void search_close(struct search *s)
{
    for (size_t i = 0; i < s->npatterns; i++)
        text_free(&s->patterns[i].text);
    for (size_t i = 0; i < s->ntexts; i++)
        text_free(&s->texts[i]);
    free(s->patterns);
    free(s->texts);
    folding_free(&s->folding);
}

struct naive_result *naive_search(const struct naive_options *options,
                                  const struct naive_bytes *patterns, size_t npatterns,
                                  const struct naive_input *inputs, size_t ninputs)
{
    struct search s = {.options = options};
    search_open(&s, patterns, npatterns, inputs, ninputs);
    struct naive_result *result = allocate(1, sizeof *result);
    bool best_mode = options->best || options->limit == NAIVE_NONE;
    result->best = best_mode ? least_distance(&s) : SIZE_MAX;
    result->ninputs = ninputs;
    result->inputs = allocate(ninputs, sizeof *result->inputs);
    for (size_t i = 0; i < ninputs; i++) {
        struct naive_records *to = &result->inputs[i];
        struct text r;
        for (size_t from = 0; next_record(options, &s.texts[i], &from, &r); to->count++) {
            to->records = with_room(to->records, to->count, sizeof *to->records);
            to->records[to->count].number = to->count + 1;
            report(&s, &r, result->best, &to->records[to->count]);
        }
    }
    search_close(&s);
    return result;
}

void naive_free(struct naive_result *result)
{
    for (size_t i = 0; i < result->ninputs; i++) {
        for (size_t r = 0; r < result->inputs[i].count; r++)
            free(result->inputs[i].records[r].occurrences);
        free(result->inputs[i].records);
    }
    free(result->inputs);
    free(result);
}
