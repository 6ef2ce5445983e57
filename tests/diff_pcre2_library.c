/*
 * diff_pcre2_library.c - compares expressions (-E) with PCRE2: without edits, both must find
 * something in the same lines. Random expressions in the syntax that both support, and random lines
 * of few letters.
 *
 * A case tests little if edgrep refuses the expression (it admits the empty sequence, or repeats a
 * group of anchors alone), or if it matches all lines or none. The program counts the other cases,
 * and fails if there are too few.
 */
#include "library/edgrep.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "differential.h"
#include "ref/random.h"

enum {
    DEPTH = 3,    /* levels of nested groups */
    LINES = 40,   /* lines of a text */
    LONGEST = 24, /* maximum characters of a line */
    TEXT = LINES * LONGEST * 4,
    MATCH_LIMIT = 100000, /* of PCRE2, which backtracks */
    ENOUGH_TO_COUNT = 1000,
    USEFUL_PERCENT = 30,
};

static const char *const letters[] = {"a", "b", "c", "A", "B", "_", "-", " ", "7", "é", "É", "я"};
enum { LETTERS = sizeof letters / sizeof *letters };

static struct {
    uint64_t cases, useful, refused, given_up;
} seen;

/* --- drawing ------------------------------------------------------------------------------- */

/* An expression, and the same expression in PCRE2's syntax. */
struct writer {
    struct random *random;
    FILE *own, *pcre2;
    unsigned letters; /* size of the alphabet */
};

static void write_text(struct writer *w, const char *s)
{
    fputs(s, w->own);
    fputs(s, w->pcre2);
}

static const char *draw_letter(struct writer *w)
{
    return letters[random_below(w->random, w->letters)];
}

static void write_set(struct writer *w)
{
    static const char *const classes[] = {"\\d", "\\w",       "\\s",       "\\W",
                                          "a-c", "[:upper:]", "[:alnum:]", "\\p{Cyrillic}"};
    write_text(w, random_percent(w->random, 35) ? "[^" : "[");
    if (random_percent(w->random, 30))
        write_text(w, classes[random_below(w->random, sizeof classes / sizeof *classes)]);
    for (uint64_t more = random_between(w->random, 1, 3); more > 0; more--) {
        const char *letter = draw_letter(w);
        write_text(w, strcmp(letter, "-") == 0 ? "\\-" : letter);
    }
    write_text(w, "]");
}

static void write_item(struct writer *w)
{
    static const char *const escapes[] = {"\\d", "\\w", "\\s", "\\D", "\\W", "\\S", "\\p{Ll}", "."};
    uint64_t kind = random_below(w->random, 100);
    if (kind < 65)
        write_text(w, draw_letter(w));
    else if (kind < 80)
        write_set(w);
    else
        write_text(w, escapes[random_below(w->random, sizeof escapes / sizeof *escapes)]);
}

static void write_assertion(struct writer *w)
{
    static const struct {
        const char *own, *pcre2;
    } assertions[] = {{"^", "^"},
                      {"$", "$"},
                      {"\\b", "\\b"},
                      {"\\B", "\\B"},
                      {"\\<", "\\b(?=\\w)"},
                      {"\\>", "\\b(?<=\\w)"}};
    size_t i = random_below(w->random, sizeof assertions / sizeof *assertions);
    fputs(assertions[i].own, w->own);
    fputs(assertions[i].pcre2, w->pcre2);
}

static void write_alternatives(struct writer *w, unsigned depth);

static void write_piece(struct writer *w, unsigned depth)
{
    static const char *const quantifiers[] = {"*", "+", "?", "{2}", "{0,2}", "{2,}", "{1,3}"};
    if (random_percent(w->random, 10)) {
        write_assertion(w);
        return;
    }
    if (depth > 0 && random_percent(w->random, 30)) {
        write_text(w, random_percent(w->random, 50) ? "(" : "(?:");
        write_alternatives(w, depth - 1);
        write_text(w, ")");
    } else {
        write_item(w);
    }
    if (random_percent(w->random, 30))
        write_text(w,
                   quantifiers[random_below(w->random, sizeof quantifiers / sizeof *quantifiers)]);
}

static void write_alternatives(struct writer *w, unsigned depth)
{
    do {
        for (uint64_t more = random_between(w->random, 1, 4); more > 0; more--)
            write_piece(w, depth);
    } while (random_percent(w->random, 25) && (write_text(w, "|"), true));
}

/* LINES lines without their ends. */
struct lines {
    char bytes[TEXT];
    size_t begins[LINES + 1]; /* line i ends a byte before line i + 1 begins */
};

static void draw_lines(struct random *r, unsigned nletters, struct lines *lines)
{
    size_t n = 0;
    for (size_t i = 0; i < LINES; i++) {
        lines->begins[i] = n;
        for (uint64_t more = random_below(r, LONGEST); more > 0; more--) {
            const char *letter = letters[random_below(r, nletters)];
            memcpy(lines->bytes + n, letter, strlen(letter));
            n += strlen(letter);
        }
        lines->bytes[n++] = '\n';
    }
    lines->begins[LINES] = n;
}

/* --- searching ----------------------------------------------------------------------------- */

struct drawn_case {
    char *own, *pcre2; /* the expression; owned */
    bool binary, ignore_case, word, line;
    struct lines lines;
};

struct found_lines {
    const struct lines *lines;
    bool found[LINES];
    size_t at; /* the line of the last occurrence */
};

static int note(void *context, const struct edgrep_occurrence *o)
{
    struct found_lines *f = context;
    while (f->lines->begins[f->at + 1] <= o->record)
        f->at++;
    f->found[f->at] = true;
    return 0;
}

/* Returns EDGREP_OK; EDGREP_BAD if the expression is refused. */
static int search_own(const struct drawn_case *c, struct found_lines *found,
                      struct edgrep_error *error)
{
    const char *settings[8] = {EDGREP_EXPRESSION, EDGREP_MAX_DISTANCE "0"};
    size_t n = 2;
    if (c->binary)
        settings[n++] = EDGREP_BINARY;
    if (c->ignore_case)
        settings[n++] = EDGREP_IGNORE_CASE;
    if (c->word || c->line)
        settings[n++] = c->word ? EDGREP_WORD_REGEXP : EDGREP_LINE_REGEXP;
    struct edgrep_text pattern = {c->own, strlen(c->own)};
    struct edgrep_text text = {c->lines.bytes, c->lines.begins[LINES]};
    *found = (struct found_lines){.lines = &c->lines};
    struct edgrep_patterns *patterns = edgrep_patterns_compile(&pattern, 1, settings, error);
    if (patterns == NULL)
        return error->status;
    struct edgrep_search *search = edgrep_search_new(patterns, error);
    int status =
        search != NULL ? edgrep_search_text(search, text, note, found, error) : error->status;
    edgrep_search_free(search);
    edgrep_patterns_free(patterns);
    return status;
}

/* Returns false if PCRE2 refuses the expression, or gives up. Disables PCRE2's start optimizations,
 * which lose matches in version 10.42. */
static bool search_pcre2(const struct drawn_case *c, bool found[LINES])
{
    char *whole = NULL;
    int code;
    size_t offset;
    if (asprintf(&whole, "%s(?:%s)%s",
                 c->word   ? "(?<!\\w)"
                 : c->line ? "\\A"
                           : "",
                 c->pcre2,
                 c->word   ? "(?!\\w)"
                 : c->line ? "\\z"
                           : "") < 0)
        abort();
    uint32_t flags = PCRE2_NO_START_OPTIMIZE | (c->binary ? 0 : PCRE2_UTF | PCRE2_UCP) |
                     (c->ignore_case ? PCRE2_CASELESS : 0);
    pcre2_code *regex =
        pcre2_compile((PCRE2_SPTR)whole, PCRE2_ZERO_TERMINATED, flags, &code, &offset, NULL);
    free(whole);
    if (regex == NULL)
        return false;
    pcre2_match_context *limits = pcre2_match_context_create(NULL);
    pcre2_match_data *data = pcre2_match_data_create_from_pattern(regex, NULL);
    pcre2_set_match_limit(limits, MATCH_LIMIT);
    int result = 0;
    for (size_t i = 0; i < LINES && result >= PCRE2_ERROR_NOMATCH; i++) {
        size_t begin = c->lines.begins[i], length = c->lines.begins[i + 1] - begin - 1;
        result = pcre2_match(regex, (PCRE2_SPTR)c->lines.bytes + begin, length, 0, 0, data, limits);
        found[i] = result >= 0;
    }
    pcre2_match_data_free(data);
    pcre2_match_context_free(limits);
    pcre2_code_free(regex);
    return result >= PCRE2_ERROR_NOMATCH;
}

/* --- comparing ----------------------------------------------------------------------------- */

static void draw(struct drawn_case *c, struct random *r)
{
    struct writer w = {.random = r, .letters = (unsigned)random_between(r, 2, LETTERS)};
    size_t size;
    w.own = open_memstream(&c->own, &size);
    w.pcre2 = open_memstream(&c->pcre2, &size);
    write_alternatives(&w, DEPTH);
    (void)fclose(w.own);
    (void)fclose(w.pcre2);
    c->binary = random_percent(r, 20);
    c->ignore_case = random_percent(r, 20);
    c->word = random_percent(r, 10);
    c->line = !c->word && random_percent(r, 10);
    draw_lines(r, w.letters, &c->lines);
}

static void print_difference(const struct drawn_case *c, size_t line, bool own)
{
    printf("-k0%s%s%s%s -E '%s': '%.*s' is %sfound, by PCRE2 ('%s') %s\n", c->binary ? " -U" : "",
           c->ignore_case ? " -i" : "", c->word ? " -w" : "", c->line ? " -x" : "", c->own,
           (int)(c->lines.begins[line + 1] - c->lines.begins[line] - 1),
           c->lines.bytes + c->lines.begins[line], own ? "" : "not ", c->pcre2,
           own ? "it is not" : "it is");
}

static bool compare(const struct drawn_case *c)
{
    struct edgrep_error error = {0, ""};
    struct found_lines own;
    bool pcre2[LINES] = {false};
    int status = search_own(c, &own, &error);
    if (status != EDGREP_OK) {
        seen.refused++;
        bool expected = strstr(error.text, "empty") != NULL ||
                        strstr(error.text, "there is nothing to repeat") != NULL;
        if (!expected)
            printf("-E '%s': %s\n", c->own, error.text);
        return expected;
    }
    if (!search_pcre2(c, pcre2)) {
        seen.given_up++;
        return true;
    }
    size_t count = 0;
    for (size_t i = 0; i < LINES; i++) {
        if (own.found[i] != pcre2[i]) {
            print_difference(c, i, own.found[i]);
            return false;
        }
        count += pcre2[i];
    }
    seen.useful += count > 0 && count < LINES;
    return true;
}

static bool check(const struct differential *d, uint64_t number)
{
    static struct drawn_case c;
    struct random r = random_open(d->seed, number);
    c.own = c.pcre2 = NULL;
    draw(&c, &r);
    bool good = compare(&c);
    free(c.own);
    free(c.pcre2);
    seen.cases++;
    return good;
}

int main(int argc, char **argv)
{
    struct differential d = differential_parse(argc, argv, NULL, 1);
    int status = differential_run(&d, check);
    printf("some but not all lines match: %.1f%%; refused: %.1f%%; PCRE2 gave up: %.1f%%\n",
           100.0 * (double)seen.useful / (double)seen.cases,
           100.0 * (double)seen.refused / (double)seen.cases,
           100.0 * (double)seen.given_up / (double)seen.cases);
    if (seen.cases >= ENOUGH_TO_COUNT && seen.useful * 100 < seen.cases * USEFUL_PERCENT) {
        puts("too few cases are useful");
        return 1;
    }
    return status;
}
