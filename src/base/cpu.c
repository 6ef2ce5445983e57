/* cpu.c - see cpu.h. The compiler's builtins ask the processor (cpuid) and the system (xgetbv). */
#include "base/cpu.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
    [CPU_ANY] = "baseline",      [CPU_NEON] = "neon",     [CPU_AVX2] = "avx2",
    [CPU_AVX512BW] = "avx512bw", [CPU_AVX512] = "avx512", [CPU_AVX512_VBMI2] = "avx512"};

static bool supports(enum cpu_feature feature)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (feature == CPU_AVX2)
        return __builtin_cpu_supports("avx2");
    if (feature == CPU_AVX512BW)
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    if (feature == CPU_AVX512)
        return supports(CPU_AVX512BW) && __builtin_cpu_supports("avx512vbmi") &&
               __builtin_cpu_supports("gfni");
    if (feature == CPU_AVX512_VBMI2)
        return supports(CPU_AVX512) && __builtin_cpu_supports("avx512vbmi2");
#elif defined(__aarch64__)
    if (feature == CPU_NEON)
        return true;
#endif
    return false;
}

static bool feature_allowed(enum cpu_feature feature)
{
    const char *most = getenv("EDGREP_CPU");
    if (most == NULL || *most == '\0')
        return true;
    for (size_t i = feature; i < sizeof names / sizeof *names; i++)
        if (strcmp(most, names[i]) == 0)
            return true;
    return false;
}

const char *cpu_why_not(enum cpu_feature feature)
{
    static const char *const missing[] = {
        [CPU_NEON] = "the processor has no NEON",
        [CPU_AVX2] = "the processor has no AVX2",
        [CPU_AVX512BW] = "the processor has no AVX-512 with BW, DQ and VL",
        [CPU_AVX512] = "the processor has no AVX-512 with VBMI and GFNI",
        [CPU_AVX512_VBMI2] = "the processor has no AVX-512 with VBMI2",
    };
    if (feature == CPU_ANY)
        return NULL;
    if (!supports(feature))
        return missing[feature];
    return feature_allowed(feature) ? NULL : "EDGREP_CPU forbids it";
}
