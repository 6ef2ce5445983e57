/* patterns.c - settings and patterns become a query, and the engine for it. */
#include "library/patterns.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/xalloc.h"
#include "output/record_filters.h"

struct compilation {
    struct edgrep_patterns *patterns;
    const struct edgrep_text *texts;
    size_t count;
    const char *const *settings;
};

/* Copies of the settings, as the options point into them. */
static const char *const *copy_settings(const char *const *settings)
{
    size_t n = 0;
    while (settings != NULL && settings[n] != NULL)
        n++;
    const char **copies = xcalloc(n + 1, sizeof *copies);
    for (size_t i = 0; i < n; i++)
        copies[i] = xstrdup(settings[i]);
    return copies;
}

static struct pattern_list copy_texts(const struct edgrep_text *texts, size_t count)
{
    struct pattern_list list = {0};
    list.sources = xcalloc(count, sizeof *list.sources);
    list.capacity = count > 0 ? count : 1;
    for (; list.count < count; list.count++)
        list.sources[list.count] = (struct pattern_source){
            .text = xmemdup(texts[list.count].bytes, texts[list.count].length),
            .length = texts[list.count].length};
    return list;
}

/* Sets the options; false, and reported: something is wrong, or unknown here. */
static bool take_settings(struct options *o, const struct compilation *c)
{
    struct pattern_list list = copy_texts(c->texts, c->count);
    if (options_take_words(o, copy_settings(c->settings), &list) != OPTIONS_RUN)
        return false;
    if (o->query.npatterns == 0)
        diag_error("there is no pattern");
    o->form.only_matching = true;
    return o->query.npatterns > 0;
}

/* Returns false if a pattern of "and" or "not" is bad (reported). Each search compiles them again.
 */
static bool check_record_patterns(const struct options *o)
{
    if (o->query.nrecord_patterns == 0)
        return true;
    struct record_filters *f = record_filters_open(o, o->query.rules.utf8, NULL);
    record_filters_close(f);
    return f != NULL;
}

static int compile_patterns(void *context)
{
    const struct compilation *c = context;
    struct edgrep_patterns *p = c->patterns;
    struct options *o = &p->options;
    if (!take_settings(o, c) || (p->query = choose_engine_query(o, REPORT_ALL)) == NULL ||
        (p->engine = choose_engine(o, p->query)) == NULL || !check_record_patterns(o))
        return EDGREP_BAD;
    p->step = p->engine->chunk_size(p->query);
    if (strcmp(o->work.engine, "auto") == 0 && p->query->folding == NULL && !p->query->best &&
        o->inputs.encoding.kind == ENCODING_UTF8)
        sieve_open(&p->sieve, p->query);
    return EDGREP_OK;
}

struct edgrep_patterns *edgrep_patterns_compile(const struct edgrep_text *patterns, size_t count,
                                                const char *const *settings,
                                                struct edgrep_error *error)
{
    struct edgrep_patterns *p = calloc(1, sizeof *p);
    struct compilation c = {p, patterns, count, settings};
    if (p == NULL) {
        (void)call_no_memory(error);
        return NULL;
    }
    if (call_run(&p->heap, error, compile_patterns, &c) == EDGREP_OK)
        return p;
    edgrep_patterns_free(p);
    return NULL;
}

void edgrep_patterns_free(struct edgrep_patterns *patterns)
{
    if (patterns == NULL)
        return;
    heap_release(&patterns->heap);
    free(patterns);
}

FORMER_NAME(edgrep_compile, edgrep_patterns_compile);
