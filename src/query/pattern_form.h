/* pattern_form.h - patterns in the form in which texts are compared (folding.h). */
#pragma once

#include "query/folding.h"

/* Returns the folding of patterns of -P and -E before they are parsed: they are normalized, but no
 * character is skipped, because it may be syntax. NULL: patterns are parsed as they are. */
struct folding *source_folding_open(const struct folding *e);
void source_folding_close(struct folding *source);

/* Returns text[0..length) in its form, *size bytes, which the caller frees. Exits the program when
 * out of memory. */
char *pattern_form(const struct folding *e, const char *text, size_t length, size_t *size);
