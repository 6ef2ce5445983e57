/* out_count.c - prints the number of selected records of each input (-c). */
#include "output/per_input_count.h"

static void put_count(const struct output_env *env, const struct paint *paint, const char *name,
                      uint64_t selected)
{
    if (env->filename) {
        paint_name(paint, name);
        if (env->options->fields.null_name)
            sink_putc(env->sink, '\0');
        else
            paint_separator(paint, ":");
    }
    sink_number(env->sink, selected);
    sink_putc(env->sink, '\n');
}

static void *count_open(const struct output_env *env)
{
    return per_input_count_open(env, put_count);
}

const struct output output_count = {
    .kind = OUTPUT_COUNT,
    .open = count_open,
    PER_INPUT_COUNT_IGNORES,
    .end = per_input_count_end,
    .forget = per_input_count_forget,
    .close = per_input_count_close,
};
