/* compile_confusions.h - confusions (confusion.h) become edges between items, in both directions.
 */
#pragma once

#include "query/pattern_items.h"

/* Sets q->confusions. Returns false if an error was reported. */
bool compile_confusions(struct query *q, const struct pattern_rules *rules,
                        struct pattern_items *items);
