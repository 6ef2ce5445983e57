/* cuda_engine.h - the engine `cuda`. */
#pragma once

#include "scan/engine.h"

extern const struct engine cuda_engine;
