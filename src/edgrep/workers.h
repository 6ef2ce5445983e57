/*
 * workers.h - the threads of a search. Each takes work in its turn (turns.h): a chunk, which it
 * scans and leaves for the main thread; or a range, which it reads, scans, resolves and formats
 * (extractor.h), so that the main thread need only join what it made of it.
 *
 * A worker that cannot go on, as when memory is out, leaves the reason in its slot and waits; the
 * main thread ends the program when it comes to that slot.
 *
 * With an asynchronous engine (engine.h) a worker begins a scan before it ends the one before. It
 * never waits for its turn or for a slow input while a scan is under way: it collects that first.
 *
 * An engine with devices may work beside that of the processor (SCANNER_OFFLOAD). To begin
 * with a device takes long, so a thread of its own does that while the others work on. When a
 * device fails, its worker scans the chunk again by the engine of the processor, and ends.
 *
 * Main thread only.
 */
#ifndef WORKERS_H
#define WORKERS_H

#include "base/offload.h"
#include "edgrep/turns.h"
#include "scan/scanner.h"

struct workers;

/* The first device of this rank for the engine SCANNER_ENGINE; 0 where that has none. */
unsigned workers_device(const struct search *search);

/* How many workers the search wants for its engine SCANNER_ENGINE, at least 1. */
unsigned workers_wanted(const struct search *search);

/*
 * Starts so many, or as many as can be had. The scans of `begun` go on in the first. NULL when not
 * even one could be started: nothing has changed.
 */
struct workers *workers_start(const struct search *search, struct turns *turns,
                              struct scanner *begun, unsigned n);

/* Begins with devices beside the processor. If that cannot be, search->stats says why. Once only.
 */
void workers_offload(struct workers *w);

/* The same, if there may be some, and if it pays by what is known now (rows are not); search->stats
 * says why, or why not. Once they have begun it does nothing. */
void workers_consider_devices(struct workers *w, const struct offload_measures *now);

/* Waits until all have ended, but for those that wait for the end of the program; returns how many
 * workers there were, without those for devices beside. */
unsigned workers_join(struct workers *w);

#endif
