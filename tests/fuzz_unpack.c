/* fuzz_unpack.c - two bytes of options, followed by a compressed input (unpack_check.h). */
#include "fuzz.h"
#include "unpack_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { MOST = 1 << 17 };
    if (size >= 2)
        (void)unpack_check(data + 2, size - 2, MOST, data[0] | (unsigned)data[1] << 8);
    return 0;
}
