/*
 * pushed_text.h - a text in another encoding that comes in pieces, converted to UTF-8 (convert.h).
 * One thread at a time may use it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/encoding.h"
#include "library/edgrep.h"

struct pushed_text;

/* Exits the call when out of memory. Texts are in the encoding `e`, which must outlive it. */
struct pushed_text *pushed_text_open(const struct encoding *e);
void pushed_text_close(struct pushed_text *p);

/* The text that was begun is dropped: the next piece begins another one. */
void pushed_text_drop(struct pushed_text *p);

/* Adds a piece, whose bytes must stay until pushed_text_next() returns -1 or 0. `last`: no more
 * will come. */
void pushed_text_add(struct pushed_text *p, struct edgrep_text piece, bool last);

/* Sets *bytes to the next part of the text in UTF-8, valid until the next call, and returns its
 * length; 0 at the end of the text. -1 and errno EAGAIN: the next piece is needed. -1 and another
 * errno: a failure, which was reported. */
ssize_t pushed_text_next(struct pushed_text *p, const unsigned char **bytes);

/* After the first part: as convert_encoding(). */
const struct encoding *pushed_text_encoding(const struct pushed_text *p, size_t *mark);
