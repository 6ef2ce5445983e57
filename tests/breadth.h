/* breadth.h - how many cases a long test runs. */
#pragma once

#include <stdlib.h>
#include <string.h>

/* Returns all `cases` if BREADTH=all (`make check-long`), otherwise a third of them. */
static inline unsigned in_breadth(unsigned cases)
{
    const char *breadth = getenv("BREADTH");
    return breadth != NULL && strcmp(breadth, "all") == 0 ? cases : (cases + 2) / 3;
}
