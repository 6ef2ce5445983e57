/* per_input_count.c - prints a line for each input, and remembers the inputs that had one. */
#include "output/per_input_count.h"

#include <stdlib.h>

#include "base/xalloc.h"

struct per_input_count {
    const struct output_env *env;
    struct paint paint;
    per_input_count_line *line;
    char **ended; /* names of the inputs that ended; only in best mode */
    size_t nended, capacity;
};

void *per_input_count_open(const struct output_env *env, per_input_count_line *line)
{
    struct per_input_count *t = xcalloc(1, sizeof *t);
    t->env = env;
    t->line = line;
    paint_open(&t->paint, env->sink, env->color, env->visible);
    return t;
}

static void put_line(const struct per_input_count *t, const char *name, uint64_t selected)
{
    t->line(t->env, &t->paint, name, selected);
    if (t->env->options->form.line_buffered)
        sink_flush(t->env->sink);
}

void per_input_count_end(void *state, const struct output_input *input)
{
    struct per_input_count *t = state;
    bool matches =
        t->env->options->form.count_matches && t->env->options->form.output == OUTPUT_COUNT;
    put_line(t, input->name, matches ? input->occurrences : input->selected);
    if (t->env->query->best) {
        xgrow(&t->ended, &t->capacity, t->nended + 1, sizeof *t->ended);
        t->ended[t->nended++] = xstrdup(input->name);
    }
}

void per_input_count_forget(void *state)
{
    const struct per_input_count *t = state;
    for (size_t i = 0; i < t->nended; i++)
        put_line(t, t->ended[i], 0);
}

void per_input_count_close(void *state)
{
    struct per_input_count *t = state;
    for (size_t i = 0; i < t->nended; i++)
        free(t->ended[i]);
    free(t->ended);
    free(t);
}

void per_input_count_name(const struct output_env *env, const struct paint *paint, const char *name)
{
    paint_name(paint, name);
    sink_putc(env->sink, env->options->fields.null_name ? '\0' : '\n');
}
