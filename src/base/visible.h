/* visible.h - bytes made safe for a terminal, as vis(3) does. */
#ifndef VISIBLE_H
#define VISIBLE_H

#include <stddef.h>

enum { VISIBLE_EXPANSION = 4 }; /* bytes of output a byte of input needs at most */

/*
 * Copies n bytes; control and undecodable bytes go through vis(3) (VIS_CSTYLE | VIS_NOSLASH; never
 * raw), newline, tab and what the locale can print stay. Returns the bytes written to `to`; it has
 * room for VISIBLE_EXPANSION * n + 1.
 */
size_t visible_copy(char *to, const void *from, size_t n);

#endif
