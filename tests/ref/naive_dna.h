/*
 * naive_dna.h - the reference: letters of nucleotides (--iupac) and the other strand.
 */
#pragma once

#include "naive.h"

/* The bases that the letter c, in either case, stands for, as "ACG"; "" when it is no such letter.
 * Equal sets are the same string. */
const char *dna_bases(uint32_t c);

/* Whether the letters of the pattern stand for a base that the letter c of the text may be; with
 * `both` that may stand for several. */
bool dna_matches(const char *bases, uint32_t c, bool both);

/* A pattern as it is shown: in capitals, with T for U; of the other strand with `reverse`. The
 * caller frees its bytes. */
struct naive_bytes dna_strand(struct naive_bytes pattern, bool reverse);

enum { DNA_GROUPS = 9 };

/*
 * As above, for an expression: each set of letters is the letter that stands for it. With `reverse`
 * the expression is written backwards, and numbers[i] is the number that group i + 1 has in
 * `expression`. The caller frees its bytes.
 */
struct naive_bytes dna_expression(struct naive_bytes expression, bool reverse,
                                  size_t numbers[DNA_GROUPS]);
