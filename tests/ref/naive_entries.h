/* naive_entries.h - the reference for entries of FASTA and FASTQ. */
#pragma once

#include "naive_regex.h"
#include "naive_text.h"

/* Returns the parts between entries. */
struct delimiters entries_cut(const struct naive_options *o, struct naive_bytes text);

/* Returns whether a byte of an entry belongs to its residues. */
bool entry_residue(const struct naive_options *o, struct naive_bytes entry, size_t byte);

/* Returns the residues of an entry that begins at `offset`. */
struct text entry_residues(struct folding *e, const struct naive_options *o,
                           struct naive_bytes entry, size_t offset);

/* Returns the first word of the header; it may be empty. */
struct naive_bytes naive_entry_name(struct naive_bytes entry);

/* Returns a part of an entry without its line breaks. The caller frees the bytes. */
struct naive_bytes naive_entry_unbroken(struct naive_bytes part);
