/* diff_edgrep.c - edgrep against the reference (agreement.h): cases of all kinds. */
#include "agreement.h"

int main(int argc, char **argv)
{
    static const struct agreement all = {.name = "diff_edgrep", .weight = 1, .draw = instance_draw};
    return agreement_main(argc, argv, &all);
}
