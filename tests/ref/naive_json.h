/* naive_json.h - the reference for --json. */
#pragma once

#include <stdio.h>

#include "naive.h"

/* Returns whether -v, --where and --where-not select the record. */
bool naive_is_selected(const struct naive_options *o, const struct naive_record *record);

void naive_print_json(FILE *to, const struct naive_options *o, const struct naive_input *inputs,
                      const struct naive_result *result);

/* Returns whether occurrence i of a record is the first of its pattern. Then sets *part to the
 * record with only this pattern's occurrences; the caller frees part->occurrences. */
bool naive_part(const struct naive_record *record, size_t i, struct naive_record *part);
