/*
 * folding_kernel.h - the inner loops of folding for processors with vectors of 32 bytes or more:
 * which bytes of a block need attention, and the block without dropped bytes.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cpu.h"

enum {
    FOLDING_BLOCK = 64, /* bytes */
    FOLDING_SPARE = 64, /* bytes behind the folded text that drop() may overwrite */
};

/* Byte 16 i + j is in the set if bit i of lower[j] is 1; byte 128 + 16 i + j, if that of upper[j].
 */
struct byte_set {
    uint8_t lower[16], upper[16];
};

static inline void byte_set_add(struct byte_set *set, uint8_t byte)
{
    (byte < 128 ? set->lower : set->upper)[byte % 16] |= (uint8_t)(1 << byte / 16 % 8);
}

static inline void byte_set_remove(struct byte_set *set, uint8_t byte)
{
    (byte < 128 ? set->lower : set->upper)[byte % 16] &= (uint8_t) ~(1 << byte / 16 % 8);
}

/* The bytes from `first` on, `more` further ones. */
struct byte_range {
    uint8_t first, more;
};

/* A bit for each byte of a block. */
struct block_masks {
    uint64_t in_set, high, spaces; /* high: from 0x80 on */
};

struct bend {
    uint32_t at;    /* position in the folded text */
    uint32_t end;   /* source position where the character before it ends */
    uint32_t begin; /* source position where the character after it begins, or dropped bytes before
                       it do */
    uint64_t dropped; /* the next 64 source bytes: a bit for each dropped one */
};

/* Text that is folded by dropping bytes of a set. There is space for FOLDING_SPARE more bytes
 * than are left of the text, and for a bend in each block. */
struct dropping {
    const struct byte_set *set;
    bool ascii;  /* stop before a block with bytes from 0x80 on */
    bool folds;  /* drop only spaces after spaces, and stop before a block with others of the set */
    bool spaced; /* with `folds`: the last character is a space */
    const unsigned char *text;
    size_t at, end;
    unsigned char *bytes; /* the folded text, as in struct folded_text */
    size_t n;
    struct bend *bends;
    size_t nbends;
    uint32_t ended, next;
};

struct folding_kernel {
    enum cpu_feature needs; /* of the processor */
    struct block_masks (*look)(const struct byte_set *set, const unsigned char *block);
    /* Returns how many whole blocks of the text, at most n, are well-formed UTF-8 that folding does
     * not change: no byte is in the set, and the first bytes of all other characters of a block are
     * in one range of struct folding's leads. The last character may go on behind the blocks. */
    size_t (*unchanged)(const struct byte_set *set, const struct byte_range leads[64],
                        const unsigned char *text, size_t n);
    void (*drop)(struct dropping *d); /* folds whole blocks, as far as they go */
};

extern const struct folding_kernel folding_kernel_avx512, folding_kernel_avx2;

/* Returns the kernel for this processor, or NULL. */
static inline const struct folding_kernel *folding_kernel(void)
{
#ifdef __x86_64__
    if (cpu_why_not(folding_kernel_avx512.needs) == NULL)
        return &folding_kernel_avx512;
    if (cpu_why_not(folding_kernel_avx2.needs) == NULL)
        return &folding_kernel_avx2;
#endif
    return NULL;
}
