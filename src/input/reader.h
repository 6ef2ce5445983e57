/*
 * reader.h - reads the bytes of an input.
 *
 * A reader is one const struct in a file of its own: reader_plain.c reads the bytes of a file as
 * they are, reader_unpacked.c decompresses, reader_converted.c converts to UTF-8. A gather
 * (gather.h) opens a reader once, and calls begin() for each stretch of text. One thread at a time
 * may use it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/helpers.h"
#include "input/inputs.h"

struct reader_state;

struct reader {
    /*
     * `helpers`: threads that read together with the caller; NULL: none. `wake`: a descriptor that
     * becomes readable when the search stops; from then on, reads do not wait. Returns NULL when
     * out of memory.
     */
    struct reader_state *(*open)(struct helpers *helpers, int wake);
    void (*close)(struct reader_state *r);

    /*
     * Starts reading bytes [from, to) of `file`, or up to its end if that comes first. Positions
     * count from where the text of the file begins; in a file that is not regular, `from` is the
     * next byte. The caller keeps `file` open until end(), and closes it.
     */
    void (*begin)(struct reader_state *r, const struct input_file *file, uint64_t from,
                  uint64_t to);

    /* Ends reading. May be called at any time. */
    void (*end)(struct reader_state *r);

    /*
     * Reads up to `size` bytes, as read(2): returns how many, 0 at the end, -1 with errno
     * (INPUT_STATUS_SHORTER of input_status.h: the file has fewer bytes than file->size), or -1
     * with errno 0: see reason(). Blocks until there are some bytes; returns 0 if `wake` ends the
     * wait. *ascii: all of them are known to be ASCII.
     */
    ssize_t (*read)(struct reader_state *r, unsigned char *to, size_t size, bool *ascii);

    /* Whether read() would return at once, or soon. */
    bool (*ready)(const struct reader_state *r);

    /* Returns the reason of an error without errno; static, or NULL. */
    const char *(*reason)(const struct reader_state *r);

    /* At the end: returns how many bytes of a compressed input were read, or 0 if it is not
     * compressed. */
    uint64_t (*packed)(const struct reader_state *r);

    /* After the first read(): returns the encoding that the text was in, or NULL if it is as it is
     * in the input; *mark is the length of the byte order mark before it. May be NULL. */
    const struct encoding *(*encoding)(const struct reader_state *r, size_t *mark);
};

extern const struct reader reader_plain, reader_unpacked, reader_converted,
    reader_converted_unpacked;

/* Returns the reader for files. */
static inline const struct reader *reader_of(const struct options *o)
{
    if (o->inputs.encoding.kind == ENCODING_UTF8)
        return o->inputs.decompress ? &reader_unpacked : &reader_plain;
    return o->inputs.decompress ? &reader_converted_unpacked : &reader_converted;
}
