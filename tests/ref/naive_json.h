/* naive_json.h - the reference: --json. */
#pragma once

#include <stdio.h>

#include "naive.h"

/* Whether -v, --where and --where-not select the record. */
bool naive_is_selected(const struct naive_options *o, const struct naive_record *record);

void naive_print_json(FILE *to, const struct naive_options *o, const struct naive_input *inputs,
                      const struct naive_result *result);

/* Whether occurrence i of a record is the first of its pattern; then *part is the record with this
 * pattern's only. The caller frees part->occurrences. */
bool naive_part(const struct naive_record *record, size_t i, struct naive_record *part);
