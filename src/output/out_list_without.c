/* out_list_without.c - the names of inputs of which nothing is selected (-L). */
#include "output/tally.h"

static void put_name(const struct output_env *env, const struct paint *paint, const char *name,
                     uint64_t selected)
{
    if (selected == 0)
        tally_name(env, paint, name);
}

static void *list_without_open(const struct output_env *env)
{
    return tally_open(env, put_name);
}

const struct output output_list_without = {
    .kind = OUTPUT_LIST_WITHOUT,
    .open = list_without_open,
    TALLY_IGNORES,
    .end = tally_end,
    .forget = tally_forget,
    .close = tally_close,
};
