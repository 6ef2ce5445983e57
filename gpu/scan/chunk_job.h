/*
 * chunk_job.h - one chunk being scanned on a device: a stream, and device buffers for text and
 * hits.
 *
 * All work is queued on the job's stream, in the order of the calls:
 *
 *   chunk_job_send_limit()   the counters
 *   chunk_job_send_text()    the text, which the device encodes
 *   ...                   the caller queues its kernels here
 *   chunk_job_finish()       copies the counters back
 *
 * No function waits for the stream before chunk_job_wait(). After that, the hits can be fetched,
 * and the symbols of a raw chunk.
 *
 * The bytes of a raw chunk are copied and decoded on the device. The caller estimates the number of
 * their characters, which is not known yet; excess codes read as delimiters. If the estimate was
 * too low, or a page of the alphabet is missing on the device, chunk_job_decode() decodes again.
 *
 * Functions return false if the device failed (device_why_failed()). The device is current for the
 * calling thread.
 */
#pragma once

#include "gpu/scan/query_on_device.h"

enum { CHUNK_JOB_PADDING = 4096 /* bytes after a text that kernels may read */ };

/* Numbers of characters and of missing pages of the alphabet. */
struct decoder_counters {
    uint32_t characters, unknown;
};

/* The counters that host and kernels exchange: one copy in pinned memory, one on the device. */
struct chunk_job_counters {
    uint32_t hits, limit;
    struct decoder_counters decoded; /* of a raw chunk */
    struct qgram_counters qgrams;    /* if patterns are filtered */
};

/* The scan for patterns that are filtered (qgram_filter.h). */
struct filtered_job {
    bool some;                    /* there are such patterns */
    uint32_t budget;              /* at most this number of candidates */
    struct buffer folded, places; /* as in struct qgram_scan */
};

/* A chunk that the device decodes. */
struct raw_chunk {
    struct alphabet *alphabet;           /* NULL: the chunk has symbols */
    struct buffer marks, tiles, unknown; /* as in struct device_decoding */
    uint32_t bytes;                      /* with the lead-in */
    uint32_t room;                       /* the estimated number of codes */
    uint32_t behind;                     /* the symbol after it */
    uint32_t ncodes;                     /* number of codes when it was decoded */
};

/* All zero: not open. */
struct chunk_job {
    cudaStream_t stream;
    cudaEvent_t begun, copied, done;
    struct buffer symbols, codes, hits;
    struct filtered_job filter;
    struct chunk_job_counters *counters, *on_device;
    struct staging staging; /* of the scan in progress */
    uint32_t limit;         /* before the scan */
    struct device_text text;
    struct share own; /* in `text` */
    uint32_t lead;    /* symbols of the chunk before `text` */
    struct hits *found;
    uint32_t most; /* capacity of the list of hits on the device */
    struct raw_chunk as_read;
};

bool chunk_job_open(struct chunk_job *job);
void chunk_job_close(struct chunk_job *job);

/* Prepares for a chunk, whose hits will be stored in `found`, at most found->most. Sends
 * nothing. */
void chunk_job_begin(struct chunk_job *job, const struct chunk *c, struct hits *found);

/* Sends the limit and zeroed counters. The caller sends them before the text; otherwise they would
 * wait for the text of other jobs. */
bool chunk_job_send_limit(struct chunk_job *job, uint32_t limit);

/* Sends symbols [own.lead, own.end) of the chunk and encodes them on the device. The match planes
 * must be there (query_on_device_match(), query_on_device_expect()). `density` is the estimated
 * number of symbols in a byte of a raw chunk. */
bool chunk_job_send_text(struct chunk_job *job, const struct query_on_device *r,
                         const struct chunk *c, struct share own, double density);

/* Decodes the bytes of a raw chunk, already on the device, to job->room codes. The caller has sent
 * the counters again. */
bool chunk_job_decode(struct chunk_job *job, const struct query_on_device *r);

/* Resets the number of hits on the device to 0. */
bool chunk_job_forget_hits(struct chunk_job *job);

bool chunk_job_finish(struct chunk_job *job);
bool chunk_job_wait(struct chunk_job *job);

/* Fetches the hits, sorts them, removes duplicates and hits above the limit, and makes their ends
 * relative to the chunk. */
enum engine_status chunk_job_fetch_hits(struct chunk_job *job, uint32_t limit);

/* Synchronizes the stream, and fetches the set of missing pages. */
bool chunk_job_unknown(const struct chunk_job *job, uint32_t unknown[PAGES_WORDS]);

/* Copies the decoded symbols of a raw chunk back to the chunk. */
enum engine_status chunk_job_fetch_symbols(const struct chunk_job *job, struct chunk *c);
