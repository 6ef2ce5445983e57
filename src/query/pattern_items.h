/*
 * pattern_items.h - the items of a query while its patterns are compiled: what is equal, or written
 * alike, is one item.
 *
 * Literal patterns are of characters, those of -P and -E of what PCRE2 compiles (char_class.h),
 * those of --iupac of sets of bases (iupac.h). An item that is new is added to query->items; its
 * text points into the pattern where it was met first. Messages say `what` of the pattern. All end
 * the program when out of memory.
 */
#ifndef PATTERN_ITEMS_H
#define PATTERN_ITEMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "query/expression_tree.h"
#include "query/query.h"
#include "query/rules.h"

struct pattern_items;

/* Both must outlive what is opened. Close it before the query is freed; the query keeps the items.
 */
struct pattern_items *pattern_items_open(struct query *query, const struct pattern_rules *rules);
void pattern_items_close(struct pattern_items *s);

/* Fills items[] (room for `length`) with the characters of text[0..length); returns how many. */
size_t pattern_items_literal(struct pattern_items *s, const char *text, size_t length,
                             uint32_t *items);

/* As pattern_items_literal(), for -P; 0 when an error was reported. */
size_t pattern_items_classes(struct pattern_items *s, const char *what, const char *text,
                             size_t length, uint32_t *items);

/* As pattern_items_literal(), for --iupac; 0 when an error was reported. */
size_t pattern_items_letters(struct pattern_items *s, const char *what, const char *text,
                             size_t length, uint32_t *items);

/* The item of a set of bases (iupac_bases()). */
uint32_t pattern_items_letter(struct pattern_items *s, unsigned bases);

/* Sets n->item of an item of the expression text[0..length); false when an error was reported. */
bool pattern_items_node(struct pattern_items *s, const char *what, const char *text, size_t length,
                        struct node *n);

/* The item that is written text[0..length), as char_class_single() takes it; false: it is none. */
bool pattern_items_single(struct pattern_items *s, const char *text, size_t length,
                          unsigned settings, uint32_t *item);

/* The item that matches every character. */
uint32_t pattern_items_any(struct pattern_items *s);

/* Whether an item so far was compiled by PCRE2 as it is written (-P, -E, --iupac). */
bool pattern_items_compiled(const struct pattern_items *s);

#endif
