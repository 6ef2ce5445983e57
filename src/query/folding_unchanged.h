/* folding_unchanged.h - texts that folding does not change. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "query/folding.h"

/* Returns whether folding leaves all n bytes of the text unchanged, with records that end at each
 * byte `delimiter` (-1: none). May return false for unchanged texts with undecodable bytes. */
bool folding_unchanged(const struct folding *e, const unsigned char *text, size_t n, int delimiter);
