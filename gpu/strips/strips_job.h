/*
 * strips_job.h - a solver's device memory, and the computation of many tables in one launch; used
 * by cuda_strips.c, strips_divide.c and strips_panel.c.
 *
 * Functions return false on failure; strips_device.why_failed() returns the reason. After a
 * failure, the stream may still use host memory passed to it: call device_settle() before freeing
 * that memory.
 */
#pragma once

#include "gpu/base/buffer.h"
#include "gpu/strips/strips_launches.h"
#include "strips/strips_device.h"

struct strips_solver {
    unsigned device;
    cudaStream_t stream, side; /* for the work; for polling progress */
    struct buffer stage, codes, borders, sides, rows, vectors, tables, tasks, crosses;
    struct strips_control *control, *seen; /* on the device; last copy, in pinned memory */
    const char *why;                       /* NULL: device_why_failed() */
};

/* Tables on the device, all of one metric and one alphabet. */
struct strips_job {
    struct strips_solver *c;
    const struct strips_device_run *run;
    struct strips_launch launch;       /* the caller sets `sides` */
    const struct strips_table *tables; /* in host memory; empty ones are left out */
    size_t n;
    uint64_t cells;    /* of all tables */
    uint64_t reported; /* cells reported to progress */
    enum strips_device_status status;
};

/* Returns a job without tables for problems like *p, and clears c->why. */
struct strips_job strips_job_for(struct strips_solver *c, const struct strips_problem *p,
                                 const struct strips_device_run *run);

/* Records the reason of a failure that is not a runtime call's. Returns false. */
static inline bool strips_job_fail(struct strips_job *j, const char *why)
{
    j->c->why = why;
    return false;
}

/* Return the bytes of the planes of n codes with their margins, and the bytes from plane to
 * plane. */
size_t strips_planes_size(const struct strips_job *j, size_t n);
uint64_t strips_planes_stride(size_t n);

/* Copies the codes of a sequence to the device: its first code to `to` in plane 0, and, unless
 * NULL, its last code to `backwards`, as in struct strips_table. The caller has reserved c->stage
 * (strips_stage_size()) and cleared the margins. */
bool strips_send_codes(struct strips_job *j, unsigned code_bytes, const struct strips_sequence *s,
                       uint8_t *to, uint8_t *backwards);
size_t strips_stage_size(unsigned code_bytes, size_t n);

/* Makes the job's only table, the whole table of a problem, and copies its codes. Sets its border,
 * unless it has sides: then the caller sets both. */
bool strips_job_send(struct strips_job *j, const struct strips_problem *p,
                     struct strips_table *table);

/* Copies the last row of a table, in c->rows, to *row; the stream must be synchronized afterwards.
 */
bool strips_fetch_row(struct strips_job *j, const struct strips_table *t,
                      const struct strips_deltas *row);

/* Cells of a table that are computed, about. */
uint64_t strips_job_cells(const struct strips_table *t);

/* Reports that `part` (0 to 1) of the job's cells is done. */
void strips_job_report(struct strips_job *j, double part);

/* Computes all strips (or blocks) of all tables. The caller has set their borders, and their sides
 * if launch.sides is set. Returns true also if the job was cancelled. */
bool strips_job_run(struct strips_job *j);

/* strips_device.divide (strips_divide.c) and strips_device.panel (strips_panel.c). */
enum strips_device_status strips_cuda_divide(struct strips_solver *c,
                                             const struct strips_problem *p, double cells,
                                             const struct strips_device_run *run,
                                             struct strips_device_part **parts, size_t *count);
enum strips_device_status strips_cuda_panel(struct strips_solver *c,
                                            const struct strips_problem *panel,
                                            const struct strips_device_run *run,
                                            struct strips_border *border);
