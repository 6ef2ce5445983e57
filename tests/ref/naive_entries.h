/* naive_entries.h - the reference: entries of FASTA and FASTQ. */
#pragma once

#include <stdio.h>

#include "naive_regex.h"
#include "naive_text.h"

/* What is between two entries. */
struct delimiters entries_cut(const struct naive_options *o, struct naive_bytes text);

/* Whether a byte of an entry is one of a residue. */
bool entry_residue(const struct naive_options *o, struct naive_bytes entry, size_t byte);

/* The residues of an entry, which begins at `offset`. */
struct text entry_residues(struct folding *e, const struct naive_options *o,
                           struct naive_bytes entry, size_t offset);

void entry_print_name(FILE *to, struct naive_bytes entry);
