/*
 * messages.h - the messages that ranks exchange in a search, and how they are serialized
 * (ranks/pack.h).
 *
 * Rank 0 leads; all others are worker ranks. In this order:
 *
 *   START    0 to all   a search begins: the query and the options (send_query.h)
 *   READY    to 0       how many ranges the rank takes at a time, and the chunk size that suits its
 *                       engine; sent again when devices have started
 *   RANGE    0 to one   a range, with a number
 *   EXTRACT  to 0       the results of the range with that number
 *   BOUNDS   both ways  best mode: a bound has fallen (sent_bounds.h)
 *   DONE     0 to one   inputs below that number need no more work
 *   STOP     0 to all   the search needs no more work
 *   GONE     to 0       the rank has closed the search
 *   OVER     0 to all   the run has ended, even if no search began; each rank answers OVER
 *
 * All ranks run the same program on the same kind of processor, so structs and arrays are sent as
 * they lie in memory.
 */
#pragma once

#include "edgrep/work_ring.h"
#include "ranks/pack.h"

enum {
    MESSAGE_START,
    MESSAGE_READY,
    MESSAGE_RANGE,
    MESSAGE_EXTRACT,
    MESSAGE_BOUNDS,
    MESSAGE_DONE,
    MESSAGE_STOP,
    MESSAGE_GONE,
    MESSAGE_OVER,
};

/*
 * RANGE: the number, the common bound of best mode, and the parts. A slot with a chunk gets a range
 * for it, and the chunk's text is sent with the message. So is the text of a file that other ranks
 * cannot open by its name; if it cannot be read, the part's status holds the error. Exits on
 * allocation failure.
 */
void message_put_range(struct pack *p, struct slot *slot, uint64_t number, uint32_t bound);

/* The head of a range, before its parts. */
struct message_range {
    uint64_t number;
    uint32_t bound;
    size_t nparts;
};

struct message_range message_get_range(struct unpack *u);

/* A part, whose file is not open yet. */
struct message_part {
    struct part part;
    struct timespec modified; /* modification time of the file on rank 0 */
    const void *text;         /* `length` bytes from part.begin on, inside the message; NULL: open
                                 the file by its name */
    size_t length;
};

/* Returns the next part. */
struct message_part message_get_part(struct unpack *u);

/* EXTRACT: the results of the slot's range, the error message if its worker failed, and the common
 * bound. */
void message_put_extract(struct pack *p, struct slot *slot, uint32_t bound);

/* Reads an extract into the slot of its range; the caller reads the range's number first, which
 * tells the slot. Returns the bound. The caller frees *death, which may be NULL. */
uint32_t message_get_extract(struct unpack *u, struct slot *slot, char **death);
