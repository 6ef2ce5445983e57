/*
 * options.c - the command line.
 *
 * Most options only set a member of struct options: tables list these members, and the parsers of
 * values. set_own_option() handles the others. Options that add to lists come last, because other
 * options say how files and patterns are read. option_rules.c checks combinations of options.
 */
#include "options/options.h"

#include <getopt.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/xalloc.h"
#include "options/edgrep_value.h"
#include "options/option_rules.h"
#include "query/list_file.h"
#include "query/pattern_file.h"

#define OPTION_TABLE "options/edgrep_opt_table.h"
#include "options/option_tables.h"

static const struct option_alias aliases[] = {
    {.name = "colour", .id = OPT_COLOR},    {.name = "device", .id = OPT_GPUS},
    {.name = "silent", .id = OPT_QUIET},    {.name = "regexp", .id = OPT_PATTERN},
    {.letter = 'y', .id = OPT_IGNORE_CASE},
};
static const struct option_hint hint = {"basic-regexp", 'G',
                                        "a pattern is text here; -E makes it an expression"};

struct list_option { /* an option that adds to a list */
    enum option_id id;
    const char *value;
};

struct edgrep_parser {
    struct options *options;
    struct list_option *lists;
    size_t nlists, lists_capacity;
    struct pattern_list patterns;
    struct confusion_list confusions; /* options_follow(): those of rank 0 */
    bool follows;                     /* options_follow() */
    struct given given;
};

#define MEMBER(ID, NAME)                                                                           \
    {                                                                                              \
        OPT_##ID, offsetof(struct options, NAME)                                                   \
    }

static const struct option_member flags[] = {
    MEMBER(FIXED, query.fixed),
    MEMBER(IGNORE_CASE, query.rules.ignore_case),
    MEMBER(WORD, query.rules.word),
    MEMBER(LINE, query.rules.line),
    MEMBER(CLASSES, query.rules.classes),
    MEMBER(EXPRESSION, query.rules.expression),
    MEMBER(REVERSE_COMPLEMENT, query.rules.nucleotides.reverse_complement),
    MEMBER(FOLD_SPACE, query.rules.folding.fold_space),
    MEMBER(NORMALIZE, query.rules.folding.normalize),
    MEMBER(FOLD_ACCENTS, query.rules.folding.fold_accents),
    MEMBER(NULL_DATA, records.null_data),
    MEMBER(SPAN_LINES, records.span_lines),
    MEMBER(CRLF, records.crlf),
    MEMBER(INVERT, select.invert),
    MEMBER(COUNT_MATCHES, form.count_matches),
    MEMBER(ONLY_MATCHING, form.only_matching),
    MEMBER(BARE, form.bare),
    MEMBER(LINE_NUMBER, fields.line_number),
    MEMBER(COLUMN, fields.column),
    MEMBER(BED, form.bed),
    MEMBER(SHOW_STRAND, fields.show_strand),
    MEMBER(PASSTHRU, select.passthru),
    MEMBER(ALIGN, form.align),
    MEMBER(CIGAR, form.cigar),
    MEMBER(NULL_NAME, fields.null_name),
    MEMBER(INITIAL_TAB, fields.initial_tab),
    MEMBER(BYTE_OFFSET, fields.byte_offset),
    MEMBER(LINE_BUFFERED, form.line_buffered),
    MEMBER(RECURSIVE, inputs.recursive),
    MEMBER(DECOMPRESS, inputs.decompress),
    MEMBER(SEARCH_ZIP, inputs.decompress),
    MEMBER(NO_MESSAGES, no_messages),
    MEMBER(STATS, stats),
};

static const struct option_member strings[] = {
    MEMBER(DELIMITER, records.delimiter),
    MEMBER(SKIP, query.rules.folding.skip),
    MEMBER(LABEL, fields.label),
    MEMBER(ENGINE, work.engine),
    MEMBER(GROUP_SEPARATOR, form.group_separator),
};

static const struct option_member counts[] = {
    MEMBER(MAX_COUNT, select.max_count),
    MEMBER(AFTER, select.after),
    MEMBER(BEFORE, select.before),
    MEMBER(AROUND, form.around),
};

/* Options whose values have parsers of their own. */
static const struct value_parser {
    enum option_id id;
    edgrep_value_parser *parse;
} parsers[] = {
    {OPT_MAX_DISTANCE, edgrep_value_distance},
    {OPT_LIMIT, edgrep_value_limits},
    {OPT_BEST, edgrep_value_best},
    {OPT_IUPAC, edgrep_value_iupac},
    {OPT_OVERHANG, edgrep_value_overhang},
    {OPT_BLOCK, edgrep_value_block},
    {OPT_FORMAT, edgrep_value_format},
    {OPT_REPLACE, edgrep_value_replacement},
    {OPT_SHOW_PATTERN, edgrep_value_show_pattern},
    {OPT_DIRECTORIES, edgrep_value_directories},
    {OPT_DEVICES, edgrep_value_devices_action},
    {OPT_ENCODING, edgrep_value_encoding},
    {OPT_GPUS, edgrep_value_devices},
};

#define FIND_MEMBER(O, TABLE, ID) cmdline_member(O, TABLE, sizeof(TABLE) / sizeof *(TABLE), ID)

static const struct cmdline cmdline; /* below: it names set_option() */

/* As in grep, a negative number means no limit for -m, and is an error for context. */
static bool parse_count(size_t id, const char *value, uint64_t *count)
{
    int64_t number;
    if (!cmdline_count(&cmdline, id, value, &number))
        return false;
    if (number < 0 && id != OPT_MAX_COUNT)
        return cmdline_bad_value(&cmdline, id, value, "too small; the least is 0");
    *count = number < 0 ? UINT64_MAX : (uint64_t)number;
    return true;
}

/* Adds a pattern of -e: each line is a pattern. */
static void add_pattern(struct edgrep_parser *p, const char *text)
{
    size_t length = strlen(text);
    pattern_list_add(&p->patterns, text, length);
    if (!p->patterns.span && memchr(text, '\n', length) != NULL)
        p->options->query.newline_separates = true;
}

/* Adds a line of --exclude-from. */
static const char *add_glob(void *parser, const struct list_line *line)
{
    char *glob = strndup(line->text, line->length);
    if (glob == NULL)
        die_out_of_memory();
    options_add_glob(((struct edgrep_parser *)parser)->options, GLOB_EXCLUDE, glob);
    free(glob);
    return NULL;
}

/* Adds a pattern, a condition or a glob to its list. Returns false if an error was reported. */
static bool set_list_option(struct edgrep_parser *p, const struct list_option *option)
{
    struct options *o = p->options;
    enum option_id id = option->id;
    const char *value = option->value;
    switch (id) {
    case OPT_PATTERN:
        if (!p->follows)
            add_pattern(p, value);
        return true;
    case OPT_FILE:
        return p->follows || pattern_list_read(&p->patterns, value);
    case OPT_PATTERN_FILE:
        return p->follows || pattern_list_read_whole(&p->patterns, value);
    case OPT_TABLE:
        return p->follows || pattern_list_read_table(&p->patterns, value);
    case OPT_CONFUSE:
        return p->follows || confusions_read(&o->query.confusions, value);
    case OPT_AND:
    case OPT_NOT:
        options_add_record_pattern(o, value, id == OPT_NOT);
        return true;
    case OPT_WHERE:
    case OPT_WHERE_NOT:
        options_add_where(o, value, id == OPT_WHERE_NOT);
        return true;
    case OPT_INCLUDE:
        options_add_glob(o, GLOB_INCLUDE, value);
        return true;
    case OPT_EXCLUDE:
        options_add_glob(o, GLOB_EXCLUDE, value);
        return true;
    case OPT_EXCLUDE_DIR:
        options_add_glob(o, GLOB_EXCLUDE_DIR, value);
        return true;
    case OPT_EXCLUDE_FROM:
        return p->follows || list_file_read(value, p->patterns.crlf, add_glob, p);
    default: /* only given.option has the option */
        return true;
    }
}

/* Handles the options that add to lists. Returns false if an error was reported. */
static bool set_list_options(struct edgrep_parser *p)
{
    bool good = true;
    p->patterns.crlf = p->options->records.crlf;
    p->patterns.span = p->options->records.span_lines;
    for (size_t i = 0; i < p->nlists && good; i++)
        good = set_list_option(p, &p->lists[i]);
    return good;
}

/* Sets the options that are in no table. Returns false if an error was reported. */
static bool set_own_option(struct edgrep_parser *p, enum option_id id, const char *value)
{
    struct options *o = p->options;
    switch (id) {
    case OPT_METRIC:
        return cmdline_metric(&cmdline, id, value, &o->query.rules.metric);
    case OPT_TRANSPOSITIONS:
        o->query.rules.metric = METRIC_OSA;
        return true;
    case OPT_NO_IGNORE_CASE:
        o->query.rules.ignore_case = false;
        return true;
    case OPT_DEHYPHENATE:
        o->records.span_lines = o->query.rules.folding.join_lines = true;
        return true;
    case OPT_FASTA:
    case OPT_FASTQ:
        o->query.rules.folding.entries = id == OPT_FASTA ? ENTRY_FASTA : ENTRY_FASTQ;
        return true;
    case OPT_TOP:
        return cmdline_number(&cmdline, id, value, 1, UINT64_MAX / 2, &o->select.top);
    case OPT_MARGIN:
        return cmdline_number(&cmdline, id, value, 1, UINT32_MAX / 2, &o->select.margin);
    case OPT_MAX_PER_PATTERN:
        return cmdline_number(&cmdline, id, value, 1, UINT64_MAX / 2, &o->select.max_per_pattern);
    case OPT_INSERT_COST:
        return edgrep_value_cost(&cmdline, id, value, &p->given.edits.insert);
    case OPT_DELETE_COST:
        return edgrep_value_cost(&cmdline, id, value, &p->given.edits.delete);
    case OPT_SUBSTITUTE_COST:
        return edgrep_value_cost(&cmdline, id, value, &p->given.edits.substitute);
    case OPT_TRANSPOSE_COST:
        return edgrep_value_cost(&cmdline, id, value, &p->given.edits.transpose);
    case OPT_CHUNK_SIZE:
        return cmdline_size(&cmdline, id, value, &o->work.chunk_size);
    case OPT_RANGE_SIZE:
        return cmdline_size(&cmdline, id, value, &o->work.range_size);
    case OPT_CONTEXT:
        return parse_count(id, value, &p->given.around);
    case OPT_LIST:
    case OPT_LIST_WITHOUT:
        p->given.list = id == OPT_LIST ? OUTPUT_LIST : OUTPUT_LIST_WITHOUT;
        return true;
    case OPT_WITH_FILENAME:
    case OPT_NO_FILENAME:
        o->fields.filename = id == OPT_WITH_FILENAME ? FILENAME_ALWAYS : FILENAME_NEVER;
        return true;
    case OPT_NO_GROUP_SEPARATOR:
        o->form.group_separator = NULL;
        return true;
    case OPT_VIMGREP:
        o->form.only_matching = true;
        return edgrep_value_format(&cmdline, id, "%f:%n:%c:%d:%r\\n", o);
    case OPT_COLOR:
        return cmdline_when(&cmdline, id, value, &o->form.color);
    case OPT_DEREFERENCE:
        o->inputs.recursive = o->inputs.dereference = true;
        return true;
    case OPT_THREADS:
        return cmdline_threads(&cmdline, id, value, &o->work.threads);
    case OPT_ALGORITHM:
        o->work.algorithm = strcmp(value, "auto") != 0 ? value : NULL;
        return true;
    case OPT_PROGRESS:
        return cmdline_progress(&cmdline, id, value, &o->progress);
    default:
        xgrow(&p->lists, &p->lists_capacity, p->nlists + 1, sizeof *p->lists);
        p->lists[p->nlists++] = (struct list_option){id, value};
        return true;
    }
}

static bool set_option(void *context, size_t id, const char *value)
{
    struct edgrep_parser *p = context;
    struct options *o = p->options;
    void *member;
    p->given.option[id] = true;
    for (size_t i = 0; i < sizeof parsers / sizeof *parsers; i++)
        if (parsers[i].id == id)
            return parsers[i].parse(&cmdline, id, value, o);
    if ((member = FIND_MEMBER(o, counts, id)) != NULL)
        return parse_count(id, value, member);
    if ((member = FIND_MEMBER(o, flags, id)) != NULL)
        *(bool *)member = true;
    else if ((member = FIND_MEMBER(o, strings, id)) != NULL)
        *(const char **)member = value;
    else
        return set_own_option(p, (enum option_id)id, value);
    return true;
}

static const struct cmdline cmdline = {
    .program = "edgrep",
    .head = "Usage: edgrep [OPTION]... PATTERN [FILE]...\n"
            "Print the lines that contain PATTERN with at most N edits\n"
            "(without -k: the nearest).\n",
    .foot = "Without FILE, or for -, standard input is read; with -r, the directory \".\".\n"
            "Exit status: 0 something was selected, 1 nothing was, 2 an error occurred.\n",
    CMDLINE_TABLES,
    .hint = &hint,
    .refuse_digit = edgrep_value_refuse_digits,
};

/* Handles dependencies between options. Returns false if an error was reported. */
static bool finish_options(struct edgrep_parser *p)
{
    p->options->query.npatterns = p->patterns.count;
    return pattern_list_check_limits(&p->patterns, &p->options->query.rules.limited) &&
           option_rules_settle(p->options, &p->given) &&
           (p->options->records.delimiter_byte != '\n' || pattern_list_check_lines(&p->patterns));
}

/* Takes the operands: without -e and -f the first one is the pattern. */
static bool take_operands(struct edgrep_parser *p, int argc, char **argv)
{
    const bool *option = p->given.option;
    int at = optind;
    p->options->words = argv;
    p->options->nwords = at;
    if (!option[OPT_PATTERN] && !option[OPT_FILE] && !option[OPT_PATTERN_FILE] &&
        !option[OPT_TABLE] && !p->follows) {
        if (at >= argc) {
            diag_error("no pattern (try 'edgrep --help')");
            return false;
        }
        add_pattern(p, argv[at]);
        at++;
    }
    p->options->inputs.operands = argv + at;
    p->options->inputs.noperands = (size_t)(argc - at);
    return true;
}

static const struct given nothing_given = {.list = OUTPUT_TEXT, .around = OPTION_UNSET};

/* Returns the defaults. */
static struct options options_begin(const struct edgrep_parser *p)
{
    return (struct options){.query.confusions = p->confusions,
                            .form.color = WHEN_AUTO,
                            .select.max_count = UINT64_MAX,
                            .select.before = OPTION_UNSET,
                            .select.after = OPTION_UNSET,
                            .form.around = OPTION_UNSET,
                            .fields.label = "(standard input)",
                            .form.group_separator = "--",
                            .work.engine = "auto"};
}

/* Handles the rest when all options have been read: lists, operands (argv: NULL: there are none)
 * and dependencies. */
static enum options_result finish_parsing(struct edgrep_parser *p, enum options_result result,
                                          int argc, char **argv)
{
    if (result == OPTIONS_RUN &&
        !(set_list_options(p) && (argv == NULL || take_operands(p, argc, argv)) &&
          finish_options(p)))
        result = OPTIONS_BAD;
    free(p->lists);
    p->options->query.patterns = p->patterns.sources;
    p->options->query.npatterns = p->patterns.count;
    return result;
}

static enum options_result parse(struct edgrep_parser *p, int argc, char **argv)
{
    *p->options = options_begin(p);
    return finish_parsing(p, cmdline_parse(&cmdline, p, argc, argv), argc, argv);
}

enum options_result options_parse(struct options *o, int argc, char **argv)
{
    struct edgrep_parser p = {.options = o, .given = nothing_given};
    return parse(&p, argc, argv);
}

enum options_result options_follow(struct options *o, int nwords, char **words,
                                   struct pattern_list *patterns, struct confusion_list *confusions)
{
    struct edgrep_parser p = {.options = o, .given = nothing_given, .follows = true};
    p.patterns = *patterns;
    p.confusions = *confusions;
    *patterns = (struct pattern_list){0};
    *confusions = (struct confusion_list){0};
    return parse(&p, nwords, words);
}

/* Returns whether the library accepts an option: those that define the query, and some others. */
static bool in_library(size_t id)
{
    static const enum option_id others[] = {
        OPT_NULL_DATA, OPT_CRLF,  OPT_SPAN_LINES, OPT_BLOCK,     OPT_DEHYPHENATE, OPT_AND,
        OPT_NOT,       OPT_CIGAR, OPT_ENGINE,     OPT_ALGORITHM, OPT_CHUNK_SIZE,  OPT_ENCODING};
    size_t end = 1;
    while (rows[end].group == NULL)
        end++;
    bool found = id < end && id != OPT_PATTERN;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        found = found || id == others[i];
    return found;
}

enum options_result options_take_words(struct options *o, const char *const *words,
                                       struct pattern_list *patterns)
{
    struct edgrep_parser p = {.options = o, .patterns = *patterns, .given = nothing_given};
    bool good = true;
    *patterns = (struct pattern_list){0};
    *o = options_begin(&p);
    o->work.threads = 1;
    o->progress = -1;
    o->inputs.encoding.kind = ENCODING_UTF8;
    for (size_t i = 0; good && words != NULL && words[i] != NULL; i++)
        good = cmdline_take_word(&cmdline, &p, words[i], in_library);
    return finish_parsing(&p, good ? OPTIONS_RUN : OPTIONS_BAD, 0, NULL);
}
