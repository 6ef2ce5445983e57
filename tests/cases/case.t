-i: two characters are equal when PCRE2 matches one against the other caselessly.

# ASCII
< My HOUSE
$ edgrep -k 0 -i house
> 3:0:My HOUSE

# the pattern in capitals
< my house
$ edgrep -k 0 -i HOUSE
> 3:0:my house

# without -i, case matters
< HOUSE
$ edgrep -k 1 house
? 1

# letters with accents
< CAFÉ
$ edgrep -k 0 -i café
> 0:0:CAFÉ

# Greek sigma has two small forms
< ΣΑΣ σας
$ edgrep -k 0 -i -o σας
> 0:0:ΣΑΣ
> 7:0:σας

# the Kelvin sign
< 300 K
$ edgrep -k 0 -i -o k
> 4:0:K

# in byte mode only A-Z
< CAFÉ café
$ edgrep -U -k 0 -i -o café
> 6:0:café

# edits and case together
< THE HOSE
$ edgrep -k 1 -i house
> 4:1:THE HOSE

# --ignore-case
< HOUSE
$ edgrep -k 0 --ignore-case house
> 0:0:HOUSE

# patterns that differ only in case are one
< foo FOO
$ edgrep -k 0 -i -o --show-pattern -e FOO -e foo
> 0:0:1:foo
> 4:0:1:FOO

# best mode
< HXUSE
< Hous
$ edgrep -i house
> 0:1:HXUSE
> 6:1:Hous

# -w -i
< Houses HOUSE
$ edgrep -k 0 -i -w -o house
> 7:0:HOUSE

# --align shows the pattern as it was given
< abba
$ edgrep -k 0 -o -i --align aBbA
> 0:0:abba
>     pattern 1 aBbA
>               ||||
>     text    0 abba
