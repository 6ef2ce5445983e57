/* span.h - a half-open range [start, end): of bytes of a chunk or of a record, or of items. */
#pragma once

#include <stddef.h>

struct span {
    size_t start, end;
};
