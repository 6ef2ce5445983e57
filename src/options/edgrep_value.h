/* edgrep_value.h - parsers for the values of edgrep's own options, beside those of cmdline_value.h;
 * they set members of struct options, and return false after reporting an error. */
#pragma once

#include "options/option_values.h"

/* Each parses the value of option `id`. */
typedef bool edgrep_value_parser(const struct cmdline *c, size_t id, const char *value,
                                 struct options *o);

edgrep_value_parser edgrep_value_best, edgrep_value_block, edgrep_value_devices,
    edgrep_value_devices_action, edgrep_value_directories, edgrep_value_distance,
    edgrep_value_encoding, edgrep_value_format, edgrep_value_iupac, edgrep_value_limits,
    edgrep_value_overhang, edgrep_value_replacement, edgrep_value_show_pattern;

/* The cost of an edit. */
bool edgrep_value_cost(const struct cmdline *c, size_t id, const char *value, uint32_t *cost);

/* Reports that "-2" is not an option, because its meaning differs in agrep and grep. */
void edgrep_value_refuse_digits(char **argv, int digit);
