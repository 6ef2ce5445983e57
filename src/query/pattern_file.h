/*
 * pattern_file.h - the list of patterns as given: from arguments, -f files and tables.
 */
#pragma once

#include <stdbool.h>

#include "query/pattern.h"

struct pattern_list {
    struct pattern_source *sources;
    size_t count, capacity;
    bool crlf; /* lines of files may end with a carriage return and a newline */
    bool span; /* --span-lines: a newline is a character of the pattern */
};

/* Adds the patterns in text[0..length), separated by newlines unless list->span; an empty text is
 * an empty pattern. */
void pattern_list_add(struct pattern_list *list, const char *text, size_t length);

/* Adds the lines of a file ("-" is standard input). Returns false after reporting an error. The
 * name must outlive the list. */
bool pattern_list_read(struct pattern_list *list, const char *name);

/* As pattern_list_read(), for a table: its lines are PATTERN, K<TAB>PATTERN or
 * K<TAB>ID<TAB>PATTERN, where K and ID may be empty. Further tabs belong to the pattern. */
bool pattern_list_read_table(struct pattern_list *list, const char *name);

/* Adds a whole file as one pattern: CR LF becomes LF, and one newline at the end is removed. */
bool pattern_list_read_whole(struct pattern_list *list, const char *name);

/* Returns whether no pattern of a file has several lines, which no record can match. Reports the
 * first one that has. */
bool pattern_list_check_lines(const struct pattern_list *list);

/* Returns whether all patterns have a limit (`limited`: -k gives one to the others), or none has.
 * Otherwise reports the first without one. */
bool pattern_list_check_limits(const struct pattern_list *list, bool *limited);

/* Frees count sources. */
void pattern_sources_free(struct pattern_source *sources, size_t count);
