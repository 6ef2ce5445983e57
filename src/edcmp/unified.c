/*
 * unified.c - converts a script of words to one of lines, and that to hunks.
 */
#include "edcmp/unified.h"

#include <stdlib.h>
#include <string.h>

#include "base/least.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "pair/words.h"

/* One of the contents, in lines. */
struct content_lines {
    const struct file_content *content;
    const unsigned char *codes; /* of the words, of `width` bytes each */
    const struct encode_pair *words;
    unsigned which; /* of the contents */
    size_t nwords;
    unsigned width;
    bool *changed;     /* [word]: the word is changed */
    size_t first_word; /* where it begins; the end if there is none */
    size_t n;          /* lines */
    size_t *begin;     /* of each line, and of the one that would come next */
    size_t *first;     /* [line]: its first word; with one more element for the end */
};

/* --- lines ---------------------------------------------------------------------------------- */

static void find_lines(struct content_lines *s)
{
    const unsigned char *bytes = s->content->bytes, *end = bytes + s->content->size, *at = bytes;
    size_t capacity = 0;
    for (s->n = 0; at < end; s->n++) {
        const unsigned char *newline = memchr(at, '\n', (size_t)(end - at));
        xgrow(&s->begin, &capacity, s->n + 2, sizeof *s->begin);
        s->begin[s->n] = (size_t)(at - bytes);
        at = newline != NULL ? newline + 1 : end;
    }
    xgrow(&s->begin, &capacity, s->n + 1, sizeof *s->begin);
    s->begin[s->n] = s->content->size;
}

/* Returns the end of the white space after a word. */
static size_t word_end(const struct content_lines *s, size_t word)
{
    return encode_pair_place(s->words, s->which, s->content, s->words->ends[s->which][word]);
}

/* Returns the begin of a word. White space belongs to the word before it, or to the first word. */
static size_t word_begin(const struct content_lines *s, size_t word)
{
    return word > 0 ? word_end(s, word - 1) : s->first_word;
}

/* Returns where the first character lies that is not white space; the end if there is none. */
static size_t find_first_word(const struct content_lines *s)
{
    const struct file_content form = encode_pair_form(s->words, s->which, s->content);
    uint32_t character;
    size_t at = 0;
    for (size_t size; at < form.size; at += size) {
        size = file_content_decode(&form, s->words->utf8, at, &character);
        if (!words_is_space(s->words->utf8, character))
            break;
    }
    return encode_pair_place(s->words, s->which, s->content, at);
}

static void find_words(struct content_lines *s)
{
    size_t word = 0;
    s->first = xcalloc(s->n + 1, sizeof *s->first);
    for (size_t line = 0; line < s->n; line++) {
        s->first[line] = word;
        while (word < s->nwords && word_begin(s, word) < s->begin[line + 1])
            word++;
    }
    s->first[s->n] = word;
}

static struct content_lines side_open(const struct encode_pair *words,
                                      const struct file_content *content, unsigned which)
{
    const struct sequences *q = &words->sequences;
    struct content_lines s = {
        .content = content, .words = words, .which = which, .width = q->width};
    s.codes = which == 0 ? q->x : q->y;
    s.nwords = which == 0 ? q->m : q->n;
    s.changed = xcalloc(s.nwords + 1, sizeof *s.changed);
    s.first_word = find_first_word(&s);
    find_lines(&s);
    find_words(&s);
    return s;
}

static void side_close(struct content_lines *s)
{
    free(s->changed);
    free(s->begin);
    free(s->first);
}

/* --- the script of lines -------------------------------------------------------------------- */

/* The line of the second content that shares most words with a line of the first. */
struct partner {
    size_t line, words; /* line of the second content; number of equal words, 0: no partner */
};

/* Finds the partners of the lines of x, and marks changed words. */
static struct partner *find_partners(const struct script *script, struct content_lines *x,
                                     struct content_lines *y)
{
    struct partner *partners = xcalloc(x->n + 1, sizeof *partners);
    size_t i = 0, j = 0, line = 0, other = 0; /* words, and their lines */
    for (size_t r = 0; r < script->count; r++) {
        char kind = edit_kind(script->runs[r]);
        for (uint64_t l = edit_length(script->runs[r]); l > 0; l--) {
            while (kind != 'I' && x->first[line + 1] <= i)
                line++;
            while (kind != 'D' && y->first[other + 1] <= j)
                other++;
            struct partner *p = &partners[line];
            if (kind == '=' && p->words == 0)
                p->line = other;
            p->words += kind == '=' && p->line == other;
            if (kind != 'I')
                x->changed[i++] = kind != '=';
            if (kind != 'D')
                y->changed[j++] = kind != '=';
        }
    }
    return partners;
}

static size_t words_of(const struct content_lines *s, size_t line)
{
    return s->first[line + 1] - s->first[line];
}

static bool are_equal(const struct content_lines *x, size_t i, const struct content_lines *y,
                      size_t j)
{
    size_t n = words_of(x, i);
    return n == words_of(y, j) && memcmp(x->codes + x->first[i] * x->width,
                                         y->codes + y->first[j] * y->width, n * x->width) == 0;
}

/* Adds the lines x[i..to) and y[j..until) between lines that the script makes equal. Further lines
 * at both ends may be equal, if the script had a choice among equal words. */
static void add_gap(struct script *lines, const struct content_lines *x, size_t i, size_t to,
                    const struct content_lines *y, size_t j, size_t until)
{
    size_t after = 0;
    for (; i < to && j < until && are_equal(x, i, y, j); i++, j++)
        script_add(lines, '=', 1);
    while (i < to && j < until && are_equal(x, to - 1, y, until - 1)) {
        to--;
        until--;
        after++;
    }
    script_add(lines, 'D', to - i);
    script_add(lines, 'I', until - j);
    script_add(lines, '=', after);
}

static struct script script_of_lines(const struct content_lines *x, const struct content_lines *y,
                                     const struct partner *partners)
{
    struct script lines = {0};
    size_t i = 0, j = 0;
    for (size_t line = 0; line < x->n; line++) {
        const struct partner *p = &partners[line];
        if (p->words == 0 || p->words != words_of(x, line) || p->words != words_of(y, p->line))
            continue;
        add_gap(&lines, x, i, line, y, j, p->line);
        script_add(&lines, '=', 1);
        i = line + 1;
        j = p->line + 1;
    }
    add_gap(&lines, x, i, x->n, y, j, y->n);
    return lines;
}

/* --- hunks ---------------------------------------------------------------------------------- */

struct printer {
    const struct paint *paint;
    const struct content_lines *x, *y;
    const struct script *lines;
    uint64_t context;
};

/* Returns the end of the word that begins at byte `from`, without its white space. */
static size_t word_stop(const struct content_lines *s, size_t word, size_t from)
{
    uint32_t character;
    for (size_t size, end = word_end(s, word); from < end; from += size) {
        size = utf8_or_byte(s->words->utf8, s->content->bytes + from, end - from, &character);
        if (words_is_space(s->words->utf8, character))
            break;
    }
    return from;
}

/* Prints bytes [at, end) of a line, with changed words in colour. */
static void put_words(const struct printer *p, const struct content_lines *s, size_t line,
                      size_t at, size_t end)
{
    const unsigned char *bytes = s->content->bytes;
    for (size_t w = s->first[line]; w < s->first[line + 1]; w++) {
        size_t begin = word_begin(s, w), stop = word_stop(s, w, begin);
        if (!s->changed[w])
            continue;
        paint_bytes(p->paint, bytes + at, begin - at);
        paint_start(p->paint, PAINT_MATCH);
        paint_bytes(p->paint, bytes + begin, stop - begin);
        paint_end(p->paint, PAINT_MATCH);
        at = stop;
    }
    paint_bytes(p->paint, bytes + at, end - at);
}

static void put_lines(const struct printer *p, char mark, const struct content_lines *s,
                      size_t from, size_t to)
{
    const unsigned char *bytes = s->content->bytes;
    for (size_t line = from; line < to; line++) {
        size_t begin = s->begin[line], end = s->begin[line + 1];
        bool newline = bytes[end - 1] == '\n';
        sink_putc(p->paint->sink, mark);
        if (mark != ' ' && paint_has(p->paint, PAINT_MATCH))
            put_words(p, s, line, begin, end - newline);
        else
            paint_bytes(p->paint, bytes + begin, end - newline - begin);
        sink_puts(p->paint->sink, newline ? "\n" : "\n\\ No newline at end of file\n");
    }
}

/* Prints a range such as " -3,7": `count` lines from line `begin` (from 0). */
static void put_range(struct sink *sink, const char *mark, size_t begin, size_t count)
{
    sink_puts(sink, mark);
    sink_number(sink, count > 0 ? begin + 1 : begin);
    if (count == 1)
        return;
    sink_putc(sink, ',');
    sink_number(sink, count);
}

/* Prints a hunk: runs [from, to) of the script. Run `from` begins at line i of x and j of y. */
static void put_hunk(const struct printer *p, size_t from, size_t to, size_t i, size_t j)
{
    const edit_run *runs = p->lines->runs;
    struct sink *sink = p->paint->sink;
    size_t before = from > 0 ? least_u64(edit_length(runs[from - 1]), p->context) : 0;
    size_t after = to < p->lines->count ? least_u64(edit_length(runs[to]), p->context) : 0;
    size_t m = before + after, n = m;
    for (size_t r = from; r < to; r++) {
        m += edit_kind(runs[r]) != 'I' ? edit_length(runs[r]) : 0;
        n += edit_kind(runs[r]) != 'D' ? edit_length(runs[r]) : 0;
    }
    paint_start(p->paint, PAINT_SEPARATOR);
    put_range(sink, "@@ -", i - before, m);
    put_range(sink, " +", j - before, n);
    sink_puts(sink, " @@");
    paint_end(p->paint, PAINT_SEPARATOR);
    sink_putc(sink, '\n');
    put_lines(p, ' ', p->x, i - before, i);
    for (size_t r = from; r < to; r++) {
        char kind = edit_kind(runs[r]);
        size_t length = edit_length(runs[r]);
        if (kind == 'I')
            put_lines(p, '+', p->y, j, j + length);
        else
            put_lines(p, kind == 'D' ? '-' : ' ', p->x, i, i + length);
        i += kind != 'I' ? length : 0;
        j += kind != 'D' ? length : 0;
    }
    put_lines(p, ' ', p->x, i, i + after);
}

/* Returns the run after the last change of the hunk whose first change is run `from`. */
static size_t hunk_end(const struct printer *p, size_t from)
{
    const struct script *s = p->lines;
    size_t end = from + 1;
    for (size_t r = end; r < s->count; r++) {
        if (edit_kind(s->runs[r]) != '=')
            end = r + 1;
        else if (edit_length(s->runs[r]) > 2 * p->context)
            break;
    }
    return end;
}

static void put_hunks(const struct printer *p)
{
    size_t i = 0, j = 0;
    for (size_t r = 0, to; r < p->lines->count; r = to) {
        to = r + 1;
        if (edit_kind(p->lines->runs[r]) != '=')
            put_hunk(p, r, to = hunk_end(p, r), i, j);
        for (size_t q = r; q < to; q++) {
            char kind = edit_kind(p->lines->runs[q]);
            i += kind != 'I' ? edit_length(p->lines->runs[q]) : 0;
            j += kind != 'D' ? edit_length(p->lines->runs[q]) : 0;
        }
    }
}

static void put_name(const struct paint *paint, const char *mark, const char *name)
{
    sink_puts(paint->sink, mark);
    paint_name(paint, name);
    sink_putc(paint->sink, '\n');
}

void unified_put(const struct paint *paint, const struct script *script,
                 const struct encode_pair *words, const struct file_content *x,
                 const struct file_content *y, uint64_t context)
{
    struct content_lines first = side_open(words, x, 0), second = side_open(words, y, 1);
    struct partner *partners = find_partners(script, &first, &second);
    struct script lines = script_of_lines(&first, &second, partners);
    struct printer p = {paint, &first, &second, &lines, context};
    if (script_edits(script) > 0) {
        put_name(paint, "--- ", x->name);
        put_name(paint, "+++ ", y->name);
        put_hunks(&p);
    }
    script_free(&lines);
    free(partners);
    side_close(&first);
    side_close(&second);
}
