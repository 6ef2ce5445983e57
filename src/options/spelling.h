/* spelling.h - which name was meant: the edit distance of two names. */
#pragma once

#include <stddef.h>

/*
 * How many edits turn text[0..length) into name, where an exchange of neighbours is one edit
 * (METRIC_OSA). Returns SIZE_MAX where that is more than a third of `length` (at least 1), which is
 * no typing error. A name has at most 64 bytes.
 */
size_t spelling_distance(const char *text, size_t length, const char *name);
