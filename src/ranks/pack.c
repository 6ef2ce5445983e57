#include "ranks/pack.h"

#include <string.h>

#include "base/diag.h"
#include "base/xalloc.h"

void pack_value(struct pack *p, const void *value, size_t size)
{
    xgrow(&p->bytes, &p->capacity, p->size + size, 1);
    if (size > 0)
        memcpy(p->bytes + p->size, value, size);
    p->size += size;
}

void pack_number(struct pack *p, uint64_t n)
{
    pack_value(p, &n, sizeof n);
}

void pack_bytes(struct pack *p, const void *bytes, size_t size)
{
    pack_number(p, size);
    pack_value(p, bytes, size);
}

void pack_string(struct pack *p, const char *s)
{
    pack_number(p, s != NULL);
    if (s != NULL)
        pack_bytes(p, s, strlen(s));
}

void pack_send(struct pack *p, unsigned to, unsigned kind)
{
    ranks_send(to, kind, p->bytes, p->size);
    *p = (struct pack){0};
}

struct unpack unpack_open(const struct message *m)
{
    static const unsigned char nothing[1];
    const unsigned char *bytes = m->size > 0 ? m->bytes : nothing;
    return (struct unpack){bytes, bytes + m->size};
}

static const void *consume(struct unpack *u, size_t size)
{
    const void *bytes = u->at;
    if (size > (size_t)(u->end - u->at))
        die("protocol error: a message of another rank is invalid; do all ranks run the same "
            "version?");
    u->at += size;
    return bytes;
}

void unpack_value(struct unpack *u, void *to, size_t size)
{
    memcpy(to, consume(u, size), size);
}

uint64_t unpack_number(struct unpack *u)
{
    uint64_t n;
    unpack_value(u, &n, sizeof n);
    return n;
}

const void *unpack_bytes(struct unpack *u, size_t *size)
{
    *size = (size_t)unpack_number(u);
    return consume(u, *size);
}

char *unpack_string(struct unpack *u)
{
    size_t size;
    if (unpack_number(u) == 0)
        return NULL;
    const char *bytes = unpack_bytes(u, &size);
    char *s = xmalloc(size + 1);
    memcpy(s, bytes, size);
    s[size] = '\0';
    return s;
}
