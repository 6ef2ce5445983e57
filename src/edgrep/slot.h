/*
 * slot.h - a piece of work and its results: a range and the extract that a worker made from it, or
 * a chunk with its input status and hits.
 */
#pragma once

#include "input/range.h"
#include "output/matches.h"
#include "scan/scanner.h"

/* The results of a part of a range. */
struct extract_part {
    struct finding finding;
    uint64_t end;     /* where its text ended: a byte offset of the text */
    uint64_t source;  /* the same place as a byte offset of the input as read */
    uint64_t symbols; /* symbols scanned */
    uint64_t hits;
    bool ended; /* its results are complete */
    bool cut;   /* its results cover only a beginning: the worker failed */
};

/* The results of a range: the findings and counts of each part, and the output of all parts
 * together. */
struct extract {
    struct extract_part *parts; /* in the order of the range */
    size_t nparts, capacity;
    struct collected collected;
    double read, scan, resolve; /* seconds */
};

#define EXTRACT_INIT ((struct extract){.collected = COLLECTED_INIT})

enum slot_state { SLOT_FREE, SLOT_CLAIMED, SLOT_REMOTE, SLOT_DONE };

struct slot {
    enum slot_state state; /* only the ring sets it */
    struct range range;    /* without parts: the slot holds a chunk */
    struct extract extract;
    struct chunk chunk;
    struct input_status input_status; /* of the chunk */
    struct hits hits;
    enum engine_status status; /* of the chunk's scan */
    unsigned engine;           /* SCANNER_...: the engine that scanned */
    unsigned rank;             /* the rank that scanned */
    uint64_t size;             /* bytes of the extract when the slot was marked done */
    double seconds;            /* spent scanning a chunk, or on all work for a range */
    const char *death; /* the last message of the worker that failed on this slot (diag.h), or NULL
                        */
};

#define SLOT_INIT ((struct slot){.extract = EXTRACT_INIT})

static inline bool slot_has_range(const struct slot *slot)
{
    return slot->range.nparts > 0;
}

void slot_free(struct slot *slot);

/* Returns how many bytes of the slot's range were searched. */
double slot_bytes(const struct slot *slot);

/* Returns whether the slot's chunk consists of whole records and is worth sending to another rank.
 */
bool slot_is_sendable(const struct slot *slot, int delimiter);

/* Gives a free slot of slots[0..n) the buffers that suit the worker best: those of the slot that it
 * claimed last (or NULL), or those of any free slot, if they lie in the memory that its engine
 * reads. The two free chunks are swapped. */
void slot_choose_buffers(struct slot *slot, struct slot *last, struct slot *slots, size_t n,
                         const struct chunk_memory *memory);
