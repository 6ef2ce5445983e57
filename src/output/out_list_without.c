/* out_list_without.c - prints the names of inputs without selected records (-L). */
#include "output/per_input_count.h"

static void put_name(const struct output_env *env, const struct paint *paint, const char *name,
                     uint64_t selected)
{
    if (selected == 0)
        per_input_count_name(env, paint, name);
}

static void *list_without_open(const struct output_env *env)
{
    return per_input_count_open(env, put_name);
}

const struct output output_list_without = {
    .kind = OUTPUT_LIST_WITHOUT,
    .open = list_without_open,
    PER_INPUT_COUNT_IGNORES,
    .end = per_input_count_end,
    .forget = per_input_count_forget,
    .close = per_input_count_close,
};
