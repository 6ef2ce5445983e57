Texts in other encodings (--encoding): the output is UTF-8, with offsets in the file.

# UTF-16 by its mark: offsets are those of the file
< \xff\xfea\0 \0h\0o\0s\0e\0\n\0m\0y\0 \0g\0\xe4\0r\0d\0e\0n\0\n\
< \0
$ edgrep -k1 -n --column house
> 1:3:6:1:a hose

# the other byte order
file b
| \xfe\xff\0a\0 \0h\0o\0s\0e\0\n\0m\0o\0u\0s\0e\
$ edgrep -k1 -o -n house b
> 1:6:1:hose
> 2:16:1:mouse

# the mark is not text: ^ and -x
file b
| \xff\xfeh\0o\0u\0s\0e\0\
$ edgrep -k0 -x house b
> 2:0:house
# -U reads bytes
$ edgrep -U -k0 -c house b
> 0
? 1

# --encoding=UTF-8 reads bytes, except those that are no UTF-8
file b
| \xff\xfehouse\
$ edgrep --encoding=utf-8 -k0 --bare -b -o house b
> 2:house

# a lone surrogate is one character, and so is half a unit
file b
| \xff\xfeh\0\x3d\xd8u\0s\0e\0\n\0x\0h\0o\0u\0s\0e\0y\
$ edgrep -k1 -o house b
> 2:1:h\xef\xbf\xbduse
> 16:0:house

# a surrogate pair is one character of four bytes
file b
| \xff\xfe\x34\xd8\x1e\xdd \0h\0o\0u\0s\0e\0\
$ edgrep -k0 --column house b
> 3:8:0:\xf0\x9d\x84\x9e house

# Latin-1 and Windows-1252
file b
| \x80 M\xfcnchen\n\
$ edgrep --encoding=windows-1252 -k0 -o München b
> 2:0:München
# Latin-1 and Windows-1252, 2
$ edgrep --encoding=latin1 -k1 -o Munchen b
> 2:1:München

# an encoding of several bytes: Shift JIS
file b
| \x93\xfa\x96\x7b a \x93\xfa\x8c\x7b\n\
$ edgrep --encoding=shift_jis -k0 -o a b
> 5:0:a
# an encoding of several bytes: Shift JIS, 2
$ edgrep --encoding=shift_jis -k1 -o 日本 b
> 0:0:日本
> 7:1:日鶏

# several files, each with its own mark
file a
| house
file b
| \xff\xfeh\0o\0u\0s\0e\0\n\0\
$ edgrep -k0 house a b
> a:0:0:house
> b:2:0:house

# -r: UTF-16 without a NUL character is not binary
file d/b
| \xff\xfeh\0o\0u\0s\0e\0\n\0\
file d/c
| \xff\xfeh\0o\0u\0s\0e\0\0\0\n\0\
$ edgrep -r -k0 house d
> d/b:2:0:house

# compressed
file b
| \xff\xfea\0 \0h\0o\0u\0s\0e\0\n\0\
pack gzip b
$ edgrep --decompress -k0 house b
> 6:0:a house

# --json
file b
| \xff\xfex\0\n\0h\0o\0u\0s\0e\0\n\0\
$ edgrep --json -k0 house b
> {"type":"begin","data":{"path":{"text":"b"}}}
> {"type":"match","data":{"path":{"text":"b"},"lines":{"text":"house\\n"},"line_number":2,"absolute_offset":6,"submatches":[{"match":{"text":"house"},"start":0,"end":5,"line_number":2,"column":1,"last_line":2,"distance":0,"pattern":1}]}}
> {"type":"end","data":{"path":{"text":"b"},"binary_offset":null,"stats":{"bytes_searched":18,"matched_lines":1,"matches":1}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":18,"matched_lines":1,"matches":1}}}

# standard input is left after the last record, in bytes of the file
< \xff\xfeh\0o\0u\0s\0e\0\n\0h\0o\0u\0s\0e\0\n\
< \0
$ edgrep -m1 -k0 house
> 2:0:house
@ 14

# an unknown encoding
$ edgrep --encoding=nothing -k0 house
! edgrep: --encoding: 'nothing': unknown encoding; iconv -l lists them
? 2

# an encoding with shift states
$ edgrep --encoding=ISO-2022-JP -k0 house
! edgrep: --encoding: 'ISO-2022-JP': an encoding with shift states is not supported; iconv(1) converts it
? 2

# --encoding and -U exclude each other
$ edgrep --encoding=UTF-16 -U -k0 house
! edgrep: --encoding and -U exclude each other
? 2
