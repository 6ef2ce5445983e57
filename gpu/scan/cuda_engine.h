/* cuda_engine.h - the engine `cuda`. */
#ifndef CUDA_ENGINE_H
#define CUDA_ENGINE_H

#include "scan/engine.h"

extern const struct engine cuda_engine;

#endif
