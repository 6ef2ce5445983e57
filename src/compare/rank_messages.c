#include "compare/rank_messages.h"

#include <stdlib.h>

#include "base/xalloc.h"

void pack_rules(struct pack *p, const struct rank_message_rules *rules)
{
    pack_string(p, rules->engine);
    pack_number(p, rules->threads);
    for (size_t i = 0; i < RANK_MESSAGE_FILES; i++) {
        pack_string(p, rules->files[i].name);
        pack_value(p, &rules->files[i].version, sizeof rules->files[i].version);
    }
}

struct rank_message_rules unpack_rules(struct unpack *u)
{
    struct rank_message_rules rules = {.engine = unpack_string(u)};
    rules.threads = (unsigned)unpack_number(u);
    for (size_t i = 0; i < RANK_MESSAGE_FILES; i++) {
        rules.files[i].name = unpack_string(u);
        unpack_value(u, &rules.files[i].version, sizeof rules.files[i].version);
    }
    return rules;
}

void rank_message_rules_free(struct rank_message_rules *rules)
{
    free(rules->engine);
    for (size_t i = 0; i < RANK_MESSAGE_FILES; i++)
        free(rules->files[i].name);
}

/* Serializes a position in the codes as an offset from the first code of x. */

static void pack_place(struct pack *p, const struct sequences *s, const void *codes, size_t n)
{
    pack_number(p, (uint64_t)((const unsigned char *)codes - s->x) / s->width);
    pack_number(p, n);
}

static const unsigned char *unpack_place(struct unpack *u, const struct sequences *s, size_t *n)
{
    uint64_t offset = unpack_number(u);
    *n = (size_t)unpack_number(u);
    return s->x + offset * s->width;
}

static void pack_side(struct pack *p, const struct sequences *s, const struct strips_sequence *side)
{
    pack_place(p, s, side->codes, side->n);
    pack_number(p, side->reversed);
}

static struct strips_sequence unpack_side(struct unpack *u, const struct sequences *s)
{
    struct strips_sequence side;
    side.codes = unpack_place(u, s, &side.n);
    side.reversed = unpack_number(u) != 0;
    return side;
}

void pack_problem(struct pack *p, const struct sequences *s, const struct strips_problem *problem)
{
    pack_number(p, problem->metric);
    pack_side(p, s, &problem->rows);
    pack_side(p, s, &problem->columns);
}

struct strips_problem unpack_problem(struct unpack *u, const struct sequences *s)
{
    struct strips_problem problem = {.code_bytes = s->width, .ncodes = s->alphabet};
    problem.metric = (enum strips_metric)unpack_number(u);
    problem.rows = unpack_side(u, s);
    problem.columns = unpack_side(u, s);
    return problem;
}

void pack_part(struct pack *p, const struct sequences *s, const struct subproblem *part,
               const struct subproblems_rules *rules)
{
    pack_number(p, rules->metric);
    pack_number(p, rules->leaf);
    pack_number(p, rules->diagonals);
    pack_place(p, s, part->s.x, part->s.m);
    pack_place(p, s, part->s.y, part->s.n);
    pack_number(p, part->distance);
}

struct subproblem unpack_part(struct unpack *u, const struct sequences *s,
                              struct subproblems_rules *rules)
{
    struct subproblem part = {.s = *s};
    *rules = (struct subproblems_rules){.metric = (enum metric)unpack_number(u)};
    rules->leaf = (size_t)unpack_number(u);
    rules->diagonals = unpack_number(u) != 0;
    part.s.x = unpack_place(u, s, &part.s.m);
    part.s.y = unpack_place(u, s, &part.s.n);
    part.distance = unpack_number(u);
    return part;
}

void rank_messages_pass_on(const void *bytes, size_t size)
{
    unsigned first = 2 * rank_place.own + 1;
    for (unsigned to = first; to < first + 2 && to < rank_place.count; to++)
        ranks_send(to, RANK_MESSAGE_PAIR, xmemdup(bytes, size), size);
}
