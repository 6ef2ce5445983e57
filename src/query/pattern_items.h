/*
 * pattern_items.h - the table of items while patterns are compiled: equal or equally written items
 * share a number.
 *
 * Items are characters in literal patterns, regexes of PCRE2 with -P and -E (char_class.h), and
 * sets of bases with --iupac (iupac.h). A new item is added to query->items; its text points into
 * the pattern where it first occurs. `what` names the pattern in messages. All functions exit the
 * program when out of memory.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "query/expression_tree.h"
#include "query/query.h"
#include "query/rules.h"

struct pattern_items;

/* The arguments must outlive the result. Close it before freeing the query, which keeps the
 * items; then the last of them is query->classes.border, if it has one. */
struct pattern_items *pattern_items_open(struct query *query, const struct pattern_rules *rules);
void pattern_items_close(struct pattern_items *s);

/* Sets items[] (room for `length`) to the items of the characters of text[0..length). Returns how
 * many. */
size_t pattern_items_literal(struct pattern_items *s, const char *text, size_t length,
                             uint32_t *items);

/* As pattern_items_literal(), for -P. Returns 0 if an error was reported. */
size_t pattern_items_classes(struct pattern_items *s, const char *what, const char *text,
                             size_t length, uint32_t *items);

/* As pattern_items_literal(), for --iupac. Returns 0 if an error was reported. */
size_t pattern_items_letters(struct pattern_items *s, const char *what, const char *text,
                             size_t length, uint32_t *items);

/* Returns the item of a set of bases (iupac_bases()). */
uint32_t pattern_items_letter(struct pattern_items *s, unsigned bases);

/* Sets n->item of an item of the expression text[0..length). Returns false if an error was
 * reported. */
bool pattern_items_node(struct pattern_items *s, const char *what, const char *text, size_t length,
                        struct node *n);

/* Returns the item written text[0..length) (char_class_single()), which PCRE2 must accept. */
uint32_t pattern_items_single(struct pattern_items *s, const char *text, size_t length,
                              unsigned settings);

/* Returns the item that matches every character. */
uint32_t pattern_items_any(struct pattern_items *s);

/* Returns whether some item so far was compiled by PCRE2 (-P, -E, --iupac). */
bool pattern_items_compiled(const struct pattern_items *s);
