/* warp.h - a warp: the threads that a device runs in lockstep; for both compilers. */
#pragma once

#include "base/host_device.h"

enum { WARP = 32 /* lanes */ };

/* The mask of all lanes of a warp. */
#define ALL_LANES 0xffffffffU
