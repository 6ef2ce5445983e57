/* inline.h - functions that are always inlined: their constant arguments become constants of the
 * code, and their state stays in registers. */
#pragma once

#define INLINE __attribute__((always_inline)) static inline
