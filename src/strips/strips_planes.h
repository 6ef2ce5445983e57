/* strips_planes.h - the codes of a sequence as planes, one for each bit (struct strips_planes). */
#pragma once

#include "strips/strips_block.h"

/* Makes the planes of one sequence of a problem. Returns false when out of memory. */
bool strips_planes_open(struct strips_planes *p, const struct strips_problem *problem,
                        const struct strips_sequence *s);
void strips_planes_close(struct strips_planes *p);
