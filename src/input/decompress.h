/*
 * decompress.h - the text of an input that may be compressed: of all its members, one after
 * another.
 *
 * The first bytes decide. An input without a magic number (compression_format.h) is its own text. A
 * compressed input consists of members, and perhaps NULs behind the last one: some writers pad to a
 * block. Anything else behind a member is reported and skipped.
 *
 * One thread at a time may use a struct decompress.
 */
#pragma once

#include "input/compression_format.h"
#include "input/input_bytes.h"

struct decompress;

/* Returns NULL when out of memory. */
struct decompress *decompress_open(void);
void decompress_close(struct decompress *u); /* NULL is ignored */

/* Starts another input, by input_bytes_begin(). */
void decompress_begin(struct decompress *u,
                      ssize_t (*read)(void *from, unsigned char *to, size_t n), void *from,
                      bool waits);

/*
 * Returns up to `size` bytes of the text, as read(2); less only at the end of the input or of a
 * member, or where it would block. An error in the input is reported behind the text before it: -1
 * with errno; or errno 0, and decompress_reason() returns the reason.
 */
ssize_t decompress_read(struct decompress *u, unsigned char *to, size_t size);
const char *decompress_reason(const struct decompress *u);

/*
 * Whole members, taken out so that another struct decompress can decompress them. Initialise with
 * zeros; the owner frees `bytes`.
 */
struct decompress_unit {
    enum compression_format packing;
    unsigned char *bytes;
    size_t length, room, used;
    size_t text;       /* bytes of text that the members' headers promise */
    uint64_t position; /* bytes of the input before them */
};

/* Returns whether members whose headers state their length come next. */
bool decompress_has_unit(struct decompress *u);

/* Takes out as many of them as have about `aim` bytes of text together, at least one. Returns false
 * if there are none, or when out of memory. */
bool decompress_take_unit(struct decompress *u, struct decompress_unit *unit, size_t aim);

/* Starts another input: the members of `unit`, which must stay until all is read. */
void decompress_begin_unit(struct decompress *u, struct decompress_unit *unit);

/* Continues with the member that begins at byte `position` of the input; `packing` is the format of
 * the member before it. The caller has moved the input there. */
void decompress_go_back(struct decompress *u, uint64_t position, enum compression_format packing);

/* Returns whether text may be available without reading the input. */
bool decompress_ready(const struct decompress *u);

/* Returns the bytes of the compressed input read so far; 0 if the input is its own text. */
uint64_t decompress_length(const struct decompress *u);
