/* out_quiet.c - prints nothing; the exit status is the result (-q). */
#include <stddef.h>

#include "output/output.h"

static void *quiet_open(const struct output_env *env)
{
    (void)env;
    return NULL;
}

const struct output output_quiet = {
    .kind = OUTPUT_QUIET,
    .open = quiet_open,
    .begin = output_ignore_input,
    .match = output_ignore_record,
    .context = output_ignore_record,
    .separator = output_ignore,
    .join = output_ignore,
    .end = output_ignore_end,
    .forget = output_ignore,
    .finish = output_ignore_best,
    .close = output_ignore,
};
