/*
 * entries.h - files of sequences, FASTA and FASTQ: which bytes of an entry are residues.
 *
 * An entry of FASTA is a line that begins with '>' and the lines of its sequence; one of FASTQ has
 * four lines: '@' and a name, the sequence, a line that begins with '+', and the qualities. Only
 * residues count when texts are compared (folding.h).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum entry_format { ENTRY_NO_FORMAT, ENTRY_FASTA, ENTRY_FASTQ };

/* The part of an entry that a byte belongs to. */
enum entry_part { ENTRY_BEGIN, ENTRY_HEADER, ENTRY_SEQUENCE, ENTRY_PLUS, ENTRY_QUALITY };

/* The regular expressions that match delimiters between entries (--delimiter): the newline of the
 * last line, with the empty lines behind it. */
#define ENTRY_FASTA_DELIMITER "\\n(?:\\r?\\n)*(?=>|\\z)"
#define ENTRY_FASTQ_DELIMITER "\\n(?:\\r?\\n)*(?=@[^\\n]*\\n[^\\n]*\\n\\+|\\z)"

/* The characters skipped between residues: a set of --skip. */
#define ENTRY_LINE_BREAKS "[\\r\\n]"

/* Returns the end of the line of byte `at`, at most `to`. *part is the part of byte `at`; sets it
 * to the following part. Sets *residues to whether the line belongs to the sequence. */
size_t entry_line(enum entry_format format, enum entry_part *part, const unsigned char *text,
                  size_t at, size_t to, bool *residues);

/* Returns the part of byte `to`, if byte `from` is in `part`. */
enum entry_part entry_part_at(enum entry_format format, enum entry_part part,
                              const unsigned char *text, size_t from, size_t to);

/* Returns the name of an entry, the first word of its header, *n bytes; its first `length` bytes
 * are at `text`. */
const unsigned char *entry_name(const unsigned char *text, size_t length, size_t *n);
