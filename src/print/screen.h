/* screen.h - the terminal at standard output. */
#ifndef SCREEN_H
#define SCREEN_H

/* Returns its columns: COLUMNS, or the system's number, or 80. */
unsigned screen_width(void);

#endif
