/* engine_word.c - the bit-sliced table in 64-bit words, on any machine. */
#include <stdint.h>
#include <string.h>

#include "filter/pieces.h"
#include "scan/sliced_table.h"

#define VECTOR_BITS 64
#include "cells/vector.h"

#define TILE 4
#define FIND pieces_find

static inline void look_up(const struct sliced_codes *codes, vec x[8])
{
    UNROLLED for (unsigned r = 0; r < 8; r++)
    {
        unsigned char bytes[sizeof *x];
        memcpy(bytes, &x[r], sizeof bytes);
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = codes->table[bytes[i]];
        memcpy(&x[r], bytes, sizeof bytes);
    }
}

#include "scan/sliced_transpose.h"

#include "scan/sliced_kernel.h"

SLICED_ENGINE(word, CPU_ANY, 10)
