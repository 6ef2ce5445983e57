#include "options/cmdline_value.h"

#include <bsd/stdlib.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool cmdline_number(const struct cmdline *c, size_t id, const char *value, uint64_t least,
                    uint64_t most, uint64_t *number)
{
    const char *reason;
    char range[64];
    long long n = strtonum(value, (long long)least, (long long)most, &reason);
    if (reason != NULL && strcmp(reason, "invalid") == 0)
        return cmdline_bad_value(c, id, value, "not a number");
    if (reason != NULL) {
        bool small = strcmp(reason, "too small") == 0;
        (void)snprintf(range, sizeof range, "%s; the %s is %" PRIu64, reason,
                       small ? "least" : "most", small ? least : most);
        return cmdline_bad_value(c, id, value, range);
    }
    *number = (uint64_t)n;
    return true;
}

bool cmdline_count(const struct cmdline *c, size_t id, const char *value, int64_t *number)
{
    char *end;
    *number = strtoimax(value, &end, 10); /* out of range: the greatest or least, as in grep */
    return (end > value && *end == '\0') || cmdline_bad_value(c, id, value, "not a number");
}

bool cmdline_size(const struct cmdline *c, size_t id, const char *value, uint64_t *size)
{
    static const char suffixes[] = "bkmgtpe"; /* each is 2^10 of the one before */
    char *end;
    errno = 0;
    uintmax_t number = strtoumax(value, &end, 10);
    const char *suffix = strchr(suffixes, tolower((unsigned char)*end));
    bool none = *end == '\0';
    if (!isdigit((unsigned char)*value) || suffix == NULL || (!none && end[1] != '\0'))
        return cmdline_bad_value(c, id, value, "not a size such as 512, 64K or 1M");
    unsigned shift = none ? 0 : 10 * (unsigned)(suffix - suffixes);
    if (errno == ERANGE || number > UINT64_MAX >> shift)
        return cmdline_bad_value(c, id, value, "too large");
    *size = (uint64_t)number << shift;
    return *size > 0 || cmdline_bad_value(c, id, value, "too small; the least is 1");
}

bool cmdline_threads(const struct cmdline *c, size_t id, const char *value, unsigned *threads)
{
    uint64_t number = 0;
    if (!cmdline_number(c, id, value, 1, THREADS_MOST, &number))
        return false;
    *threads = (unsigned)number;
    return true;
}

bool cmdline_word(const struct cmdline *c, size_t id, const char *value, unsigned *number)
{
    char say[80] = "say";
    size_t used = strlen(say), length;
    *number = 0;
    if (value == NULL)
        return true;
    for (const char *word = c->rows[id].words + 1; *word != '\0'; word += length + 1, ++*number) {
        length = strcspn(word, " \"");
        if (strlen(value) == length && memcmp(value, word, length) == 0)
            return true;
        const char *before = *number == 0 ? " " : word[length] == ' ' ? ", " : " or ";
        used +=
            (size_t)snprintf(say + used, sizeof say - used, "%s%.*s", before, (int)length, word);
    }
    return cmdline_bad_value(c, id, value, say);
}

bool cmdline_metric(const struct cmdline *c, size_t id, const char *value, enum metric *metric)
{
    if (!cmdline_word(c, id, value, &(unsigned){0}))
        return false;
    for (unsigned i = 0; i < METRICS; i++)
        if (strcmp(value, metric_name((enum metric)i)) == 0)
            *metric = (enum metric)i;
    return true;
}

bool cmdline_when(const struct cmdline *c, size_t id, const char *value, enum when *when)
{
    unsigned number;
    if (!cmdline_word(c, id, value, &number))
        return false;
    *when = (enum when)number;
    return true;
}

bool cmdline_progress(const struct cmdline *c, size_t id, const char *value, int *progress)
{
    enum when when;
    if (!cmdline_when(c, id, value, &when))
        return false;
    *progress = when == WHEN_NEVER ? -1 : value == NULL || when == WHEN_ALWAYS;
    return true;
}
