/* binary_search.h - the binary search: where a condition ends that holds for the first elements of
 * an array only. */
#pragma once

#include <stddef.h>

/* Declares `count`: how many of n elements `holds` is true for, an expression of the index
 * `middle`. */
/* NOLINTBEGIN(bugprone-macro-parentheses) */
#define BINARY_SEARCH(count, n, middle, holds)                                                     \
    size_t count = 0;                                                                              \
    for (size_t behind = (n), middle = behind / 2; count < behind;                                 \
         middle = count + (behind - count) / 2) {                                                  \
        if (holds)                                                                                 \
            count = middle + 1;                                                                    \
        else                                                                                       \
            behind = middle;                                                                       \
    }
/* NOLINTEND(bugprone-macro-parentheses) */
