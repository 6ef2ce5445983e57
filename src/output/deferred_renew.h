/*
 * deferred_renew.h - a journal written anew, without what is obsolete.
 *
 * Obsolete is what is farther than its bound, and of --top also what comes behind N results that
 * are as near. Context stays as long as what it belongs to.
 */
#ifndef DEFERRED_RENEW_H
#define DEFERRED_RENEW_H

#include "output/deferred_entries.h"

/* All entries are complete. Takes time in proportion to the journal. */
void journal_renew(struct deferred *j);

#endif
