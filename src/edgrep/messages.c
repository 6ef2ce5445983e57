#include "edgrep/messages.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/io.h"
#include "base/xalloc.h"

/* Reads an array of elements of `size` bytes into *v, grown by xgrow(). Returns their number. */
static size_t get_array(struct unpack *u, void *v, size_t *capacity, size_t size)
{
    size_t bytes;
    const void *from = unpack_bytes(u, &bytes);
    void *to;
    xgrow(v, capacity, bytes / size, size);
    memcpy(&to, v, sizeof to);
    if (bytes > 0)
        memcpy(to, from, bytes);
    return bytes / size;
}

/* Ranges. */

/* Gives the slot a range that is its chunk. */
static void make_range(struct slot *slot)
{
    const struct chunk *c = &slot->chunk;
    struct part part = {.input_status = slot->input_status, .input = c->origin.input};
    part.begin = c->origin.offset + c->begin_byte;
    part.source = chunk_source(c, c->begin_byte);
    part.converted = c->origin.encoding != NULL ? c->origin.encoding->kind : ENCODING_AUTO;
    part.end = slot->input_status.last ? UINT64_MAX : c->origin.offset + c->end_byte;
    if (!range_add(&slot->range, &part))
        die_out_of_memory();
    slot->input_status = (struct input_status){0};
}

/* Appends the text of a part, read from its file as far as possible. */
static void put_read(struct pack *p, struct part *part)
{
    const struct input_file *file = &part->opened->file;
    uint64_t end = part->end < file->size ? part->end : file->size;
    size_t size = (size_t)(end - part->begin);
    unsigned char *text = xmalloc(size);
    size_t used = io_pread_all(file->fd, text, size, file->start + (off_t)part->begin);
    if (used < size && errno != 0)
        part->input_status.errnum = errno;
    pack_bytes(p, text, used);
    free(text);
}

void message_put_range(struct pack *p, struct slot *slot, uint64_t number, uint32_t bound)
{
    const struct range *r = &slot->range;
    const struct chunk *c = &slot->chunk;
    bool chunk = !slot_has_range(slot);
    if (chunk)
        make_range(slot);
    const struct message_range head = {number, bound, r->nparts};
    pack_value(p, &head, sizeof head);
    for (size_t i = 0; i < r->nparts; i++) {
        struct part *part = &r->parts[i], sent = *part;
        const struct input_status *status = &part->input_status;
        bool read = !chunk && part->unnamed && !status->unopened;
        sent.opened = NULL;
        sent.input_status = (struct input_status){
            .size = status->size, .first = status->first, .unopened = status->unopened};
        pack_string(p, status->name);
        pack_value(p, &sent, sizeof sent);
        pack_number(p, chunk || read); /* whether the text is sent */
        if (chunk)
            pack_bytes(p, c->bytes + c->begin_byte, c->end_byte - c->begin_byte);
        else if (read)
            put_read(p, part);
        else
            pack_value(p, &part->opened->file.modified, sizeof part->opened->file.modified);
    }
}

struct message_range message_get_range(struct unpack *u)
{
    struct message_range r;
    unpack_value(u, &r, sizeof r);
    return r;
}

struct message_part message_get_part(struct unpack *u)
{
    struct message_part p = {.text = NULL};
    char *name = unpack_string(u);
    unpack_value(u, &p.part, sizeof p.part);
    p.part.input_status.name = name;
    if (unpack_number(u) != 0)
        p.text = unpack_bytes(u, &p.length);
    else
        unpack_value(u, &p.modified, sizeof p.modified);
    return p;
}

/* Extracts. */

static void put_spill(struct pack *p, struct spill *spill)
{
    pack_bytes(p, spill_view(spill, 0, spill->length, NULL), (size_t)spill->length);
}

static void get_spill(struct unpack *u, struct spill *spill)
{
    size_t size;
    const void *bytes = unpack_bytes(u, &size);
    spill_clear(spill);
    spill_append(spill, bytes, size);
}

void message_put_extract(struct pack *p, struct slot *slot, uint32_t bound)
{
    struct extract *x = &slot->extract;
    struct collected *c = &x->collected;
    pack_number(p, slot->range.ticket);
    pack_number(p, bound);
    pack_string(p, slot->death);
    pack_number(p, slot->range.nparts);
    for (size_t i = 0; i < slot->range.nparts; i++)
        pack_number(p, (uint64_t)slot->range.parts[i].input_status.errnum);
    pack_bytes(p, x->parts, x->nparts * sizeof *x->parts);
    put_spill(p, &c->sheet.bytes);
    pack_bytes(p, c->sheet.gaps, c->sheet.ngaps * sizeof *c->sheet.gaps);
    pack_bytes(p, c->marks.v, c->marks.n * sizeof *c->marks.v);
    put_spill(p, &c->edges);
    const double seconds[] = {x->read, x->scan, x->resolve, slot->seconds};
    pack_value(p, seconds, sizeof seconds);
}

uint32_t message_get_extract(struct unpack *u, struct slot *slot, char **death)
{
    struct extract *x = &slot->extract;
    struct collected *c = &x->collected;
    uint32_t bound = (uint32_t)unpack_number(u);
    *death = unpack_string(u);
    size_t n = (size_t)unpack_number(u);
    for (size_t i = 0; i < n; i++) {
        int errnum = (int)unpack_number(u);
        if (i < slot->range.nparts && errnum != 0)
            slot->range.parts[i].input_status.errnum = errnum;
    }
    x->nparts = get_array(u, &x->parts, &x->capacity, sizeof *x->parts);
    sheet_clear(&c->sheet);
    get_spill(u, &c->sheet.bytes);
    c->sheet.ngaps = get_array(u, &c->sheet.gaps, &c->sheet.capacity, sizeof *c->sheet.gaps);
    c->marks.n = get_array(u, &c->marks.v, &c->marks.capacity, sizeof *c->marks.v);
    get_spill(u, &c->edges);
    double seconds[4];
    unpack_value(u, seconds, sizeof seconds);
    x->read = seconds[0];
    x->scan = seconds[1];
    x->resolve = seconds[2];
    slot->seconds = seconds[3];
    return bound;
}
