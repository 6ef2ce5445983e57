/*
 * pair_lines.h - encodes lines of two strings separated by a tab for lanes/lanes.h.
 *
 * Characters and their equality are as in encode_pair.h. Pairs of ASCII strings, and all pairs if
 * characters are bytes, have codes of one byte; others have the codes of their alphabet, of one
 * byte or four. So there are two lists of pairs. Words (words.h) are always in the second one.
 */
#pragma once

#include "lanes/lanes.h"
#include "pair/encode_pair.h"
#include "pair/words.h"

enum { PAIR_LINES_KINDS = 2 };

struct pair_list {
    struct lanes_pair *pairs;
    size_t *lines; /* line number of each pair, from 0 */
    size_t count, capacity, capacity_lines;
    unsigned width;    /* of a code */
    uint32_t alphabet; /* every code is below it */
};

struct pair_lines {
    /* Set by the caller; all else is initially zero. */
    struct encode_rules rules;
    bool words;

    struct pair_list lists[PAIR_LINES_KINDS];
    const char **wrong; /* for each line: NULL, or why it is not a pair */
    size_t count, capacity;

    struct string_forms strings;   /* the strings encoded with an alphabet, one for each line */
    struct encode_pair characters; /* of `strings` */
    bool coded;
};

/*
 * Parses and encodes the lines of `size` bytes; the last one may lack its newline. Drops earlier
 * pairs. The bytes may be modified, and must outlive the pairs. Exits the program when out of
 * memory.
 */
void pair_lines_take(struct pair_lines *p, unsigned char *bytes, size_t size);
void pair_lines_free(struct pair_lines *p);
