#include "options/template.h"

#include <string.h>

static const char escapes[] = "nt0\\&", escaped[] = "\n\t\0\\&";

static bool is_one_of(const char *letters, char letter)
{
    return letter != '\0' && strchr(letters, letter) != NULL;
}

const char *template_fault(enum template_kind kind, const char *text)
{
    static const char fields[] = "%fncodmrptisC"; /* the manual lists them */
    bool format = kind == TEMPLATE_FORMAT;
    for (const char *at = text; *at != '\0'; at++) {
        if (format && *at == '%' && !is_one_of(fields, *++at))
            return "behind % say one of the letters f n c o d m r p t i s C, or %";
        if (*at == '\\' && !is_one_of(format ? "nt0\\" : "nt\\&" TEMPLATE_GROUPS, *++at))
            return format ? "behind \\ say n, t, 0 or \\"
                          : "behind \\ say n, t, \\, & or a digit from 1 to 9";
    }
    return NULL;
}

bool template_next(enum template_kind kind, const char **at, struct template_piece *piece)
{
    const char *text = *at;
    bool format = kind == TEMPLATE_FORMAT;
    size_t length = strcspn(text, format ? "%\\" : "&\\");
    *piece = (struct template_piece){.text = text, .length = length};
    *at += length;
    if (length > 0 || *text == '\0')
        return length > 0;
    piece->length = 1;
    *at += *text == '&' ? 1 : 2;
    if (*text == '&')
        piece->field = '&';
    else if (*text == '%' ? text[1] != '%' : !format && is_one_of(TEMPLATE_GROUPS, text[1]))
        piece->field = text[1];
    else
        piece->text = *text == '%' ? text : escaped + (strchr(escapes, text[1]) - escapes);
    return true;
}

bool template_has(enum template_kind kind, const char *text, const char *fields)
{
    struct template_piece piece;
    while (template_next(kind, &text, &piece))
        if (is_one_of(fields, piece.field))
            return true;
    return false;
}
