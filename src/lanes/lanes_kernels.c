/* lanes_kernels.c - the table of kernels, made from the file names. */
#include "lanes/lanes_kernels.h"

#include <string.h>

#define KERNEL(NAME) extern const struct lanes_kernel lanes_kernel_##NAME;
#include "lanes_kernels.inc"
#undef KERNEL

#define KERNEL(NAME) &lanes_kernel_##NAME,
static const struct lanes_kernel *const kernels[] = {
#include "lanes_kernels.inc"
    NULL};
#undef KERNEL

const struct lanes_kernel *const *lanes_kernels(void)
{
    return kernels;
}

static const struct lanes_kernel *fastest(void)
{
    const struct lanes_kernel *best = NULL;
    for (const struct lanes_kernel *const *k = kernels; *k != NULL; k++)
        if ((best == NULL || (*k)->lanes > best->lanes) && cpu_why_not((*k)->needs) == NULL)
            best = *k;
    return best;
}

const struct lanes_kernel *lanes_kernels_find(const char *name)
{
    if (name == NULL || strcmp(name, "auto") == 0)
        return fastest();
    const struct lanes_kernel *const *k = kernels;
    while (*k != NULL && strcmp((*k)->name, name) != 0)
        k++;
    return *k;
}
