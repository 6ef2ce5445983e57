#include "output/edit_operations.h"

#include <stdlib.h>

#include "base/diag.h"
#include "base/xalloc.h"

struct operation_finder {
    struct edit_operations *u;
    size_t capacity;
    struct alphabet *a;
    const uint32_t *text;
};

static void add_operation(struct operation_finder *f, const struct use *use)
{
    xgrow(&f->u->list, &f->capacity, f->u->n + 1, sizeof *use);
    f->u->list[f->u->n++] = *use;
}

/* Returns whether the text before column j is the replacement text of the confusion. */
static bool ends_with_replacement(const struct operation_finder *f, const struct confusion_edge *d,
                                  size_t j)
{
    if (d->count > j)
        return false;
    for (uint32_t i = 0; i < d->count; i++)
        if (!alphabet_matches(f->a, f->text[j - d->count + i], d->items[i]))
            return false;
    return true;
}

static void add_confusion(struct operation_finder *f, const struct confusion_edge *d)
{
    struct use use = {.edit = 'C', .cost = d->cost, .items = d->length, .characters = d->count};
    for (uint32_t i = 0; i < d->length; i++) {
        use.symbols[i] = alphabet_symbol(f->a, d->characters[i]);
        if (use.symbols[i] == SYMBOL_NONE)
            die_out_of_memory();
    }
    add_operation(f, &use);
}

void edit_operations_find(struct edit_operations *u, const struct query *q,
                          const struct edits *edits, struct alphabet *a, const uint32_t *text,
                          size_t n)
{
    struct operation_finder f = {.u = u, .a = a, .text = text};
    *u = (struct edit_operations){.ends = xcalloc(n + 2, sizeof *u->ends)};
    for (size_t j = 0; j <= n; j++) {
        if (j >= 2 && edits->transpose < EDIT_NEVER)
            add_operation(&f,
                          &(struct use){'T', edits->transpose, 2, 2, {text[j - 1], text[j - 2]}});
        for (size_t i = 0; i < q->confusions.n; i++)
            if (ends_with_replacement(&f, &q->confusions.edges[i], j))
                add_confusion(&f, &q->confusions.edges[i]);
        u->ends[j + 1] = u->n;
    }
}

void edit_operations_free(struct edit_operations *u)
{
    free(u->list);
    free(u->ends);
}
