Compressed inputs (--decompress).

# gzip
< garden
< hose
pack gzip -
$ edgrep --decompress -k1 house
> 7:1:hose

# bgzip
< garden
< hose
pack bgzip -
$ edgrep --decompress -k1 house
> 7:1:hose

# zstd
< garden
< hose
pack zstd -
$ edgrep --decompress -k1 house
> 7:1:hose

# xz
< garden
< hose
pack xz -
$ edgrep --decompress -k1 house
> 7:1:hose

# bzip2
< garden
< hose
pack bzip2 -
$ edgrep --decompress -k1 house
> 7:1:hose

# lz4
< garden
< hose
pack lz4 -
$ edgrep --decompress -k1 house
> 7:1:hose

# compress
< garden
< hose
pack compress -
$ edgrep --decompress -k1 house
> 7:1:hose

# --search-zip is --decompress
< garden
< hose
pack gzip -
$ edgrep --search-zip -k1 house
> 7:1:hose

# without --decompress the compressed bytes are searched
< house
pack zstd -
$ edgrep --bare -o -k0 house
> house

# uncompressed inputs are searched as they are
< garden
< hose
$ edgrep --decompress -k1 house
> 7:1:hose

# text that begins like bzip2
< BZh9 house
$ edgrep --decompress -k0 house
> 5:0:BZh9 house

# text that begins like a magic number
< \x1f\x8b\
$ edgrep --decompress -c -k0 x
> 0
! edgrep: ...: gzip: the data is cut short
? 2

# an empty input
< \
$ edgrep --decompress -c -k0 x
> 0
? 1

# an empty member
< \
pack gzip -
$ edgrep --decompress -c -k0 x
> 0
? 1

# members of all formats follow each other; a record may continue in the next member
file a
| one ho\
pack gzip a
append a \x28\xb5\x2f\xfd\x20\x09\x49\x00\x00use\nhose\n
$ edgrep --decompress -k1 house a
> 4:0:one house
> 10:1:hose

# skippable frames
< house
pack skippable -
$ edgrep --decompress -o --bare -k0 house
> house

# a skippable frame after a member
< hose
pack zstd -
append - \x5d\x2a\x4d\x18\x0a\0\0\x000123456789
$ edgrep --decompress -k1 house
> 0:1:hose

# NULs after the last member
< hose
pack gzip -
append - \0\0\0\0\0\0
$ edgrep --decompress -k1 house
> 0:1:hose

# other bytes after the last member
< hose
pack gzip -
append - more
$ edgrep --decompress -k1 house
> 0:1:hose
! edgrep: ...: gzip: what follows the data is ignored
? 2

# where the data is truncated, the record ends
file a
| garden
| hose and more
pack zstd a
cut 10 a
$ edgrep --decompress -k1 house a
> 7:1:hose
! edgrep: a: zstd: the data is cut short
? 2

# a wrong checksum
file a
| garden
| hose
pack gzip a
cut 8 a
append a 12345678
$ edgrep --decompress -k1 house a
> 7:1:hose
! edgrep: a: gzip: the data is damaged
? 2

# data truncated within its magic number
file a
| BZh91A\
file b
| \x28\xb5\
$ edgrep -k0 --decompress -c BZ a b
> a:0
> b:0
! edgrep: a: bzip2: the data is cut short
! edgrep: b: zstd: the data is cut short
? 2

# a short text is no magic number
file a
| BZh\
file b
| P*M\
$ edgrep -k0 --decompress -c Z a b
> a:1
> b:0

# truncated gzip
file a
| garden
| hose
pack gzip a
cut 4 a
$ edgrep --decompress -k1 house a
> 7:1:hose
! edgrep: a: gzip: the data is cut short
? 2

# truncated xz
file a
| garden
pack xz a
cut 30 a
$ edgrep --decompress -k1 house a
! edgrep: a: xz: the data is cut short
? 2

# truncated bzip2
file a
| garden
pack bzip2 a
cut 20 a
$ edgrep --decompress -k1 house a
! edgrep: a: bzip2: the data is cut short
? 2

# truncated lz4
file a
| garden
pack lz4 a
cut 7 a
$ edgrep --decompress -k1 house a
! edgrep: a: lz4: the data is cut short
? 2

# other inputs are searched after a damaged one
file a
| hose
pack gzip a
cut 5 a
file b
| hose
pack bzip2 b
file c
| hose
$ edgrep --decompress -k1 house a b c
> a:0:1:hose
> b:0:1:hose
> c:0:1:hose
! edgrep: a: gzip: the data is cut short
? 2

# many files of all kinds
file a
|*3 hose
pack gzip a
file b
|*3 garden
pack zstd b
file c
|*3 hose
pack xz c
file d
|*3 mouse
pack bgzip d
$ edgrep --decompress -k1 -c house a b c d a b c d
> a:3
> b:0
> c:3
> d:3
> a:3
> b:0
> c:3
> d:3

# -n, -m and context
file a
|*2 garden
|*3 hose
| gate
pack gzip a
file b
| hose
| tree
pack bzip2 b
$ edgrep --decompress -k1 -n -m2 -A1 -B1 house a b
> a-2-7--garden
> a:3:14:1:hose
> a:4:19:1:hose
> a-5-24--hose
> --
> b:1:0:1:hose
> b-2-5--tree

# best mode over compressed inputs
file a
| hXXse
pack gzip a
file b
| hose
pack zstd b
$ edgrep --decompress house a b
> b:0:1:hose

# --delimiter, --span-lines
< one;hose;garden
pack gzip -
$ edgrep --decompress --delimiter=; -k1 house
> 4:1:hose

# --span-lines
< one ho
< use
pack bzip2 -
$ edgrep --decompress --span-lines -k1 house
> 4:1:ho\x0ause

# -r skips binary files in compressed form
file d/a
| hose
pack gzip d/a
file d/b
| ho\0se
| hose
pack gzip d/b
file d/c
| hose
$ edgrep --decompress -r -k1 house d
> d/a:0:1:hose
> d/c:0:1:hose

# -r without --decompress
file d/a
| hose
pack gzip d/a
file d/c
| hose
$ edgrep -r -k1 house d
> d/c:0:1:hose

# -I skips operands that are binary in compressed form
file b
| ho\0se
| hose
pack xz b
file c
| hose
pack xz c
$ edgrep --decompress -I -k1 house b c
> c:0:1:hose

# -r -a
file d/b
| ho\0se
| hose
pack gzip d/b
$ edgrep --decompress -a -r -k0 -c hose d
> d/b:1

# a NUL after the checked beginning
file d/b
|*6000 garden
| ho\0se
| hose
pack gzip d/b
$ edgrep --decompress -r -k0 -c hose d
> d/b:1

# standard input among other inputs
file a
| hose
pack gzip a
< mouse
pack gzip -
$ edgrep --decompress -k1 house a - a
> a:0:1:hose
> (standard input):0:1:mouse
> a:0:1:hose

# -l, -L
file a
| hose
pack gzip a
file b
| garden
pack gzip b
$ edgrep --decompress -k1 -l house a b
> a

# compressed standard input is left at its end
< hose
< house
< garden
pack gzip -
$ edgrep --decompress -m1 -k1 house
> 0:1:hose

# damage after the last record needed does not matter, for any chunk size
file a.gz
| hello
| world
pack gzip a.gz
append a.gz garbage
$ edgrep --decompress -k 0 -m 1 hello a.gz
> 0:0:hello

# damage after the last record needed: the same for names
file a.gz
| hello
| world
pack gzip a.gz
append a.gz garbage
$ edgrep --decompress -k 0 -l hello a.gz
> a.gz

# damage in an input that is needed to its end is reported
file a.gz
| hello
| world
pack gzip a.gz
append a.gz garbage
$ edgrep --decompress -k 0 -m 2 hello a.gz
> 0:0:hello
! edgrep: a.gz: gzip: what follows the data is ignored
? 2
