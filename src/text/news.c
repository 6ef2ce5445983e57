/* news.c - see news.h. */
#include "text/news.h"

#include <stdlib.h>

void news_clear(struct news *n)
{
    free(n->name);
    *n = (struct news){0};
}
