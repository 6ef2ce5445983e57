#include "plan/ways.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"

static const char *const names[WAYS] = {
    [WAY_UNIT_COSTS] = "unit-costs",
    [WAY_AUTOMATA] = "automata",
    [WAY_SIEVE] = "sieve",
    [WAY_DECODE] = "decode",
    [WAY_PIECES] = "pieces",
    [WAY_SUBPATTERN] = "subpattern",
    [WAY_ROWS] = "rows",
    [WAY_BIT_NFA] = "bit-nfa",
    [WAY_BYTE_NFA] = "byte-nfa",
    [WAY_LAZY_DFA] = "lazy-dfa",
    [WAY_QGRAMS] = "qgrams",
    [WAY_DELETIONS] = "deletions",
};

unsigned ways_forced;

const char *way_name(enum way way)
{
    return names[way];
}

/* Returns the way with this name, or WAY_NONE. */
static enum way find_way(const char *name, size_t length)
{
    enum way way = 0;
    while (way < WAYS && (strlen(names[way]) != length || memcmp(names[way], name, length) != 0))
        way++;
    return way;
}

const char *ways_force(const char *list)
{
    unsigned forced = 0;
    while (list != NULL && *list != '\0') {
        size_t length = strcspn(list, ",");
        enum way way = find_way(list, length);
        if (way == WAY_NONE)
            return list;
        forced |= 1U << way;
        list += length + (list[length] == ',');
    }
    ways_forced = forced;
    return NULL;
}

void ways_begin(void)
{
    const char *unknown = ways_force(getenv("EDGREP_PLAN"));
    if (unknown != NULL)
        die("EDGREP_PLAN: '%.*s': no such way", (int)strcspn(unknown, ","), unknown);
}
