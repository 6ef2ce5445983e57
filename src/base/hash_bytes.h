/* hash_bytes.h - a hash of bytes, for tables. */
#pragma once

#include <stddef.h>

/* FNV-1a of 64 bits, the upper half folded into the lower. */
size_t hash_bytes(const void *bytes, size_t length);
