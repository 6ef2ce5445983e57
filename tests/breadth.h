/* breadth.h - how many of the cases of a test that takes long are tried. */
#pragma once

#include <stdlib.h>
#include <string.h>

/* All `cases` where BREADTH=all (`make check-long`), else a third of them. */
static inline unsigned in_breadth(unsigned cases)
{
    const char *breadth = getenv("BREADTH");
    return breadth != NULL && strcmp(breadth, "all") == 0 ? cases : (cases + 2) / 3;
}
