/*
 * decompress.h - the text of an input that may be compressed: of all its members, one after the
 * other.
 *
 * The first bytes tell. An input that begins with no magic number (compression_format.h) is its own
 * text. One that does has members, and perhaps NULs behind the last: some writers fill up a block.
 * Anything else there is told, and left out.
 *
 * One thread at a time uses it.
 */
#ifndef DECOMPRESS_H
#define DECOMPRESS_H

#include "text/compressed_bytes.h"
#include "text/compression_format.h"

struct decompress;

/* NULL: memory is out. */
struct decompress *decompress_open(void);
void decompress_close(struct decompress *u); /* NULL is nothing */

/* Another input, by compressed_bytes_begin(). */
void decompress_begin(struct decompress *u,
                      ssize_t (*read)(void *from, unsigned char *to, size_t n), void *from,
                      bool waits);

/*
 * Up to `size` bytes of the text, as read(2); less only at the end of the input or of a member, or
 * where more would have to be waited for. What is wrong with the input comes behind its text: -1
 * with errno; or with errno 0, and decompress_reason() tells it.
 */
ssize_t decompress_read(struct decompress *u, unsigned char *to, size_t size);
const char *decompress_reason(const struct decompress *u);

/*
 * Whole members, taken out to be unpacked by themselves: another unpacking gives their text. All
 * zeros at first; whoever has it frees `bytes`.
 */
struct decompress_unit {
    enum compression_format packing;
    unsigned char *bytes;
    size_t length, room, used;
    size_t text;       /* bytes of text that they say they have */
    uint64_t position; /* bytes of the input before them */
};

/* Whether members that say how long they are come next. */
bool decompress_has_unit(struct decompress *u);

/* Takes out as many of them as have about `aim` bytes of text together, one at least; false: none,
 * or memory is out. */
bool decompress_take_unit(struct decompress *u, struct decompress_unit *unit, size_t aim);

/* Another input: the members. They must outlive the reading. */
void decompress_begin_unit(struct decompress *u, struct decompress_unit *unit);

/* Goes back to a member that begins at this byte of the input, which is what is read next. */
void decompress_go_back(struct decompress *u, uint64_t position);

/* Whether text may be there without a read of the input. */
bool decompress_ready(const struct decompress *u);

/* How many bytes of the input were read; 0 when it is its own text. */
uint64_t decompress_length(const struct decompress *u);

#endif
