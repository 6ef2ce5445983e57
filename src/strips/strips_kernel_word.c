/* strips_kernel_word.c - blocks of strips in two words, or the 128 bits that every x86-64 and arm64
 * has. */
#define VECTOR_BITS 128
#include "strips/strips_kernel.h"

STRIPS_KERNEL(word, CPU_ANY)
