/*
 * fuzz_command.c - command lines of edgrep from a grammar of its options (option_words.h), on any
 * text. Output and status must not depend on the engine, the threads, the chunks, the ranges, or
 * the pieces in which the text arrives.
 */
#include <stdbool.h>

#include "edgrep/edgrep.h"
#include "feed.h"
#include "fuzz.h"
#include "option_words.h"
#include "scan/engine.h"

enum { MOST_WORDS = 8, MOST_PATTERNS = 3, MOST_PATTERN = 12, MOST_TEXT = 300, MOST_PLAN = 16 };

/* What the bytes of a pattern or a text stand for. */
static const char *const letters[] = {"a", "b", "a", "b", " ", "\n", "_", "-", "A", "\r\n"};
static const char *const bases[] = {"A", "C", "G", "T", "N", "\n", ">", "+", "@", "R"};
static const char *const syntax[] = {"a",  "b",   "(", ")",    "|",      "*",   "+",    "[ab]",
                                     "a?", "{2}", ".", "\\b",  "^",      "$",   "{~1}", "{+1 -0}",
                                     "(a", "b)",  "c", "(ab)", "[^a\n]", "\\<", "{~0}", "\n"};
static const char *const broken[] = {"a",        "\n",     "\u00e9", "\xc3",  "\xa9", "\u20ac",
                                     "\xe2\x82", "\u0301", "\xff",   "\xfe",  " ",    "e",
                                     "k",        "\u212a", "\u00df", "\u017f"};

struct elements {
    const char *const *list;
    unsigned count;
};

#define ELEMENTS(NAME)                                                                             \
    {                                                                                              \
        (NAME), sizeof(NAME) / sizeof *(NAME)                                                      \
    }
static const struct elements alphabets[] = {ELEMENTS(letters), ELEMENTS(bases), ELEMENTS(syntax),
                                            ELEMENTS(broken)};

struct command {
    const char *arguments[2 * MOST_PATTERNS + MOST_WORDS + 8]; /* ends with NULL */
    int count;
    char patterns[MOST_PATTERNS][8 * MOST_PATTERN + 1];
};

struct text {
    unsigned char bytes[8 * MOST_TEXT];
    size_t length;
};

/* How the text is searched. None of it may change the output. */
struct scan_way {
    char options[4][32];
    int count;
    const unsigned char *plan;
    size_t planned;
    bool regular;
};

struct printed {
    int status;
    size_t length;
    unsigned char *output;
};

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    setenv("LC_ALL", "C.UTF-8", 1);
    fuzz_quietly(argc, argv);
    return 0;
}

static void choose_pattern(struct choices *c, const struct elements *e, char *to)
{
    size_t length = 0;
    for (unsigned n = 1 + choose(c, MOST_PATTERN); n > 0; n--) {
        const char *element = e->list[choose(c, e->count)];
        memcpy(to + length, element, strlen(element));
        length += strlen(element);
    }
    to[length] = '\0';
}

static void choose_command(struct choices *c, const struct elements *e, struct command *to)
{
    to->count = 1;
    to->arguments[0] = "edgrep";
    for (unsigned n = choose(c, MOST_WORDS + 1); n > 0; n--)
        to->arguments[to->count++] = option_words[choose(c, OPTION_WORDS_PLAIN)];
    unsigned patterns = 1 + choose(c, MOST_PATTERNS);
    for (unsigned p = 0; p < patterns; p++) {
        choose_pattern(c, e, to->patterns[p]);
        to->arguments[to->count++] = "-e";
        to->arguments[to->count++] = to->patterns[p];
    }
}

static void choose_text(struct choices *c, const struct elements *e, struct text *t)
{
    t->length = 0;
    for (unsigned n = 0; n < MOST_TEXT && c->left > 0; n++) {
        unsigned byte = choose_byte(c);
        const char *element = byte < 250 ? e->list[byte % e->count] : "\0";
        size_t length = byte < 250 ? strlen(element) : 1;
        memcpy(t->bytes + t->length, element, length);
        t->length += length;
    }
}

static void put_option(struct scan_way *w, const char *name, const char *value)
{
    (void)snprintf(w->options[w->count++], sizeof w->options[0], "--%s=%s", name, value);
}

static void put_number(struct scan_way *w, const char *name, unsigned value)
{
    (void)snprintf(w->options[w->count++], sizeof w->options[0], "--%s=%u", name, value);
}

static bool has_word(const struct command *c, const char *word)
{
    for (int a = 0; a < c->count; a++)
        if (strcmp(c->arguments[a], word) == 0)
            return true;
    return false;
}

/* Starting threads is slow, so few cases use them. -T pads to the width of a regular file's size.
 */
static void choose_way(struct choices *c, struct scan_way *w, bool regular)
{
    const struct engine *usable[16];
    unsigned engines = 0, bits = choose_byte(c), size = 1 + choose_byte(c);
    for (const struct engine *const *e = engines_all(); *e != NULL; e++)
        if (engine_why_not(*e) == NULL && engines < 16)
            usable[engines++] = *e;
    unsigned engine = choose(c, engines + 1);
    *w = (struct scan_way){.regular = regular && bits & 1};
    put_option(w, "engine", engine < engines ? usable[engine]->name : "auto");
    put_number(w, "threads", (bits & 30) == 30 ? 2 : 1);
    if (bits & 32)
        put_number(w, "chunk-size", bits & 64 ? 1 : size);
    if ((bits & 192) == 192)
        put_number(w, "range-size", size);
    w->plan = choose_bytes(c, size % (MOST_PLAN + 1), &w->planned);
}

static struct printed run(const struct command *c, const struct scan_way *w, const struct text *t)
{
    struct printed p;
    char *arguments[sizeof c->arguments /
                    sizeof *c->arguments]; /* a copy, since getopt permutes it */
    int count = c->count;
    memcpy(arguments, c->arguments, sizeof arguments);
    for (int i = 0; i < w->count; i++)
        arguments[count++] = (char *)w->options[i];
    arguments[count] = NULL;
    feed_standard_input(w->regular);
    feed(t->bytes, t->length, w->plan, w->planned);
    p.status = edgrep_run(count, arguments);
    const unsigned char *output = feed_output(&p.length);
    p.output = exact_copy(output, p.length);
    return p;
}

static void show(const struct command *c, const struct scan_way *w, const struct printed *p)
{
    for (int i = 0; i < c->count; i++)
        dprintf(fuzz_messages, "%s ", c->arguments[i]);
    for (int i = 0; i < w->count; i++)
        dprintf(fuzz_messages, "%s ", w->options[i]);
    dprintf(fuzz_messages, "\nstatus %d:\n%.*s\n", p->status, (int)p->length, (char *)p->output);
}

/* Returns whether a named engine refused what it does not support. */
static bool is_refused(const struct scan_way *w, const struct printed *p)
{
    return p->status == 2 && p->length == 0 && strcmp(w->options[0], "--engine=auto") != 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct command command;
    static struct text text;
    static const struct scan_way plain = {.options = {"--engine=auto", "--threads=1"}, .count = 2};
    struct choices c = {data, size};
    struct scan_way way;
    const struct elements *e = &alphabets[choose(&c, sizeof alphabets / sizeof *alphabets)];
    choose_command(&c, e, &command);
    choose_way(&c, &way, !has_word(&command, "-T"));
    choose_text(&c, e, &text);
    struct printed expected = run(&command, &plain, &text), actual = run(&command, &way, &text);
    bool same = actual.status == expected.status && actual.length == expected.length &&
                (actual.output == NULL || expected.output == NULL ||
                 memcmp(actual.output, expected.output, actual.length) == 0);
    if (!same && !is_refused(&way, &actual)) {
        dprintf(fuzz_messages, "text (%zu bytes):\n%.*s\n", text.length, (int)text.length,
                text.bytes);
        show(&command, &plain, &expected);
        show(&command, &way, &actual);
        fuzz_fail(__FILE__, __LINE__, "the output or the status differs");
    }
    free(expected.output);
    free(actual.output);
    return 0;
}
