#include "options/edgrep_value.h"

#include <ctype.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/xalloc.h"
#include "options/template.h"

enum { DEVICES_MOST = 1023 };

bool edgrep_value_distance(const struct cmdline *c, size_t id, const char *value, struct options *o)
{
    const char *reason = limit_parse(&o->query.rules.limit, value);
    o->query.rules.limited = true;
    return reason == NULL || cmdline_bad_value(c, id, value, reason);
}

bool edgrep_value_limits(const struct cmdline *c, size_t id, const char *value, struct options *o)
{
    const char *reason = edit_limits_parse(&o->query.rules.limits, value, strlen(value));
    return reason == NULL || cmdline_bad_value(c, id, value, reason);
}

bool edgrep_value_best(const struct cmdline *c, size_t id, const char *value, struct options *o)
{
    o->query.rules.best = true;
    o->query.rules.needs.each = value != NULL;
    return cmdline_word(c, id, value, &(unsigned){0});
}

bool edgrep_value_cost(const struct cmdline *c, size_t id, const char *value, uint32_t *cost)
{
    uint64_t number = EDIT_NEVER;
    if (strcmp(value, "never") != 0 && !cmdline_number(c, id, value, 1, 255, &number))
        return false;
    *cost = (uint32_t)number;
    return true;
}

/* Numbers with commas between them. */
bool edgrep_value_devices(const struct cmdline *c, size_t id, const char *value, struct options *o)
{
    size_t capacity = o->work.devices != NULL ? 1 : 0;
    o->work.ndevices = 0;
    for (const char *at = value; isdigit((unsigned char)*at); at++) {
        char *end;
        unsigned long device = strtoul(at, &end, 10);
        if (device > DEVICES_MOST)
            break;
        xgrow(&o->work.devices, &capacity, o->work.ndevices + 1, sizeof *o->work.devices);
        o->work.devices[o->work.ndevices++] = (unsigned)device;
        at = end;
        if (*at == '\0')
            return true;
        if (*at != ',')
            break;
    }
    return cmdline_bad_value(c, id, value, "say numbers with commas between them");
}

bool edgrep_value_directories(const struct cmdline *c, size_t id, const char *value,
                              struct options *o)
{
    enum { READ, RECURSE, SKIP };
    unsigned action;
    if (!cmdline_word(c, id, value, &action))
        return false;
    o->inputs.recursive = action == RECURSE;
    o->inputs.skip_directories = action == SKIP;
    return true;
}

bool edgrep_value_devices_action(const struct cmdline *c, size_t id, const char *value,
                                 struct options *o)
{
    unsigned number;
    if (!cmdline_word(c, id, value, &number))
        return false;
    o->inputs.specials = number == 0 ? DEVICES_ALL : DEVICES_NONE;
    return true;
}

bool edgrep_value_encoding(const struct cmdline *c, size_t id, const char *value, struct options *o)
{
    const char *fault = encoding_open(&o->inputs.encoding, value);
    return fault == NULL || cmdline_bad_value(c, id, value, fault);
}

bool edgrep_value_block(const struct cmdline *c, size_t id, const char *value, struct options *o)
{
    o->records.block = o->records.span_lines = true;
    o->query.rules.folding.trim_lines = o->query.rules.folding.trim_lines || value != NULL;
    return cmdline_word(c, id, value, &(unsigned){0});
}

bool edgrep_value_iupac(const struct cmdline *c, size_t id, const char *value, struct options *o)
{
    o->query.rules.nucleotides.letters = true;
    o->query.rules.nucleotides.both = o->query.rules.nucleotides.both || value != NULL;
    return cmdline_word(c, id, value, &(unsigned){0});
}

bool edgrep_value_overhang(const struct cmdline *c, size_t id, const char *value, struct options *o)
{
    enum { INSIDE = 3, INSIDE_MOST = 65536 };
    uint64_t inside = INSIDE;
    if (value != NULL && !cmdline_number(c, id, value, 1, INSIDE_MOST, &inside))
        return false;
    o->query.rules.overhang = (uint32_t)inside;
    return true;
}

bool edgrep_value_show_pattern(const struct cmdline *c, size_t id, const char *value,
                               struct options *o)
{
    unsigned number;
    if (!cmdline_word(c, id, value, &number))
        return false;
    o->fields.show_pattern = (enum show_pattern)(SHOW_NUMBER + number);
    return true;
}

bool edgrep_value_format(const struct cmdline *c, size_t id, const char *value, struct options *o)
{
    const char *fault = template_fault(TEMPLATE_FORMAT, value);
    o->form.format = value;
    return fault == NULL || cmdline_bad_value(c, id, value, fault);
}

bool edgrep_value_replacement(const struct cmdline *c, size_t id, const char *value,
                              struct options *o)
{
    const char *fault = template_fault(TEMPLATE_REPLACEMENT, value);
    o->form.replace = value;
    return fault == NULL || cmdline_bad_value(c, id, value, fault);
}

void edgrep_value_refuse_digits(char **argv, int digit)
{
    static const char *const words[] = {"no",   "one", "two",   "three", "four",
                                        "five", "six", "seven", "eight", "nine"};
    const char *at = argv[optind - 1];
    size_t length = strlen(at);
    if (*at != '-' || at[length - 1] != digit) /* more letters follow in the same argument */
        at = argv[optind];
    at = strchr(at, digit);
    int digits = (int)strspn(at, "0123456789");
    const char *many = digits > 1 ? at : words[digit - '0'];
    int size = digits > 1 ? digits : (int)strlen(many);
    const char *plural = digits == 1 && digit == '1' ? "" : "s";
    diag_error("-%.*s: say -k %.*s (%.*s edit%s) or -C %.*s (%.*s record%s of context)", digits, at,
               digits, at, size, many, plural, digits, at, size, many, plural);
}
