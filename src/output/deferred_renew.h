/*
 * deferred_renew.h - rewrites a deferred list without its obsolete entries.
 *
 * An entry is obsolete if it is farther than its bound, and with --top also if N results as near
 * come before it. Context stays as long as the record it belongs to.
 */
#pragma once

#include "output/deferred_entries.h"

/* All entries must be complete. Takes time in proportion to the list. */
void deferred_renew(struct deferred *j);
