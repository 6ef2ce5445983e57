/*
 * json_string.h - bytes as a string in JSON: {"text":"..."} or, when they are not UTF-8,
 * {"bytes":"BASE64"}.
 *
 * Strings are streamed: a record may be as large as the input.
 */
#pragma once

#include "match/lines.h"
#include "print/sink.h"

struct json_string { /* bytes [from, to) of a record */
    const struct record *record;
    size_t from, to;
};

/* Returns the next piece of a string, from p->from on, and removes it from the string. */
const unsigned char *json_string_piece(struct json_string *p, size_t *n);

/* With `visible`, characters that reorder text on a terminal are escaped, too. */
void json_string_put(struct sink *s, bool visible, struct json_string p);

/* For n bytes of no record. */
void json_string_put_bytes(struct sink *s, bool visible, const char *p, size_t n);
