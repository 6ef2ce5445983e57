#include "options/option_values.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

void options_add_where(struct options *o, const char *regex, bool negated)
{
    o->query.wheres = xreallocarray(o->query.wheres, o->query.nwheres + 1, sizeof *o->query.wheres);
    o->query.wheres[o->query.nwheres++] = (struct where){regex, negated};
}

void options_add_record_pattern(struct options *o, const char *text, bool negated)
{
    o->query.record_patterns = xreallocarray(
        o->query.record_patterns, o->query.nrecord_patterns + 1, sizeof *o->query.record_patterns);
    struct record_pattern *to = &o->query.record_patterns[o->query.nrecord_patterns++];
    *to = (struct record_pattern){.negated = negated};
    to->source.text = xstrdup(text);
    to->source.length = strlen(text);
}

void options_add_glob(struct options *o, int kind, const char *value)
{
    char *text = xstrdup(value);
    for (size_t n = strlen(text); kind == GLOB_EXCLUDE_DIR && n > 1 && text[n - 1] == '/'; n--)
        text[n - 1] = '\0';
    xgrow(&o->inputs.globs, &o->inputs.globs_capacity, o->inputs.nglobs + 1,
          sizeof *o->inputs.globs);
    o->inputs.globs[o->inputs.nglobs].kind = kind;
    o->inputs.globs[o->inputs.nglobs++].text = text;
}

void options_free(struct options *o)
{
    pattern_sources_free(o->query.patterns, o->query.npatterns);
    confusions_free(&o->query.confusions);
    free(o->query.wheres);
    for (size_t i = 0; i < o->query.nrecord_patterns; i++)
        free(o->query.record_patterns[i].source.text);
    free(o->query.record_patterns);
    encoding_close(&o->inputs.encoding);
    free(o->work.devices);
    for (size_t i = 0; i < o->inputs.nglobs; i++)
        free(o->inputs.globs[i].text);
    free(o->inputs.globs);
}
