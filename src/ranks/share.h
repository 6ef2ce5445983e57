/*
 * share.h - divides what a host has, for example its devices, among its ranks.
 *
 * Rank r of R gets the items r, r + R, r + 2R ... of n. If there are fewer items than ranks, ranks
 * share one: rank r gets item r modulo n. Without ranks this process gets all n.
 */
#pragma once

/* Returns how many of n items are for this rank; at least 1 if n is. */
unsigned share_count(unsigned n);

/* Returns the i-th of them; i < share_count(n). */
unsigned share_item(unsigned n, unsigned i);
