/*
 * convert.h - a text in another encoding, converted to UTF-8 while it is read.
 *
 * Units that cannot be decoded become U+FFFD, one each. One thread at a time may use a struct
 * convert.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/encoding.h"

struct convert;

/* Exits the program when out of memory. */
struct convert *convert_open(void);
void convert_close(struct convert *u); /* NULL is ignored */

/* Starts another text, which `read` reads as read(2), `from` being its context. `e` must outlive
 * the text. */
void convert_begin(struct convert *u, const struct encoding *e,
                   ssize_t (*read)(void *from, unsigned char *to, size_t n), void *from);

/* Returns up to `size` bytes of the text in UTF-8, as read(2). Returns text before it reads more.
 * After an error EAGAIN it may be called again. Another error is that of `read`, behind the text
 * before it; errno 0 and a reason: convert_reason(). */
ssize_t convert_read(struct convert *u, unsigned char *to, size_t size);
const char *convert_reason(const struct convert *u);

/* Returns whether text may be available without reading. */
bool convert_ready(const struct convert *u);

/* After the first convert_read(): returns the encoding of the text, or NULL if the text is as it
 * is; *mark is the length of the byte order mark, which is not part of the text. */
const struct encoding *convert_encoding(const struct convert *u, size_t *mark);
