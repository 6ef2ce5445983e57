/* visible.h - bytes made safe for a terminal, as vis(3) does. */
#ifndef VISIBLE_H
#define VISIBLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { VISIBLE_EXPANSION = 4 }; /* bytes of output a byte of input needs at most */

/*
 * Copies n bytes; control and undecodable bytes go through vis(3) (VIS_CSTYLE | VIS_NOSLASH; never
 * raw), newline, tab and what the locale can print stay. Bidirectional controls count as control:
 * U+202E, which shows all that follows from right to left, is written M-bM^@M-. byte by byte.
 * Returns the bytes written to `to`; it has room for VISIBLE_EXPANSION * n + 1.
 */
size_t visible_copy(char *to, const void *from, size_t n);

/* Whether a code point has Unicode's property Bidi_Control: it changes the order in which other
 * characters are shown. */
bool visible_is_bidi_control(uint32_t code_point);

/*
 * Of p[0..n), n > 4, how many bytes visible_copy() may have alone, whatever follows p[n-1]: at most
 * n - 1, which cut no UTF-8 sequence and no NUL from a digit (vis(3) writes "\0" or "\000", by what
 * comes next).
 */
size_t visible_part(const unsigned char *p, size_t n);

#endif
