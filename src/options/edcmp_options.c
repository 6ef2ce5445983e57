/* edcmp_options.c - edcmp's command line. */
#include "options/edcmp_options.h"

#include <getopt.h>
#include <limits.h>
#include <string.h>

#include "base/diag.h"

#define OPTION_TABLE "options/edcmp_opt_table.h"
#include "options/option_tables.h"

static const struct option_alias aliases[] = {{"silent", OPT_QUIET}};

struct parser {
    struct edcmp_options options;
    bool binary, quiet, lcs, lcs_length, json;
};

static const struct option_member flags[] = {
    {OPT_IGNORE_CASE, offsetof(struct parser, options.ignore_case)},
    {OPT_BINARY, offsetof(struct parser, binary)},
    {OPT_LCS_LENGTH, offsetof(struct parser, lcs_length)},
    {OPT_LCS, offsetof(struct parser, lcs)},
    {OPT_CIGAR, offsetof(struct parser, options.cigar)},
    {OPT_ALIGN, offsetof(struct parser, options.align)},
    {OPT_JSON, offsetof(struct parser, json)},
    {OPT_QUIET, offsetof(struct parser, quiet)},
    {OPT_STATS, offsetof(struct parser, options.stats)},
};

static const struct cmdline cmdline; /* below: it names take() */

static bool take_algorithm(struct edcmp_options *o, const char *value)
{
    static const char *const words[] = {"auto", "diagonals", "strips", "blocks"};
    unsigned number;
    if (!cmdline_word(&cmdline, OPT_ALGORITHM, value, words, 4,
                      "say auto, diagonals, strips or blocks", &number))
        return false;
    o->algorithm = (enum compare_way)number;
    return true;
}

static bool take(void *context, size_t id, const char *value)
{
    struct parser *p = context;
    bool *flag = cmdline_member(p, flags, sizeof flags / sizeof *flags, id);
    if (flag != NULL) {
        *flag = true;
        return true;
    }
    switch (id) {
    case OPT_MAX_DISTANCE:
        p->options.limited = true;
        return cmdline_number(&cmdline, id, value, 0, LLONG_MAX, &p->options.limit);
    case OPT_METRIC:
        return cmdline_metric(&cmdline, id, value, &p->options.metric);
    case OPT_ALGORITHM:
        return take_algorithm(&p->options, value);
    case OPT_THREADS:
        return cmdline_threads(&cmdline, id, value, &p->options.threads);
    case OPT_RANKS: /* edcmp_options_ranks() looks after it */
        return cmdline_threads(&cmdline, id, value, &(unsigned){0});
    case OPT_PROGRESS:
        return cmdline_progress(&cmdline, id, value, &p->options.progress);
    default: /* OPT_ENGINE */
        p->options.engine = value;
        return true;
    }
}

static const struct cmdline cmdline = {
    .program = "edcmp",
    .head = "Usage: edcmp [OPTION]... FILE1 FILE2\n"
            "Print the edit distance of two files.\n",
    .foot = "For -, standard input is read.\n"
            "Exit status: 0 the distance is at most N (without -k: 0), 1 it is more,\n"
            "2 an error occurred.\n",
    CMDLINE_TABLES,
};

static bool check_exclusions(const struct parser *p)
{
    const struct edcmp_options *o = &p->options;
    const struct exclusion pairs[] = {
        {p->lcs, p->lcs_length, {"--lcs", "--lcs-length"}},
        {p->lcs, o->cigar, {"--lcs", "--cigar"}},
        {p->lcs, o->align, {"--lcs", "--align"}},
        {p->lcs, p->json, {"--lcs", "--json"}},
        {p->lcs, o->limited, {"--lcs", "-k"}},
        {p->lcs_length, o->cigar, {"--lcs-length", "--cigar"}},
        {p->lcs_length, o->align, {"--lcs-length", "--align"}},
        {p->lcs_length, p->json, {"--lcs-length", "--json"}},
        {p->lcs_length, o->limited, {"--lcs-length", "-k"}},
        {p->json, o->cigar, {"--json", "--cigar"}},
        {p->json, o->align, {"--json", "--align"}},
    };
    return cmdline_exclusive(pairs, sizeof pairs / sizeof *pairs);
}

static bool check_algorithm(const struct parser *p)
{
    const struct edcmp_options *o = &p->options;
    if (o->algorithm != WAY_AUTO && o->metric == METRIC_HAMMING) {
        diag_error("--algorithm: --metric=%s has none to choose from", metric_name(o->metric));
        return false;
    }
    if (o->algorithm != WAY_BLOCKS || o->metric == METRIC_INDEL || p->lcs || p->lcs_length)
        return true;
    diag_error("--algorithm=blocks: only for --metric=indel, --lcs and --lcs-length");
    return false;
}

static bool take_operands(struct edcmp_options *o, int argc, char **argv)
{
    if (argc - optind != 2) {
        diag_error("%s (try 'edcmp --help')",
                   argc - optind < 2 ? "two files are needed" : "more than two files");
        return false;
    }
    o->names = argv + optind;
    return true;
}

static void finish(struct parser *p)
{
    struct edcmp_options *o = &p->options;
    o->utf8 = !p->binary;
    o->output = p->quiet               ? EDCMP_QUIET
                : p->lcs               ? EDCMP_LCS
                : p->lcs_length        ? EDCMP_LCS_LENGTH
                : p->json              ? EDCMP_JSON
                : o->cigar || o->align ? EDCMP_EDITS
                                       : EDCMP_DISTANCE;
    o->threads_asked = o->threads;
    if (o->threads == 0)
        o->threads = cmdline_cpus();
}

enum options_result edcmp_options_parse(struct edcmp_options *o, int argc, char **argv)
{
    struct parser p = {.options = {.metric = METRIC_LEVENSHTEIN, .engine = "auto"}};
    enum options_result result = cmdline_parse(&cmdline, &p, argc, argv);
    if (result == OPTIONS_RUN &&
        (!check_exclusions(&p) || !check_algorithm(&p) || !take_operands(&p.options, argc, argv)))
        result = OPTIONS_BAD;
    finish(&p);
    *o = p.options;
    return result;
}

static bool in_library(size_t id)
{
    return id == OPT_MAX_DISTANCE || id == OPT_METRIC || id == OPT_IGNORE_CASE ||
           id == OPT_BINARY;
}

enum options_result edcmp_options_take_words(struct edcmp_options *o, const char *const *words)
{
    struct parser p = {.options = {.metric = METRIC_LEVENSHTEIN, .engine = "auto", .threads = 1}};
    bool good = true;
    for (size_t i = 0; good && words != NULL && words[i] != NULL; i++)
        good = cmdline_take_word(&cmdline, &p, words[i], in_library);
    finish(&p);
    *o = p.options;
    return good ? OPTIONS_RUN : OPTIONS_BAD;
}

unsigned edcmp_options_ranks(int argc, char **argv)
{
    return cmdline_ranks(&cmdline, argc, argv);
}
