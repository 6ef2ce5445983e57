/*
 * share.h - the ranks of a host share what it has: each of its devices, say, is for one of them.
 *
 * Rank r of R takes the things r, r + R, r + 2R ... of n. Where there are fewer things than ranks,
 * ranks have one together: rank r the thing r modulo n. Without ranks all n are this process's.
 */
#ifndef SHARE_H
#define SHARE_H

/* How many of n things are for this rank; at least 1 if n is. */
unsigned share_count(unsigned n);

/* The i-th of them; i < share_count(n). */
unsigned share_item(unsigned n, unsigned i);

#endif
