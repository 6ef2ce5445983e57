Inputs: files, directories, unreadable files.

# a missing file
$ edgrep -k 1 house missing
! edgrep: missing: No such file or directory
? 2

# a missing file and an existing one
file one
| hose
$ edgrep -k 1 house missing one
> one:0:1:hose
! edgrep: missing: No such file or directory
? 2
# a missing file with -s
$ edgrep -k 1 -s house missing one
> one:0:1:hose
? 2
# a missing file after -q has found something
$ edgrep -k 1 -q house one missing
? 0
# a missing file before -q finds something
$ edgrep -k 1 -q -s house missing one
? 0

# a directory
file sub/one
| hose
$ edgrep -k 1 house sub
! edgrep: sub: Is a directory
? 2

# -r
file sub/b
| hose
file sub/a
| garden
| house
file sub/deep/c
| mouse
$ edgrep -k 1 -r house sub
> sub/a:7:0:house
> sub/b:0:1:hose
> sub/deep/c:0:1:mouse

# -r visits in the order of strcmp
file sub/b
| hose
file sub/B
| hose
file sub/a.b
| hose
file sub/a/x
| hose
file sub/a-
| hose
$ edgrep -k 1 -r -l house sub
> sub/B
> sub/a/x
> sub/a-
> sub/a.b
> sub/b

# -r without operand searches the working directory
file sub/b
| hose
file a
| hose
$ edgrep -k 1 -r -l house
> a
> sub/b

# -r .
file sub/b
| hose
$ edgrep -k 1 -r -l house .
> ./sub/b
# -r -h
$ edgrep -k 1 -r -h house sub
> 0:1:hose

# -r with a file
file b
| hose
$ edgrep -k 1 -r house b
> 0:1:hose

# -r with a file and a directory
file b
| hose
file sub/c
| hose
$ edgrep -k 1 -r house sub b
> sub/c:0:1:hose
> b:0:1:hose

# -r --include
file sub/a.c
| hose
file sub/a.h
| hose
file sub/a.txt
| hose
$ edgrep -k 1 -r -l --include='*.[ch]' house sub
> sub/a.c
> sub/a.h

# -r --exclude
file sub/a.c
| hose
file sub/a.h
| hose
$ edgrep -k 1 -r -l --exclude='*.h' house sub
> sub/a.c

# -r --exclude-dir
file sub/a
| hose
file sub/build/b
| hose
file sub/deep/build/c
| hose
$ edgrep -k 1 -r -l --exclude-dir=build house sub
> sub/a

# -r does not follow symbolic links below a directory
file real/a
| hose
link sub/a ../real/a
file sub/b
| hose
$ edgrep -k 1 -r -l house sub
> sub/b
# -R follows them
$ edgrep -k 1 -R -l house sub
> sub/a
> sub/b

# -r follows a symbolic link that is an operand
file real/a
| hose
link sub real
$ edgrep -k 1 -r house sub
> sub/a:0:1:hose

# an empty file
file none
file one
| hose
$ edgrep -k 1 -c house none one
> none:0
> one:1

# a name that begins with a dash
file -one
| hose
$ edgrep -k 1 house -- -one
> 0:1:hose

# a file after a file without newline at its end
file one
| hose\
file two
| hose
$ edgrep -k 1 house one two
> one:0:1:hose
> two:0:1:hose

# an occurrence does not reach from one file into the next
file one
| hou\
file two
| se
$ edgrep -k 1 house one two
? 1

# --include skips a dangling link whose name does not match
file sub/a.h
| hose
link sub/dangling nowhere
$ edgrep -k 1 -R --include='*.h' house sub
> sub/a.h:0:1:hose

# --include reports a dangling link whose name matches
file sub/a.h
| hose
link sub/dangling.h nowhere
$ edgrep -k 1 -R --include='*.h' house sub
> sub/a.h:0:1:hose
! edgrep: sub/dangling.h: No such file or directory
? 2

# a missing operand is an error, whatever --include says
file a.h
| hose
$ edgrep -k 1 --include='*.h' house nosuch a.h
> a.h:0:1:hose
! edgrep: nosuch: No such file or directory
? 2

# a directory is an error, whatever --include says
file sub/a.h
| hose
$ edgrep -k 1 --include='*.h' house sub
! edgrep: sub: Is a directory
? 2
# --exclude-dir: an operand that is an excluded directory is skipped, without -r too
$ edgrep -k 1 --exclude-dir=sub house sub
? 1

# -R warns of a loop
file sub/a
| hose
link sub/loop ../sub
$ edgrep -k 1 -R house sub
> sub/a:0:1:hose
! edgrep: sub/loop: warning: recursive directory loop
# -R -s does not warn of a loop
$ edgrep -k 1 -R -s house sub
> sub/a:0:1:hose

# a link to itself is not reported as missing
link self self
$ edgrep -k 1 -r house self
! edgrep: self: Too many levels of symbolic links
? 2

# --exclude-dir='' excludes no directory below an operand
file sub/deep/a
| hose
$ edgrep -k 1 -r --exclude-dir='' house sub
> sub/deep/a:0:1:hose
# --exclude-dir='' excludes an operand that ends with a slash
$ edgrep -k 1 -r --exclude-dir='' house sub/
? 1

# trailing slashes of --exclude-dir are ignored
file sub/deep/a
| hose
file sub/b
| hose
$ edgrep -k 1 -r --exclude-dir=deep// house sub
> sub/b:0:1:hose

# one of several trailing slashes of an operand is printed
file sub/b
| hose
$ edgrep -k 1 -r house sub//
> sub/b:0:1:hose

# -r skips files with a NUL at the beginning
file d/binary
| house\0
file d/text
| house
$ edgrep -k 0 -r house d
> d/text:0:0:house

# an operand with a NUL is searched
file binary
| house\0
$ edgrep -k 0 house binary
> 0:0:house\0

# -r -a searches binary files
file d/binary
| house\0
$ edgrep -k 0 -r -a house d
> d/binary:0:0:house\0
# -r -U searches binary files
$ edgrep -k 0 -r -U house d
> d/binary:0:0:house\0

# a NUL after the checked beginning does not count
file d/text
|*4096 1234567
| house\0
$ edgrep -k 0 -r house d
> d/text:32768:0:house\0

# a NUL in the last byte of the checked beginning counts
file d/binary
|*4095 1234567
| 123456\0
| house
$ edgrep -k 0 -r house d
? 1

# -I: binary files have no match, operands too; -c and -L still list them
file d/binary
| house\0
file text
| house
$ edgrep -k 0 -r -I -c house d d/binary text
> d/binary:0
> d/binary:0
> text:1

# -I -L
file binary
| house\0
$ edgrep -k 0 -I -L house binary
> binary
? 1
# -I -v: binary files have no records
$ edgrep -k 0 -I -v garden binary
? 1

# -I skips operands too
file binary
| house\0
file text
| house
$ edgrep -k 0 -I house binary text
> text:0:0:house

# skipped files are not listed by -L
file d/binary
| house\0
$ edgrep -k 0 -r -L garden d
? 1

# --exclude-from: one glob per line
file d/a.o
| house
file d/b.c
| house
file d/c.log
| house
file globs
| *.o
|
| c*
$ edgrep -k 0 -r --exclude-from=globs house d
> d/b.c:0:0:house

# --exclude-from with a missing file
file one
| house
$ edgrep -k 0 --exclude-from=missing house one
! edgrep: missing: No such file or directory
? 2

# -d skip: directory operands are skipped
file d/one
| house
file two
| house
$ edgrep -k 0 -d skip house d two
> two:0:0:house

# -d recurse is -r
file d/one
| house
$ edgrep -k 0 --directories=recurse house d
> d/one:0:0:house
# -d read after -r: a directory cannot be read
$ edgrep -k 0 -r -d read house d
! edgrep: d: Is a directory
? 2

# -D skip: devices are skipped
file one
| house
$ edgrep -k 0 -D skip house /dev/null one
> one:0:0:house

# -D read
$ edgrep -k 0 --devices=read -c house /dev/null
> 0
? 1

# an unknown action
$ edgrep -k 0 -d walk house
! edgrep: -d: 'walk': say read, recurse or skip
? 2

# small consecutive files are searched separately
file small/a
| one ho
file small/b
| use two
| the mouse
file small/c
| a hou
| se, b
file small/d
| a house
| and  the
|  house
$ edgrep -r -k0 --span-lines --skip='[\s]' house small
> small/c:2:0:hou
> se
> small/d:2:0:house
> small/d:18:0:house
# small files: line by line, with white space folded
$ edgrep -r -k0 --fold-space 'and the' small
> small/d:8:0:and  the
# small files: words
$ edgrep -r -k1 -w --fold-space 'the house' small
> small/b:8:1:the mouse
# small files: an occurrence across lines
$ edgrep -r -k0 -w --span-lines --fold-space 'the house' small
> small/d:13:0:the
>  house
# small files: whole records
$ edgrep -r -k1 -x --delimiter='[,\n]' house small
> small/d:17:1: house
# small files: whole records, another pattern
$ edgrep -r -k1 -x --delimiter='[,\n]' 'use to' small
> small/b:0:1:use two
# small files: -c
$ edgrep -r -k0 -c --crlf -e house -e two -e one small
> small/a:1
> small/b:1
> small/c:0
> small/d:2

# small files whose words move when white space is folded
file small/a
| ab    cdef gh
file small/b
| the cdefg   cdef  a
$ edgrep -r -k1 -w --span-lines --fold-space cdxf small
> small/a:6:1:cdef
> small/b:12:1:cdef
# small files: line by line, where words move
$ edgrep -r -k1 -w --fold-space cdxf small
> small/a:6:1:ab    cdef gh
> small/b:12:1:the cdefg   cdef  a

# small files: a later file has characters that the first does not have
file small/a
| α
file small/b
| εν αρχη ην ο λογος
| και ο λογος ην προς τον θεον
$ edgrep -k0 -o -e λογος -e θεον small/a small/b
> small/b:22:0:λογος
> small/b:43:0:λογος
> small/b:75:0:θεον
# small files: an expression, with characters that the first file does not have
$ edgrep -k1 -E -o '[λπ]ογος' small/a small/b
> small/b:22:0:λογος
> small/b:43:0:λογος

# small files: words, with white space folded and some non-ASCII text
file small/a
| ä   b
file small/b
| ä  kä   kb  k
| kä ak   k kbk  käk k
| k   kk  ak  kak ka
| b  k kä  k  kkkk a   k
| ak   k ä  k kbk   kk k
| kk   ka k   ak  k bk
| k ä   k  kb  kk ak   k
| a  ka   k kbk  kk  k
file small/c
| a   b
file small/d
| a  ka   kb  k
| ka ak   k kbk  kak k
| k   kk  ak  kak ka
| b  k ka  k  kkkk a   k
| ak   k a  k kbk   kk k
| kk   ka k   ak  k bk
| k a   k  kb  kk ak   k
| a  ka   k kbk  kk  k
$ edgrep -k0 -w --fold-space --count-matches k small/a small/b
> small/a:0
> small/b:17
# small files: words, with white space folded and only ASCII text
$ edgrep -k0 -w --fold-space --count-matches k small/c small/d
> small/c:0
> small/d:17
