/*
 * diff_options.c - compares two runs of edgrep with the same options: output, status and messages
 * must not depend on the engine, the number of threads, the size of chunks, and the kind of input.
 *
 * Other programs draw only options that the reference supports. This one needs no reference, so it
 * combines any options (option_words.h): two that follow from the case number, and up to three
 * others. After many cases it lists the pairs that edgrep accepts but no case had.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "differential.h"
#include "inprocess.h"
#include "option_pairs.h"
#include "option_words.h"
#include "scan/engine.h"

enum {
    PAIRS = OPTION_WORDS * OPTION_WORDS,
    STEP = 5003, /* from one case's pair to the next case's; coprime to PAIRS */
    TRIES = 8,   /* attempts to draw options, and cases whose texts or patterns edgrep accepts */
    MOST_MORE = 3,
    MOST_ELEMENTS = 400,
    MANY_ELEMENTS = 400000, /* in MANY_PERCENT of the cases; the others are smaller than the
                               buffers */
    MANY_PERCENT = 1
};

_Static_assert(PAIRS % STEP != 0, "each pair has its turn");

struct elements {
    const char *const *list;
    size_t count;
};

#define ELEMENTS(NAME, ...) static const char *const NAME[] = {__VA_ARGS__}
ELEMENTS(letters, "a", "b", "a", "b", " ", "\n", "-", "A", "ab", "\r\n");
ELEMENTS(bases, "A", "C", "G", "T", "N", "ACG", "\n", "ACGTAC", "\n>x y\n",
         "\n@x\nACGT\n+\nIIII\n");
ELEMENTS(wide, "e", "\u00e9", "e\u0301", "k", "\u212a", "\xff", " ", "\n", "\0", "\u20ac");
#define LIST(NAME)                                                                                 \
    {                                                                                              \
        (NAME), sizeof(NAME) / sizeof *(NAME)                                                      \
    }
static const struct elements letters_of_bases = {bases, 5};
static const struct elements alphabets[] = {LIST(letters), LIST(bases), LIST(wide)};

static struct naive_bytes draw_text(struct random *r, const struct elements *e, uint64_t n)
{
    struct naive_bytes text;
    FILE *to = open_memstream((char **)&text.bytes, &text.length);
    for (; to != NULL && n > 0; n--)
        fputs(e->list[random_below(r, e->count)], to);
    if (to == NULL || fclose(to) != 0)
        abort();
    return text;
}

static void add_word(struct command *c, const char *word)
{
    c->arguments[c->count] = strdup(word);
    c->arguments[++c->count] = NULL;
}

static void add_number(struct command *c, const char *name, uint64_t value)
{
    char word[64];
    (void)snprintf(word, sizeof word, "--%s=%llu", name, (unsigned long long)value);
    add_word(c, word);
}

static bool has_word(const struct command *c, const char *word)
{
    for (int a = 0; a < c->count; a++)
        if (strcmp(c->arguments[a], word) == 0)
            return true;
    return false;
}

/* What options need so that edgrep accepts them, or so that they change anything. Lists end with
 * NULL. */
static const char *const needs_best[] = {"--margin=1", NULL};
static const char *const needs_entries[] = {"--bed", NULL};
static const char *const has_patterns[] = {"--file=a", "--table=a", NULL};
static const char *const needs_bases[] = {"--iupac", "--iupac=both", "--reverse-complement",
                                          "--bed", NULL};

static bool is_one_of(const char *const *list, const char *word)
{
    while (*list != NULL && strcmp(*list, word) != 0)
        list++;
    return *list != NULL;
}

/* Draws the two options of the case number, and others. Most options need a number of edits. */
static void try_options(struct command *c, struct random *r, uint64_t number)
{
    uint64_t pair = number * STEP % PAIRS;
    const char *one = option_words[pair % OPTION_WORDS], *other = option_words[pair / OPTION_WORDS];
    add_word(c, "edgrep");
    if (random_percent(r, is_one_of(needs_best, one) || is_one_of(needs_best, other) ? 10 : 60))
        add_word(c, "-k1");
    if ((is_one_of(needs_entries, one) || is_one_of(needs_entries, other)) &&
        strcmp(one, "--fastq") != 0 && strcmp(other, "--fastq") != 0)
        add_word(c, "--fasta");
    for (uint64_t more = random_percent(r, 50) ? random_below(r, MOST_MORE + 1) : 0; more > 0;
         more--)
        add_word(c, option_words[random_below(r, OPTION_WORDS)]);
    add_word(c, one);
    add_word(c, other);
}

/* Writes a file of patterns for parsing the options; the run reads another one. */
static void write_pattern_file(void)
{
    FILE *to = fopen("a", "w");
    if (to == NULL || fputs("AC\n", to) < 0 || fclose(to) != 0)
        abort();
}

/* Draws options that edgrep accepts, unless all attempts fail. */
static void draw_options(struct command *c, struct random *r, uint64_t number)
{
    write_pattern_file();
    try_options(c, r, number);
    for (unsigned tries = 1; tries < TRIES && !option_pairs_taken(c->arguments, c->count);
         tries++) {
        command_free(c);
        *c = (struct command){.count = 0};
        try_options(c, r, number);
    }
}

static void draw_patterns(struct command *c, struct random *r, const struct elements *e, bool none)
{
    for (uint64_t n = none ? 0 : random_below(r, 4) == 0 ? 2 : 1; n > 0; n--) {
        struct naive_bytes pattern = draw_text(r, e, random_between(r, 2, 8));
        for (size_t i = 0; i < pattern.length; i++)
            if (pattern.bytes[i] == '\n' || pattern.bytes[i] == '\0')
                pattern.bytes[i] = 'A';
        add_word(c, "-e");
        add_word(c, (char *)pattern.bytes);
        free(pattern.bytes);
    }
}

/* Draws the engine, threads, sizes and input of a run. */
static void draw_way(struct command *c, struct random *r, const char *engine, struct instance *i)
{
    static const uint64_t sizes[] = {1, 7, 64, 300, 4096};
    uint64_t scale = 1 + i->inputs[1].text.length / 1000;
    char word[64];
    (void)snprintf(word, sizeof word, "--engine=%s", engine);
    add_word(c, word);
    add_number(c, "threads", random_percent(r, 20) ? random_between(r, 2, 3) : 1);
    if (random_percent(r, 50))
        add_number(c, "chunk-size", scale * sizes[random_below(r, 5)]);
    if (random_percent(r, 50))
        add_number(c, "range-size", scale * sizes[random_below(r, 5)]);
    if (!has_word(c, "-T")) /* -T pads to the width of the file's size, as grep does */
        i->handling.delivery = (enum delivery)random_below(r, DELIVER_BITS + 1);
    i->handling.bits_seed = random_next(r);
}

static const char *draw_engine(struct random *r)
{
    const struct engine *usable[16];
    size_t n = 0;
    for (const struct engine *const *e = engines_all(); *e != NULL && n < 16; e++)
        if (engine_why_not(*e) == NULL)
            usable[n++] = *e;
    size_t drawn = random_below(r, n + 1);
    return drawn < n ? usable[drawn]->name : "auto";
}

static bool same_bytes(struct naive_bytes a, struct naive_bytes b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.bytes, b.bytes, a.length) == 0);
}

/* Returns whether the two outcomes agree. --stats prints the ways, which may differ. A named engine
 * may refuse the search. */
static bool agree(const struct outcome *one, const struct outcome *other, const struct command *c)
{
    bool stats = has_word(c, "--stats");
    if (other->status == 2 && other->output.length == 0 &&
        memmem(other->errors.bytes, other->errors.length, "--engine=", 9) != NULL)
        return true;
    return one->status == other->status && same_bytes(one->output, other->output) &&
           (stats || same_bytes(one->errors, other->errors));
}

/* edgrep accepts --margin but refuses it for this text. */
static bool is_refused_by_margin(const struct naive_bytes *errors)
{
    static const char message[] = "is not the nearest by";
    return memmem(errors->bytes, errors->length, message, sizeof message - 1) != NULL;
}

static void print_outcome(const struct command *c, const struct instance *i,
                          const struct outcome *o)
{
    command_print(stdout, c, i);
    printf("status %d:\n%.*s%.*s", o->status, (int)o->output.length, (char *)o->output.bytes,
           (int)o->errors.length, (char *)o->errors.bytes);
}

/* Draws a case and runs it. Sets *accepted unless edgrep refuses it. */
static bool check_drawn(const struct differential *d, uint64_t number, struct random *r,
                        bool *accepted)
{
    const struct elements *e = &alphabets[random_below(r, 3)];
    bool listed = false;
    struct command common = {.count = 0}, one, other;
    bool many = random_percent(r, MANY_PERCENT);
    struct instance i = {.ninputs = 2, .utf8_locale = true, .options.encoding = NAIVE_AS_IS}, j;
    draw_options(&common, r, number);
    for (int a = 0; a < common.count; a++) {
        e = is_one_of(needs_bases, common.arguments[a]) ? &alphabets[1] : e;
        listed = listed || is_one_of(has_patterns, common.arguments[a]);
    }
    draw_patterns(&common, r, e == &alphabets[1] ? &letters_of_bases : e,
                  listed && random_percent(r, 50));
    i.inputs[0] = (struct naive_input){"a", draw_text(r, e, random_between(r, 1, 12))};
    i.inputs[1] = (struct naive_input){
        "b", draw_text(r, e, random_log(r, many ? MANY_ELEMENTS : MOST_ELEMENTS))};
    i.handling.standard_input = random_percent(r, 50) ? 1 : 2;
    j = i;
    one = other = (struct command){.count = 0};
    for (int a = 0; a < common.count; a++) {
        add_word(&one, common.arguments[a]);
        add_word(&other, common.arguments[a]);
    }
    add_word(&one, "--engine=scalar");
    add_word(&one, "--threads=1");
    draw_way(&other, r, draw_engine(r), &j);
    for (int a = 0; a < 2; a++) {
        add_word(a == 0 ? &one : &other, "--");
        add_word(a == 0 ? &one : &other, i.handling.standard_input == 1 ? "-" : "b");
        if (number % 3 == 0)
            add_word(a == 0 ? &one : &other, "a");
    }
    struct outcome first, second;
    inprocess_run(&one, &i, &first);
    inprocess_run(&other, &j, &second);
    bool good = agree(&first, &second, &common);
    *accepted = first.status < 2 || is_refused_by_margin(&first.errors);
    if (*accepted)
        option_pairs_note(one.arguments);
    if (!good || d->only) {
        print_outcome(&one, &i, &first);
        print_outcome(&other, &j, &second);
    }
    outcome_free(&first);
    outcome_free(&second);
    command_free(&common);
    command_free(&one);
    command_free(&other);
    free(i.inputs[0].text.bytes);
    free(i.inputs[1].text.bytes);
    return good;
}

static bool check_case(const struct differential *d, uint64_t number)
{
    struct random r = random_open(d->seed, number);
    bool good = true, accepted = false;
    for (unsigned tries = 0; tries < TRIES && good && !accepted; tries++)
        good = check_drawn(d, number, &r, &accepted);
    return good;
}

int main(int argc, char **argv)
{
    return option_pairs_main(argc, argv, check_case, PAIRS);
}
