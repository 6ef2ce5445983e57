/* naive_entries.h - the reference: entries of FASTA and FASTQ. */
#pragma once

#include "naive_regex.h"
#include "naive_text.h"

/* What is between two entries. */
struct delimiters entries_cut(const struct naive_options *o, struct naive_bytes text);

/* Whether a byte of an entry is one of a residue. */
bool entry_residue(const struct naive_options *o, struct naive_bytes entry, size_t byte);

/* The residues of an entry, which begins at `offset`. */
struct text entry_residues(struct folding *e, const struct naive_options *o,
                           struct naive_bytes entry, size_t offset);

/* The first word of its header, or nothing. */
struct naive_bytes naive_entry_name(struct naive_bytes entry);

/* A part of an entry without its line breaks; the caller frees the bytes. */
struct naive_bytes naive_entry_unbroken(struct naive_bytes part);
