/* edcmp_main.c - the program. */
#include "edcmp.h"

int main(int argc, char **argv)
{
    return edcmp_run(argc, argv);
}
