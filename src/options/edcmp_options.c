/* edcmp_options.c - edcmp's command line. */
#include "options/edcmp_options.h"

#include <getopt.h>

#include "base/diag.h"

#define OPTION_TABLE "options/edcmp_opt_table.h"
#include "options/option_tables.h"

static const struct option_alias aliases[] = {{.name = "colour", .id = OPT_COLOR}};

struct edcmp_parser {
    struct edcmp_options options;
    bool given[OPTIONS_MOST];
};

static const struct option_member flags[] = {
    {OPT_IGNORE_CASE, offsetof(struct edcmp_options, rules.ignore_case)},
    {OPT_NORMALIZE, offsetof(struct edcmp_options, rules.folding.normalize)},
    {OPT_FOLD_ACCENTS, offsetof(struct edcmp_options, rules.folding.fold_accents)},
    {OPT_FOLD_SPACE, offsetof(struct edcmp_options, rules.folding.fold_space)},
    {OPT_WORDS, offsetof(struct edcmp_options, rules.words)},
    {OPT_CIGAR, offsetof(struct edcmp_options, cigar)},
    {OPT_TEXT, offsetof(struct edcmp_options, text)},
    {OPT_PAIRS, offsetof(struct edcmp_options, pairs)},
    {OPT_STATS, offsetof(struct edcmp_options, stats)},
};

static const struct cmdline cmdline; /* below: it names set_option() */

static bool take_algorithm(struct edcmp_options *o, const char *value)
{
    unsigned number;
    if (!cmdline_word(&cmdline, OPT_ALGORITHM, value, &number))
        return false;
    o->algorithm = (enum compare_way)number;
    return true;
}

static bool take_limit(struct edcmp_options *o, const char *value)
{
    const char *reason = limit_parse(&o->rules.limit, value);
    o->rules.limited = true;
    return reason == NULL || cmdline_bad_value(&cmdline, OPT_MAX_DISTANCE, value, reason);
}

static bool take_align(struct edcmp_options *o, const char *value)
{
    unsigned number;
    o->align = true;
    if (!cmdline_word(&cmdline, OPT_ALIGN, value, &number))
        return false;
    o->align_all = number > 0;
    return true;
}

static bool take_unified(struct edcmp_options *o, const char *value)
{
    o->context = 3;
    return value == NULL ||
           cmdline_number(&cmdline, OPT_UNIFIED, value, 0, INT64_MAX / 4, &o->context);
}

static bool set_option(void *context, size_t id, const char *value)
{
    struct edcmp_parser *p = context;
    bool *flag = cmdline_member(&p->options, flags, sizeof flags / sizeof *flags, id);
    p->given[id] = true;
    if (flag != NULL) {
        *flag = true;
        return true;
    }
    switch (id) {
    case OPT_MAX_DISTANCE:
        return take_limit(&p->options, value);
    case OPT_ALIGN:
        return take_align(&p->options, value);
    case OPT_UNIFIED:
        return take_unified(&p->options, value);
    case OPT_COLOR:
        return cmdline_when(&cmdline, id, value, &p->options.color);
    case OPT_METRIC:
        return cmdline_metric(&cmdline, id, value, &p->options.rules.metric);
    case OPT_TRANSPOSITIONS:
        p->options.rules.metric = METRIC_OSA;
        return true;
    case OPT_ALGORITHM:
        return take_algorithm(&p->options, value);
    case OPT_THREADS:
        return cmdline_threads(&cmdline, id, value, &p->options.threads);
    case OPT_PROGRESS:
        return cmdline_progress(&cmdline, id, value, &p->options.progress);
    case OPT_ENGINE:
        p->options.engine = value;
        return true;
    default: /* only p->given has the option */
        return true;
    }
}

static const struct cmdline cmdline = {
    .program = "edcmp",
    .head = "Usage: edcmp [OPTION]... FILE1 FILE2\n"
            "       edcmp [OPTION]... --text STRING1 STRING2\n"
            "       edcmp [OPTION]... --pairs [FILE]...\n"
            "Print the edit distance of two files or strings, or of each pair.\n",
    .foot = "For -, standard input is read.\n"
            "Exit status: 0 the distance is at most N (without -k: 0), 1 it is more,\n"
            "2 an error occurred.\n",
    CMDLINE_TABLES,
};

/* Conditions that are not just an option; numbered behind the options. */
enum { BLOCKS = OPTIONS_MOST, HAMMING, NOT_INDEL, CONDITIONS };

static const struct exclusion exclusions[] = {
    {OPT_LCS, {OPT_LCS_LENGTH, OPT_CIGAR, OPT_ALIGN, OPT_JSON, OPT_MAX_DISTANCE}, NULL},
    {OPT_LCS_LENGTH, {OPT_CIGAR, OPT_ALIGN, OPT_JSON, OPT_MAX_DISTANCE}, NULL},
    {OPT_JSON, {OPT_CIGAR, OPT_ALIGN}, NULL},
    {OPT_NORMALIZE, {OPT_BINARY}, NULL},
    {OPT_FOLD_ACCENTS, {OPT_BINARY}, NULL},
    {OPT_SUMMARY, {OPT_LCS, OPT_LCS_LENGTH, OPT_JSON, OPT_CIGAR, OPT_ALIGN}, NULL},
    {OPT_UNIFIED, {OPT_LCS, OPT_LCS_LENGTH, OPT_JSON, OPT_CIGAR, OPT_ALIGN, OPT_SUMMARY}, NULL},
    {OPT_PAIRS, {OPT_TEXT, OPT_LCS, OPT_ALIGN, OPT_SUMMARY, OPT_UNIFIED, OPT_ALGORITHM}, NULL},
    {OPT_ALGORITHM, {HAMMING}, "--algorithm: --metric=hamming has none to choose from"},
    {BLOCKS, {NOT_INDEL}, "--algorithm=blocks: only for --metric=indel, --lcs and --lcs-length"},
};

static bool check_exclusions(const struct edcmp_parser *p)
{
    const struct edcmp_options *o = &p->options;
    const struct option_condition conditions[CONDITIONS] = {
        [OPT_ALGORITHM] = {o->algorithm != WAY_AUTO, "--algorithm"},
        [BLOCKS] = {.holds = o->algorithm == WAY_BLOCKS},
        [HAMMING] = {.holds = o->rules.metric == METRIC_HAMMING},
        [NOT_INDEL] = {.holds = o->rules.metric != METRIC_INDEL && !p->given[OPT_LCS] &&
                                !p->given[OPT_LCS_LENGTH]},
    };
    return cmdline_exclusive(rows, p->given, conditions, exclusions,
                             sizeof exclusions / sizeof *exclusions);
}

static bool take_operands(struct edcmp_options *o, int argc, char **argv)
{
    const char *what = o->text ? "strings" : "files";
    o->names = argv + optind;
    o->nnames = (size_t)(argc - optind);
    if (o->pairs || o->nnames == 2)
        return true;
    if (o->nnames < 2)
        diag_error("two %s are needed (try 'edcmp --help')", what);
    else
        diag_error("more than two %s (try 'edcmp --help')", what);
    return false;
}

static void finish_options(struct edcmp_parser *p)
{
    struct edcmp_options *o = &p->options;
    const bool *given = p->given;
    o->rules.utf8 = !given[OPT_BINARY];
    o->rules.words = o->rules.words || given[OPT_UNIFIED];
    o->output = given[OPT_QUIET] || given[OPT_SILENT] ? EDCMP_QUIET
                : given[OPT_UNIFIED]                  ? EDCMP_UNIFIED
                : given[OPT_LCS]                      ? EDCMP_LCS
                : given[OPT_LCS_LENGTH]               ? EDCMP_LCS_LENGTH
                : given[OPT_JSON]                     ? EDCMP_JSON
                : given[OPT_SUMMARY]                  ? EDCMP_SUMMARY
                : o->cigar || o->align                ? EDCMP_EDITS
                                                      : EDCMP_DISTANCE;
    o->threads_asked = o->threads;
    if (o->threads == 0)
        o->threads = cmdline_cpus();
}

enum options_result edcmp_options_parse(struct edcmp_options *o, int argc, char **argv)
{
    struct edcmp_parser p = {.options = {.rules.metric = METRIC_LEVENSHTEIN, .engine = "auto"}};
    enum options_result result = cmdline_parse(&cmdline, &p, argc, argv);
    if (result == OPTIONS_RUN && (!check_exclusions(&p) || !take_operands(&p.options, argc, argv)))
        result = OPTIONS_BAD;
    finish_options(&p);
    *o = p.options;
    return result;
}

static bool in_library(size_t id)
{
    return id == OPT_MAX_DISTANCE || id == OPT_METRIC || id == OPT_TRANSPOSITIONS ||
           id == OPT_IGNORE_CASE || id == OPT_NORMALIZE || id == OPT_FOLD_ACCENTS ||
           id == OPT_FOLD_SPACE || id == OPT_BINARY;
}

enum options_result edcmp_options_take_words(struct edcmp_options *o, const char *const *words)
{
    struct edcmp_parser p = {
        .options = {.rules.metric = METRIC_LEVENSHTEIN, .engine = "auto", .threads = 1}};
    bool good = true;
    for (size_t i = 0; good && words != NULL && words[i] != NULL; i++)
        good = cmdline_take_word(&cmdline, &p, words[i], in_library);
    good = good && check_exclusions(&p);
    finish_options(&p);
    *o = p.options;
    return good ? OPTIONS_RUN : OPTIONS_BAD;
}

uint64_t edcmp_options_limit(const struct edcmp_options *o, uint64_t m, uint64_t n)
{
    return o->rules.limited ? limit_edits(o->rules.limit, m > n ? m : n) : UINT64_MAX / 4;
}
