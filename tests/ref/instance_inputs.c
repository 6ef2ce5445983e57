/* instance_inputs.c - random inputs: their sizes, entries of FASTA and FASTQ, and encodings. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "drawing.h"

enum {
    FEW_CELLS = 1000000, /* m * n of most cases */
    MOST_CELLS = 10000000,
    MOST_CHARACTERS = 4 << 20, /* of all inputs */
    MANY_CHARACTERS = 400000,  /* of long texts, */
    HUGE_CHARACTERS = 4 << 20, /* and of a few of them */
    LONGEST_RECORD = 1 << 20,
    FILLS_BLOCKS = 20000,    /* then each lane of a vector has some blocks */
    LONG_CELLS = 100000000,  /* m * n of texts that the reference does not search */
    MANY_CELLS = 1000000000, /* the same, with very many patterns */
    MOST_COUNTED = 20000,    /* characters where the reference counts lines for each occurrence, */
    MOST_AGAIN = 2000,       /* where each occurrence prints the whole text, */
    MOST_CUT = 15000,        /* with --delimiter (a delimiter has at most 64 KiB), */
    MOST_LOOPED = 5000,      /* with a quantifier without limit, and */
    MOST_LOOPED_TWICE = 600,
};

/* Returns whether each occurrence prints the whole text. */
static bool prints_text_again(const struct instance *i)
{
    const struct naive_options *o = &i->options;
    return o->span_lines && o->format == NAIVE_FORMATTED && strstr(o->string, "%r") != NULL;
}

/* Returns the most characters of all inputs. */
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

/* Draws the number of characters of all inputs, for patterns with this number of rows. */
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
            most = FILLS_BLOCKS; /* aligning a thousand occurrences takes a second */
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

void drawing_inputs(struct instance *i, struct drawing *d, size_t rows)
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
            i->inputs[n].text = drawing_text(d, i->npatterns, share);
        characters -= share;
    }
}

/* Returns the text with characters of the encoding only; U+FFFD replaces bytes that are not UTF-8.
 */
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

/* Writes a line, sometimes as the first of a FASTA entry; or a FASTQ entry with this sequence. */
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

void drawing_entries(struct instance *i, struct random *r)
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

void drawing_encoding(struct instance *i, struct random *r)
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

void drawing_sparse(struct drawing *d)
{
    struct random *r = d->random;
    unsigned background = (unsigned)random_below(r, 100);
    d->delimiter_every = random_percent(r, 90) ? random_log(r, LONGEST_RECORD) : 0;
    if (d->plain || background < 50)
        elements_add(&d->background, "~", 1);
    for (size_t n = random_between(r, 1, 3);
         !d->plain && background >= 50 && background < 75 && n > 0; n--) {
        struct element e = drawing_element(d);
        elements_add(&d->background, e.bytes, e.length);
    }
}
