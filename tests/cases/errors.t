Usage errors: one line on standard error, nothing on standard output, exit status 2.

# k = m would match everything
< abc
$ edgrep -k 3 abc
! edgrep: ...abc...would match everything...
? 2
# k > m
$ edgrep -k 10 abc
! edgrep: ...abc...would match everything...
? 2
# 100%
$ edgrep -k 100% abc
! edgrep: ...abc...would match everything...
? 2
# k = m counts characters, not bytes
$ edgrep -k 2 éé
! edgrep: ...would match everything...
? 2

# k = m - 1 in bytes
< \xc3\xa9xx
$ edgrep -U -k 3 éé
> 0:2:\xc3\xa9xx

# -2 is refused
< abc
$ edgrep -2 abc
! edgrep: ...-k 2...
? 2

# no pattern
$ edgrep
! edgrep: no pattern (try 'edgrep --help')
? 2

# an exchange is one edit of an option name, too
< abc
$ edgrep -k 0 --cuont abc
! edgrep: unknown option '--cuont'; did you mean --count?
? 2
# an abbreviation of several option names
$ edgrep -k 0 --fold abc
! edgrep: ambiguous option '--fold': --fold-accents, --fold-space
? 2
# an unknown engine
$ edgrep -k 0 --engine=steam abc
! edgrep: ...steam...
? 2
# --json and --count-matches exclude each other
$ edgrep -k 0 --json --count-matches abc
! edgrep: --json and --count-matches exclude each other
? 2
# --json and --align exclude each other
$ edgrep -k 0 --json --align abc
! edgrep: --json and --align exclude each other
? 2
# --count-matches and -v exclude each other
$ edgrep -k 0 --count-matches -v abc
! edgrep: --count-matches and -v exclude each other
? 2
# --crlf and -z exclude each other
$ edgrep -k 0 --crlf -z abc
! edgrep: --crlf and -z exclude each other
? 2
# --crlf and --delimiter exclude each other
$ edgrep -k 0 --delimiter=b --crlf abc
! edgrep: --crlf and --delimiter exclude each other
? 2
# --crlf and --span-lines exclude each other
$ edgrep -k 0 --crlf --span-lines abc
! edgrep: --crlf and --span-lines exclude each other
? 2
# the message names the option that was given, not one it implies
$ edgrep -k 0 --block -v abc
! edgrep: --block and -v exclude each other
? 2
# the message names the option that was given: --dehyphenate
$ edgrep -k 0 --dehyphenate -z abc
! edgrep: --dehyphenate and -z exclude each other
? 2
# --json and --column exclude each other
$ edgrep -k 0 --json --column abc
! edgrep: --json and --column exclude each other
? 2
# --json and --around exclude each other
$ edgrep -k 0 --json --around=0 abc
! edgrep: --json and --around exclude each other
? 2
# a negative --around
$ edgrep -k 0 --around=-1 abc
! edgrep: --around: '-1': too small; the least is 0
? 2
# -C with a number above 63 bits and a letter
$ edgrep -k 0 -C 99999999999999999999x abc
! edgrep: -C: '99999999999999999999x': not a number
? 2
# --chunk-size beyond 64 bits
$ edgrep -k 0 --chunk-size=99999999999999999999999 abc
! edgrep: --chunk-size: '99999999999999999999999': too large
? 2
# --chunk-size beyond 64 bits by its suffix
$ edgrep -k 0 --chunk-size=16E abc
! edgrep: --chunk-size: '16E': too large
? 2
# --chunk-size with a character after its suffix
$ edgrep -k 0 --chunk-size=1kx abc
! edgrep: --chunk-size: '1kx': not a size such as 512, 64K or 1M
? 2
# --range-size too small
$ edgrep -k 0 --range-size=0 abc
! edgrep: --range-size: '0': too small; the least is 1
? 2

# --algorithm=auto leaves the choice to the engine
< hose
$ edgrep -k 1 --algorithm=auto house
> 0:1:hose

# an unknown table of confusions
< x
$ edgrep -k 1 --confuse=@nothing house
! edgrep: @nothing: no table of this name is in share/edgrep
? 2

# PCRE2 reaches a limit
< aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac
$ edgrep -k 0 --where='(a+)+(b|d)\1$' a
! edgrep: --where '(a+)+(b|d)\\1$': match limit exceeded
? 2
