#include "output/record_filters.h"

#include <stdlib.h>

#include "base/diag.h"
#include "base/xalloc.h"
#include "output/record_patterns.h"
#include "text/regex_search.h"

struct record_filters {
    const struct where *wheres;
    size_t nwheres;
    struct regex_search **searches;   /* [nwheres] */
    struct record_patterns *patterns; /* NULL: there are none */
    struct sink *sink;
};

static const char *option_of(const struct where *w)
{
    return w->negated ? "--where-not" : "--where";
}

struct record_filters *record_filters_open(const struct options *o, bool utf8, struct sink *sink)
{
    struct record_filters *f = xcalloc(1, sizeof *f);
    *f = (struct record_filters){
        .wheres = o->query.wheres, .nwheres = o->query.nwheres, .sink = sink};
    f->searches = xcalloc(f->nwheres, sizeof *f->searches);
    bool good = true;
    for (size_t i = 0; i < f->nwheres && good; i++) {
        const struct where *w = &f->wheres[i];
        f->searches[i] = regex_search_open(option_of(w), w->regex, utf8, false);
        good = f->searches[i] != NULL;
    }
    if (good && o->query.nrecord_patterns > 0) {
        f->patterns = record_patterns_open(o);
        good = f->patterns != NULL;
    }
    if (good)
        return f;
    record_filters_close(f);
    return NULL;
}

void record_filters_close(struct record_filters *f)
{
    if (f == NULL)
        return;
    for (size_t i = 0; i < f->nwheres; i++)
        if (f->searches[i] != NULL)
            regex_search_close(f->searches[i]);
    free(f->searches);
    record_patterns_close(f->patterns);
    free(f);
}

bool record_filters_hold(struct record_filters *f, struct record *record)
{
    for (size_t i = 0; i < f->nwheres; i++) {
        const struct where *w = &f->wheres[i];
        const char *reason = NULL;
        record_join(record, option_of(w));
        enum regex_result result =
            regex_search_record(f->searches[i], record->bytes, record->length, &reason);
        if (result == REGEX_ERROR) {
            sink_flush(f->sink);
            die("%s '%s': %s", option_of(w), w->regex, reason);
        }
        if ((result == REGEX_YES) == w->negated)
            return false;
    }
    return f->patterns == NULL || record_patterns_hold(f->patterns, record);
}
