/* unpackers.c - all unpackers: the Makefile lists the files unpacker_*.c whose library is
 * installed. */
#include "input/unpacker.h"

#define UNPACKER(name) extern const struct unpacker unpacker_##name;
#include "unpackers.inc"
#undef UNPACKER

const struct unpacker *const unpackers[] = {
#define UNPACKER(name) &unpacker_##name,
#include "unpackers.inc"
#undef UNPACKER
    NULL};

const struct unpacker *unpacker_find(enum compression_format packing)
{
    const struct unpacker *const *u = unpackers;
    while (*u != NULL && ((*u)->packings & PACKING_BIT(packing)) == 0)
        u++;
    return *u;
}
