#include "input/range.h"

#include <stdlib.h>

#include "base/grow.h"

struct opened *opened_new(const struct input_file *file, atomic_uint *count)
{
    struct opened *o = malloc(sizeof *o);
    struct input_file taken = *file;
    taken.name = NULL;
    if (o == NULL) {
        inputs_done(&taken);
        return NULL;
    }
    o->file = taken;
    o->count = count;
    atomic_init(&o->users, 1);
    atomic_fetch_add(count, 1);
    return o;
}

void opened_leave(struct opened *o)
{
    if (o == NULL || atomic_fetch_sub(&o->users, 1) > 1)
        return;
    inputs_done(&o->file);
    atomic_fetch_sub(o->count, 1);
    free(o);
}

bool range_add(struct range *r, const struct part *part)
{
    if (!grow(&r->parts, &r->capacity, r->nparts + 1, sizeof *r->parts))
        return false;
    r->parts[r->nparts++] = *part;
    if (part->opened != NULL)
        atomic_fetch_add(&part->opened->users, 1);
    return true;
}

void part_leave(struct part *p)
{
    opened_leave(p->opened);
    p->opened = NULL;
}

void range_clear(struct range *r)
{
    for (size_t i = 0; i < r->nparts; i++) {
        part_leave(&r->parts[i]);
        input_status_clear(&r->parts[i].input_status);
    }
    r->nparts = 0;
}

void range_free(struct range *r)
{
    range_clear(r);
    free(r->parts);
    *r = (struct range){0};
}
