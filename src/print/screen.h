/* screen.h - the terminal at standard output. */
#pragma once

/* Returns its columns: COLUMNS, or the system's number, or 80. */
unsigned screen_width(void);
