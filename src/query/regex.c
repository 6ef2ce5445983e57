/* regex.c - PCRE2's compiler and its messages. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "query/regex.h"

#include <pcre2.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/diag.h"
#include "base/utf8.h"

enum { MESSAGE_HEAD = 4096 }; /* longer texts are not shown whole */

static void *allocate_memory(size_t size, void *context)
{
    (void)context;
    return malloc(size);
}

static void release_memory(void *p, void *context)
{
    (void)context;
    free(p);
}

/* Returns a PCRE2 context with this program's allocator, which may differ from that of PCRE2
 * (src/library/heap.h). */
static pcre2_general_context *own_memory(void)
{
    return pcre2_general_context_create(allocate_memory, release_memory, NULL);
}

void *regex_match_data(void)
{
    pcre2_general_context *memory = own_memory();
    pcre2_match_data *match = memory != NULL ? pcre2_match_data_create(1, memory) : NULL;
    pcre2_general_context_free(memory);
    return match;
}

void *regex_try(const char *text, size_t length, uint32_t flags, struct regex_error *error)
{
    pcre2_general_context *memory = own_memory();
    pcre2_compile_context *context = memory != NULL ? pcre2_compile_context_create(memory) : NULL;
    pcre2_code *regex = NULL;
    pcre2_general_context_free(memory);
    error->number = PCRE2_ERROR_HEAP_FAILED;
    if (context != NULL)
        regex =
            pcre2_compile((PCRE2_SPTR)text, length, flags, &error->number, &error->offset, context);
    pcre2_compile_context_free(context);
    return regex;
}

void *regex_compile(const char *text, size_t length, uint32_t flags, struct regex_error *error)
{
    pcre2_code *regex = regex_try(text, length, flags, error);
    if (regex == NULL && error->number == PCRE2_ERROR_HEAP_FAILED)
        die_out_of_memory();
    return regex;
}

void regex_die(const char *what, int number)
{
    PCRE2_UCHAR reason[256];
    if (number == PCRE2_ERROR_NOMEMORY)
        die_out_of_memory();
    (void)pcre2_get_error_message(number, reason, sizeof reason);
    die("%s: %s", what, (const char *)reason);
}

int regex_excerpt(const char *text, size_t length)
{
    if (length <= REGEX_EXCERPT)
        return (int)length;
    return REGEX_EXCERPT - (int)utf8_cut((const unsigned char *)text, REGEX_EXCERPT);
}

/* Returns 1 + the number of characters in text[0..offset). */
static size_t position(const char *text, size_t offset, bool utf8)
{
    if (!utf8)
        return offset + 1;
    size_t characters = 1, at = 0;
    uint32_t c;
    while (at < offset) {
        at += utf8_decode((const unsigned char *)text + at, offset - at, &c);
        characters++;
    }
    return characters;
}

void regex_complain(const char *what, const char *text, size_t length, size_t offset, bool utf8,
                    const char *reason)
{
    int shown = regex_excerpt(text, length);
    diag_error("%s '%.*s%s': at %zu: %s", what, shown, text, (size_t)shown < length ? "..." : "",
               position(text, offset, utf8), reason);
}

void regex_point(const char *what, const char *text, size_t length, size_t offset, bool utf8,
                 const char *reason)
{
    size_t begin = offset > REGEX_EXCERPT / 2 ? offset - REGEX_EXCERPT / 2 : 0;
    while (utf8 && begin > 0 && ((unsigned char)text[begin] & 0xC0) == 0x80)
        begin--;
    int shown = regex_excerpt(text + begin, length - begin);
    const char *before = begin > 0 ? "..." : "";
    diag_error("%s '%s%.*s%s': at %zu: %s", what, before, shown, text + begin,
               begin + (size_t)shown < length ? "..." : "", position(text, offset, utf8), reason);
    char head[MESSAGE_HEAD];
    int used = snprintf(head, sizeof head, "%s '%s%.*s", what, before, (int)(offset - begin),
                        text + begin);
    if (used >= 0 && (size_t)used < sizeof head)
        diag_point(head, (size_t)used, utf8);
}

void regex_report(const char *what, const char *text, size_t length, bool utf8,
                  const struct regex_error *error)
{
    PCRE2_UCHAR reason[256];
    (void)pcre2_get_error_message(error->number, reason, sizeof reason);
    regex_complain(what, text, length, error->offset, utf8, (const char *)reason);
}
