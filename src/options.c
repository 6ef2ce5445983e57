/*
 * options.c - the command line.
 *
 * Most options only set a member of struct options: three tables say which (flags, words,
 * numbers). take() handles the others, finish() what depends on several.
 */
#include "options.h"

#include <bsd/libutil.h>
#include <bsd/stdlib.h>
#include <errno.h>
#include <getopt.h>
#include <langinfo.h>
#include <limits.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diag.h"
#include "help.h"
#include "pattern_file.h"
#include "sink.h"
#include "xalloc.h"

#define OPTION_GROUP(TITLE)
#define OPTION(ID, ...) OPT_##ID,
enum option_id {
#include "opt_table.h"
    NOPTIONS
};

static const struct spec {
    char letter;
    const char *name, *argument;
} specs[] = {
#define OPTION_GROUP(TITLE)
#define OPTION(ID, SHORT, LONG, ARGUMENT, COMPLETE, HELP) {(SHORT), (LONG), (ARGUMENT)},
#include "opt_table.h"
};

/* Names that --help does not list. */
static const struct alias {
    const char *name;
    enum option_id id;
} aliases[] = {{"colour", OPT_COLOR}, {"silent", OPT_QUIET}};

enum {
    NALIASES = sizeof aliases / sizeof *aliases,
    LONG_OPTION = UCHAR_MAX + 1, /* getopt's value of a long option is this plus its id */
    THREADS_MOST = 1024,
    DEVICES_MOST = 1023
};

#define UNSET UINT64_MAX

struct parser {
    struct options *options;
    struct pattern_list patterns;
    size_t where_capacity, glob_capacity;
    bool pattern_given, binary, quiet, json, count;
    enum output_kind list; /* OUTPUT_LIST or OUTPUT_LIST_WITHOUT, or OUTPUT_TEXT: none */
    uint64_t around;       /* -C */
};

struct member { /* of struct options that an option sets */
    enum option_id id;
    size_t offset;
};
#define MEMBER(ID, NAME)                                                                           \
    {                                                                                              \
        OPT_##ID, offsetof(struct options, NAME)                                                   \
    }

static const struct member flags[] = {
    MEMBER(BEST, rules.best),
    MEMBER(IGNORE_CASE, rules.ignore_case),
    MEMBER(WORD, rules.word),
    MEMBER(LINE, rules.line),
    MEMBER(CLASSES, rules.classes),
    MEMBER(NULL_DATA, null_data),
    MEMBER(SPAN_LINES, span_lines),
    MEMBER(INVERT, invert),
    MEMBER(ONLY_MATCHING, only_matching),
    MEMBER(BARE, bare),
    MEMBER(LINE_NUMBER, line_number),
    MEMBER(SHOW_PATTERN, show_pattern),
    MEMBER(ALIGN, align),
    MEMBER(CIGAR, cigar),
    MEMBER(NULL_NAME, null_name),
    MEMBER(INITIAL_TAB, initial_tab),
    MEMBER(BYTE_OFFSET, byte_offset),
    MEMBER(LINE_BUFFERED, line_buffered),
    MEMBER(RECURSIVE, recursive),
    MEMBER(NO_MESSAGES, no_messages),
    MEMBER(STATS, stats),
};

static const struct member strings[] = {
    MEMBER(DELIMITER, delimiter),
    MEMBER(LABEL, label),
    MEMBER(ENGINE, engine),
};

static const struct member counts[] = {
    MEMBER(MAX_COUNT, max_count),
    MEMBER(AFTER, after),
    MEMBER(BEFORE, before),
};

/* The member of *o that option `id` sets, or NULL when it is not in table[0..count). */
static void *find_member(struct options *o, const struct member *table, size_t count,
                         enum option_id id)
{
    for (size_t i = 0; i < count; i++)
        if (table[i].id == id)
            return (char *)o + table[i].offset;
    return NULL;
}
#define FIND_MEMBER(O, TABLE, ID) find_member(O, TABLE, sizeof(TABLE) / sizeof *(TABLE), ID)

/* What messages call an option: "-k", or "--best". */
struct name {
    char text[64];
};

static struct name name_of(enum option_id id)
{
    struct name name = {"-"};
    if (specs[id].letter != 0)
        name.text[1] = specs[id].letter;
    else
        (void)snprintf(name.text, sizeof name.text, "--%s", specs[id].name);
    return name;
}

static bool bad_value(enum option_id id, const char *value, const char *reason)
{
    diag_error("%s: '%s': %s", name_of(id).text, value, reason);
    return false;
}

static bool take_number(enum option_id id, const char *value, uint64_t least, uint64_t most,
                        uint64_t *number)
{
    const char *reason;
    long long n = strtonum(value, (long long)least, (long long)most, &reason);
    if (reason != NULL)
        return bad_value(id, value, reason);
    *number = (uint64_t)n;
    return true;
}

/* -k N or -k P% */
static bool take_distance(struct pattern_rules *rules, const char *value)
{
    size_t length = strlen(value);
    rules->limited = true;
    rules->percent = length > 0 && value[length - 1] == '%';
    char *digits = xstrdup(value);
    if (rules->percent)
        digits[length - 1] = '\0';
    const char *reason;
    rules->k = (uint64_t)strtonum(digits, 0, LLONG_MAX, &reason);
    free(digits);
    return reason == NULL || bad_value(OPT_MAX_DISTANCE, value, reason);
}

static bool take_chunk_size(struct options *o, const char *value)
{
    if (strchr(value, '-') != NULL)
        return bad_value(OPT_CHUNK_SIZE, value, "invalid");
    if (expand_number(value, &o->chunk_size) < 0)
        return bad_value(OPT_CHUNK_SIZE, value, errno == ERANGE ? "too large" : "invalid");
    return o->chunk_size > 0 || bad_value(OPT_CHUNK_SIZE, value, "too small");
}

/* Numbers with commas between them. */
static bool take_devices(struct options *o, const char *value)
{
    const char *at = value;
    o->ndevices = 0;
    for (size_t capacity = o->devices != NULL ? 1 : 0;; at++) {
        char *end;
        unsigned long device = strtoul(at, &end, 10);
        if (strchr("0123456789", *at) == NULL || *at == '\0' || device > DEVICES_MOST)
            return bad_value(OPT_DEVICE, value, "say numbers with commas between them");
        xgrow(&o->devices, &capacity, o->ndevices + 1, sizeof *o->devices);
        o->devices[o->ndevices++] = (unsigned)device;
        at = end;
        if (*at == '\0')
            return true;
        if (*at != ',')
            return bad_value(OPT_DEVICE, value, "say numbers with commas between them");
    }
}

/* auto (also without a value), always, never */
static bool take_when(enum option_id id, const char *value, enum color_when *when)
{
    static const char *const words[] = {"auto", "always", "never"};
    *when = COLOR_AUTO;
    if (value == NULL)
        return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(value, words[i]) == 0) {
            *when = (enum color_when)i;
            return true;
        }
    }
    return bad_value(id, value, "say auto, always or never");
}

static bool take_progress(struct options *o, const char *value)
{
    enum color_when when;
    if (!take_when(OPT_PROGRESS, value, &when))
        return false;
    o->progress = when == COLOR_NEVER ? -1 : value == NULL || when == COLOR_ALWAYS;
    return true;
}

static void add_where(struct parser *p, const char *regex, bool negated)
{
    struct options *o = p->options;
    xgrow(&o->wheres, &p->where_capacity, o->nwheres + 1, sizeof *o->wheres);
    o->wheres[o->nwheres++] = (struct where){regex, negated};
}

static void add_glob(struct parser *p, int kind, const char *text)
{
    struct options *o = p->options;
    xgrow(&o->globs, &p->glob_capacity, o->nglobs + 1, sizeof *o->globs);
    o->globs[o->nglobs].kind = kind;
    o->globs[o->nglobs++].text = text;
}

/* Options that choose what is printed; finish() weighs them up. */
static bool take_output(struct parser *p, enum option_id id, const char *value)
{
    switch (id) {
    case OPT_JSON:
        p->json = true;
        return true;
    case OPT_COUNT:
        p->count = true;
        return true;
    case OPT_LIST:
        p->list = OUTPUT_LIST;
        return true;
    case OPT_LIST_WITHOUT:
        p->list = OUTPUT_LIST_WITHOUT;
        return true;
    case OPT_QUIET:
        p->quiet = true;
        return true;
    case OPT_WITH_FILENAME:
        p->options->filename = FILENAME_ALWAYS;
        return true;
    case OPT_NO_FILENAME:
        p->options->filename = FILENAME_NEVER;
        return true;
    case OPT_COLOR:
        return take_when(id, value, &p->options->color);
    default: /* OPT_TEXT */
        return true;
    }
}

/* Takes the options that are in no table; false when an error was reported. */
static bool take_other(struct parser *p, enum option_id id, const char *value)
{
    struct options *o = p->options;
    uint64_t number = 0;
    switch (id) {
    case OPT_PATTERN:
        p->pattern_given = true;
        pattern_list_add(&p->patterns, value, strlen(value));
        return true;
    case OPT_FILE:
        p->pattern_given = true;
        return pattern_list_read(&p->patterns, value);
    case OPT_MAX_DISTANCE:
        return take_distance(&o->rules, value);
    case OPT_BINARY:
        p->binary = true;
        return true;
    case OPT_WHERE:
    case OPT_WHERE_NOT:
        add_where(p, value, id == OPT_WHERE_NOT);
        return true;
    case OPT_CONTEXT:
        return take_number(id, value, 0, LLONG_MAX, &p->around);
    case OPT_INCLUDE:
    case OPT_EXCLUDE:
    case OPT_EXCLUDE_DIR:
        add_glob(p,
                 id == OPT_INCLUDE   ? GLOB_INCLUDE
                 : id == OPT_EXCLUDE ? GLOB_EXCLUDE
                                     : GLOB_EXCLUDE_DIR,
                 value);
        return true;
    case OPT_DEREFERENCE:
        o->recursive = o->dereference = true;
        return true;
    case OPT_THREADS:
        if (!take_number(id, value, 1, THREADS_MOST, &number))
            return false;
        o->threads = (unsigned)number;
        return true;
    case OPT_CHUNK_SIZE:
        return take_chunk_size(o, value);
    case OPT_ALGORITHM:
        o->algorithm = strcmp(value, "auto") != 0 ? value : NULL;
        return true;
    case OPT_DEVICE:
        return take_devices(o, value);
    case OPT_PROGRESS:
        return take_progress(o, value);
    default:
        return take_output(p, id, value);
    }
}

static bool take(struct parser *p, enum option_id id, const char *value)
{
    bool *flag = FIND_MEMBER(p->options, flags, id);
    const char **string = FIND_MEMBER(p->options, strings, id);
    uint64_t *count = FIND_MEMBER(p->options, counts, id);
    if (flag != NULL)
        *flag = true;
    else if (string != NULL)
        *string = value;
    else if (count != NULL)
        return take_number(id, value, 0, LLONG_MAX, count);
    else
        return take_other(p, id, value);
    return true;
}

/* The two descriptions that getopt_long() wants. */
struct grammar {
    char letters[2 + 2 * NOPTIONS];
    struct option names[NOPTIONS + NALIASES + 1];
};

static struct option describe(const char *name, enum option_id id)
{
    const char *argument = specs[id].argument;
    int has_argument = argument == NULL   ? no_argument
                       : *argument == '[' ? optional_argument
                                          : required_argument;
    return (struct option){name, has_argument, NULL, LONG_OPTION + (int)id};
}

static void describe_all(struct grammar *g)
{
    memset(g, 0, sizeof *g);
    char *letter = g->letters;
    *letter++ = ':'; /* a missing argument is not an unknown option */
    for (size_t i = 0; i < NOPTIONS; i++) {
        g->names[i] = describe(specs[i].name, (enum option_id)i);
        if (specs[i].letter == 0)
            continue;
        *letter++ = specs[i].letter;
        if (specs[i].argument != NULL)
            *letter++ = ':';
    }
    for (size_t i = 0; i < NALIASES; i++)
        g->names[NOPTIONS + i] = describe(aliases[i].name, aliases[i].id);
}

/* The option of a value of getopt_long(), NOPTIONS when there is none. */
static enum option_id find_option(int value)
{
    size_t id = 0;
    if (value >= LONG_OPTION)
        return (enum option_id)(value - LONG_OPTION);
    while (id < NOPTIONS && (value == 0 || specs[id].letter != value))
        id++;
    return (enum option_id)id;
}

/* "-2" is no option: agrep and grep mean different things by it. */
static void refuse_digits(char **argv, int digit)
{
    static const char *const words[] = {"no",   "one", "two",   "three", "four",
                                        "five", "six", "seven", "eight", "nine"};
    const char *at = argv[optind - 1];
    size_t length = strlen(at);
    if (*at != '-' || at[length - 1] != digit) /* more letters follow in the same argument */
        at = argv[optind];
    at = strchr(at, digit);
    int digits = (int)strspn(at, "0123456789");
    const char *many = digits > 1 ? at : words[digit - '0'];
    int size = digits > 1 ? digits : (int)strlen(many);
    const char *plural = digits == 1 && digit == '1' ? "" : "s";
    diag_error("-%.*s: say -k %.*s (%.*s edit%s) or -C %.*s (%.*s record%s of context)", digits, at,
               digits, at, size, many, plural, digits, at, size, many, plural);
}

/* Whether `word` ("--no") begins the name of an option. */
static bool is_prefix(const char *word)
{
    for (size_t i = 0; i < NOPTIONS; i++)
        if (strncmp(word + 2, specs[i].name, strcspn(word + 2, "=")) == 0)
            return true;
    return false;
}

/* What getopt_long() found wrong: `result` is its '?' or ':'. */
static void refuse_option(char **argv, int result)
{
    enum option_id id = find_option(optopt);
    if (result == ':')
        diag_error("%s needs %s (try 'edgrep --help')", name_of(id).text, specs[id].argument);
    else if (optopt >= LONG_OPTION)
        diag_error("--%s takes no value (try 'edgrep --help')", specs[id].name);
    else if (optopt >= '0' && optopt <= '9')
        refuse_digits(argv, optopt);
    else if (optopt != 0)
        diag_error("unknown option '-%c' (try 'edgrep --help')", optopt);
    else
        diag_error("%s option '%s' (try 'edgrep --help')",
                   is_prefix(argv[optind - 1]) ? "ambiguous" : "unknown", argv[optind - 1]);
}

static enum options_result print_help(void)
{
    struct sink *sink = sink_open(STDOUT_FILENO);
    help_print(sink);
    sink_close(sink);
    return OPTIONS_DONE;
}

/* Takes all options; optind is then the first operand. */
static enum options_result take_all(struct parser *p, int argc, char **argv)
{
    struct grammar grammar;
    describe_all(&grammar);
    optind = 0; /* glibc: forget an earlier command line */
    opterr = 0;
    int result;
    while ((result = getopt_long(argc, argv, grammar.letters, grammar.names, NULL)) != -1) {
        if (result == '?' || result == ':') {
            refuse_option(argv, result);
            return OPTIONS_BAD;
        }
        enum option_id id = find_option(result);
        if (id == OPT_HELP)
            return print_help();
        if (id == OPT_VERSION)
            return OPTIONS_VERSION;
        if (id == OPT_ENGINE && strcmp(optarg, "help") == 0)
            return OPTIONS_ENGINES;
        if (!take(p, id, optarg))
            return OPTIONS_BAD;
    }
    return OPTIONS_RUN;
}

static unsigned usable_cpus(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    int count = CPU_COUNT(&set);
    return count < 1 ? 1 : count > THREADS_MOST ? THREADS_MOST : (unsigned)count;
}

static bool check_exclusions(const struct parser *p)
{
    const struct options *o = p->options;
    bool json = p->json && !p->quiet;
    const struct {
        bool first, second;
        const char *names[2];
    } pairs[] = {
        {o->null_data, o->delimiter != NULL, {"-z", "--delimiter"}},
        {o->span_lines, o->null_data, {"--span-lines", "-z"}},
        {o->span_lines, o->delimiter != NULL, {"--span-lines", "--delimiter"}},
        {o->span_lines, o->invert, {"--span-lines", "-v"}},
        {o->span_lines, o->context, {"--span-lines", "context (-A, -B, -C)"}},
        {o->rules.best, o->invert, {"--best", "-v"}},
        {json, p->count, {"--json", "-c"}},
        {json, p->list == OUTPUT_LIST, {"--json", "-l"}},
        {json, p->list == OUTPUT_LIST_WITHOUT, {"--json", "-L"}},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (pairs[i].first && pairs[i].second) {
            diag_error("%s and %s exclude each other", pairs[i].names[0], pairs[i].names[1]);
            return false;
        }
    }
    if (o->invert && !o->rules.limited) {
        diag_error("-v needs -k: without it only the least distance is selected");
        return false;
    }
    return true;
}

/* What follows from several options together; false when an error was reported. */
static bool finish(struct parser *p)
{
    struct options *o = p->options;
    o->context = o->after != UNSET || o->before != UNSET || p->around != UNSET;
    if (!check_exclusions(p))
        return false;
    uint64_t around = p->around != UNSET ? p->around : 0;
    o->after = o->after != UNSET ? o->after : around;
    o->before = o->before != UNSET ? o->before : around;
    o->rules.utf8 = !p->binary && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    o->rules.best = o->rules.best || !o->rules.limited;
    o->rules.word = o->rules.word && !o->rules.line;
    o->rules.span_lines = o->span_lines;
    o->only_matching = o->only_matching || o->span_lines;
    o->delimiter_byte = o->span_lines || o->delimiter != NULL ? -1 : o->null_data ? '\0' : '\n';
    o->output = p->quiet                 ? OUTPUT_QUIET
                : p->list != OUTPUT_TEXT ? p->list
                : p->count               ? OUTPUT_COUNT
                : p->json                ? OUTPUT_JSON
                                         : OUTPUT_TEXT;
    if (o->threads == 0)
        o->threads = usable_cpus();
    return true;
}

/* Without -e and -f the first operand is the pattern. */
static bool take_operands(struct parser *p, int argc, char **argv)
{
    int at = optind;
    if (!p->pattern_given) {
        if (at >= argc) {
            diag_error("no pattern (try 'edgrep --help')");
            return false;
        }
        pattern_list_add(&p->patterns, argv[at], strlen(argv[at]));
        at++;
    }
    p->options->operands = argv + at;
    p->options->noperands = (size_t)(argc - at);
    return true;
}

enum options_result options_parse(struct options *o, int argc, char **argv)
{
    struct parser p = {.options = o, .list = OUTPUT_TEXT, .around = UNSET};
    *o = (struct options){.color = COLOR_NEVER,
                          .max_count = UINT64_MAX,
                          .before = UNSET,
                          .after = UNSET,
                          .label = "(standard input)",
                          .engine = "auto"};
    enum options_result result = take_all(&p, argc, argv);
    if (result == OPTIONS_RUN && (!take_operands(&p, argc, argv) || !finish(&p)))
        result = OPTIONS_BAD;
    o->patterns = p.patterns.sources;
    o->npatterns = p.patterns.count;
    return result;
}

void options_free(struct options *o)
{
    pattern_sources_free(o->patterns, o->npatterns);
    free(o->wheres);
    free(o->devices);
    free(o->globs);
}
