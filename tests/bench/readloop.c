/*
 * readloop.c - reads a file as fast as read(2) can and does nothing with it: the ceiling for every
 * program that looks at each byte once.
 */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    static char buffer[1 << 20];
    int fd = argc == 2 ? open(argv[1], O_RDONLY) : -1;
    ssize_t n = -1;
    while (fd >= 0 && (n = read(fd, buffer, sizeof buffer)) > 0)
        continue;
    if (n != 0)
        perror("readloop");
    return n == 0 ? 0 : 2;
}
