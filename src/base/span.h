/* span.h - a half-open range [start, end): of bytes of a chunk or of a record, or of items. */
#ifndef SPAN_H
#define SPAN_H

#include <stddef.h>

struct span {
    size_t start, end;
};

#endif
