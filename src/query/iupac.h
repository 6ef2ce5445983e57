/*
 * iupac.h - IUPAC letters for sets of nucleotide bases.
 *
 * Cornish-Bowden, Nomenclature for incompletely specified bases in nucleic acid sequences, Nucleic
 * Acids Research 13 (1985).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Sets of bases; each base a bit. U is T. */
enum { IUPAC_A = 1, IUPAC_C = 2, IUPAC_G = 4, IUPAC_T = 8, IUPAC_SETS = 16 };

/* Returns the bases of a letter in either case, or 0 if it is none. */
unsigned iupac_bases(unsigned char letter);

/* Returns the bases of an item of an expression: a letter, a set of letters [ ] or all but these
 * [^ ]; 0 if it is none of these, or the set is empty. */
unsigned iupac_item(const char *item, size_t length);

/* Returns the complements of a set's bases. */
unsigned iupac_complement(unsigned bases);

/* Returns the capital letter of a set, which is not empty; T for T. */
const char *iupac_letter(unsigned bases);

enum { IUPAC_WRITTEN = 40 };

/* Writes the letters that such a set matches, in both cases, as a character set of PCRE2: the
 * letters of its bases; with `both` all letters whose sets intersect it. */
void iupac_write(unsigned bases, bool both, char to[IUPAC_WRITTEN]);
