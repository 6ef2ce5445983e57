/* edcmp_main.c - the program. */
#include "edcmp/edcmp.h"

int main(int argc, char **argv)
{
    return edcmp_run(argc, argv);
}
