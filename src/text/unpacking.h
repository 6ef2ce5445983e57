/*
 * unpacking.h - the text of an input that may be compressed: of all its members, one after the
 * other.
 *
 * The first bytes tell. An input that begins with no magic number (packing.h) is its own text. One
 * that does has members, and perhaps NULs behind the last: some writers fill up a block. Anything
 * else there is told, and left out.
 *
 * One thread at a time uses it.
 */
#ifndef UNPACKING_H
#define UNPACKING_H

#include "text/packed.h"
#include "text/packing.h"

struct unpacking;

/* NULL: memory is out. */
struct unpacking *unpacking_open(void);
void unpacking_close(struct unpacking *u); /* NULL is nothing */

/* Another input, by packed_begin(). */
void unpacking_begin(struct unpacking *u, ssize_t (*read)(void *from, unsigned char *to, size_t n),
                     void *from, bool waits);

/*
 * Up to `size` bytes of the text, as read(2); less only at the end of the input or of a member, or
 * where more would have to be waited for. What is wrong with the input comes behind its text: -1
 * with errno; or with errno 0, and unpacking_reason() tells it.
 */
ssize_t unpacking_read(struct unpacking *u, unsigned char *to, size_t size);
const char *unpacking_reason(const struct unpacking *u);

/*
 * Whole members, taken out to be unpacked by themselves: another unpacking gives their text. All
 * zeros at first; whoever has it frees `bytes`.
 */
struct unpacking_unit {
    enum packing packing;
    unsigned char *bytes;
    size_t length, room, used;
    size_t text;       /* bytes of text that they say they have */
    uint64_t position; /* bytes of the input before them */
};

/* Whether members that say how long they are come next. */
bool unpacking_has_unit(struct unpacking *u);

/* Takes out as many of them as have about `aim` bytes of text together, one at least; false: none,
 * or memory is out. */
bool unpacking_take_unit(struct unpacking *u, struct unpacking_unit *unit, size_t aim);

/* Another input: the members. They must outlive the reading. */
void unpacking_begin_unit(struct unpacking *u, struct unpacking_unit *unit);

/* Goes back to a member that begins at this byte of the input, which is what is read next. */
void unpacking_go_back(struct unpacking *u, uint64_t position);

/* Whether text may be there without a read of the input. */
bool unpacking_ready(const struct unpacking *u);

/* How many bytes of the input were read; 0 when it is its own text. */
uint64_t unpacking_length(const struct unpacking *u);

#endif
