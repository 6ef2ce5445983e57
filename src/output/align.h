/*
 * align.h - aligns a pattern with MATCHED: computes the edits between them.
 *
 * The traceback starts at the end and prefers the diagonal (equal, exchanged, substituted or
 * confused), then an extra text character, then an extra pattern character; so the alignment is
 * unique. Time is that of the bit-vector step for every column twice, memory m * sqrt(n) / 2 bytes.
 */
#pragma once

#include "match/occurrence.h"
#include "output/alignment.h"

struct aligner;

struct aligner *aligner_open(const struct query *q);
void aligner_close(struct aligner *a); /* NULL is ignored */

/* Aligns an occurrence's pattern with its MATCHED, in a record that is kept. The result points into
 * the record and, until the next call, into the aligner. */
struct alignment aligner_occurrence(struct aligner *a, const struct record *record,
                                    const struct occurrence *o);
