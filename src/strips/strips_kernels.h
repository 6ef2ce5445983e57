/* strips_kernels.h - the kernels that compute strips (strips_kernel_NAME.c): a list of them. */
#pragma once

#include <stddef.h>

#include "base/cpu.h"

struct strips_block; /* strips_block.h */

struct strips_kernel {
    const char *name;
    unsigned lanes;         /* bits of its vectors */
    enum cpu_feature needs; /* of the processor */
    /*
     * Takes groups [from, to) of columns in. It is called for all groups [0, strips_groups()), in
     * order. Group g of the last row goes out when group g + strips_lag() has come in. So the last
     * strips_lag() groups that come in are behind the columns; their contents are ignored.
     */
    void (*advance)(struct strips_block *b, size_t from, size_t to);
};

/* All kernels of this build, the fastest first, then NULL. Some may not run on this machine; the
 * last one runs on any. */
const struct strips_kernel *const *strips_kernels(void);

/* Returns the fastest that can run on this machine. */
const struct strips_kernel *strips_kernels_fastest(void);
