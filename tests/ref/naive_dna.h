/* naive_dna.h - the reference for letters of nucleotides (--iupac) and the other strand. */
#pragma once

#include "naive.h"

/* Returns the bases of a letter in either case, such as "ACG"; "" if it is not a letter of IUPAC.
 * Equal sets are the same string. */
const char *dna_bases(uint32_t c);

/* Returns whether the bases of a pattern's letter include a base of the letter c of the text.
 * Without `both`, c must be a single base. */
bool dna_matches(const char *bases, uint32_t c, bool both);

/* Returns a pattern as it is printed: in capitals, with T for U; `reverse`: its reverse complement.
 * The caller frees the bytes. */
struct naive_bytes dna_strand(struct naive_bytes pattern, bool reverse);

enum { DNA_GROUPS = 9 };

/*
 * As dna_strand(), for an expression, with a letter for each set of letters. `reverse`: the
 * expression is written backwards, and numbers[i] becomes the number in `expression` of group i + 1
 * of the result.
 */
struct naive_bytes dna_expression(struct naive_bytes expression, bool reverse,
                                  size_t numbers[DNA_GROUPS]);
