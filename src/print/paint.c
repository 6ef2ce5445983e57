/* paint.c - parses GREP_COLORS and writes SGR sequences. */
#include "print/paint.h"

#include <stdlib.h>
#include <string.h>

static const struct capability {
    char name[3];
    enum paint_role role; /* PAINT_NONE: a switch */
} capabilities[] = {
    {"ms", PAINT_MATCH},    {"mc", PAINT_CONTEXT_MATCH}, {"mt", PAINT_MATCH},
    {"sl", PAINT_SELECTED}, {"cx", PAINT_CONTEXT},       {"fn", PAINT_NAME},
    {"ln", PAINT_LINE},     {"bn", PAINT_OFFSET},        {"se", PAINT_SEPARATOR},
    {"rv", PAINT_NONE},     {"ne", PAINT_NONE},
};

static const char *const defaults[PAINT_ROLES] = {
    [PAINT_MATCH] = "01;31", [PAINT_CONTEXT_MATCH] = "01;31", [PAINT_NAME] = "35",
    [PAINT_LINE] = "32",     [PAINT_OFFSET] = "32",           [PAINT_SEPARATOR] = "36",
};

/* An unknown capability is no error: it may be for another program. */
static void set_capability(struct paint *p, const char *name, size_t length,
                           const struct paint_color *value)
{
    for (size_t i = 0; i < sizeof capabilities / sizeof *capabilities; i++) {
        const struct capability *c = &capabilities[i];
        if (length != 2 || memcmp(name, c->name, 2) != 0)
            continue;
        if (c->role != PAINT_NONE && value != NULL)
            p->colors[c->role] = *value;
        if (strcmp(c->name, "mt") == 0)
            p->colors[PAINT_CONTEXT_MATCH] = p->colors[PAINT_MATCH];
        else if (strcmp(c->name, "rv") == 0)
            p->reverse = true;
        else if (strcmp(c->name, "ne") == 0)
            p->keep_erase = false;
        return;
    }
}

/*
 * Parses NAME[=VALUE][:NAME[=VALUE]]... As in grep, a value has digits and ';' only, because it is
 * sent to the terminal. Parsing stops at the first error; earlier capabilities are used.
 */
static void read_colors(struct paint *p, const char *text)
{
    for (;;) {
        size_t length = strcspn(text, "=:");
        const char *end = text + length;
        if (*end == '=') {
            struct paint_color value = {end + 1, strspn(end + 1, "0123456789;")};
            end = value.sgr + value.length;
            if (length == 0 || (*end != ':' && *end != '\0'))
                return;
            set_capability(p, text, length, &value);
        } else {
            set_capability(p, text, length, NULL);
        }
        if (*end == '\0')
            return;
        text = end + 1;
    }
}

void paint_open(struct paint *p, struct sink *sink, bool color, bool visible)
{
    *p = (struct paint){.sink = sink, .visible = visible, .keep_erase = true};
    if (!color)
        return;
    for (int role = 0; role < PAINT_ROLES; role++)
        if (defaults[role] != NULL)
            p->colors[role] = (struct paint_color){defaults[role], strlen(defaults[role])};
    const char *colors = getenv("GREP_COLORS");
    if (colors != NULL && *colors != '\0')
        read_colors(p, colors);
}

void paint_sgr(const struct paint *p, const char *digits, size_t length)
{
    sink_puts(p->sink, "\33[");
    sink_put(p->sink, digits, length);
    sink_puts(p->sink, p->keep_erase ? "m\33[K" : "m");
}

void paint_bytes(const struct paint *p, const void *bytes, size_t size)
{
    if (p->visible)
        sink_put_visible(p->sink, bytes, size);
    else
        sink_put(p->sink, bytes, size);
}

void paint_name(const struct paint *p, const char *name)
{
    paint_start(p, PAINT_NAME);
    paint_bytes(p, name, strlen(name));
    paint_end(p, PAINT_NAME);
}

void paint_number(const struct paint *p, enum paint_role role, uint64_t n, unsigned width)
{
    paint_start(p, role);
    sink_wide_number(p->sink, n, width);
    paint_end(p, role);
}

void paint_record_number(const struct paint *p, uint64_t n, unsigned width)
{
    paint_start(p, PAINT_LINE);
    sink_record_number(p->sink, n, width);
    paint_end(p, PAINT_LINE);
}
