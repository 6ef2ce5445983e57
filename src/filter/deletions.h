/*
 * deletions.h - the strings that a text gives by deleting up to k of its characters, as hashes.
 *
 * Two texts with a distance of at most k have such a string in common. See scan/multi_lines.h.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum {
    DELETIONS_LONGEST = 64, /* most characters of a text */
    DELETIONS_MOST = 1024,  /* most strings of a text */
};

/* Returns an upper bound on the number of strings of n characters with up to k deleted. */
size_t deletions_count(size_t n, size_t k);

/* Computes the hashes of all strings; deletions_count() is at most DELETIONS_MOST. Returns their
 * number. */
size_t deletions_hash(const unsigned char *codes, uint32_t n, uint32_t k,
                      uint64_t to[DELETIONS_MOST]);
