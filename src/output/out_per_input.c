/*
 * out_per_input.c - the formats -c, -l and -L: they print one line for each input, at its end.
 *
 * In best mode a lesser distance withdraws all selections. Then the lines of all inputs so far are
 * printed again, now with nothing selected: with -c, for example, "a:0".
 */
#include <stdlib.h>

#include "base/xalloc.h"
#include "output/output.h"

struct per_input {
    const struct output_env *env;
    struct paint paint;
    char **ended; /* names of the inputs that ended; only in best mode */
    size_t nended, capacity;
};

static void *per_input_open(const struct output_env *env)
{
    struct per_input *t = xcalloc(1, sizeof *t);
    t->env = env;
    paint_open(&t->paint, env->sink, env->color, env->visible);
    return t;
}

/* Prints the line, if any, of an input with `selected` selected records. */
static void put_line(const struct per_input *t, const char *name, uint64_t selected)
{
    struct sink *sink = t->env->sink;
    enum output_kind kind = t->env->options->form.output;
    bool counts = kind == OUTPUT_COUNT, named = !counts || t->env->filename;
    bool null_name = t->env->options->fields.null_name;
    if (!counts && (selected > 0) != (kind == OUTPUT_LIST))
        return;
    if (named)
        paint_name(&t->paint, name);
    if (named && null_name)
        sink_putc(sink, '\0');
    else if (named && counts)
        paint_separator(&t->paint, ":");
    if (counts)
        sink_number(sink, selected);
    if (counts || !null_name)
        sink_putc(sink, '\n');
    if (t->env->options->form.line_buffered)
        sink_flush(sink);
}

static void per_input_end(void *state, const struct output_input *input)
{
    struct per_input *t = state;
    const struct form_options *form = &t->env->options->form;
    bool matches = form->count_matches && form->output == OUTPUT_COUNT;
    put_line(t, input->name, matches ? input->occurrences : input->selected);
    if (t->env->query->best) {
        xgrow(&t->ended, &t->capacity, t->nended + 1, sizeof *t->ended);
        t->ended[t->nended++] = xstrdup(input->name);
    }
}

static void per_input_forget(void *state)
{
    const struct per_input *t = state;
    for (size_t i = 0; i < t->nended; i++)
        put_line(t, t->ended[i], 0);
}

static void per_input_close(void *state)
{
    struct per_input *t = state;
    for (size_t i = 0; i < t->nended; i++)
        free(t->ended[i]);
    free(t->ended);
    free(t);
}

const struct output output_per_input = {
    .open = per_input_open,
    .end = per_input_end,
    .forget = per_input_forget,
    .close = per_input_close,
};
