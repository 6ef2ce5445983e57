/* option_values.c - see option_values.h. */
#include "options/option_values.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

void options_add_where(struct options *o, const char *regex, bool negated)
{
    o->wheres = xreallocarray(o->wheres, o->nwheres + 1, sizeof *o->wheres);
    o->wheres[o->nwheres++] = (struct where){regex, negated};
}

void options_add_record_pattern(struct options *o, const char *text, bool negated)
{
    o->record_patterns =
        xreallocarray(o->record_patterns, o->nrecord_patterns + 1, sizeof *o->record_patterns);
    struct record_pattern *to = &o->record_patterns[o->nrecord_patterns++];
    *to = (struct record_pattern){.negated = negated};
    to->source.text = xstrdup(text);
    to->source.length = strlen(text);
}

void options_add_glob(struct options *o, int kind, const char *value)
{
    char *text = xstrdup(value);
    for (size_t n = strlen(text); kind == GLOB_EXCLUDE_DIR && n > 1 && text[n - 1] == '/'; n--)
        text[n - 1] = '\0';
    xgrow(&o->globs, &o->globs_capacity, o->nglobs + 1, sizeof *o->globs);
    o->globs[o->nglobs].kind = kind;
    o->globs[o->nglobs++].text = text;
}

void options_free(struct options *o)
{
    pattern_sources_free(o->patterns, o->npatterns);
    confusions_free(&o->confusions);
    free(o->wheres);
    for (size_t i = 0; i < o->nrecord_patterns; i++)
        free(o->record_patterns[i].source.text);
    free(o->record_patterns);
    encoding_close(&o->encoding);
    free(o->devices);
    for (size_t i = 0; i < o->nglobs; i++)
        free(o->globs[i].text);
    free(o->globs);
}
