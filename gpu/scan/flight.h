/*
 * flight.h - a chunk's way to a device and back: a stream, with buffers there for text and hits.
 *
 * All work is queued on the flight's stream, in the order of the calls:
 *
 *   flight_send_limit()   the counters
 *   flight_send_text()    the text, which is encoded there
 *   ...                   the caller queues its kernels here
 *   flight_finish()       the counters come back
 *
 * Nothing waits for the stream before flight_await(). Then the hits can be fetched, and the symbols
 * of a chunk that was raw.
 *
 * The bytes of a raw chunk are copied and decoded there (decoder.h). The number of their characters
 * is unknown before, so the caller estimates it; excess codes read as delimiters. If the estimate
 * was too low, or the device found pages of the alphabet that it does not have, flight_decode()
 * decodes again.
 *
 * Functions return false if the device failed (device_why_failed()). The calling thread uses the
 * device.
 */
#ifndef FLIGHT_H
#define FLIGHT_H

#include "gpu/scan/decoder.h"
#include "gpu/scan/device_qgrams.h"
#include "gpu/scan/resident.h"

/* What the host and the kernels tell each other; in pinned memory and on the device. */
struct flight_counters {
    uint32_t hits, limit;
    struct decoder_counters decoded; /* of a raw chunk */
    struct cover_counters cover;     /* where patterns are covered */
};

/* All zero: it has nothing. */
struct flight {
    cudaStream_t stream;
    cudaEvent_t begun, copied, done;
    struct buffer symbols, codes, hits;
    struct buffer folded, places; /* of covered patterns: as in struct cover_scan */
    bool covered;                 /* some patterns are covered (qgram_filter.h), ... */
    uint32_t budget;              /* ... and most candidates that it may have */
    struct flight_counters *counters, *on_device;
    struct staging staging; /* of the scan that is under way */
    uint32_t limit;         /* as it was before */
    struct device_text text;
    struct share own; /* in it */
    uint32_t lead;    /* symbols of the chunk before it */
    struct hits *found;
    uint32_t most;        /* hits that there is room for on the device */
    struct alphabet *raw; /* that of a raw chunk, or NULL */
    struct decoder decoder;
    uint32_t bytes, room; /* of a raw chunk: that it owns and leads in; codes that were planned */
    uint32_t behind;      /* likewise: the symbol behind them */
    uint32_t ncodes;      /* as it was */
};

bool flight_open(struct flight *f);
void flight_close(struct flight *f);

/* The chunk is the next one; its hits will come to `found`, at most found->most. Sends nothing. */
void flight_begin(struct flight *f, const struct chunk *c, struct hits *found);

/* Sends counters that are 0, and the limit. They are sent before the text: behind it they would
 * wait for the text of other flights. */
bool flight_send_limit(struct flight *f, uint32_t limit);

/* Sends symbols [own.lead, own.end) of the chunk, and makes codes of them there. What they match
 * must be there (resident_match(), resident_expect()). Of a raw chunk `density` is how many symbols
 * a byte will have, about. */
bool flight_send_text(struct flight *f, const struct resident *r, const struct chunk *c,
                      struct share own, double density);

/* Makes codes of the bytes of a raw chunk, which are there, once more: f->room of them. The
 * counters must have been sent again. */
bool flight_decode(struct flight *f, const struct resident *r);

/* No hits are counted so far. */
bool flight_forget_hits(struct flight *f);

bool flight_finish(struct flight *f);
bool flight_await(struct flight *f);

/* Waits for the hits, which become sorted ends in symbols of the chunk, each once; those above the
 * limit are dropped. */
enum engine_status flight_fetch_hits(struct flight *f, uint32_t limit);

/* Gives a raw chunk the symbols that the flight has of it. */
enum engine_status flight_fetch_symbols(const struct flight *f, struct chunk *c);

#endif
