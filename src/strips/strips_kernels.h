/* strips_kernels.h - the kernels that compute strips (strips_kernel_NAME.c): a list of them. */
#pragma once

struct strips_kernel;

/* All kernels of this build, the fastest first, then NULL. Some may not run on this machine; the
 * last one runs on any. */
const struct strips_kernel *const *strips_kernels(void);
const char *strips_kernel_name(const struct strips_kernel *k);
unsigned strips_kernel_lanes(const struct strips_kernel *k); /* bits of its vectors */

/* NULL when the kernel can run on this machine, else why not. */
const char *strips_kernel_why_not(const struct strips_kernel *k);

/* The fastest that can run on this machine. */
const struct strips_kernel *strips_kernels_fastest(void);
