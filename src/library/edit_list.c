#include "library/edit_list.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/xalloc.h"

void edit_list_add(struct edit_list *l, char kind, uint64_t length)
{
    enum { RUN = 24 /* characters of one, at most, with a NUL */ };
    xgrow(&l->cigars, &l->capacity, l->size + RUN, 1);
    xgrow(&l->runs, &l->runs_capacity, l->count + 1, sizeof *l->runs);
    l->size += (size_t)sprintf(l->cigars + l->size, "%" PRIu64 "%c", length, kind);
    l->runs[l->count++] = (struct edgrep_edit){kind, length};
}

void edit_list_end(struct edit_list *l)
{
    xgrow(&l->cigars, &l->capacity, l->size + 1, 1);
    l->cigars[l->size++] = '\0';
}

void edit_list_clear(struct edit_list *l)
{
    l->size = l->count = 0;
}
