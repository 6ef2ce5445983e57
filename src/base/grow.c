/* grow.c - see grow.h. */
#include "base/grow.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool grow(void *v, size_t *capacity, size_t need, size_t size)
{
    if (need <= *capacity)
        return true;
    size_t grown = *capacity > SIZE_MAX / 2 ? need : 2 * *capacity;
    if (grown < need)
        grown = need;
    void *array;
    memcpy(&array, v, sizeof array); /* v is the address of a pointer to any type */
    array = reallocarray(array, grown, size);
    if (array == NULL)
        return false;
    memcpy(v, &array, sizeof array);
    *capacity = grown;
    return true;
}
