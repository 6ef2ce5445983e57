#include "input/input_bytes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 18 };

bool input_bytes_open(struct input_bytes *p)
{
    *p = (struct input_bytes){.buffer = malloc(ROOM), .room = ROOM};
    return p->buffer != NULL;
}

void input_bytes_close(struct input_bytes *p)
{
    free(p->buffer);
}

void input_bytes_begin(struct input_bytes *p,
                       ssize_t (*read)(void *from, unsigned char *to, size_t size), void *from,
                       bool waits)
{
    *p = (struct input_bytes){.read = read,
                              .from = from,
                              .waits = waits,
                              .at = p->buffer,
                              .buffer = p->buffer,
                              .room = p->room};
}

bool input_bytes_fill(struct input_bytes *p)
{
    if (p->ended || p->left == p->room)
        return false;
    if (p->left > 0)
        memmove(p->buffer, p->at, p->left);
    p->at = p->buffer;
    ssize_t n = p->read(p->from, p->buffer + p->left, p->room - p->left);
    if (n < 0 && errno == EAGAIN)
        return false;
    if (n <= 0) {
        p->ended = true;
        p->failed = n < 0;
        p->errnum = n < 0 ? errno : 0;
        return false;
    }
    p->left += (size_t)n;
    p->length += (uint64_t)n;
    return true;
}

bool input_bytes_reserve(struct input_bytes *p, size_t size)
{
    if (p->room >= size)
        return true;
    size_t used = (size_t)(p->at - p->buffer);
    unsigned char *buffer = realloc(p->buffer, size);
    if (buffer == NULL)
        return false;
    p->buffer = buffer;
    p->at = buffer + used;
    p->room = size;
    return true;
}

bool input_bytes_put_back(struct input_bytes *p, const unsigned char *bytes, size_t n)
{
    if (!input_bytes_reserve(p, p->left + n))
        return false;
    memmove(p->buffer + n, p->at, p->left);
    memcpy(p->buffer, bytes, n);
    p->at = p->buffer;
    p->left += n;
    return true;
}

size_t input_bytes_take(struct input_bytes *p, unsigned char *to, size_t size)
{
    size_t n = p->left < size ? p->left : size;
    if (n > 0)
        memcpy(to, p->at, n);
    input_bytes_use(p, n);
    return n;
}
