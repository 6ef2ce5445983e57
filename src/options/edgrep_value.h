/* edgrep_value.h - parsers for the values of edgrep's own options, beside those of cmdline_value.h;
 * they set members of struct options, and return false after reporting an error. */
#pragma once

#include "options/option_values.h"

bool edgrep_value_distance(const struct cmdline *c, size_t id, const char *value,
                           struct options *o);
bool edgrep_value_limits(const struct cmdline *c, size_t id, const char *value, struct options *o);
bool edgrep_value_best(const struct cmdline *c, size_t id, const char *value, struct options *o);
/* The cost of an edit. */
bool edgrep_value_cost(const struct cmdline *c, size_t id, const char *value, uint32_t *cost);
/* Numbers with commas between them. */
bool edgrep_value_devices(const struct cmdline *c, size_t id, const char *value, struct options *o);
bool edgrep_value_directories(const struct cmdline *c, size_t id, const char *value,
                              struct options *o);
bool edgrep_value_devices_action(const struct cmdline *c, size_t id, const char *value,
                                 struct options *o);
bool edgrep_value_encoding(const struct cmdline *c, size_t id, const char *value,
                           struct options *o);
bool edgrep_value_block(const struct cmdline *c, size_t id, const char *value, struct options *o);
bool edgrep_value_iupac(const struct cmdline *c, size_t id, const char *value, struct options *o);
bool edgrep_value_overhang(const struct cmdline *c, size_t id, const char *value,
                           struct options *o);
bool edgrep_value_show_pattern(const struct cmdline *c, size_t id, const char *value,
                               struct options *o);
bool edgrep_value_format(const struct cmdline *c, size_t id, const char *value, struct options *o);
bool edgrep_value_replacement(const struct cmdline *c, size_t id, const char *value,
                              struct options *o);

/* Reports that "-2" is not an option, because its meaning differs in agrep and grep. */
void edgrep_value_refuse_digits(char **argv, int digit);
