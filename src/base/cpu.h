/*
 * cpu.h - what the processor can do.
 *
 * The environment variable EDGREP_CPU lowers it, for tests: a feature is there only when its name
 * is at or before the variable's value in the order baseline, neon, avx2, avx512bw,
 * avx512. Another value
 * stands for baseline; an empty one lowers nothing.
 */
#ifndef CPU_H
#define CPU_H

enum cpu_feature {
    CPU_NEON,
    CPU_AVX2,
    CPU_AVX512BW, /* F, BW, DQ, VL: Skylake-SP and later */
    CPU_AVX512,   /* F, BW, DQ, VL, VBMI, and GFNI */
};

/* NULL when the feature can be used, else why not. */
const char *cpu_why_not(enum cpu_feature feature);

#endif
