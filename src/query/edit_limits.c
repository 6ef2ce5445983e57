#include "query/edit_limits.h"

#include <ctype.h>
#include <string.h>

#include "base/least.h"

static const char letters[] = "+-#~"; /* in the order of enum edit_kind */
static const char wants_numbers[] = "say a number for each kind of edit, as +1 -0 #2 ~2";

bool edit_limits_begin(const char *text, size_t length)
{
    return length >= 2 && text[0] != '\0' && strchr(letters, text[0]) != NULL &&
           isdigit((unsigned char)text[1]);
}

const char *edit_limits_parse(struct edit_limits *l, const char *text, size_t length)
{
    *l = (struct edit_limits){.given = true};
    for (size_t at = 0; at < length;) {
        if (!edit_limits_begin(text + at, length - at))
            return wants_numbers;
        size_t kind = (size_t)(strchr(letters, text[at++]) - letters);
        unsigned number = 0;
        for (; at < length && isdigit((unsigned char)text[at]) && number <= EDIT_LIMIT_MOST; at++)
            number = 10 * number + (unsigned)(text[at] - '0');
        if (number > EDIT_LIMIT_MOST)
            return "a limit is at most 16";
        if (l->limited[kind])
            return "each kind of edit has one limit";
        l->limited[kind] = true;
        l->most[kind] = (uint8_t)number;
        while (at < length && (text[at] == ' ' || text[at] == ','))
            at++;
    }
    return length > 0 ? NULL : wants_numbers;
}

uint64_t edit_limits_cost(const struct edit_limits *l, struct edits e, uint32_t other)
{
    const uint32_t costs[EDIT_KINDS] = {e.insert, e.delete, e.substitute, other};
    uint64_t sum = 0, dearest = 0;
    bool any = false; /* of a kind that has no limit of its own */
    for (unsigned kind = 0; kind < EDIT_KINDS; kind++) {
        uint64_t cost = costs[kind] < EDIT_NEVER ? costs[kind] : 0;
        any = any || (cost > 0 && (kind == KIND_OTHER || !l->limited[kind]));
        sum += kind < KIND_OTHER ? l->most[kind] * cost : 0;
        dearest = most_u64(dearest, cost);
    }
    sum = any ? UINT64_MAX : sum;
    return l->limited[KIND_OTHER] ? least_u64(sum, l->most[KIND_OTHER] * dearest) : sum;
}
