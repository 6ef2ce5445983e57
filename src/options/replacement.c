/* replacement.c - see replacement.h. */
#include "options/replacement.h"

#include <string.h>

static const char escapes[] = "nt\\&", escaped[] = "\n\t\\&";

const char *replacement_fault(const char *replacement)
{
    for (const char *at = replacement; *at != '\0'; at++)
        if (*at == '\\' && (*++at == '\0' || strchr(escapes, *at) == NULL))
            return "behind \\ say n, t, \\ or &";
    return NULL;
}

bool replacement_next(const char **at, struct replacement_piece *piece)
{
    const char *text = *at;
    *piece = (struct replacement_piece){.text = text, .length = strcspn(text, "&\\")};
    *at += piece->length;
    if (piece->length > 0 || *text == '\0')
        return piece->length > 0;
    if (*text == '&') {
        piece->match = true;
        *at += 1;
    } else {
        piece->text = escaped + (strchr(escapes, text[1]) - escapes);
        piece->length = 1;
        *at += 2;
    }
    return true;
}
