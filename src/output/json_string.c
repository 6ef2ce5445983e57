#include "output/json_string.h"

#include "base/escape_controls.h"
#include "base/utf8.h"

const unsigned char *json_string_piece(struct json_string *p, size_t *n)
{
    const unsigned char *piece = record_piece(p->record, p->from, p->to, n);
    p->from += *n;
    return piece;
}

static bool valid_utf8(struct json_string p)
{
    while (p.from < p.to) {
        size_t n;
        const unsigned char *piece = json_string_piece(&p, &n);
        for (size_t i = 0; i < n;) {
            uint32_t c;
            i += utf8_decode(piece + i, n - i, &c);
            if (c >= CHAR_BYTE)
                return false;
        }
    }
    return true;
}

/* Returns whether a sequence with this first byte may be a C1 control (C2 80 to C2 9F) or a
 * bidirectional one (U+061C is D8 9C; U+200E to U+2069 begin with E2). */
static bool leads_control(unsigned char byte)
{
    return byte == 0xC2 || byte == 0xD8 || byte == 0xE2;
}

/* Returns how many of the n bytes at p need no escape in a JSON string. */
static size_t plain_run(const unsigned char *p, size_t n)
{
    size_t i = 0;
    while (i < n && p[i] >= ' ' && p[i] != '"' && p[i] != '\\' && p[i] != 0x7F &&
           !leads_control(p[i]))
        i++;
    return i;
}

/* Escapes character c, as \n or as \u202e. */
static void put_escape(struct sink *s, uint32_t c)
{
    static const char shorts[] = "\"\"\\\\\bb\ff\nn\rr\tt"; /* pairs */
    static const char hex[] = "0123456789abcdef";
    const char *pair = shorts;
    while (*pair != '\0' && (unsigned char)*pair != c)
        pair += 2;
    sink_putc(s, '\\');
    if (*pair != '\0') {
        sink_putc(s, pair[1]);
    } else {
        char escape[] = {'u', hex[c >> 12 & 15], hex[c >> 8 & 15], hex[c >> 4 & 15], hex[c & 15]};
        sink_put(s, escape, sizeof escape);
    }
}

/*
 * Puts the character at p, where n bytes are; returns its length. DEL, the C1 controls and the
 * bidirectional ones need no escape in JSON, but a terminal would obey them.
 */
static size_t put_special(struct sink *s, bool visible, const unsigned char *p, size_t n)
{
    enum { C1_LAST = 0x9F };
    uint32_t c;
    size_t length = utf8_decode(p, n, &c);
    if (c > C1_LAST && !(visible && is_bidi_control(c)))
        sink_put(s, p, length);
    else
        put_escape(s, c);
    return length;
}

static void put_escaped(struct sink *s, bool visible, struct json_string p)
{
    while (p.from < p.to) {
        size_t n;
        const unsigned char *piece = json_string_piece(&p, &n);
        for (size_t i = 0; i < n;) {
            size_t run = plain_run(piece + i, n - i);
            sink_put(s, piece + i, run);
            i += run;
            if (i < n)
                i += put_special(s, visible, piece + i, n - i);
        }
    }
}

/* The n bytes at p, 3 in a group; the last group of a string may have fewer. */
static void put_base64_groups(struct sink *s, const unsigned char *p, size_t n)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t at = 0; at < n; at += 3) {
        size_t size = n - at < 3 ? n - at : 3; /* bytes in this group */
        uint32_t group = 0;
        for (size_t i = 0; i < 3; i++)
            group = group << 8 | (i < size ? p[at + i] : 0);
        char four[] = {digits[group >> 18 & 63], digits[group >> 12 & 63],
                       size > 1 ? digits[group >> 6 & 63] : '=',
                       size > 2 ? digits[group & 63] : '='};
        sink_put(s, four, sizeof four);
    }
}

static void put_base64(struct sink *s, struct json_string p)
{
    while (p.from < p.to) {
        size_t n;
        const unsigned char *piece = json_string_piece(&p, &n);
        size_t rest = p.from < p.to ? n % 3 : 0; /* left for the next piece */
        put_base64_groups(s, piece, n - rest);
        p.from -= rest;
    }
}

void json_string_put(struct sink *s, bool visible, struct json_string p)
{
    bool text = valid_utf8(p);
    sink_puts(s, text ? "{\"text\":\"" : "{\"bytes\":\"");
    if (text)
        put_escaped(s, visible, p);
    else
        put_base64(s, p);
    sink_puts(s, "\"}");
}

void json_string_put_bytes(struct sink *s, bool visible, const char *p, size_t n)
{
    const struct record bytes = {.bytes = (const unsigned char *)p};
    json_string_put(s, visible, (struct json_string){&bytes, 0, n});
}
