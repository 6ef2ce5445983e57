/* inlined.h - functions that are always inlined: their constant arguments become constants of the
 * code, and their state stays in registers. */
#pragma once

#define INLINED __attribute__((always_inline)) static inline
