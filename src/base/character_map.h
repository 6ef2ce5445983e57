/*
 * character_map.h - a number for each character, in pages that are made when they are used.
 */
#pragma once

#include "base/utf8.h"

enum { CHARACTER_PAGE = 4096, CHARACTER_PAGES = CHAR_LIMIT / CHARACTER_PAGE + 1 };

/* All zero at first, as are all numbers. */
struct character_map {
    uint32_t *pages[CHARACTER_PAGES];
};

/* Returns the number of a character, below CHAR_LIMIT, to be read or set. Exits the program when
 * out of memory. */
uint32_t *character_map_slot(struct character_map *m, uint32_t character);

void character_map_free(struct character_map *m);
