/* arguments.c - see arguments.h. */
#include "arguments.h"

#include <bsd/stdlib.h>
#include <stdio.h>
#include <stdlib.h>

uint64_t argument_number(const char *text)
{
    char *end;
    uint64_t number = strtoull(text, &end, 10);
    if (*text == '\0' || *end != '\0') {
        (void)fprintf(stderr, "%s: %s: not a number\n", getprogname(), text);
        exit(2);
    }
    return number;
}

const char *argument_environment(const char *name, const char *otherwise)
{
    const char *value = getenv(name);
    return value != NULL && value[0] != '\0' ? value : otherwise;
}
