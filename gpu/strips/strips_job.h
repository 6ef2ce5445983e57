/*
 * strips_job.h - inside strips_device_cuda.c and strips_cut.c: a solver's device memory, and the
 * strips of many tables at once.
 *
 * False is failure: strips_device.why_failed() says why.
 */
#ifndef STRIPS_JOB_H
#define STRIPS_JOB_H

#include "gpu/base/buffer.h"
#include "gpu/strips/strips_launches.h"
#include "strips/strips_device.h"

struct strips_solver {
    unsigned device;
    cudaStream_t stream, side; /* the work; what is asked and told meanwhile */
    struct buffer stage, codes, borders, rows, vectors, tables, turns, crosses;
    struct strips_control *control, *seen; /* on the device; as last seen, in pinned memory */
    const char *why;                       /* NULL: device_why_failed() */
};

/* Tables of one metric and alphabet, which are on the device. */
struct strips_job {
    struct strips_solver *c;
    const struct strips_device_run *run;
    struct strips_launch launch;       /* metric and coding; the rest is set here */
    const struct strips_table *tables; /* host; empty ones are left out */
    size_t n;
    uint64_t cells, told; /* in all; told so far */
    enum strips_device_status status;
};

/* How codes below `ncodes` are cut into digits. */
struct strips_coding strips_coding_for(uint32_t ncodes);

/* Sets the reason, for what is not a call of the runtime; false. */
static inline bool strips_job_fail(struct strips_job *j, const char *why)
{
    j->c->why = why;
    return false;
}

/* Bytes of the planes of n codes, margins included, and from plane to plane. */
size_t strips_planes_size(const struct strips_job *j, size_t n);
uint64_t strips_planes_stride(size_t n);

/*
 * Codes of one side to planes at `to`; and, where it is not NULL, at `backwards` in the other
 * direction. c->stage is large enough (strips_stage_size()), and margins are there.
 */
bool strips_send_codes(struct strips_job *j, unsigned code_bytes, const struct strips_sequence *s,
                       uint8_t *to, uint8_t *backwards);
size_t strips_stage_size(unsigned code_bytes, size_t n);

/* Tells progress when `part` (0 to 1) of the job's cells is done. */
void strips_job_tell(struct strips_job *j, double part);

/* Whether it is; j->status. */
bool strips_job_cancelled(struct strips_job *j);

/* All strips (or blocks) of all tables, whose borders are begun. True when cancelled, too. */
bool strips_job_run(struct strips_job *j);

#endif
