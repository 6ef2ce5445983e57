/* diff_edgrep.c - compares edgrep with the reference (agreement.h) on cases of all kinds. */
#include "agreement.h"

int main(int argc, char **argv)
{
    static const struct agreement all = {.name = "diff_edgrep", .weight = 1, .draw = instance_draw};
    return agreement_main(argc, argv, &all);
}
