/* requirements.c - see requirements.h. */
#include "output/requirements.h"

#include "base/utf8.h"

/* -o -v prints nothing: what it selects has no occurrences. */
static bool prints_any(const struct options *o)
{
    bool prints = o->output == OUTPUT_TEXT || o->output == OUTPUT_FORMAT ||
                  o->output == OUTPUT_JSON || o->output == OUTPUT_HISTOGRAM;
    return prints && !(o->only_matching && o->invert);
}

/* Whether the bytes of records are printed, or needed to print parts of them. */
static bool prints_records(const struct options *o)
{
    bool lines = o->output == OUTPUT_TEXT || o->output == OUTPUT_FORMAT;
    bool parts = o->only_matching && lines && !o->format_record && !options_entries(o) &&
                 !o->rules.groups && !o->align && !o->cigar && !o->block &&
                 (o->around == 0 || o->streams_around);
    return prints_any(o) && !parts && o->output != OUTPUT_HISTOGRAM;
}

/* With -q the first that is admissible ends the search. */
static bool has_journal(const struct options *o)
{
    return (o->rules.each || o->top > 0) && o->output != OUTPUT_QUIET;
}

static enum resolve_scope scope_of(const struct options *o)
{
    if (!has_journal(o))
        return RESOLVE_LEVEL;
    return o->top > 0 && (o->only_matching || o->second) ? RESOLVE_DISTANCES : RESOLVE_NARROW;
}

/* Whether a line shows something of an occurrence, and not only of its record. */
static bool shows_occurrence(const struct options *o)
{
    return !o->bare || o->column || o->show_pattern != SHOW_NO_PATTERN || o->show_strand ||
           o->span_lines;
}

/* Which occurrences of a record are wanted. */
static enum resolve_detail detail_of(const struct options *o, bool color, bool keeps)
{
    enum resolve_detail all = keeps ? RESOLVE_ALL : RESOLVE_STREAM;
    if (has_journal(o) || o->max_per_pattern > 0)
        return all;
    bool one = !color && !o->align && !o->cigar && o->replace == NULL;
    bool plain = (o->output == OUTPUT_TEXT && one) || o->output == OUTPUT_FORMAT;
    plain = plain && !o->only_matching;
    if (plain && o->output == OUTPUT_TEXT && !shows_occurrence(o) && !o->rules.best)
        return RESOLVE_ANY;
    if (o->invert && color && (o->context || o->passthru) && prints_records(o))
        return all; /* shown in the context */
    if (prints_any(o) && !o->invert)
        return plain || o->output == OUTPUT_HISTOGRAM ? RESOLVE_BEST : all;
    bool counts = o->output == OUTPUT_COUNT && (o->span_lines || o->count_matches);
    return counts ? all : RESOLVE_ANY;
}

struct requirements requirements_of(const struct options *o, bool color)
{
    struct requirements w = {.prints = prints_any(o),
                             .keeps = prints_records(o) || options_filter(o)};
    enum resolve_detail detail = detail_of(o, color, w.keeps);
    bool json = o->output == OUTPUT_JSON;
    w.numbers = o->line_number || json || o->context;
    w.visit_all = o->invert || o->passthru;
    w.before = prints_records(o) && !o->only_matching ? o->before : 0;
    w.early = detail == RESOLVE_ANY && !w.prints && !o->invert && !options_filter(o) &&
              (o->output == OUTPUT_QUIET || (o->output != OUTPUT_COUNT && !o->rules.best));
    w.behind = o->streams_around ? UTF8_LONGEST * o->around : 0;
    w.report = detail == RESOLVE_ANY    ? REPORT_ANY
               : detail == RESOLVE_BEST ? REPORT_NEAREST
                                        : REPORT_ALL;
    w.journal = has_journal(o);
    w.held = o->rules.best && !w.journal;
    w.resolve.detail = detail;
    w.resolve.scope = scope_of(o);
    w.resolve.most = o->max_per_pattern;
    w.resolve.of_records = !o->only_matching && !o->count_matches;
    w.resolve.candidate =
        (struct candidate_wants){.trim = w.prints,
                                 .match = detail == RESOLVE_STREAM && w.prints && w.behind == 0,
                                 .columns = (o->column || json) && w.prints,
                                 .line_columns = o->span_lines,
                                 .lines = o->span_lines && (o->line_number || json)};
    return w;
}
