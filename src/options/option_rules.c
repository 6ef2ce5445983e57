/* option_rules.c - see option_rules.h. */
#include "options/option_rules.h"

#include "base/diag.h"
#include "options/cmdline.h"
#include "options/format.h"
#include "options/replacement.h"

/* The costs that were given change those of the metric. Where they amount to a metric, it is that
 * one. */
static void settle_costs(struct pattern_rules *rules, struct edits given)
{
    struct edits e = edits_of_metric(rules->metric);
    e.insert = given.insert > 0 ? given.insert : e.insert;
    e.delete = given.delete > 0 ? given.delete : e.delete;
    e.substitute = given.substitute > 0 ? given.substitute : e.substitute;
    e.transpose = given.transpose > 0 ? given.transpose : e.transpose;
    rules->edits = e;
    rules->costs = rules->nconfusions > 0 || !edits_amount(e, &rules->metric);
    if (rules->costs)
        rules->metric = METRIC_LEVENSHTEIN;
}

/* Letters are sets of bases by themselves, and have complements; other characters have none. */
static bool check_letters(const struct pattern_rules *rules)
{
    const char *option = rules->reverse_complement ? "--reverse-complement" : "--iupac";
    if (rules->iupac && rules->classes) {
        diag_error("%s and -P exclude each other: -E has sets of letters", option);
        return false;
    }
    if (rules->iupac && rules->nconfusions > 0) {
        diag_error("%s and --confuse exclude each other: a letter is a set of bases", option);
        return false;
    }
    return true;
}

static bool check_exclusions(const struct options *o, const struct given *given)
{
    bool json = given->json && !given->quiet;
    const struct exclusion pairs[] = {
        {o->rules.classes, o->rules.expression, {"-P", "-E"}},
        {o->null_data, o->delimiter != NULL, {"-z", "--delimiter"}},
        {o->crlf, o->null_data, {"--crlf", "-z"}},
        {o->crlf, o->delimiter != NULL, {"--crlf", "--delimiter"}},
        {o->crlf, o->span_lines, {"--crlf", "--span-lines"}},
        {o->span_lines, o->null_data, {"--span-lines", "-z"}},
        {o->span_lines, o->delimiter != NULL, {"--span-lines", "--delimiter"}},
        {o->span_lines, o->invert, {"--span-lines", "-v"}},
        {o->span_lines, o->context, {"--span-lines", "context (-A, -B, -C)"}},
        {o->rules.best, o->invert, {"--best", "-v"}},
        {o->rules.equality.normalize, given->binary, {"--normalize", "-U"}},
        {o->rules.equality.fold_accents, given->binary, {"--fold-accents", "-U"}},
        {o->encoding.kind > ENCODING_UTF8, given->binary, {"--encoding", "-U"}},
        {json, given->count, {"--json", "-c"}},
        {json, o->count_matches, {"--json", "--count-matches"}},
        {json, o->align, {"--json", "--align"}},
        {json, o->column, {"--json", "--column"}},
        {json, o->around != OPTION_UNSET, {"--json", "--around"}},
        {o->count_matches, o->invert, {"--count-matches", "-v"}},
        {json, given->list == OUTPUT_LIST, {"--json", "-l"}},
        {json, given->list == OUTPUT_LIST_WITHOUT, {"--json", "-L"}},
    };
    if (!cmdline_exclusive(pairs, sizeof pairs / sizeof *pairs) || !check_letters(&o->rules))
        return false;
    if (o->invert && !o->rules.limited) {
        diag_error("-v needs -k: without it only the least distance is selected");
        return false;
    }
    if (given->quiet && !o->rules.limited) {
        diag_error("-q needs -k: without it something is always nearest");
        return false;
    }
    return true;
}

/* --overhang has whole patterns and edits that cost 1, in threshold mode. */
static bool check_overhang(const struct options *o, const struct given *given)
{
    const struct pattern_rules *r = &o->rules;
    bool overhang = r->overhang > 0;
    const struct exclusion pairs[] = {
        {overhang, r->expression, {"--overhang", "-E"}},
        {overhang, r->limits.given, {"--overhang", "--limit"}},
        {overhang, r->costs, {"--overhang", "costs of edits"}},
        {overhang, r->metric == METRIC_HAMMING, {"--overhang", "--metric=hamming"}},
        {overhang, r->word, {"--overhang", "-w"}},
        {overhang, r->line, {"--overhang", "-x"}},
        {overhang, r->best, {"--overhang", "--best"}},
        {overhang, o->top > 0, {"--overhang", "--top"}},
        {overhang, given->histogram, {"--overhang", "--histogram"}},
    };
    if (!cmdline_exclusive(pairs, sizeof pairs / sizeof *pairs))
        return false;
    if (overhang && !r->limited) {
        diag_error("--overhang needs -k: it says how many edits a part of the pattern may have");
        return false;
    }
    return true;
}

/* The combinations that --top and --histogram do not have. */
static bool check_ranking(const struct options *o, const struct given *given)
{
    bool without = given->list == OUTPUT_LIST_WITHOUT, listed = given->list == OUTPUT_LIST;
    bool top = o->top > 0, limited = o->max_count < UINT64_MAX;
    const struct exclusion pairs[] = {
        {top, o->invert, {"--top", "-v"}},
        {top, o->context, {"--top", "context (-A, -B, -C)"}},
        {top, given->count, {"--top", "-c"}},
        {top, listed, {"--top", "-l"}},
        {top, without, {"--top", "-L"}},
        {top, given->quiet, {"--top", "-q"}},
        {top, limited, {"--top", "-m"}},
        {given->histogram, top, {"--histogram", "--top"}},
        {given->histogram, o->rules.best, {"--histogram", "--best"}},
        {given->histogram, o->invert, {"--histogram", "-v"}},
        {given->histogram, o->context, {"--histogram", "context (-A, -B, -C)"}},
        {given->histogram, given->json, {"--histogram", "--json"}},
        {given->histogram, given->count, {"--histogram", "-c"}},
        {given->histogram, listed, {"--histogram", "-l"}},
        {given->histogram, without, {"--histogram", "-L"}},
        {given->histogram, given->quiet, {"--histogram", "-q"}},
        {given->histogram, o->span_lines, {"--histogram", "--span-lines"}},
        {given->histogram, o->only_matching, {"--histogram", "-o"}},
    };
    if (!cmdline_exclusive(pairs, sizeof pairs / sizeof *pairs))
        return false;
    if (given->histogram && !o->rules.limited) {
        diag_error("--histogram needs -k: without it only the least distance is selected");
        return false;
    }
    return true;
}

/* What --format does not print, or prints in its own way. */
static bool check_format(const struct options *o, const struct given *given)
{
    bool format = o->format != NULL && !given->quiet;
    const char *name = o->bed ? "--bed" : "--format";
    const struct exclusion pairs[] = {
        {format, given->json, {name, "--json"}},
        {format, o->align, {name, "--align"}},
        {format, o->cigar, {"--format (say %C)", "--cigar"}},
        {format, o->context, {name, "context (-A, -B, -C)"}},
        {format, given->count, {name, "-c"}},
        {format, o->count_matches, {name, "--count-matches"}},
        {format, given->histogram, {name, "--histogram"}},
        {format, given->list == OUTPUT_LIST, {name, "-l"}},
        {format, given->list == OUTPUT_LIST_WITHOUT, {name, "-L"}},
    };
    return cmdline_exclusive(pairs, sizeof pairs / sizeof *pairs);
}

/* --margin has one pattern and its least distance. Its output is that of best mode. */
static bool check_blocks(const struct options *o, const struct given *given)
{
    const struct equality_rules *form = &o->rules.equality;
    bool margin = o->margin > 0, listed = given->list != OUTPUT_TEXT;
    const struct exclusion pairs[] = {
        {o->block, o->around != OPTION_UNSET, {"--block", "--around"}},
        {o->block, o->format != NULL && format_has(o->format, 'C'), {"--block", "%C of --format"}},
        {o->block,
         o->replace != NULL && replacement_has_groups(o->replace),
         {"--block", "\\1 to \\9 of --replace"}},
        {form->join_lines, form->skip != NULL, {"--dehyphenate", "--skip"}},
        {form->join_lines, form->normalize, {"--dehyphenate", "--normalize"}},
        {form->join_lines, form->fold_accents, {"--dehyphenate", "--fold-accents"}},
        {form->join_lines, form->trim_lines, {"--dehyphenate", "--block=loose"}},
        {form->trim_lines, form->skip != NULL, {"--block=loose", "--skip"}},
        {form->trim_lines, form->normalize, {"--block=loose", "--normalize"}},
        {form->trim_lines, form->fold_accents, {"--block=loose", "--fold-accents"}},
        {margin, o->rules.each, {"--margin", "--best=each"}},
        {margin, o->top > 0, {"--margin", "--top"}},
        {margin, o->invert, {"--margin", "-v"}},
        {margin, o->context, {"--margin", "context (-A, -B, -C)"}},
        {margin, given->count || o->count_matches, {"--margin", "-c"}},
        {margin, listed, {"--margin", given->list == OUTPUT_LIST ? "-l" : "-L"}},
        {margin, given->quiet, {"--margin", "-q"}},
        {margin, given->histogram, {"--margin", "--histogram"}},
        {margin, o->max_count < UINT64_MAX, {"--margin", "-m"}},
        {margin, o->rules.reverse_complement, {"--margin", "--reverse-complement"}},
    };
    if (!cmdline_exclusive(pairs, sizeof pairs / sizeof *pairs))
        return false;
    if (margin && o->rules.limited && !o->rules.best) {
        diag_error("--margin needs the least distance: say --best, or no -k");
        return false;
    }
    if (margin && o->npatterns != 1) {
        diag_error("--margin needs one pattern");
        return false;
    }
    return true;
}

static bool check_record_patterns(const struct options *o, const struct given *given)
{
    bool most = o->max_per_pattern > 0, listed = given->list != OUTPUT_TEXT;
    const struct exclusion pairs[] = {
        {most, o->invert, {"--max-per-pattern", "-v"}},
        {most, o->max_count < UINT64_MAX, {"--max-per-pattern", "-m"}},
        {most, given->quiet, {"--max-per-pattern", "-q"}},
        {most, listed, {"--max-per-pattern", given->list == OUTPUT_LIST ? "-l" : "-L"}},
    };
    bool best = o->rules.best || o->top > 0 || !o->rules.limited;
    if (!cmdline_exclusive(pairs, sizeof pairs / sizeof *pairs))
        return false;
    if (o->nrecord_patterns > 0 && (best || !given->distance)) {
        diag_error("--and and --not need -k, without --best and --top");
        return false;
    }
    if (most && best) {
        diag_error("--max-per-pattern needs -k, without --best and --top");
        return false;
    }
    return true;
}

static bool check_replacement(const struct options *o, const struct given *given)
{
    const struct equality_rules *form = &o->rules.equality;
    bool groups = o->replace != NULL && replacement_has_groups(o->replace);
    bool json = given->json && !given->quiet, format = o->format != NULL && !given->quiet;
    const struct exclusion pairs[] = {
        {o->replace != NULL, json, {"--replace", "--json"}},
        {groups, form->skip != NULL, {"--replace with \\1 to \\9", "--skip"}},
        {groups, form->fold_space, {"--replace with \\1 to \\9", "--fold-space"}},
        {groups, form->normalize, {"--replace with \\1 to \\9", "--normalize"}},
        {groups, form->join_lines, {"--replace with \\1 to \\9", "--dehyphenate"}},
        {groups, form->fold_accents, {"--replace with \\1 to \\9", "--fold-accents"}},
        {o->replace != NULL, format, {"--replace", "--format"}},
        {o->passthru, json, {"--passthru", "--json"}},
        {o->passthru, format, {"--passthru", "--format"}},
        {o->passthru, o->span_lines, {"--passthru", "--span-lines"}},
        {o->passthru, o->around != OPTION_UNSET, {"--passthru", "--around"}},
        {o->passthru, o->only_matching, {"--passthru", "-o"}},
        {o->passthru, o->context, {"--passthru", "context (-A, -B, -C)"}},
        {o->passthru, o->rules.best, {"--passthru", "--best"}},
        {o->passthru, o->top > 0, {"--passthru", "--top"}},
    };
    if (!cmdline_exclusive(pairs, sizeof pairs / sizeof *pairs))
        return false;
    if (groups && !o->rules.expression) {
        diag_error("--replace: \\1 to \\9 need -E: only an expression has groups");
        return false;
    }
    if (o->passthru && !o->rules.limited) {
        diag_error("--passthru needs -k: without it only the least distance is selected");
        return false;
    }
    return true;
}

/* Its fields take the place of those that other options ask for. */
static void settle_format(struct options *o)
{
    o->line_number = format_has(o->format, 'n');
    o->column = format_has(o->format, 'c') || o->bed;
    o->cigar = format_has(o->format, 'C');
    o->format_record = format_has(o->format, 'r');
}

/* Whether --around needs no more of a record than chunks have before what they own (gather.c). */
static bool streams_around(const struct options *o)
{
    enum { MOST = 4096 };
    bool folds = equality_rules_fold(&o->rules.equality);
    bool lines = o->output == OUTPUT_TEXT || o->output == OUTPUT_FORMAT;
    return lines && !o->format_record && !o->rules.groups && o->around > 0 && o->around <= MOST &&
           !folds && !o->align && !o->cigar && !options_filter(o) && !o->rules.each && o->top == 0;
}

/* Whether --json says of a block how near the second is. */
static bool seconds_blocks(const struct options *o)
{
    return o->block && o->output == OUTPUT_JSON && o->rules.best && !o->rules.each && o->top == 0 &&
           o->npatterns == 1 && !o->rules.reverse_complement;
}

/* Whether --json has the texts of groups: not of folded texts, nor of what is widened to lines. */
static bool shows_groups(const struct options *o)
{
    return o->output == OUTPUT_JSON && o->rules.expression && !o->block &&
           !equality_rules_fold(&o->rules.equality);
}

/* Records that are entries have their own delimiter and folding. */
static bool check_entries(const struct options *o)
{
    const struct equality_rules *form = &o->rules.equality;
    const char *name = form->entries == ENTRY_FASTA ? "--fasta" : "--fastq";
    bool entries = options_entries(o);
    const struct exclusion pairs[] = {
        {entries, o->null_data, {name, "-z"}},
        {entries, o->crlf, {name, "--crlf"}},
        {entries, o->delimiter != NULL, {name, "--delimiter"}},
        {entries, form->join_lines, {name, "--dehyphenate"}},
        {entries, o->block, {name, "--block"}},
        {entries, o->span_lines, {name, "--span-lines"}},
        {entries, form->skip != NULL, {name, "--skip"}},
        {entries, form->fold_space, {name, "--fold-space"}},
        {entries, form->normalize, {name, "--normalize"}},
        {entries, form->fold_accents, {name, "--fold-accents"}},
        {entries, o->replace != NULL, {name, "--replace"}},
        {entries, o->around != OPTION_UNSET, {name, "--around"}},
        {o->bed, o->format != NULL, {"--bed", "--format"}},
        {o->bed, o->invert, {"--bed", "-v"}},
    };
    if (!cmdline_exclusive(pairs, sizeof pairs / sizeof *pairs))
        return false;
    if (o->bed && !entries)
        diag_error("--bed needs --fasta or --fastq");
    return !o->bed || entries;
}

static void settle_entries(struct options *o)
{
    struct equality_rules *form = &o->rules.equality;
    if (!options_entries(o))
        return;
    o->delimiter = form->entries == ENTRY_FASTA ? ENTRY_FASTA_DELIMITER : ENTRY_FASTQ_DELIMITER;
    form->skip = ENTRY_LINE_BREAKS;
    o->only_matching = o->only_matching || o->bed;
    o->format = o->bed ? FORMAT_BED : o->format;
}

bool option_rules_settle(struct options *o, const struct given *given)
{
    o->context =
        o->after != OPTION_UNSET || o->before != OPTION_UNSET || given->around != OPTION_UNSET;
    o->rules.confusions = o->confusions.list;
    o->rules.nconfusions = o->confusions.count;
    o->rules.iupac = o->rules.iupac || o->rules.reverse_complement;
    settle_costs(&o->rules, given->edits);
    if (!check_entries(o))
        return false;
    settle_entries(o);
    if (!check_overhang(o, given) || !check_ranking(o, given) || !check_exclusions(o, given) ||
        !check_format(o, given) || !check_replacement(o, given) || !check_blocks(o, given) ||
        !check_record_patterns(o, given))
        return false;
    uint64_t around = given->around != OPTION_UNSET ? given->around : 0;
    o->after = o->after != OPTION_UNSET ? o->after : around;
    o->before = o->before != OPTION_UNSET ? o->before : around;
    o->rules.utf8 = !given->binary;
    if (given->binary)
        o->encoding.kind = ENCODING_UTF8;
    o->binary = given->text || given->binary || o->null_data ? BINARY_NONE
                : given->skip_binary                         ? BINARY_ALL
                                                             : BINARY_FOUND;
    o->rules.best = o->rules.best || !o->rules.limited || o->top > 0;
    o->rules.word = o->rules.word && !o->rules.line;
    o->rules.span_lines = o->span_lines;
    o->rules.filtered = options_filter(o);
    o->rules.crlf = o->crlf;
    o->only_matching = o->only_matching || o->span_lines || o->around != OPTION_UNSET;
    o->around = o->around != OPTION_UNSET ? o->around : 0;
    o->delimiter_byte = o->span_lines || o->delimiter != NULL ? -1 : o->null_data ? '\0' : '\n';
    o->output = given->quiet                       ? OUTPUT_QUIET
                : given->list != OUTPUT_TEXT       ? given->list
                : given->count || o->count_matches ? OUTPUT_COUNT
                : given->histogram                 ? OUTPUT_HISTOGRAM
                : given->json                      ? OUTPUT_JSON
                : o->format != NULL                ? OUTPUT_FORMAT
                                                   : OUTPUT_TEXT;
    bool replaces =
        o->output == OUTPUT_TEXT && o->replace != NULL && replacement_has_groups(o->replace);
    o->rules.groups = !o->invert && (replaces || shows_groups(o));
    o->passthru = o->passthru && o->output == OUTPUT_TEXT;
    o->second = o->margin > 0 || seconds_blocks(o);
    o->top = o->second ? 2 : o->top;
    o->rules.several = o->top > 0 && !options_bounds_margin(o);
    o->rules.slack = options_bounds_margin(o) ? (uint32_t)o->margin - 1 : 0;
    if (o->output == OUTPUT_FORMAT)
        settle_format(o);
    o->streams_around = streams_around(o);
    if (o->threads == 0)
        o->threads = cmdline_cpus();
    return true;
}
