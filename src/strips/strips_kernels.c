/* strips_kernels.c - the table of kernels, made from the file names. */
#include "strips/strips_kernels.h"

#include <pthread.h>
#include <stdlib.h>

#define KERNEL(NAME) extern const struct strips_kernel strips_kernel_##NAME;
#include "strips_kernels.inc"
#undef KERNEL

#define KERNEL(NAME) &strips_kernel_##NAME,
static const struct strips_kernel *kernels[] = {
#include "strips_kernels.inc"
    NULL};
#undef KERNEL

static int by_lanes(const void *a, const void *b)
{
    const struct strips_kernel *const *x = a, *const *y = b;
    return (int)(*y)->lanes - (int)(*x)->lanes;
}

static void sort_kernels(void)
{
    qsort(kernels, sizeof kernels / sizeof *kernels - 1, sizeof *kernels, by_lanes);
}

const struct strips_kernel *const *strips_kernels(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, sort_kernels);
    return kernels;
}

const struct strips_kernel *strips_kernels_fastest(void)
{
    const struct strips_kernel *const *k = strips_kernels();
    while (k[1] != NULL && cpu_why_not((*k)->needs) != NULL)
        k++;
    return *k;
}
