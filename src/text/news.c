/* news.c - see news.h. */
#include "text/news.h"

#include <stdlib.h>
#include <string.h>

const char *news_error(int errnum)
{
    return errnum == NEWS_SHORTER ? "cut short while it was read" : strerror(errnum);
}

void news_clear(struct news *n)
{
    free(n->name);
    *n = (struct news){0};
}
