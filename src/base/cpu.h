/*
 * cpu.h - features of the processor.
 *
 * The environment variable EDGREP_CPU hides features, for tests. Its value is the last visible
 * feature in the order baseline, neon, avx2, avx512bw, avx512: with avx2, AVX-512 is hidden. Any
 * other value hides all features; an empty one hides none.
 */
#pragma once

enum cpu_feature {
    CPU_ANY, /* every processor has it */
    CPU_NEON,
    CPU_AVX2,
    CPU_AVX512BW,     /* F, BW, DQ, VL: Skylake-SP and later */
    CPU_AVX512,       /* F, BW, DQ, VL, VBMI, and GFNI */
    CPU_AVX512_VBMI2, /* also VBMI2; EDGREP_CPU counts it as avx512 */
};

/* Returns NULL if the feature can be used, otherwise the reason. */
const char *cpu_why_not(enum cpu_feature feature);
