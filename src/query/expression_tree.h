/*
 * expression_tree.h - the syntax tree of an expression (-E): sequences, alternatives, groups and
 * repetitions over items.
 *
 * Nothing is expanded: a{1000} is one node. The size of the expanded expression is computed.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "query/edit_limits.h"

enum node_kind {
    NODE_EMPTY,     /* the empty sequence */
    NODE_ITEM,      /* text[start..start + length) */
    NODE_CONDITION, /* a place where `condition` holds */
    NODE_SEQUENCE,  /* the children, one after the other */
    NODE_CHOICE,    /* one of the children */
    NODE_REPEAT,    /* the child, `least` to `most` times */
    NODE_LIMITED,   /* the child, whose edits have limits of their own */
    NODE_GROUP,     /* the child, a ( ) that has a number */
};

/* Conditions on a place in a record, each a bit. */
enum condition {
    CONDITION_BEGIN = 1,      /* ^: the record begins here */
    CONDITION_END = 2,        /* $: it ends here */
    CONDITION_BORDER = 4,     /* \b: a word character only before it, or only behind it */
    CONDITION_NO_BORDER = 8,  /* \B */
    CONDITION_WORD = 16,      /* \<: only behind it */
    CONDITION_WORD_ENDS = 32, /* \>: only before it */
};

#define NODE_NONE UINT32_MAX      /* no node */
#define REPEAT_FOREVER UINT32_MAX /* `most` without limit */

struct item_sequences; /* query.h */

struct node {
    enum node_kind kind;
    uint32_t child;       /* the first one, or NODE_NONE */
    uint32_t next;        /* of the same parent, or NODE_NONE */
    size_t start, length; /* of the text, for an item */
    unsigned settings;    /* of the item: bits of enum class_setting */
    uint32_t item;        /* its number, once set */
    enum condition condition;
    uint32_t least, most;
    struct edit_limits limits;
    uint32_t group; /* the number of a ( ), from 1 in the order of their beginnings */
};

struct expression {
    struct node *nodes; /* owned; children come before their parents */
    size_t count;
    uint32_t root;
};

enum { EXPRESSION_MOST = 65536 }; /* items, conditions and empty sequences after expansion */

void expression_free(struct expression *x);

/* Reverses the expression: sequences run backwards, and conditions are those of the other side. */
void expression_reverse(struct expression *x);

/* Measures of a tree; they saturate at UINT32_MAX. */
struct expression_measures {
    uint32_t size;     /* items, conditions and empty sequences after expansion */
    uint32_t height;   /* of the tree */
    uint32_t shortest; /* items of the shortest sequence that the expression admits */
};

struct expression_measures expression_measure(const struct expression *x);

/* Returns whether the expression is only a sequence of items, or a choice of such; then sets *s to
 * these in their order; the caller frees it. */
bool expression_alternatives(const struct expression *x, struct item_sequences *s);
