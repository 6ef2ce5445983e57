#include "input/range.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/grow.h"
#include "base/io.h"

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

struct input_status opened_status(const struct opened *o, bool first)
{
    const struct input_file *file = &o->file;
    struct input_status n = {.first = first,
                             .size = input_is_stream(file) ? UINT64_MAX : file->size};
    if (file->fd < 0) {
        n.last = n.unopened = true;
        n.errnum = file->errnum;
        n.reason = file->reason;
        n.harmless = file->harmless;
    }
    return n;
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

bool part_unnamed(const char *name)
{
    static const char *const own[] = {"/dev/fd/", "/dev/std", "/proc/"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strncmp(name, own[i], strlen(own[i])) == 0)
            return true;
    return strlen(name) >= PATH_MAX;
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

/* A range is shorter than PIPE_BUF, so it is written and read as a whole. */
void range_send(int pipe, struct range *r)
{
    if (!io_write(pipe, r, sizeof *r))
        die("pipe: %s", strerror(errno));
    *r = (struct range){0};
}

bool range_receive(int pipe, struct range *r)
{
    range_free(r);
    return io_read(pipe, r, sizeof *r) == (ssize_t)sizeof *r;
}
