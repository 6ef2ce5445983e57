/*
 * diff_edcmp_options.c - compares every pair of options of edcmp with the reference implementation
 * (ref/naive_pair.h).
 *
 * A case is a command line, with two options that follow from the case number and up to three
 * others; and two texts, as files, strings, lines of --pairs, or standard input. If edcmp refuses
 * the options, it must print one message. After many cases the program lists the pairs of options
 * that edcmp accepts but no case had.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "differential.h"
#include "inprocess.h"
#include "option_pairs.h"
#include "ref/naive_pair.h"
#include "ref/naive_plain.h"

enum {
    STEP = 101, /* from one case's pair to the next case's; coprime to PAIRS */
    TRIES = 8,  /* attempts to draw options */
    MOST_MORE = 3,
    FEW_ELEMENTS = 60,
    SOME_ELEMENTS = 400,
    MANY_ELEMENTS = 2500,
    MOST_LINES = 12,
    SEVERAL_LINES = 500,
    MANY_LINES = 30000,
    WORDS_AROUND = 20000, /* elements in a common prefix or suffix, if the reference is slow; */
    AROUND = 300000,      /* otherwise */
    TIME_LIMIT = 120
};

static const char *const words[] = {"-k0",
                                    "-k3",
                                    "-k40",
                                    "--max-distance=30%",
                                    "-k9,50%",
                                    "--metric=levenshtein",
                                    "--metric=osa",
                                    "--metric=indel",
                                    "--metric=hamming",
                                    "-t",
                                    "-i",
                                    "--normalize",
                                    "--fold-accents",
                                    "--fold-space",
                                    "-U",
                                    "-w",
                                    "--text",
                                    "--pairs",
                                    "--lcs-length",
                                    "--lcs",
                                    "--cigar",
                                    "--align",
                                    "--align=full",
                                    "--unified",
                                    "--unified=0",
                                    "--unified=1",
                                    "--color=always",
                                    "--color=never",
                                    "--summary",
                                    "--json",
                                    "-q",
                                    "-s",
                                    "--engine=word",
                                    "--engine=auto",
                                    "--algorithm=auto",
                                    "--algorithm=diagonals",
                                    "--algorithm=strips",
                                    "-j1",
                                    "-j3",
                                    "--stats",
                                    "--progress=never"};

enum { WORDS = sizeof words / sizeof *words, PAIRS = WORDS * WORDS };

_Static_assert(PAIRS % STEP != 0, "each pair has its turn");

struct test {
    struct command command;
    struct instance instance; /* the inputs of edcmp */
    struct naive_pair_rules rules;
    bool text, color, stats;
    struct naive_pair_text texts[2];   /* the texts to compare */
    struct naive_bytes output, errors; /* the expected ones */
    int status;
};

static void add_word(struct command *c, const char *word)
{
    c->arguments[c->count] = strdup(word);
    c->arguments[++c->count] = NULL;
}

/* Applying options to the reference's rules */

static void parse_limit(struct naive_options *o, const char *value)
{
    char *end;
    o->k = strtoull(value, &end, 10);
    o->limit = *end == '%' ? NAIVE_PERCENT : NAIVE_EDITS;
    if (*end != ',')
        return;
    o->limit = NAIVE_BOTH;
    o->most = o->k;
    o->k = strtoull(end + 1, NULL, 10);
}

static bool is(const char *word, const char *one, const char *other)
{
    return strcmp(word, one) == 0 || strcmp(word, other) == 0;
}

/* Applies an option that changes what is compared. */
static void apply_comparison(struct naive_pair_rules *r, const char *word)
{
    static const char *const metrics[] = {"levenshtein", "indel", "osa", "hamming"};
    struct naive_options *o = &r->form;
    for (unsigned m = 0; strncmp(word, "--metric=", 9) == 0 && m < 4; m++)
        if (strcmp(word + 9, metrics[m]) == 0)
            r->metric = (enum table_metric)m;
    if (strcmp(word, "-t") == 0)
        r->metric = TABLE_OSA;
    if (strncmp(word, "-k", 2) == 0)
        parse_limit(o, word + 2);
    if (strncmp(word, "--max-distance=", 15) == 0)
        parse_limit(o, word + 15);
    o->ignore_case |= strcmp(word, "-i") == 0;
    o->normalize |= strcmp(word, "--normalize") == 0;
    o->fold_accents |= strcmp(word, "--fold-accents") == 0;
    o->fold_space |= strcmp(word, "--fold-space") == 0;
    o->utf8 &= strcmp(word, "-U") != 0;
    r->words |= strcmp(word, "-w") == 0 || strncmp(word, "--unified", 9) == 0;
    r->pairs |= strcmp(word, "--pairs") == 0;
}

/* Applies an option that changes what is printed. -q has precedence. */
static void apply_output(struct naive_pair_rules *r, const char *word)
{
    enum naive_pair_output output = NAIVE_PAIR_DISTANCE;
    r->cigar |= strcmp(word, "--cigar") == 0;
    r->align |= strncmp(word, "--align", 7) == 0;
    if (strncmp(word, "--align", 7) == 0)
        r->full = word[7] != '\0';
    if (strncmp(word, "--unified", 9) == 0)
        r->context = word[9] == '\0' ? 3 : strtoull(word + 10, NULL, 10);
    if (is(word, "-q", "-s"))
        output = NAIVE_PAIR_QUIET;
    else if (strncmp(word, "--unified", 9) == 0)
        output = NAIVE_PAIR_UNIFIED;
    else if (strcmp(word, "--lcs") == 0)
        output = NAIVE_PAIR_LCS;
    else if (strcmp(word, "--lcs-length") == 0)
        output = NAIVE_PAIR_LCS_LENGTH;
    else if (strcmp(word, "--json") == 0)
        output = NAIVE_PAIR_JSON;
    else if (strcmp(word, "--summary") == 0)
        output = NAIVE_PAIR_SUMMARY;
    else if (strcmp(word, "--cigar") == 0 || strncmp(word, "--align", 7) == 0)
        output = NAIVE_PAIR_EDITS;
    if (output != NAIVE_PAIR_DISTANCE && r->output != NAIVE_PAIR_QUIET)
        r->output = output;
}

static void apply_words(struct test *t)
{
    t->rules = (struct naive_pair_rules){.form.utf8 = true};
    for (int a = 1; a < t->command.count; a++) {
        const char *word = t->command.arguments[a];
        apply_comparison(&t->rules, word);
        apply_output(&t->rules, word);
        t->text |= strcmp(word, "--text") == 0;
        t->color |= strcmp(word, "--color=always") == 0;
        t->color &= strcmp(word, "--color=never") != 0;
        t->stats |= strcmp(word, "--stats") == 0;
    }
}

/* Drawing */

/* Draws options. Returns whether edcmp accepts them; if not, they are the last of some attempts. */
static bool draw_options(struct command *c, struct random *r, uint64_t number)
{
    uint64_t pair = number * STEP % PAIRS;
    for (unsigned tries = 0; tries < TRIES; tries++) {
        command_free(c);
        c->count = 0;
        add_word(c, "edcmp");
        for (uint64_t more = random_below(r, MOST_MORE + 1); more > 0 && tries + 1 < TRIES; more--)
            add_word(c, words[random_below(r, WORDS)]);
        add_word(c, words[pair % WORDS]);
        add_word(c, words[pair / WORDS]);
        if (option_pairs_taken(c->arguments, c->count))
            return true;
    }
    return false;
}

static bool is_normalized(const struct test *t)
{
    return t->rules.form.normalize || t->rules.form.fold_accents;
}

static void write_element(FILE *to, const struct test *t, struct random *r)
{
    /* The reference knows the normal forms of these. */
    static const char *const common[] = {"a", "n", "e", "A", " ", "a", "n", "_", ".", "  ", "7"};
    static const char *const rare[] = {
        "\xc3\xa9",     "\xc3\x89",     "\xe2",         "\x82",
        "\xff",         "\r",           "\x7f",         "\xf0\x9f\x98\x80",
        "\xe3\x80\x80", "\xe2\x80\x8a", "\xe2\x80\xa8", "\xe2\x80\xa9",
        "\xe2\x80\xaf", "\xe2\x81\x9f", "\xe1\x9a\x80", "\xe2\x80\x83",
        "\xc2\x85",     "\xe2\x80\x8b", "\xe6\x97\xa5", "\x01",
        "\xcc\x81"};
    static const char *const folded[] = {"k", "s", "K", "\xe2\x84\xaa", "\xc5\xbf"};
    size_t characters = 0;
    while (plain_characters[characters] != 0)
        characters++;
    unsigned char bytes[4];
    uint64_t kind = random_below(r, 100);
    if (kind < 8 && !t->text && !t->rules.pairs)
        putc('\n', to);
    else if (kind == 8 && !t->text)
        putc('\0', to);
    else if (kind < 14 && !is_normalized(t))
        fputs(folded[random_below(r, sizeof folded / sizeof *folded)], to);
    else if (kind < 25)
        fputs(rare[random_below(r, sizeof rare / sizeof *rare)], to);
    else if (kind < 35) {
        size_t n = naive_encode(plain_characters[random_below(r, characters)], bytes);
        fwrite(bytes, 1, n, to);
    } else
        fputs(common[random_below(r, sizeof common / sizeof *common)], to);
}

static void close_or_abort(FILE *to)
{
    if (to == NULL || fclose(to) != 0)
        abort();
}

static struct naive_bytes draw_text(const struct test *t, struct random *r, size_t n)
{
    struct naive_bytes text;
    FILE *to = open_memstream((char **)&text.bytes, &text.length);
    for (; n > 0; n--)
        write_element(to, t, r);
    close_or_abort(to);
    return text;
}

/* Returns an edited copy. Edits are of whole characters if other characters might have normal forms
 * that the reference does not know. */
static struct naive_bytes draw_copy(const struct test *t, struct random *r, struct naive_bytes from)
{
    struct naive_bytes text;
    FILE *to = open_memstream((char **)&text.bytes, &text.length);
    uint64_t percent = random_log(r, 32) - 1;
    for (size_t i = 0, n; i < from.length; i += n) {
        uint32_t ignored;
        n = character_decode(from.bytes + i, from.length - i, is_normalized(t), &ignored);
        if (random_percent(r, (unsigned)percent))
            write_element(to, t, r);
        if (!random_percent(r, (unsigned)percent))
            fwrite(from.bytes + i, 1, n, to);
    }
    close_or_abort(to);
    return text;
}

static struct naive_bytes draw_second(const struct test *t, struct random *r,
                                      struct naive_bytes first, size_t most)
{
    if (random_percent(r, 75))
        return draw_copy(t, r, first);
    return draw_text(t, r, random_below(r, most));
}

static size_t draw_length(struct random *r, size_t most)
{
    return random_percent(r, 5) ? 0 : random_log(r, most);
}

/* Returns lines for --pairs: a few have no tab, or two. */
static struct naive_bytes draw_lines(const struct test *t, struct random *r)
{
    struct naive_bytes text;
    FILE *to = open_memstream((char **)&text.bytes, &text.length);
    size_t most = FEW_ELEMENTS, lines = MOST_LINES;
    if (random_percent(r, 6)) {
        bool many = random_percent(r, 10);
        lines = many ? MANY_LINES : SEVERAL_LINES;
        most /= many ? 10 : 4;
    }
    for (uint64_t n = draw_length(r, lines); n > 0; n--) {
        struct naive_bytes x = draw_text(t, r, random_below(r, most));
        struct naive_bytes y = draw_second(t, r, x, most);
        fwrite(x.bytes, 1, x.length, to);
        fputs(random_percent(r, 97) ? "\t" : random_percent(r, 50) ? "" : "\t\t", to);
        fwrite(y.bytes, 1, y.length, to);
        if (n > 1 || random_percent(r, 80))
            putc('\n', to);
        free(x.bytes);
        free(y.bytes);
    }
    close_or_abort(to);
    return text;
}

/* Adds a common prefix and a common suffix to both texts. */
static void surround(struct test *t, struct random *r)
{
    size_t most = t->rules.words || t->rules.align ? WORDS_AROUND : AROUND;
    struct naive_bytes before = draw_text(t, r, random_log(r, most));
    struct naive_bytes behind = draw_text(t, r, random_log(r, most));
    for (int i = 0; i < 2; i++) {
        struct naive_bytes *text = &t->instance.inputs[i].text, middle = *text;
        FILE *to = open_memstream((char **)&text->bytes, &text->length);
        fwrite(before.bytes, 1, before.length, to);
        fwrite(middle.bytes, 1, middle.length, to);
        fwrite(behind.bytes, 1, behind.length, to);
        close_or_abort(to);
        free(middle.bytes);
    }
    free(before.bytes);
    free(behind.bytes);
}

static void draw_texts(struct test *t, struct random *r)
{
    struct naive_input *inputs = t->instance.inputs;
    size_t most = random_percent(r, 75)   ? FEW_ELEMENTS
                  : random_percent(r, 93) ? SOME_ELEMENTS
                                          : MANY_ELEMENTS;
    inputs[0].name = "a";
    inputs[1].name = "b";
    if (t->rules.pairs) {
        inputs[0].text = draw_lines(t, r);
        inputs[1].text = draw_lines(t, r);
    } else {
        inputs[0].text = draw_text(t, r, draw_length(r, most));
        inputs[1].text = draw_second(t, r, inputs[0].text, most);
        if (random_percent(r, 2))
            surround(t, r);
    }
}

static const char standard_input[] = "(standard input)";

/* Draws an operand and the text that edcmp must compare. Sometimes the file cannot be read. */
static struct naive_pair_text draw_operand(struct test *t, struct random *r, size_t input)
{
    static const char *const none[][2] = {{"missing", "No such file or directory"},
                                          {".", "Is a directory"}};
    const struct naive_input *of = &t->instance.inputs[input];
    const char *const *no = none[random_below(r, 2)];
    char *copy;
    if (t->text) {
        copy = strndup((const char *)of->text.bytes, of->text.length);
        add_word(&t->command, copy);
        free(copy);
        return (struct naive_pair_text){NULL, of->text};
    }
    if (random_percent(r, 2)) {
        add_word(&t->command, no[0]);
        return (struct naive_pair_text){no[0], {(unsigned char *)no[1], SIZE_MAX}};
    }
    bool standard = input == t->instance.handling.standard_input;
    add_word(&t->command, standard ? "-" : of->name);
    return (struct naive_pair_text){standard ? standard_input : of->name, of->text};
}

static void draw_operands(struct test *t, struct random *r)
{
    struct handling *h = &t->instance.handling;
    t->instance.ninputs = 2;
    t->instance.utf8_locale = random_percent(r, 80);
    h->standard_input = random_below(r, 3);
    h->delivery = (enum delivery)random_below(r, DELIVER_BITS + 1);
    h->bits_seed = random_next(r);
    bool again = random_percent(r, 5); /* both operands are the same */
    add_word(&t->command, "--");
    t->texts[0] = draw_operand(t, r, 0);
    t->texts[1] = draw_operand(t, r, !again);
    if (t->rules.pairs && t->texts[0].name == standard_input && t->texts[1].name == standard_input)
        t->texts[1].bytes.length = 0; /* the first operand has read standard input */
    if (t->text) {
        t->texts[0].name = "STRING1";
        t->texts[1].name = "STRING2";
    }
}

/* The expected output */

static bool is_none(const struct naive_pair_text *text)
{
    return text->bytes.length == SIZE_MAX;
}

static void print_unreadable(FILE *errors, const struct naive_pair_text *text)
{
    fprintf(errors, "edcmp: %s: %s\n", text->name, (const char *)text->bytes.bytes);
}

static void find_expected(struct test *t)
{
    const struct naive_pair_text *texts = t->texts;
    FILE *out = open_memstream((char **)&t->output.bytes, &t->output.length);
    FILE *errors = open_memstream((char **)&t->errors.bytes, &t->errors.length);
    bool none = is_none(&texts[0]) || is_none(&texts[1]), ends = false;
    t->status = 0;
    for (int i = 0; i < 2 && !ends; i++) {
        int status = 2;
        if (is_none(&texts[i]))
            print_unreadable(errors, &texts[i]);
        else if (t->rules.pairs)
            status = naive_pair_print_lines(&t->rules, texts[i], out, errors, &ends);
        else
            status = none ? 2 : 0;
        t->status = status > t->status ? status : t->status;
    }
    if (!t->rules.pairs && !none)
        t->status = naive_pair_print(&t->rules, texts, out, errors);
    close_or_abort(out);
    close_or_abort(errors);
}

/* Removes the lines of --stats from the end. */
static bool drop_stats(struct naive_bytes *b)
{
    unsigned char *stats = memmem(b->bytes, b->length, "algorithm: ", 11);
    if (stats == NULL)
        return false;
    b->length = (size_t)(stats - b->bytes);
    return true;
}

static bool same_bytes(struct naive_bytes a, struct naive_bytes b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.bytes, b.bytes, a.length) == 0);
}

static bool is_expected(struct test *t, struct outcome *o)
{
    bool stats = !t->stats || drop_stats(&o->errors) || t->status == 2;
    if (t->color)
        outcome_drop_colors(o);
    bool unified = t->rules.output == NAIVE_PAIR_UNIFIED && t->status < 2 && t->output.length == 0;
    bool output = unified ? naive_pair_is_unified(&t->rules, t->texts, o->output)
                          : same_bytes(o->output, t->output);
    return stats && output && o->status == t->status && same_bytes(o->errors, t->errors);
}

static bool is_refused(const struct outcome *o)
{
    const unsigned char *e = o->errors.bytes;
    size_t n = o->errors.length;
    return o->status == 2 && o->output.length == 0 && n > 7 && memcmp(e, "edcmp: ", 7) == 0 &&
           memchr(e, '\n', n) == e + n - 1;
}

static void print_outcome(const char *what, int status, struct naive_bytes output,
                          struct naive_bytes errors)
{
    printf("%s: status %d:\n%.*s%.*s\n", what, status, (int)output.length,
           (const char *)output.bytes, (int)errors.length, (const char *)errors.bytes);
}

static bool check_case(const struct differential *d, uint64_t number)
{
    static struct test t;
    struct random r = random_open(d->seed, number);
    struct outcome o;
    alarm(TIME_LIMIT);
    t = (struct test){.instance.options.encoding = NAIVE_AS_IS};
    bool accepted = draw_options(&t.command, &r, number);
    apply_words(&t);
    draw_texts(&t, &r);
    draw_operands(&t, &r);
    inprocess_run(&t.command, &t.instance, &o);
    bool good = is_refused(&o);
    if (accepted) {
        option_pairs_note(t.command.arguments);
        find_expected(&t);
        good = is_expected(&t, &o);
    }
    if (!good || d->only) {
        command_print(stdout, &t.command, &t.instance);
        print_outcome("got", o.status, o.output, o.errors);
        print_outcome("expected", t.status, t.output, t.errors);
    }
    outcome_free(&o);
    command_free(&t.command);
    free(t.output.bytes);
    free(t.errors.bytes);
    free(t.instance.inputs[0].text.bytes);
    free(t.instance.inputs[1].text.bytes);
    alarm(0);
    return good;
}

int main(int argc, char **argv)
{
    return option_pairs_main(argc, argv, check_case, PAIRS);
}
