/*
 * reader.h - how the bytes of an input come.
 *
 * A reader is one const struct in a file of its own: reader_plain.c gives the bytes of a file as
 * they are, reader_unpacked.c those that compressed files stand for. A gather (gather.h) opens a
 * reader once, and begins it anew with each stretch of text. One thread at a time uses it.
 */
#ifndef READER_H
#define READER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/helpers.h"
#include "text/inputs.h"

struct reader_state;

struct reader {
    /*
     * `helpers`: threads that may read together, the gather's; NULL: there are none. `wake`: a
     * descriptor that becomes readable when nothing more is wanted; reads wait no longer then.
     * NULL: memory is out.
     */
    struct reader_state *(*open)(struct helpers *helpers, int wake);
    void (*close)(struct reader_state *r);

    /*
     * The next bytes to read: [from, to) of `file`, or up to its end if that comes first. Positions
     * count from where the text of the file begins; in a file that is not regular `from` is the
     * next byte. `file` is open; it stays the caller's, who closes it after end().
     */
    void (*begin)(struct reader_state *r, const struct input_file *file, uint64_t from,
                  uint64_t to);

    /* Nothing more of it is read. May be called at any time. */
    void (*end)(struct reader_state *r);

    /*
     * Up to `size` bytes, as read(2): how many, 0 at the end, -1 with errno (INPUT_STATUS_SHORTER
     * of input_status.h: the file has fewer bytes than file->size), or with errno 0 and reason()
     * tells why. It waits until there are some; 0 as well when `wake` ends the wait. *ascii: they
     * are known to be ASCII.
     */
    ssize_t (*read)(struct reader_state *r, unsigned char *to, size_t size, bool *ascii);

    /* Whether read() would return at once, or within a moment. */
    bool (*ready)(const struct reader_state *r);

    /* Static, or NULL. */
    const char *(*reason)(const struct reader_state *r);

    /* At the end: so many bytes of a compressed input were read; 0: it was none. */
    uint64_t (*packed)(const struct reader_state *r);
};

extern const struct reader reader_plain, reader_unpacked;

/* The one for files. */
static inline const struct reader *reader_of(bool decompress)
{
    return decompress ? &reader_unpacked : &reader_plain;
}

#endif
