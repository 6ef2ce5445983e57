#include "library/pushed_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/xalloc.h"
#include "input/convert.h"

enum { BUFFER = 1 << 16 /* bytes of converted text */ };

struct pushed_text {
    const struct encoding *encoding;
    struct convert *convert;
    bool begun; /* a text has begun, and not ended */
    struct edgrep_text piece;
    bool last;
    unsigned char buffer[BUFFER];
};

struct pushed_text *pushed_text_open(const struct encoding *e)
{
    struct pushed_text *p = xcalloc(1, sizeof *p);
    p->encoding = e;
    p->convert = convert_open();
    if (p->convert == NULL)
        die_out_of_memory();
    return p;
}

void pushed_text_close(struct pushed_text *p)
{
    convert_close(p->convert);
    free(p);
}

void pushed_text_drop(struct pushed_text *p)
{
    p->begun = false;
}

/* Reads the piece, as read(2). */
static ssize_t read_piece(void *text, unsigned char *to, size_t size)
{
    struct pushed_text *p = text;
    size_t n = p->piece.length < size ? p->piece.length : size;
    if (n == 0 && !p->last) {
        errno = EAGAIN;
        return -1;
    }
    if (n > 0)
        memcpy(to, p->piece.bytes, n);
    p->piece = (struct edgrep_text){n > 0 ? p->piece.bytes + n : NULL, p->piece.length - n};
    return (ssize_t)n;
}

void pushed_text_add(struct pushed_text *p, struct edgrep_text piece, bool last)
{
    if (!p->begun)
        convert_begin(p->convert, p->encoding, read_piece, p);
    p->begun = true;
    p->piece = piece;
    p->last = last;
}

ssize_t pushed_text_next(struct pushed_text *p, const unsigned char **bytes)
{
    *bytes = p->buffer;
    ssize_t n = convert_read(p->convert, p->buffer, sizeof p->buffer);
    if (n < 0 && errno != EAGAIN) {
        const char *reason = convert_reason(p->convert);
        diag_error("%s", reason != NULL ? reason : strerror(errno));
    }
    return n;
}

const struct encoding *pushed_text_encoding(const struct pushed_text *p, size_t *mark)
{
    return convert_encoding(p->convert, mark);
}
