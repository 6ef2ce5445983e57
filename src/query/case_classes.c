#define PCRE2_CODE_UNIT_WIDTH 8
#include "query/case_classes.h"

#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "query/regex.h"

void case_classes_open(struct case_classes *x, bool utf8)
{
    *x = (struct case_classes){.utf8 = utf8, .match = regex_match_data()};
    if (x->match == NULL)
        die_out_of_memory();
    xgrow(&x->bytes, &x->capacity, 1, 1);
}

void case_classes_close(struct case_classes *x)
{
    free(x->bytes);
    pcre2_match_data_free(x->match);
}

void case_classes_put(struct case_classes *x, const char *bytes, size_t length)
{
    xgrow(&x->bytes, &x->capacity, x->length + length, 1);
    memcpy(x->bytes + x->length, bytes, length);
    x->length += length;
}

uint32_t case_classes_first(struct case_classes *x, const char *text, size_t length, void **regex)
{
    struct regex_error error;
    uint32_t flags = PCRE2_LITERAL | PCRE2_CASELESS | (x->utf8 ? PCRE2_UTF : 0), first;
    pcre2_code *class = regex_compile(text, length, flags, &error);
    int result =
        pcre2_match(class, (PCRE2_SPTR)x->bytes, x->length, 0, PCRE2_NO_UTF_CHECK, x->match, NULL);
    if (result == PCRE2_ERROR_NOMEMORY)
        die_out_of_memory();
    if (result < 0) {
        case_classes_put(x, text, length);
        if (regex != NULL)
            *regex = class;
        else
            pcre2_code_free(class);
        return CHAR_LIMIT;
    }
    size_t at = pcre2_get_ovector_pointer(x->match)[0];
    (void)utf8_or_byte(x->utf8, (const unsigned char *)x->bytes + at, x->length - at, &first);
    pcre2_code_free(class);
    return first;
}
