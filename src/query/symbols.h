/* symbols.h - the numbers of symbols and their pages (alphabet.h); for both compilers. */
#pragma once

#include "base/utf8.h"

/* The delimiter; every character that no item matches; the others. */
enum { SYMBOL_DELIMITER = 0, SYMBOL_OTHER = 1, SYMBOL_FIRST = 2 };

enum {
    ALPHABET_PAGE = 64,                         /* characters of a page */
    ALPHABET_PAGES = CHAR_LIMIT / ALPHABET_PAGE /* it is a multiple */
};
