#include "output/requirements.h"

#include "base/utf8.h"

/* -o -v prints nothing: what it selects has no occurrences. */
static bool prints_any(const struct options *o)
{
    bool prints = o->form.output == OUTPUT_TEXT || o->form.output == OUTPUT_FORMAT ||
                  o->form.output == OUTPUT_JSON || o->form.output == OUTPUT_HISTOGRAM;
    return prints && !(o->form.only_matching && o->select.invert);
}

/* Returns whether the bytes of records are printed, or needed to print parts of them. */
static bool prints_records(const struct options *o)
{
    bool lines = o->form.output == OUTPUT_TEXT || o->form.output == OUTPUT_FORMAT;
    bool parts = o->form.only_matching && lines && !o->form.format_record && !options_entries(o) &&
                 !o->query.rules.groups && !o->form.align && !o->form.cigar && !o->records.block &&
                 (o->form.around == 0 || o->form.streams_around);
    return prints_any(o) && !parts && o->form.output != OUTPUT_HISTOGRAM;
}

/* With -q the first that is admissible ends the search. */
static bool is_deferred(const struct options *o)
{
    return (o->query.rules.needs.each || o->select.top > 0) && o->form.output != OUTPUT_QUIET;
}

static enum resolve_scope scope_of(const struct options *o)
{
    if (!is_deferred(o))
        return RESOLVE_LEVEL;
    return o->select.top > 0 && (o->form.only_matching || o->select.second) ? RESOLVE_DISTANCES
                                                                            : RESOLVE_NARROW;
}

/* Returns whether a line shows something of an occurrence, and not only of its record. */
static bool shows_occurrence(const struct options *o)
{
    return !o->form.bare || o->fields.column || o->fields.show_pattern != SHOW_NO_PATTERN ||
           o->fields.show_strand || o->records.span_lines;
}

/* Returns whether a line shows nothing of a record's occurrences but its best one. */
static bool shows_best(const struct options *o, bool color)
{
    bool one = !color && !o->form.align && !o->form.cigar && o->form.replace == NULL;
    bool plain = (o->form.output == OUTPUT_TEXT && one) || o->form.output == OUTPUT_FORMAT;
    return plain && !o->form.only_matching;
}

/* Returns whether the results are records, and not their occurrences. */
static bool selects_records(const struct options *o)
{
    return !o->form.only_matching && !o->form.count_matches;
}

/* Returns whether only the first nearest occurrence of each pattern in a record is needed. */
static bool needs_first(const struct options *o, bool color)
{
    return is_deferred(o) && selects_records(o) && !o->select.second &&
           (!prints_any(o) || shows_best(o, color));
}

/* Returns which occurrences of a record are needed. */
static enum resolve_detail detail_of(const struct options *o, bool color, bool keeps)
{
    bool whole = keeps || needs_first(o, color);
    whole = whole || o->form.output == OUTPUT_HISTOGRAM; /* which counts records */
    enum resolve_detail all = whole ? RESOLVE_ALL : RESOLVE_STREAM;
    if (is_deferred(o) || o->select.max_per_pattern > 0)
        return all;
    bool plain = shows_best(o, color);
    if (plain && o->form.output == OUTPUT_TEXT && !shows_occurrence(o) && !o->query.rules.best)
        return RESOLVE_ANY;
    if (o->select.invert && color && (o->select.context || o->select.passthru) && prints_records(o))
        return all; /* shown in the context */
    if (prints_any(o) && !o->select.invert)
        return plain || o->form.output == OUTPUT_HISTOGRAM ? RESOLVE_BEST : all;
    bool counts =
        o->form.output == OUTPUT_COUNT && (o->records.span_lines || o->form.count_matches);
    return counts ? all : RESOLVE_ANY;
}

struct requirements requirements_of(const struct options *o, bool color)
{
    struct requirements w = {.prints = prints_any(o),
                             .keeps = prints_records(o) || options_filter(o)};
    enum resolve_detail detail = detail_of(o, color, w.keeps);
    bool json = o->form.output == OUTPUT_JSON;
    w.numbers = o->fields.line_number || json || o->select.context;
    w.visit_all = o->select.invert || o->select.passthru;
    w.counts = detail == RESOLVE_ANY && o->form.output == OUTPUT_COUNT && !w.numbers &&
               !w.visit_all && !options_filter(o) && o->select.max_count == UINT64_MAX;
    w.before = prints_records(o) && !o->form.only_matching ? o->select.before : 0;
    w.early = detail == RESOLVE_ANY && !w.prints && !o->select.invert && !options_filter(o) &&
              (o->form.output == OUTPUT_QUIET ||
               (o->form.output != OUTPUT_COUNT && !o->query.rules.best));
    w.behind = o->form.streams_around ? UTF8_LONGEST * o->form.around : 0;
    w.report = detail == RESOLVE_ANY    ? (w.early ? REPORT_FIRST : REPORT_ANY)
               : detail == RESOLVE_BEST ? REPORT_NEAREST
                                        : REPORT_ALL;
    w.deferred = is_deferred(o);
    w.held = o->query.rules.best && !w.deferred;
    w.resolve.detail = detail;
    w.resolve.scope = scope_of(o);
    w.resolve.most = o->select.max_per_pattern;
    w.resolve.of_records = selects_records(o);
    w.resolve.first = needs_first(o, color);
    w.resolve.candidate =
        (struct candidate_wants){.trim = w.prints,
                                 .match = detail == RESOLVE_STREAM && w.prints && w.behind == 0,
                                 .columns = (o->fields.column || json) && w.prints,
                                 .line_columns = o->records.span_lines,
                                 .lines = o->records.span_lines && (o->fields.line_number || json)};
    return w;
}
