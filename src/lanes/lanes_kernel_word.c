/* lanes_kernel_word.c - 128 tables side by side: in two words, or in the vectors that every x86-64
 * and arm64 has. */
#define VECTOR_BITS 128
#include "lanes/lanes_kernel.h"

#define LANES_PUT NULL
LANES_KERNEL(word, CPU_ANY)
