/* hash_bytes.h - a hash of bytes, for tables. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* FNV-1a of 64 bits, the upper half folded into the lower. */
static inline size_t hash_bytes(const void *bytes, size_t length)
{
    uint64_t h = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < length; i++)
        h = (h ^ ((const unsigned char *)bytes)[i]) * UINT64_C(1099511628211);
    return (size_t)(h ^ h >> 32);
}
