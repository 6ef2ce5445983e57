/* escape_controls.h - makes bytes safe for a terminal, as vis(3) does. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ESCAPE_CONTROLS_EXPANSION = 4 }; /* most bytes that one byte becomes */

/*
 * Copies n bytes. Newline, tab and what the locale can print stay as they are. Control characters
 * and undecodable bytes are written as vis(3) does with VIS_CSTYLE | VIS_NOSLASH. Bidirectional
 * controls count as control characters: U+202E, which would show all that follows from right to
 * left, is written M-bM^@M-. byte by byte. Returns how many bytes were written to `to`, which has
 * room for ESCAPE_CONTROLS_EXPANSION * n + 1.
 */
size_t escape_controls_copy(char *to, const void *from, size_t n);

/* Returns whether a code point has Unicode's property Bidi_Control: it changes the order in which
 * other characters are shown. */
bool is_bidi_control(uint32_t code_point);

/*
 * For copying a long text piece by piece: returns how many of n > 4 bytes at p the first piece may
 * have, at most n - 1. The cut is not inside a UTF-8 sequence, and not behind a NUL: vis(3) writes
 * "\0", or "\000" before a digit, so it must see the next byte.
 */
size_t escape_controls_cut(const unsigned char *p, size_t n);
