/* strips_word.c - blocks of strips in two words, or the 128 bits that every x86-64 and arm64 has.
 */
#include "strips/strips_block.h"

typedef uint64_t vec __attribute__((vector_size(16)));

#define NEXT_WORDS(in, v) ((vec){(in)[1], (v)[0]})

#include "strips/strips_kernel.h"

static const char *why_not(void)
{
    return NULL;
}

STRIPS_KERNEL(word)
