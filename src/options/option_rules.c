#include "options/option_rules.h"

#include "base/diag.h"
#include "options/template.h"

#define OPTION_TABLE "options/edgrep_opt_table.h"
#include "options/option_tables.h"

/* Applies the given costs to those of the metric. If the costs are those of a metric, selects that
 * metric. */
static void settle_costs(struct pattern_rules *rules, struct edits given)
{
    struct edits e = edits_of_metric(rules->metric);
    e.insert = given.insert > 0 ? given.insert : e.insert;
    e.delete = given.delete > 0 ? given.delete : e.delete;
    e.substitute = given.substitute > 0 ? given.substitute : e.substitute;
    e.transpose = given.transpose > 0 ? given.transpose : e.transpose;
    rules->costs.edits = e;
    rules->costs.given = rules->costs.nconfusions > 0 || !edits_amount(e, &rules->metric);
    if (rules->costs.given)
        rules->metric = METRIC_LEVENSHTEIN;
}

/* Keeps the costs as they are given where a metric would find other edits of the same distance. */
static void settle_edits(struct options *o)
{
    struct pattern_rules *rules = &o->query.rules;
    bool shows = o->form.align || o->form.cigar || rules->groups;
    if (rules->costs.given || rules->overhang > 0 || !(shows || rules->limits.given) ||
        !edits_beyond(rules->costs.edits, rules->metric, rules->limits.given))
        return;
    rules->costs.given = true;
    rules->metric = METRIC_LEVENSHTEIN;
}

/* Returns the option that was given, where an input is one record. */
static const char *span_name(const struct options *o)
{
    if (o->records.block)
        return "--block";
    return o->query.rules.folding.join_lines ? "--dehyphenate" : "--span-lines";
}

/* Returns the option that was given, where there is a format. */
static const char *format_name(const struct options *o, const struct given *given)
{
    if (o->form.bed)
        return "--bed";
    return given->option[OPT_VIMGREP] ? "--vimgrep" : "--format";
}

/* Conditions that are not just an option; numbered behind the options. */
enum {
    BEST_EACH = OPTIONS_MOST,
    COSTS,
    COUNTS,
    ENTRIES,
    FORMAT_GIVEN,
    GROUPS,
    HAMMING,
    JSON_GIVEN,
    LOOSE,
    NEAREST,
    NOT_BEST,
    NO_ENTRIES,
    NO_EXPRESSION,
    NO_THRESHOLD,
    NOT_ONE_PATTERN,
    RECORD_PATTERNS,
    SPAN,
    UNLIMITED,
    CONDITIONS
};

static const struct exclusion exclusions[] = {
    {OPT_FASTA, {OPT_FASTQ}, NULL},
    {ENTRIES,
     {OPT_NULL_DATA, OPT_CRLF, OPT_DELIMITER, OPT_DEHYPHENATE, OPT_BLOCK, SPAN, OPT_SKIP,
      OPT_FOLD_SPACE, OPT_NORMALIZE, OPT_FOLD_ACCENTS, OPT_REPLACE, OPT_AROUND},
     NULL},
    {OPT_BED, {FORMAT_GIVEN, OPT_INVERT}, NULL},
    {OPT_BED, {NO_ENTRIES}, "--bed needs --fasta or --fastq"},
    {OPT_OVERHANG,
     {OPT_EXPRESSION, OPT_LIMIT, COSTS, HAMMING, OPT_WORD, OPT_LINE, OPT_BEST, OPT_TOP,
      OPT_HISTOGRAM},
     NULL},
    {OPT_OVERHANG,
     {UNLIMITED},
     "--overhang needs -k: it says how many edits a part of the pattern may have"},
    {OPT_TOP,
     {OPT_INVERT, OPT_CONTEXT, OPT_COUNT, OPT_COUNT_MATCHES, OPT_LIST, OPT_LIST_WITHOUT, OPT_QUIET,
      OPT_MAX_COUNT},
     NULL},
    {OPT_HISTOGRAM,
     {OPT_TOP, OPT_BEST, OPT_INVERT, OPT_CONTEXT, JSON_GIVEN, OPT_COUNT, OPT_COUNT_MATCHES,
      OPT_LIST, OPT_LIST_WITHOUT, OPT_QUIET, SPAN, OPT_ONLY_MATCHING},
     NULL},
    {OPT_HISTOGRAM,
     {UNLIMITED},
     "--histogram needs -k: without it only the least distance is selected"},
    {OPT_CLASSES, {OPT_EXPRESSION}, NULL},
    {OPT_NULL_DATA, {OPT_DELIMITER}, NULL},
    {OPT_CRLF, {OPT_NULL_DATA, OPT_DELIMITER, SPAN}, NULL},
    {SPAN, {OPT_NULL_DATA, OPT_DELIMITER, OPT_INVERT, OPT_CONTEXT}, NULL},
    {OPT_BEST, {OPT_INVERT}, NULL},
    {OPT_NORMALIZE, {OPT_BINARY}, NULL},
    {OPT_FOLD_ACCENTS, {OPT_BINARY}, NULL},
    {OPT_ENCODING, {OPT_BINARY}, NULL},
    {OPT_JSON, {OPT_COUNT, OPT_COUNT_MATCHES, OPT_ALIGN, OPT_COLUMN, OPT_AROUND}, NULL},
    {OPT_COUNT_MATCHES, {OPT_INVERT}, NULL},
    {OPT_JSON, {OPT_LIST, OPT_LIST_WITHOUT}, NULL},
    {OPT_REVERSE_COMPLEMENT,
     {OPT_CLASSES},
     "--reverse-complement and -P exclude each other: -E has sets of letters"},
    {OPT_IUPAC, {OPT_CLASSES}, "--iupac and -P exclude each other: -E has sets of letters"},
    {OPT_REVERSE_COMPLEMENT,
     {OPT_CONFUSE},
     "--reverse-complement and --confuse exclude each other: a letter is a set of bases"},
    {OPT_IUPAC,
     {OPT_CONFUSE},
     "--iupac and --confuse exclude each other: a letter is a set of bases"},
    {OPT_INVERT, {UNLIMITED}, "-v needs -k: without it only the least distance is selected"},
    {OPT_QUIET, {UNLIMITED}, "-q needs -k: without it something is always nearest"},
    {OPT_FORMAT, {OPT_JSON, OPT_ALIGN}, NULL},
    {OPT_FORMAT, {OPT_CIGAR}, "--format (say %C) and --cigar exclude each other"},
    {OPT_FORMAT,
     {OPT_CONTEXT, OPT_COUNT, OPT_COUNT_MATCHES, OPT_HISTOGRAM, OPT_LIST, OPT_LIST_WITHOUT},
     NULL},
    {OPT_REPLACE, {OPT_JSON, OPT_FORMAT}, NULL},
    {OPT_PASSTHRU,
     {OPT_JSON, OPT_FORMAT, SPAN, OPT_AROUND, OPT_ONLY_MATCHING, OPT_CONTEXT, OPT_BEST, OPT_TOP},
     NULL},
    {GROUPS, {NO_EXPRESSION}, "--replace: \\1 to \\9 need -E: only an expression has groups"},
    {OPT_PASSTHRU,
     {UNLIMITED},
     "--passthru needs -k: without it only the least distance is selected"},
    {OPT_BLOCK, {OPT_AROUND}, NULL},
    {OPT_DEHYPHENATE, {OPT_SKIP, OPT_NORMALIZE, OPT_FOLD_ACCENTS, LOOSE}, NULL},
    {LOOSE, {OPT_SKIP, OPT_NORMALIZE, OPT_FOLD_ACCENTS}, NULL},
    {OPT_MARGIN,
     {BEST_EACH, OPT_TOP, OPT_INVERT, OPT_CONTEXT, COUNTS, OPT_LIST, OPT_LIST_WITHOUT, OPT_QUIET,
      OPT_HISTOGRAM, OPT_MAX_COUNT, OPT_REVERSE_COMPLEMENT},
     NULL},
    {OPT_MARGIN, {NOT_BEST}, "--margin needs the least distance: say --best, or no -k"},
    {OPT_MARGIN, {NOT_ONE_PATTERN}, "--margin needs one pattern"},
    {OPT_MAX_PER_PATTERN, {OPT_INVERT, OPT_MAX_COUNT, OPT_QUIET, OPT_LIST, OPT_LIST_WITHOUT}, NULL},
    {RECORD_PATTERNS, {NO_THRESHOLD}, "--and and --not need -k, without --best and --top"},
    {OPT_MAX_PER_PATTERN, {NEAREST}, "--max-per-pattern needs -k, without --best and --top"},
};

/* Returns whether --replace refers to groups of an expression. */
static bool has_groups(const struct options *o)
{
    return o->form.replace != NULL &&
           template_has(TEMPLATE_REPLACEMENT, o->form.replace, TEMPLATE_GROUPS);
}

static bool check_exclusions(const struct options *o, const struct given *given)
{
    const struct pattern_rules *r = &o->query.rules;
    const char *format = o->form.format;
    bool nearest = r->best || o->select.top > 0 || !r->limited;
    bool quiet = given->option[OPT_QUIET], json = given->option[OPT_JSON];
    const struct option_condition conditions[CONDITIONS] = {
        [BEST_EACH] = {r->needs.each, "--best=each"},
        [OPT_CONFUSE] = {r->costs.nconfusions > 0, "--confuse"},
        [OPT_CONTEXT] = {o->select.context, "context (-A, -B, -C)"},
        [COSTS] = {r->costs.given, "costs of edits"},
        [COUNTS] = {given->option[OPT_COUNT] || o->form.count_matches, "-c"},
        [OPT_ENCODING] = {o->inputs.encoding.kind > ENCODING_UTF8, "--encoding"},
        [ENTRIES] = {options_entries(o), r->folding.entries == ENTRY_FASTA ? "--fasta" : "--fastq"},
        [OPT_FORMAT] = {(format != NULL || o->form.bed) && !quiet, format_name(o, given)},
        [FORMAT_GIVEN] = {format != NULL, "--format"},
        [GROUPS] = {.holds = has_groups(o)},
        [HAMMING] = {r->metric == METRIC_HAMMING, "--metric=hamming"},
        [OPT_JSON] = {json && !quiet, "--json"},
        [JSON_GIVEN] = {json, "--json"},
        [OPT_LIST] = {given->list == OUTPUT_LIST, "-l"},
        [OPT_LIST_WITHOUT] = {given->list == OUTPUT_LIST_WITHOUT, "-L"},
        [LOOSE] = {r->folding.trim_lines, "--block=loose"},
        [OPT_MAX_COUNT] = {o->select.max_count < UINT64_MAX, "-m"},
        [NEAREST] = {.holds = nearest},
        [NOT_BEST] = {.holds = r->limited && !r->best},
        [NO_ENTRIES] = {.holds = !options_entries(o)},
        [NO_EXPRESSION] = {.holds = !r->expression},
        [NO_THRESHOLD] = {.holds = nearest || !given->option[OPT_MAX_DISTANCE]},
        [OPT_ONLY_MATCHING] = {o->form.only_matching || o->form.bed, "-o"},
        [NOT_ONE_PATTERN] = {.holds = o->query.npatterns != 1},
        [RECORD_PATTERNS] = {.holds = o->query.nrecord_patterns > 0},
        [SPAN] = {o->records.span_lines, span_name(o)},
        [UNLIMITED] = {.holds = !r->limited},
    };
    return cmdline_exclusive(rows, given->option, conditions, exclusions,
                             sizeof exclusions / sizeof *exclusions);
}

/* Returns whether --format has a field. */
static bool shows_field(const struct options *o, const char *field)
{
    return template_has(TEMPLATE_FORMAT, o->form.format, field);
}

/* Replaces the fields of other options by those of --format. */
static void settle_format(struct options *o)
{
    o->fields.line_number = shows_field(o, "n");
    o->fields.column = shows_field(o, "c") || o->form.bed;
    o->form.cigar = shows_field(o, "C");
    o->form.format_record = shows_field(o, "r");
}

/* Returns whether --around needs only the part of a record that chunks have before their owned part
 * (gather.c). */
static bool streams_around(const struct options *o)
{
    enum { MOST = 4096 };
    bool folds = folding_rules_fold(&o->query.rules.folding);
    bool lines = o->form.output == OUTPUT_TEXT || o->form.output == OUTPUT_FORMAT;
    return lines && !o->form.format_record && !o->query.rules.groups && o->form.around > 0 &&
           o->form.around <= MOST && !folds && !o->form.align && !o->form.cigar &&
           !options_filter(o) && !o->query.rules.needs.each && o->select.top == 0;
}

/* Returns whether --json has the distance of the second nearest block. */
static bool seconds_blocks(const struct options *o)
{
    return o->records.block && o->form.output == OUTPUT_JSON && o->query.rules.best &&
           !o->query.rules.needs.each && o->select.top == 0 && o->query.npatterns == 1 &&
           !o->query.rules.nucleotides.reverse_complement;
}

/* --fasta and --fastq have their own delimiter and folding. */
static void settle_entries(struct options *o)
{
    struct folding_rules *form = &o->query.rules.folding;
    if (!options_entries(o))
        return;
    o->records.delimiter =
        form->entries == ENTRY_FASTA ? ENTRY_FASTA_DELIMITER : ENTRY_FASTQ_DELIMITER;
    form->skip = ENTRY_LINE_BREAKS;
    o->form.only_matching = o->form.only_matching || o->form.bed;
    o->form.format = o->form.bed ? TEMPLATE_BED : o->form.format;
}

bool option_rules_settle(struct options *o, const struct given *given)
{
    const bool *option = given->option;
    o->select.context = o->select.after != OPTION_UNSET || o->select.before != OPTION_UNSET ||
                        given->around != OPTION_UNSET;
    o->query.rules.costs.confusions = o->query.confusions.list;
    o->query.rules.costs.nconfusions = o->query.confusions.count;
    o->query.rules.nucleotides.letters =
        o->query.rules.nucleotides.letters || o->query.rules.nucleotides.reverse_complement;
    settle_costs(&o->query.rules, given->edits);
    if (!check_exclusions(o, given))
        return false;
    settle_entries(o);
    uint64_t around = given->around != OPTION_UNSET ? given->around : 0;
    o->select.after = o->select.after != OPTION_UNSET ? o->select.after : around;
    o->select.before = o->select.before != OPTION_UNSET ? o->select.before : around;
    o->query.rules.utf8 = !option[OPT_BINARY];
    if (option[OPT_BINARY])
        o->inputs.encoding.kind = ENCODING_UTF8;
    bool any = option[OPT_TEXT] || option[OPT_BINARY] || o->records.null_data;
    o->inputs.binary = any ? BINARY_NONE : option[OPT_SKIP_BINARY] ? BINARY_ALL : BINARY_FOUND;
    o->query.rules.best = o->query.rules.best || !o->query.rules.limited || o->select.top > 0;
    o->query.rules.word = o->query.rules.word && !o->query.rules.line;
    o->query.rules.span_lines = o->records.span_lines;
    o->query.rules.needs.filtered = options_filter(o);
    o->query.rules.crlf = o->records.crlf;
    o->form.only_matching =
        o->form.only_matching || o->records.span_lines || o->form.around != OPTION_UNSET;
    o->form.around = o->form.around != OPTION_UNSET ? o->form.around : 0;
    o->records.delimiter_byte = o->records.span_lines || o->records.delimiter != NULL ? -1
                                : o->records.null_data                                ? '\0'
                                                                                      : '\n';
    o->form.output = option[OPT_QUIET]                            ? OUTPUT_QUIET
                     : given->list != OUTPUT_TEXT                 ? given->list
                     : option[OPT_COUNT] || o->form.count_matches ? OUTPUT_COUNT
                     : option[OPT_HISTOGRAM]                      ? OUTPUT_HISTOGRAM
                     : option[OPT_JSON]                           ? OUTPUT_JSON
                     : o->form.format != NULL                     ? OUTPUT_FORMAT
                                                                  : OUTPUT_TEXT;
    bool replaces = o->form.output == OUTPUT_TEXT && has_groups(o);
    bool shows = o->form.output == OUTPUT_JSON && o->query.rules.expression;
    o->query.rules.groups = !o->select.invert && (replaces || shows);
    o->select.passthru = o->select.passthru && o->form.output == OUTPUT_TEXT;
    o->select.second = o->select.margin > 0 || seconds_blocks(o);
    o->select.top = o->select.second ? 2 : o->select.top;
    o->query.rules.needs.wanted = options_bounds_margin(o) ? 0 : o->select.top;
    o->query.rules.needs.slack = options_bounds_margin(o) ? (uint32_t)o->select.margin - 1 : 0;
    if (o->form.output == OUTPUT_FORMAT)
        settle_format(o);
    settle_edits(o);
    o->form.streams_around = streams_around(o);
    if (o->work.threads == 0)
        o->work.threads = cmdline_cpus();
    return true;
}
