#include "options/program.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/cuda_plugin.h"
#include "base/diag.h"
#include "base/trace.h"
#include "plan/ways.h"
#include "ranks/ranks.h"

/* Opens /dev/null for closed standard streams, so that no file gets their descriptors. The
 * direction is reversed: writing to a closed standard output still fails. */
static void guard_standard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            (void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

void program_begin(const struct program *p)
{
    if (rank_place.own > 0)
        trace_rank(rank_place.own);
    (void)setlocale(LC_MESSAGES, "");
    (void)setlocale(LC_CTYPE, "C.UTF-8"); /* the same characters are printable everywhere */
    guard_standard_streams();
    diag_program(p->name);
    diag_reset();
    trace_begin();
    ways_begin();
}

/* Leaves out engines whose plug-in cannot be loaded. */
static void put_version(const struct program *p, struct sink *out)
{
    const char *engine, *why;
    sink_puts(out, p->name);
    sink_puts(out, " " EDGREP_VERSION "\nengines:");
    for (size_t i = 0; (engine = p->engine(i)) != NULL; i++) {
        if (p->by_name_only(i) && cuda_plugin_load(NULL, NULL, &why) == NULL)
            continue;
        sink_putc(out, ' ');
        sink_puts(out, engine);
    }
    sink_putc(out, '\n');
}

static void put_engines(const struct program *p, struct sink *out)
{
    const char *engine;
    for (size_t i = 0; (engine = p->engine(i)) != NULL; i++) {
        const char *why_not = p->why_not(i);
        sink_puts(out, engine);
        sink_puts(out, why_not != NULL ? ": not usable: " : ": usable");
        sink_puts(out, why_not != NULL ? why_not : "");
        sink_putc(out, '\n');
    }
}

int program_run(const struct program *p, enum options_result asked,
                int (*run)(const void *options, struct sink *out), const void *options)
{
    int status = asked == OPTIONS_BAD ? EXIT_TROUBLE : EXIT_SELECTED;
    struct sink *out = sink_open(STDOUT_FILENO);
    if (asked == OPTIONS_RUN)
        status = run(options, out);
    else if (asked == OPTIONS_VERSION)
        put_version(p, out);
    else if (asked == OPTIONS_ENGINES)
        put_engines(p, out);
    sink_close(out);
    return status;
}

bool program_color(enum when color, bool terminal)
{
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    if (color != WHEN_AUTO)
        return color == WHEN_ALWAYS;
    return terminal && (no_color == NULL || *no_color == '\0') && term != NULL &&
           strcmp(term, "dumb") != 0;
}

unsigned program_width(bool terminal)
{
    enum { WIDTH_MOST = 100000 };
    const char *columns = getenv("COLUMNS");
    struct winsize size;
    if (!terminal)
        return 0;
    if (columns != NULL && *columns != '\0' && columns[strspn(columns, "0123456789")] == '\0') {
        unsigned long width = strtoul(columns, NULL, 10);
        if (width > 0)
            return width < WIDTH_MOST ? (unsigned)width : WIDTH_MOST;
    }
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void program_refuse_metric(const char *option, const char *name, enum metric metric)
{
    diag_error("%s=%s: does not support %s%s", option, name,
               metric == METRIC_PATHS ? "expressions (-E) and costs" : "--metric=",
               metric == METRIC_PATHS ? "" : metric_name(metric));
}

static size_t find_best(const struct program *p, enum metric metric)
{
    size_t i = 0;
    while (p->by_name_only(i) || !p->knows(i, metric) || p->why_not(i) != NULL)
        i++;
    return i; /* the engine for every processor ends the list */
}

size_t program_find_engine(const struct program *p, const char *name, enum metric metric)
{
    const char *engine;
    size_t i = 0;
    if (strcmp(name, "auto") == 0)
        return find_best(p, metric);
    while ((engine = p->engine(i)) != NULL && strcmp(engine, name) != 0)
        i++;
    if (engine == NULL) {
        diag_error("--engine: '%s': no such engine (--engine=help lists them)", name);
        return SIZE_MAX;
    }
    const char *why_not = p->why_not(i);
    if (!p->knows(i, metric))
        program_refuse_metric("--engine", name, metric);
    else if (why_not != NULL)
        diag_error("--engine=%s: not usable here: %s", name, why_not);
    else
        return i;
    return SIZE_MAX;
}
