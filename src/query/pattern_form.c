#include "query/pattern_form.h"

#include <stdlib.h>

#include "base/diag.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "query/folded_text.h"

struct folding *source_folding_open(const struct folding *e)
{
    if (e == NULL || !e->normalizes)
        return NULL;
    struct folding *source = xmemdup(e, sizeof *e);
    source->fold_space = false;
    source->nranges = 0;
    source->sets = NULL; /* no characters are skipped */
    source->kinds = xmemdup(e->kinds, CHAR_LIMIT);
    for (size_t i = 0; i < CHAR_LIMIT; i++)
        source->kinds[i] &= CHARACTER_JOINS | CHARACTER_CHANGES;
    return source;
}

void source_folding_close(struct folding *source)
{
    if (source != NULL)
        free(source->kinds);
    free(source);
}

char *pattern_form(const struct folding *e, const char *text, size_t length, size_t *size)
{
    struct folded_text folded = {.part = ENTRY_SEQUENCE};
    if (!folded_text_add(&folded, e, (const unsigned char *)text, 0, length, -1))
        die_out_of_memory();
    char *form = xmemdup(folded.n > 0 ? folded.bytes : (const unsigned char *)"", folded.n);
    *size = folded.n;
    folded_text_free(&folded);
    return form;
}
