/*
 * fuzz_engine.c - small cases, made entirely from the fuzzer's bytes. With every engine, edgrep
 * must print the same as the reference implementation, however the text arrives.
 */
#include "edgrep/edgrep.h"
#include "feed.h"
#include "fuzz.h"
#include "inprocess.h"
#include "scan/engine.h"

enum {
    LONGEST_PATTERN = 72, /* elements; more than the rows of a word */
    LONGEST_TEXT = 300,   /* bytes */
    LONGEST_PLAN = 16,
    WHOLE_PATTERN = 0xf0 /* this byte of the text stands for a whole pattern */
};

/* What the bytes of a pattern or a text stand for. */
struct elements {
    const char *const *list; /* NULL: each byte stands for itself */
    size_t count;
};

#define ELEMENTS(NAME, ...)                                                                        \
    static const char *const NAME##_list[] = {__VA_ARGS__};                                        \
    static const struct elements NAME = {NAME##_list, sizeof NAME##_list / sizeof *NAME##_list};
ELEMENTS(two, "a", "b")
ELEMENTS(words, "a", "b", " ", "\n", "_", "-")
ELEMENTS(cases, "k", "K", "\u212a", "s", "\u017f", "S", " ", "\n", "\u00e9", "\u00c9", "\u03c3",
         "\u03c2")
ELEMENTS(broken, "a", "\n", "\u00e9", "\xc3", "\xa9", "\u20ac", "\xe2\x82", "\xac", "\U0001f600",
         "\xf0\x9f", "\x98", "\xff", " ")
static const struct elements raw = {NULL, 256};

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    fuzz_quietly(argc, argv);
    return 0;
}

static void append(struct naive_bytes *to, const void *bytes, size_t length)
{
    to->bytes =
        realloc(to->bytes, to->length + length + 1); /* command_make() needs one byte more */
    memcpy(to->bytes + to->length, bytes, length);
    to->length += length;
}

static void append_element(struct naive_bytes *to, const struct elements *e, unsigned char byte)
{
    const char *element = e->list != NULL ? e->list[byte % e->count] : NULL;
    append(to, element != NULL ? element : (char *)&byte, element != NULL ? strlen(element) : 1);
}

/* Patterns contain no newline, which would end them, and no NUL, which arguments cannot contain. */
static struct naive_bytes choose_pattern(struct choices *c, const struct elements *e)
{
    struct naive_bytes pattern = {NULL, 0};
    size_t length = 1 + choose(c, choose(c, 8) ? 8 : LONGEST_PATTERN);
    for (size_t i = 0; i < length; i++)
        append_element(&pattern, e, (unsigned char)choose_byte(c));
    for (size_t i = 0; i < pattern.length; i++)
        if (pattern.bytes[i] == '\n' || pattern.bytes[i] == '\0')
            pattern.bytes[i] = 'b';
    return pattern;
}

static struct naive_bytes choose_text(struct choices *c, const struct elements *e,
                                      const struct instance *i)
{
    struct naive_bytes text = {NULL, 0};
    append(&text, "", 0);
    while (text.length < LONGEST_TEXT && c->left > 0) {
        unsigned char byte = (unsigned char)choose_byte(c);
        const struct naive_bytes *pattern = &i->patterns[byte % i->npatterns];
        if (byte >= WHOLE_PATTERN && e->list != NULL)
            append(&text, pattern->bytes, pattern->length);
        else
            append_element(&text, e, byte);
    }
    return text;
}

static void choose_reading(struct choices *c, struct instance *i)
{
    struct naive_options *o = &i->options;
    unsigned bits = choose_byte(c), records = choose(c, 8);
    i->utf8_locale = !(bits & 1);
    i->binary = (bits & 6) == 6;
    o->utf8 = !i->binary;
    o->ignore_case = (bits & 24) == 24;
    o->word = (bits & 96) == 96;
    o->line = bits & 128;
    o->metric = (enum naive_metric)choose(c, 4);
    o->null_data = records == 1;
    o->span_lines = records == 2;
    i->form = records & 4 ? PATTERN_OPTIONS : PATTERN_OPERAND;
}

static void choose_limit(struct choices *c, struct instance *i)
{
    struct naive_options *o = &i->options;
    unsigned mode = choose(c, 4), k = choose_byte(c);
    size_t shortest = SIZE_MAX;
    for (size_t p = 0; p < i->npatterns; p++) {
        size_t m = naive_characters(i->patterns[p], o->utf8);
        shortest = m < shortest ? m : shortest;
    }
    o->limit = mode == 0 ? NAIVE_NONE : mode == 1 && k >= 128 ? NAIVE_PERCENT : NAIVE_EDITS;
    o->k = o->limit == NAIVE_PERCENT ? k % 100 : k % shortest;
    o->best = mode == 1;
}

static void choose_printing(struct choices *c, struct instance *i)
{
    struct naive_options *o = &i->options;
    unsigned bits = choose_byte(c), format = choose(c, 16), context = choose(c, 32);
    bool best_mode = naive_best_mode(o);
    o->format = format < 11 ? NAIVE_TEXT : (enum naive_format)(format - 11);
    if (o->format == NAIVE_QUIET && o->limit == NAIVE_NONE)
        o->format = NAIVE_COUNT;
    o->only_matching = bits & 1;
    o->bare = (bits & 6) == 6;
    o->show_pattern = bits & 8 ? NAIVE_SHOW_NUMBER : NAIVE_SHOW_NONE;
    o->line_number = bits & 16;
    o->invert = (bits & 96) == 96 && !best_mode && !o->span_lines;
    o->max_count = bits & 128 ? context / 4 : UINT64_MAX;
    o->context = context & 16 && !o->span_lines;
    o->before = o->context ? context & 3 : 0;
    o->after = o->context ? context >> 2 & 3 : 0;
}

/* How the text arrives. Small chunks and ranges make edgrep start threads, which is slow, so few
 * cases have them. */
struct scan_way {
    const unsigned char *plan;
    size_t planned;
    bool regular;
};

static struct scan_way choose_way(struct choices *c, struct instance *i)
{
    struct scan_way way;
    unsigned bits = choose_byte(c), size = choose_byte(c);
    i->handling.threads = bits & 1 ? 2 : 1;
    i->handling.chunk_size = bits & 6 ? 4096 : bits & 8 ? 1 : size;
    i->handling.range_size = bits & 96 ? 0 : bits & 128 ? 1 : size;
    way.regular = bits & 16;
    way.plan = choose_bytes(c, size % (LONGEST_PLAN + 1), &way.planned);
    return way;
}

static struct scan_way choose_instance(struct choices *c, struct instance *i)
{
    static const struct elements *const alphabets[] = {&two, &words, &cases, &broken, &raw};
    const struct elements *e = alphabets[choose(c, sizeof alphabets / sizeof *alphabets)];
    unsigned numbers = choose_byte(c);
    *i = (struct instance){.npatterns = numbers & 12 ? 1 : 1 + (numbers & 3), .ninputs = 1};
    choose_reading(c, i);
    for (size_t p = 0; p < i->npatterns; p++)
        i->patterns[p] = choose_pattern(c, e);
    choose_limit(c, i);
    choose_printing(c, i);
    struct scan_way way = choose_way(c, i);
    i->inputs[0] = (struct naive_input){"(standard input)", choose_text(c, e, i)};
    return way;
}

struct printed {
    int status;
    struct naive_bytes output;
};

static struct printed run(const struct command *c, const struct instance *i, struct scan_way way)
{
    const struct naive_bytes *text = &i->inputs[0].text;
    struct printed printed;
    char *arguments[MOST_ARGUMENTS]; /* a copy, since getopt permutes it */
    memcpy(arguments, c->arguments, sizeof arguments);
    setenv("LC_ALL", i->utf8_locale ? "C.UTF-8" : "C", 1);
    feed_standard_input(way.regular);
    feed(text->bytes, text->length, way.plan, way.planned);
    printed.status = edgrep_run(c->count, arguments);
    printed.output.bytes = (unsigned char *)feed_output(&printed.output.length);
    return printed;
}

static void print_result(const char *who, const struct printed *printed)
{
    dprintf(fuzz_messages, "%s, status %d:\n", who, printed->status);
    (void)!write(fuzz_messages, printed->output.bytes, printed->output.length);
}

static void check(const struct instance *i, struct scan_way way, const char *engine,
                  const struct printed *expected)
{
    struct command command;
    command_make(&command, i, engine);
    struct printed actual = run(&command, i, way);
    bool same = actual.output.length == expected->output.length &&
                (actual.output.length == 0 ||
                 memcmp(actual.output.bytes, expected->output.bytes, actual.output.length) == 0);
    if (!same || actual.status != expected->status) {
        FILE *messages = fdopen(fuzz_messages, "w");
        command_print(messages, &command, i);
        fflush(messages);
        print_result("expected", expected);
        print_result("edgrep", &actual);
        fuzz_fail(__FILE__, __LINE__, "the output or the status differs");
    }
    command_free(&command);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct choices c = {data, size};
    struct instance i;
    struct scan_way way = choose_instance(&c, &i);
    struct naive_result *result =
        naive_search(&i.options, i.patterns, i.npatterns, i.inputs, i.ninputs);
    struct printed expected = {0};
    expected.status = naive_print(&i.options, i.inputs, result, &expected.output);
    for (const struct engine *const *e = engines_all(); *e != NULL; e++)
        if (engine_why_not(*e) == NULL && command_allowed(&i, (*e)->name))
            check(&i, way, (*e)->name, &expected);
    check(&i, way, "auto", &expected);
    free(expected.output.bytes);
    naive_free(result);
    instance_free(&i);
    return 0;
}
