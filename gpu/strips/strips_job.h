/*
 * strips_job.h - a solver's device memory, and the strips of many tables at once: what
 * cuda_strips.c and strips_divide.c both need.
 *
 * Functions return false when they failed; strips_device.why_failed() says why. The stream may then
 * still use host memory that it was given: device_settle() comes before any of that is freed.
 */
#ifndef STRIPS_JOB_H
#define STRIPS_JOB_H

#include "gpu/base/buffer.h"
#include "gpu/strips/strips_launches.h"
#include "strips/strips_device.h"

struct strips_solver {
    unsigned device;
    cudaStream_t stream, side; /* for the work; for looks at it meanwhile */
    struct buffer stage, codes, borders, sides, rows, vectors, tables, turns, crosses;
    struct strips_control *control, *seen; /* on the device; as last seen, in pinned memory */
    const char *why;                       /* NULL: device_why_failed() */
};

/* Tables on the device, all of one metric and one alphabet. */
struct strips_job {
    struct strips_solver *c;
    const struct strips_device_run *run;
    struct strips_launch launch;       /* the caller sets levenshtein, sides and coding */
    const struct strips_table *tables; /* in host memory; empty ones are left out */
    size_t n;
    uint64_t cells; /* of all tables */
    uint64_t told;  /* as many of them progress has been told */
    enum strips_device_status status;
};

/* How codes below `ncodes` are cut into digits. */
struct strips_coding strips_coding_for(uint32_t ncodes);

/* Sets the reason of a failure that is not one of a runtime call; returns false. */
static inline bool strips_job_fail(struct strips_job *j, const char *why)
{
    j->c->why = why;
    return false;
}

/* Bytes that the planes of n codes take with their margins; and bytes from plane to plane. */
size_t strips_planes_size(const struct strips_job *j, size_t n);
uint64_t strips_planes_stride(size_t n);

/*
 * Puts the codes of a sequence into planes at `to`; and in the other direction into planes at
 * `backwards`, unless that is NULL. The caller has reserved c->stage (strips_stage_size()), and has
 * cleared the margins.
 */
bool strips_send_codes(struct strips_job *j, unsigned code_bytes, const struct strips_sequence *s,
                       uint8_t *to, uint8_t *backwards);
size_t strips_stage_size(unsigned code_bytes, size_t n);

/* Cells of a table that are computed, about. */
uint64_t strips_job_cells(const struct strips_table *t);

/* Tells progress when `part` (0 to 1) of the job's cells is done. */
void strips_job_tell(struct strips_job *j, double part);

/* Whether the job is cancelled; then sets j->status. */
bool strips_job_cancelled(struct strips_job *j);

/* Does all strips (or blocks) of all tables. The caller has made their borders, and their sides
 * where launch.sides is set. Returns true also when the job was cancelled. */
bool strips_job_run(struct strips_job *j);

#endif
