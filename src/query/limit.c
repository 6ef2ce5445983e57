#include "query/limit.h"

#include <bsd/stdlib.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

/* Parses the whole text as a number. Returns NULL, or why it is not one. */
static const char *parse_number(const char *text, uint64_t *value)
{
    const char *reason;
    *value = (uint64_t)strtonum(text, 0, LLONG_MAX, &reason);
    return reason != NULL && strcmp(reason, "invalid") == 0 ? "not a number or a percentage"
                                                            : reason;
}

const char *limit_parse(struct limit *l, const char *text)
{
    *l = (struct limit){LIMIT_NONE, LIMIT_NONE};
    char *copy = xstrdup(text), *comma = strchr(copy, ',');
    char *last = comma != NULL ? comma + 1 : copy;
    size_t length = strlen(last);
    bool percent = length > 0 && last[length - 1] == '%';
    if (percent)
        last[length - 1] = '\0';
    if (comma != NULL)
        *comma = '\0';
    const char *reason = comma != NULL && !percent
                             ? "say N, P% or N,P%"
                             : parse_number(last, percent ? &l->percent : &l->edits);
    if (comma != NULL && reason == NULL)
        reason = parse_number(copy, &l->edits);
    free(copy);
    return reason;
}

uint64_t limit_edits(struct limit l, uint64_t m)
{
    uint64_t share = l.percent >= 100 ? m : m / 100 * l.percent + m % 100 * l.percent / 100;
    if (l.percent == LIMIT_NONE)
        return l.edits;
    return share < l.edits ? share : l.edits;
}
