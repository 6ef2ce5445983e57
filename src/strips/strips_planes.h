/* strips_planes.h - codes as bits. */
#ifndef STRIPS_PLANES_H
#define STRIPS_PLANES_H

#include "strips/strips_block.h"

/* Planes for the codes of one side of a problem. False: memory is out. */
bool strips_planes_open(struct strips_planes *p, const struct strips_problem *problem,
                        const struct strips_sequence *s);
void strips_planes_close(struct strips_planes *p);

#endif
