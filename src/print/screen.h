/* screen.h - the terminal that standard output is. */
#ifndef SCREEN_H
#define SCREEN_H

/* Its columns: by COLUMNS, or as the system knows them; else 80. */
unsigned screen_width(void);

#endif
