/* sliced_paths.c - see sliced_paths.h. */
#include "scan/sliced_paths.h"

#include <stdlib.h>

#include "scan/along.h"

struct sliced_paths {
    const struct query *q;
    const struct sample *sample;
    struct along *along;
};

void sliced_paths_close(struct sliced_paths *x)
{
    if (x == NULL)
        return;
    along_close(x->along);
    free(x);
}

struct sliced_paths *sliced_paths_open(const struct query *q, const struct alphabet *a,
                                       const struct sample *sample)
{
    struct sliced_paths *x = calloc(1, sizeof *x);
    if (x == NULL)
        return NULL;
    *x = (struct sliced_paths){.q = q, .sample = sample, .along = along_open(q, a)};
    if (x->along != NULL)
        return x;
    sliced_paths_close(x);
    return NULL;
}

/* Searches the whole part of the chunk, without a filter. */
static enum engine_status scan_whole(struct sliced_paths *x, const struct chunk *c,
                                     struct share own, uint32_t pattern, uint32_t *limit,
                                     struct hits *hits)
{
    return along_scan(x->along, c, own, pattern, limit, hits);
}

enum engine_status sliced_paths_scan(struct sliced_paths *x, const struct chunk *c,
                                     struct share own, uint32_t pattern, uint32_t limit,
                                     struct hits *hits)
{
    return scan_whole(x, c, own, pattern, &limit, hits);
}
