/* engines.c - the table of engines, made from the file names. */
#include "scan/engine.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define ENGINE(NAME) extern const struct engine engine_##NAME;
#include "engines.inc"
#undef ENGINE

#define ENGINE(NAME) &engine_##NAME,
static const struct engine *engines[] = {
#include "engines.inc"
    NULL};
#undef ENGINE

static int by_rank(const void *a, const void *b)
{
    const struct engine *const *x = a, *const *y = b;
    return (*y)->rank - (*x)->rank;
}

static void sort_engines(void)
{
    qsort(engines, sizeof engines / sizeof *engines - 1, sizeof *engines, by_rank);
}

const struct engine *const *engines_all(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, sort_engines);
    return engines;
}

const struct engine *engines_find(const char *name)
{
    const struct engine *const *e = engines_all();
    if (strcmp(name, "auto") == 0) {
        while (*e != NULL && ((*e)->devices != NULL || engine_why_not(*e) != NULL))
            e++;
        return *e;
    }
    while (*e != NULL && strcmp((*e)->name, name) != 0)
        e++;
    return *e;
}

const struct engine *engines_small(const char *name)
{
    return engines_find(strcmp(name, "auto") == 0 ? "scalar" : name);
}

const struct engine *engines_offload(const char *name, enum metric metric)
{
    const struct engine *const *e = engines_all();
    if (strcmp(name, "auto") != 0)
        return NULL;
    while (*e != NULL && ((*e)->devices == NULL || !engine_knows(*e, metric)))
        e++;
    return *e;
}
