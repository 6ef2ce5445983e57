/*
 * rank_messages.h - the messages between the ranks of a comparison.
 *
 * Rank 0 sends orders, the others reply. Numbers and bits are serialized by pack.h. Each order to
 * compute a panel, to divide or to align a part has a number, which the reply repeats.
 */
#pragma once

#include "compare/subproblems.h"
#include "pair/read_pair.h"
#include "ranks/pack.h"
#include "strips/grid_tiers.h"
#include "strips/strips_device.h"

enum rank_message {
    RANK_MESSAGE_PAIR,   /* struct rank_message_rules, metric, sequences: all orders that follow are
                            about these, and those before are void. Each rank passes it on
                            (rank_messages_pass_on()) */
    RANK_MESSAGE_PANEL,  /* executor, number, problem, bits of its border */
    RANK_MESSAGE_DIVIDE, /* executor, number, cells, distance, problem: the executor is a device,
                            and divides the problem, whose distance is known or UINT64_MAX, into
                            parts of at most `cells` cells (strips_device.h) */
    RANK_MESSAGE_PART,   /* number, part */
    RANK_MESSAGE_OVER,   /* the run */
    ANSWER_READY,        /* how many executors there are; each (struct grid_executor); how many
                            parts may be held; whether devices compute panels */
    ANSWER_PANEL,        /* number, bits */
    ANSWER_DIVIDED,      /* number, parts (struct strips_device_part); none: the device failed */
    ANSWER_PART,         /* number, runs of edits */
    ANSWER_OVER,         /* the last message of the run */
};

enum { RANK_MESSAGE_FILES = 2 };

/* The settings of the comparison, equal on all ranks. The caller owns the strings. */
struct rank_message_rules {
    char *engine;     /* its name, or "auto" */
    unsigned threads; /* of each rank; 0: its number of processors */
    struct {          /* the compared files */
        char *name;   /* NULL: not a file that other ranks can check */
        struct file_version version;
    } files[RANK_MESSAGE_FILES];
};

void pack_rules(struct pack *p, const struct rank_message_rules *rules);
struct rank_message_rules unpack_rules(struct unpack *u);
void rank_message_rules_free(struct rank_message_rules *rules); /* frees unpacked rules */

/*
 * Serializes a problem whose codes are part of s; y must directly follow x. unpack_problem()
 * restores it on the receiver's copy of the sequences.
 */
void pack_problem(struct pack *p, const struct sequences *s, const struct strips_problem *problem);
struct strips_problem unpack_problem(struct unpack *u, const struct sequences *s);

/* Serializes a part without its number, and the rules of its alignment without kernel and
 * progress. */
void pack_part(struct pack *p, const struct sequences *s, const struct subproblem *part,
               const struct subproblems_rules *rules);
struct subproblem unpack_part(struct unpack *u, const struct sequences *s,
                              struct subproblems_rules *rules);

/* Sends RANK_MESSAGE_PAIR to at most two ranks, along a binary tree of all ranks. */
void rank_messages_pass_on(const void *bytes, size_t size);
