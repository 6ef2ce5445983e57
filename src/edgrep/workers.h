/*
 * workers.h - the threads of a search. Each worker claims slots (work_ring.h). It scans a chunk and
 * leaves the hits to the main thread; or it reads, scans, resolves and formats a range
 * (extractor.h), so that the main thread need only join the extracts.
 *
 * A worker that fails, for example out of memory, leaves the error in its slot and waits; the main
 * thread exits when it comes to that slot.
 *
 * With an asynchronous engine (engine.h) a worker starts a scan before it collects the previous
 * one. While a scan is under way it never waits to claim a slot or for a slow input: it collects
 * the scan first.
 *
 * An engine with devices may work beside the engine of the processor (SCANNER_OFFLOAD). Starting a
 * device takes long, so a thread of its own does that while the others work. When a device fails,
 * its worker scans the chunk again with the engine of the processor, and ends.
 *
 * Main thread only.
 */
#pragma once

#include "edgrep/work_ring.h"
#include "plan/offload.h"
#include "scan/scanner.h"

struct workers;

/* Returns the first device of this rank for the engine SCANNER_ENGINE; 0 if that has none. */
unsigned workers_device(const struct search *search);

/* Returns how many workers the engine SCANNER_ENGINE should have, at least 1. */
unsigned workers_wanted(const struct search *search);

/* Starts up to n workers. The first takes over the scans of `begun`. Returns NULL, with nothing
 * changed, if no thread can be started. */
struct workers *workers_start(const struct search *search, struct work_ring *ring,
                              struct scanner *begun, unsigned n);

/* Starts devices beside the processor. If that fails, search->stats says why. Call it once. */
void workers_offload(struct workers *w);

/* Starts devices if there may be some and they pay, judging by `now` (whose rows are filled in
 * here); search->stats says why, or why not. Does nothing once they have started. */
void workers_consider_devices(struct workers *w, const struct offload_measures *now);

/* Waits until all workers have ended or failed. Returns how many workers there were, without those
 * for devices beside the processor. */
unsigned workers_join(struct workers *w);
