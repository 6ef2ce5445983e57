#include "options/option_rules.h"

#include "base/diag.h"
#include "options/cmdline.h"
#include "options/format.h"
#include "options/replacement.h"

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

/* Checks --iupac: letters are sets of bases and have complements; other characters have none. */
static bool check_letters(const struct pattern_rules *rules)
{
    const char *option = rules->nucleotides.reverse_complement ? "--reverse-complement" : "--iupac";
    if (rules->nucleotides.letters && rules->classes) {
        diag_error("%s and -P exclude each other: -E has sets of letters", option);
        return false;
    }
    if (rules->nucleotides.letters && rules->costs.nconfusions > 0) {
        diag_error("%s and --confuse exclude each other: a letter is a set of bases", option);
        return false;
    }
    return true;
}

/* Returns the option that was given, where an input is one record. */
static const char *span_name(const struct options *o)
{
    if (o->records.block)
        return "--block";
    return o->query.rules.equality.join_lines ? "--dehyphenate" : "--span-lines";
}

/* Returns the option that was given, where there is a format. */
static const char *format_name(const struct options *o, const struct given *given)
{
    if (o->form.bed)
        return "--bed";
    return given->vimgrep ? "--vimgrep" : "--format";
}

static bool check_exclusions(const struct options *o, const struct given *given)
{
    bool json = given->json && !given->quiet;
    const char *span = span_name(o);
    const struct exclusion pairs[] = {
        {o->query.rules.classes, o->query.rules.expression, {"-P", "-E"}},
        {o->records.null_data, o->records.delimiter != NULL, {"-z", "--delimiter"}},
        {o->records.crlf, o->records.null_data, {"--crlf", "-z"}},
        {o->records.crlf, o->records.delimiter != NULL, {"--crlf", "--delimiter"}},
        {o->records.crlf, o->records.span_lines, {"--crlf", span}},
        {o->records.span_lines, o->records.null_data, {span, "-z"}},
        {o->records.span_lines, o->records.delimiter != NULL, {span, "--delimiter"}},
        {o->records.span_lines, o->select.invert, {span, "-v"}},
        {o->records.span_lines, o->select.context, {span, "context (-A, -B, -C)"}},
        {o->query.rules.best, o->select.invert, {"--best", "-v"}},
        {o->query.rules.equality.normalize, given->binary, {"--normalize", "-U"}},
        {o->query.rules.equality.fold_accents, given->binary, {"--fold-accents", "-U"}},
        {o->inputs.encoding.kind > ENCODING_UTF8, given->binary, {"--encoding", "-U"}},
        {json, given->count, {"--json", "-c"}},
        {json, o->form.count_matches, {"--json", "--count-matches"}},
        {json, o->form.align, {"--json", "--align"}},
        {json, o->fields.column, {"--json", "--column"}},
        {json, o->form.around != OPTION_UNSET, {"--json", "--around"}},
        {o->form.count_matches, o->select.invert, {"--count-matches", "-v"}},
        {json, given->list == OUTPUT_LIST, {"--json", "-l"}},
        {json, given->list == OUTPUT_LIST_WITHOUT, {"--json", "-L"}},
    };
    const struct exclusion needs[] = {
        {o->select.invert,
         !o->query.rules.limited,
         {"-v needs -k: without it only the least distance is selected"}},
        {given->quiet,
         !o->query.rules.limited,
         {"-q needs -k: without it something is always nearest"}},
    };
    return cmdline_exclusive(pairs, sizeof pairs / sizeof *pairs) &&
           check_letters(&o->query.rules) && cmdline_exclusive(needs, sizeof needs / sizeof *needs);
}

/* Checks --overhang: whole patterns, edits of cost 1, threshold mode. */
static bool check_overhang(const struct options *o, const struct given *given)
{
    const struct pattern_rules *r = &o->query.rules;
    bool overhang = r->overhang > 0;
    const struct exclusion pairs[] = {
        {overhang, r->expression, {"--overhang", "-E"}},
        {overhang, r->limits.given, {"--overhang", "--limit"}},
        {overhang, r->costs.given, {"--overhang", "costs of edits"}},
        {overhang, r->metric == METRIC_HAMMING, {"--overhang", "--metric=hamming"}},
        {overhang, r->word, {"--overhang", "-w"}},
        {overhang, r->line, {"--overhang", "-x"}},
        {overhang, r->best, {"--overhang", "--best"}},
        {overhang, o->select.top > 0, {"--overhang", "--top"}},
        {overhang, given->histogram, {"--overhang", "--histogram"}},
        {overhang,
         !r->limited,
         {"--overhang needs -k: it says how many edits a part of the pattern may have"}},
    };
    return cmdline_exclusive(pairs, sizeof pairs / sizeof *pairs);
}

/* Checks the options combined with --top and --histogram. */
static bool check_ranking(const struct options *o, const struct given *given)
{
    bool without = given->list == OUTPUT_LIST_WITHOUT, listed = given->list == OUTPUT_LIST;
    bool top = o->select.top > 0, limited = o->select.max_count < UINT64_MAX;
    const struct exclusion pairs[] = {
        {top, o->select.invert, {"--top", "-v"}},
        {top, o->select.context, {"--top", "context (-A, -B, -C)"}},
        {top, given->count, {"--top", "-c"}},
        {top, o->form.count_matches, {"--top", "--count-matches"}},
        {top, listed, {"--top", "-l"}},
        {top, without, {"--top", "-L"}},
        {top, given->quiet, {"--top", "-q"}},
        {top, limited, {"--top", "-m"}},
        {given->histogram, top, {"--histogram", "--top"}},
        {given->histogram, o->query.rules.best, {"--histogram", "--best"}},
        {given->histogram, o->select.invert, {"--histogram", "-v"}},
        {given->histogram, o->select.context, {"--histogram", "context (-A, -B, -C)"}},
        {given->histogram, given->json, {"--histogram", "--json"}},
        {given->histogram, given->count, {"--histogram", "-c"}},
        {given->histogram, o->form.count_matches, {"--histogram", "--count-matches"}},
        {given->histogram, listed, {"--histogram", "-l"}},
        {given->histogram, without, {"--histogram", "-L"}},
        {given->histogram, given->quiet, {"--histogram", "-q"}},
        {given->histogram, o->records.span_lines, {"--histogram", span_name(o)}},
        {given->histogram, o->form.only_matching, {"--histogram", "-o"}},
        {given->histogram,
         !o->query.rules.limited,
         {"--histogram needs -k: without it only the least distance is selected"}},
    };
    return cmdline_exclusive(pairs, sizeof pairs / sizeof *pairs);
}

/* Checks the options combined with --format. */
static bool check_format(const struct options *o, const struct given *given)
{
    bool format = o->form.format != NULL && !given->quiet;
    const char *name = format_name(o, given);
    const struct exclusion pairs[] = {
        {format, given->json, {name, "--json"}},
        {format, o->form.align, {name, "--align"}},
        {format, o->form.cigar, {"--format (say %C)", "--cigar"}},
        {format, o->select.context, {name, "context (-A, -B, -C)"}},
        {format, given->count, {name, "-c"}},
        {format, o->form.count_matches, {name, "--count-matches"}},
        {format, given->histogram, {name, "--histogram"}},
        {format, given->list == OUTPUT_LIST, {name, "-l"}},
        {format, given->list == OUTPUT_LIST_WITHOUT, {name, "-L"}},
    };
    return cmdline_exclusive(pairs, sizeof pairs / sizeof *pairs);
}

/* Checks --margin: one pattern, best mode. */
static bool check_blocks(const struct options *o, const struct given *given)
{
    const struct equality_rules *form = &o->query.rules.equality;
    bool margin = o->select.margin > 0, listed = given->list != OUTPUT_TEXT;
    const struct exclusion pairs[] = {
        {o->records.block, o->form.around != OPTION_UNSET, {"--block", "--around"}},
        {o->records.block,
         o->form.format != NULL && format_has(o->form.format, 'C'),
         {"--block", "%C of --format"}},
        {form->join_lines, form->skip != NULL, {"--dehyphenate", "--skip"}},
        {form->join_lines, form->normalize, {"--dehyphenate", "--normalize"}},
        {form->join_lines, form->fold_accents, {"--dehyphenate", "--fold-accents"}},
        {form->join_lines, form->trim_lines, {"--dehyphenate", "--block=loose"}},
        {form->trim_lines, form->skip != NULL, {"--block=loose", "--skip"}},
        {form->trim_lines, form->normalize, {"--block=loose", "--normalize"}},
        {form->trim_lines, form->fold_accents, {"--block=loose", "--fold-accents"}},
        {margin, o->query.rules.needs.each, {"--margin", "--best=each"}},
        {margin, o->select.top > 0, {"--margin", "--top"}},
        {margin, o->select.invert, {"--margin", "-v"}},
        {margin, o->select.context, {"--margin", "context (-A, -B, -C)"}},
        {margin, given->count || o->form.count_matches, {"--margin", "-c"}},
        {margin, listed, {"--margin", given->list == OUTPUT_LIST ? "-l" : "-L"}},
        {margin, given->quiet, {"--margin", "-q"}},
        {margin, given->histogram, {"--margin", "--histogram"}},
        {margin, o->select.max_count < UINT64_MAX, {"--margin", "-m"}},
        {margin,
         o->query.rules.nucleotides.reverse_complement,
         {"--margin", "--reverse-complement"}},
        {margin,
         o->query.rules.limited && !o->query.rules.best,
         {"--margin needs the least distance: say --best, or no -k"}},
        {margin, o->query.npatterns != 1, {"--margin needs one pattern"}},
    };
    return cmdline_exclusive(pairs, sizeof pairs / sizeof *pairs);
}

static bool check_record_patterns(const struct options *o, const struct given *given)
{
    bool most = o->select.max_per_pattern > 0, listed = given->list != OUTPUT_TEXT;
    bool best = o->query.rules.best || o->select.top > 0 || !o->query.rules.limited;
    const struct exclusion pairs[] = {
        {most, o->select.invert, {"--max-per-pattern", "-v"}},
        {most, o->select.max_count < UINT64_MAX, {"--max-per-pattern", "-m"}},
        {most, given->quiet, {"--max-per-pattern", "-q"}},
        {most, listed, {"--max-per-pattern", given->list == OUTPUT_LIST ? "-l" : "-L"}},
        {o->query.nrecord_patterns > 0,
         best || !given->distance,
         {"--and and --not need -k, without --best and --top"}},
        {most, best, {"--max-per-pattern needs -k, without --best and --top"}},
    };
    return cmdline_exclusive(pairs, sizeof pairs / sizeof *pairs);
}

static bool check_replacement(const struct options *o, const struct given *given)
{
    bool groups = o->form.replace != NULL && replacement_has_groups(o->form.replace);
    bool json = given->json && !given->quiet, format = o->form.format != NULL && !given->quiet;
    const struct exclusion pairs[] = {
        {o->form.replace != NULL, json, {"--replace", "--json"}},
        {o->form.replace != NULL, format, {"--replace", format_name(o, given)}},
        {o->select.passthru, json, {"--passthru", "--json"}},
        {o->select.passthru, format, {"--passthru", format_name(o, given)}},
        {o->select.passthru, o->records.span_lines, {"--passthru", span_name(o)}},
        {o->select.passthru, o->form.around != OPTION_UNSET, {"--passthru", "--around"}},
        {o->select.passthru, o->form.only_matching, {"--passthru", "-o"}},
        {o->select.passthru, o->select.context, {"--passthru", "context (-A, -B, -C)"}},
        {o->select.passthru, o->query.rules.best, {"--passthru", "--best"}},
        {o->select.passthru, o->select.top > 0, {"--passthru", "--top"}},
        {groups,
         !o->query.rules.expression,
         {"--replace: \\1 to \\9 need -E: only an expression has groups"}},
        {o->select.passthru,
         !o->query.rules.limited,
         {"--passthru needs -k: without it only the least distance is selected"}},
    };
    return cmdline_exclusive(pairs, sizeof pairs / sizeof *pairs);
}

/* Replaces the fields of other options by those of --format. */
static void settle_format(struct options *o)
{
    o->fields.line_number = format_has(o->form.format, 'n');
    o->fields.column = format_has(o->form.format, 'c') || o->form.bed;
    o->form.cigar = format_has(o->form.format, 'C');
    o->form.format_record = format_has(o->form.format, 'r');
}

/* Returns whether --around needs only the part of a record that chunks have before their owned part
 * (gather.c). */
static bool streams_around(const struct options *o)
{
    enum { MOST = 4096 };
    bool folds = equality_rules_fold(&o->query.rules.equality);
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

/* Checks --fasta and --fastq, which have their own delimiter and folding. */
static bool check_entries(const struct options *o)
{
    const struct equality_rules *form = &o->query.rules.equality;
    const char *name = form->entries == ENTRY_FASTA ? "--fasta" : "--fastq";
    bool entries = options_entries(o);
    const struct exclusion pairs[] = {
        {entries, o->records.null_data, {name, "-z"}},
        {entries, o->records.crlf, {name, "--crlf"}},
        {entries, o->records.delimiter != NULL, {name, "--delimiter"}},
        {entries, form->join_lines, {name, "--dehyphenate"}},
        {entries, o->records.block, {name, "--block"}},
        {entries, o->records.span_lines, {name, "--span-lines"}},
        {entries, form->skip != NULL, {name, "--skip"}},
        {entries, form->fold_space, {name, "--fold-space"}},
        {entries, form->normalize, {name, "--normalize"}},
        {entries, form->fold_accents, {name, "--fold-accents"}},
        {entries, o->form.replace != NULL, {name, "--replace"}},
        {entries, o->form.around != OPTION_UNSET, {name, "--around"}},
        {o->form.bed, o->form.format != NULL, {"--bed", "--format"}},
        {o->form.bed, o->select.invert, {"--bed", "-v"}},
        {o->form.bed, !entries, {"--bed needs --fasta or --fastq"}},
    };
    return cmdline_exclusive(pairs, sizeof pairs / sizeof *pairs);
}

static void settle_entries(struct options *o)
{
    struct equality_rules *form = &o->query.rules.equality;
    if (!options_entries(o))
        return;
    o->records.delimiter =
        form->entries == ENTRY_FASTA ? ENTRY_FASTA_DELIMITER : ENTRY_FASTQ_DELIMITER;
    form->skip = ENTRY_LINE_BREAKS;
    o->form.only_matching = o->form.only_matching || o->form.bed;
    o->form.format = o->form.bed ? FORMAT_BED : o->form.format;
}

bool option_rules_settle(struct options *o, const struct given *given)
{
    o->select.context = o->select.after != OPTION_UNSET || o->select.before != OPTION_UNSET ||
                        given->around != OPTION_UNSET;
    o->query.rules.costs.confusions = o->query.confusions.list;
    o->query.rules.costs.nconfusions = o->query.confusions.count;
    o->query.rules.nucleotides.letters =
        o->query.rules.nucleotides.letters || o->query.rules.nucleotides.reverse_complement;
    settle_costs(&o->query.rules, given->edits);
    if (!check_entries(o))
        return false;
    settle_entries(o);
    if (!check_overhang(o, given) || !check_ranking(o, given) || !check_exclusions(o, given) ||
        !check_format(o, given) || !check_replacement(o, given) || !check_blocks(o, given) ||
        !check_record_patterns(o, given))
        return false;
    uint64_t around = given->around != OPTION_UNSET ? given->around : 0;
    o->select.after = o->select.after != OPTION_UNSET ? o->select.after : around;
    o->select.before = o->select.before != OPTION_UNSET ? o->select.before : around;
    o->query.rules.utf8 = !given->binary;
    if (given->binary)
        o->inputs.encoding.kind = ENCODING_UTF8;
    o->inputs.binary = given->text || given->binary || o->records.null_data ? BINARY_NONE
                       : given->skip_binary                                 ? BINARY_ALL
                                                                            : BINARY_FOUND;
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
    o->form.output = given->quiet                            ? OUTPUT_QUIET
                     : given->list != OUTPUT_TEXT            ? given->list
                     : given->count || o->form.count_matches ? OUTPUT_COUNT
                     : given->histogram                      ? OUTPUT_HISTOGRAM
                     : given->json                           ? OUTPUT_JSON
                     : o->form.format != NULL                ? OUTPUT_FORMAT
                                                             : OUTPUT_TEXT;
    bool replaces = o->form.output == OUTPUT_TEXT && o->form.replace != NULL &&
                    replacement_has_groups(o->form.replace);
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
