/* wants.c - see wants.h. */
#include "output/wants.h"

/* Whether the bytes of records are printed, or needed to print parts of them. */
static bool prints_records(const struct options *o, bool prints)
{
    bool parts = o->only_matching && o->output == OUTPUT_TEXT && !o->align && !o->cigar;
    return prints && !parts && !(o->only_matching && o->invert);
}

/* Which occurrences of a record are wanted. */
static enum resolve_detail detail_of(const struct options *o, bool color, bool prints, bool records)
{
    bool plain = o->output == OUTPUT_TEXT && !o->only_matching && !color && !o->align && !o->cigar;
    if (o->invert && color && o->context && records)
        return RESOLVE_ALL; /* shown in the context */
    if (prints && !o->invert)
        return plain ? RESOLVE_BEST : RESOLVE_ALL;
    return o->span_lines && o->output == OUTPUT_COUNT ? RESOLVE_ALL : RESOLVE_ANY;
}

struct wants wants_of(const struct options *o, bool color)
{
    struct wants w = {.prints = o->output == OUTPUT_TEXT || o->output == OUTPUT_JSON};
    bool records = prints_records(o, w.prints);
    enum resolve_detail detail = detail_of(o, color, w.prints, records);
    w.keeps = records || o->nwheres > 0;
    w.numbers = o->line_number || o->output == OUTPUT_JSON || o->context;
    w.visit_all = o->invert || (records && (o->before > 0 || o->after > 0));
    w.early = detail == RESOLVE_ANY && !o->invert && o->nwheres == 0 &&
              (o->output == OUTPUT_QUIET || (o->output != OUTPUT_COUNT && !o->rules.best));
    w.resolve = (struct resolve_wants){.detail = detail,
                                       .trim = w.prints,
                                       .match = detail == RESOLVE_ALL && w.prints && !w.keeps,
                                       .lines = o->span_lines && o->line_number};
    return w;
}
