/* calls_tre.c - the measurements of calls.h with the library TRE, which has no distance of two
 * words. */
#include "bench/calls.h"

#include <stdlib.h>
#include <tre/tre.h>

static regex_t regex;

static void open_regex(void)
{
    if (tre_regcomp(&regex, calls_pattern, REG_EXTENDED) != 0)
        exit(2);
}

static int search(const char *text, int length)
{
    regaparams_t parameters;
    regamatch_t match = {0};
    tre_regaparams_default(&parameters);
    parameters.max_cost = CALLS_EDITS;
    return tre_reganexec(&regex, text, (size_t)length, &match, parameters, 0) == 0;
}

int main(int argc, char **argv)
{
    static const struct calls_library library = {open_regex, search, NULL};
    return argc == 2 && strcmp(argv[1], "distance") != 0 && calls_run(&library, argv[1]) ? 0 : 2;
}
