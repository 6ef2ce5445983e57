# fish completion for edgrep(1)
# Made from src/opt_table.h by "make completions".

# Patterns
complete -c edgrep -s e -l pattern -x -d 'search for PATTERN; may be given several times'
complete -c edgrep -s f -l file -r -F -d 'search for the patterns in FILE, one a line'
complete -c edgrep -s k -l max-distance -x -d 'admit N edits, or P percent of the pattern'
complete -c edgrep -l best -d 'find the least distance only (as without -k)'
complete -c edgrep -s i -l ignore-case -d 'a letter equals its other case'
complete -c edgrep -s w -l word-regexp -d 'occurrences begin and end at word borders'
complete -c edgrep -s x -l line-regexp -d 'occurrences are whole records'
complete -c edgrep -s P -l classes -d 'patterns are items of PCRE2: [a-f], \\d, . ...'
complete -c edgrep -s U -l binary -d 'characters are bytes, whatever the locale'

# Records
complete -c edgrep -s z -l null-data -d 'records end with NUL, not newline'
complete -c edgrep -l delimiter -x -d 'records are separated by matches of REGEX'
complete -c edgrep -l span-lines -d 'each input is one record; implies -o'
complete -c edgrep -l where -x -d 'search only records that match REGEX exactly'
complete -c edgrep -l where-not -x -d 'search only records that do not match REGEX'
complete -c edgrep -s v -l invert-match -d 'select the records without an occurrence'
complete -c edgrep -s m -l max-count -x -d 'stop after NUM selected records of an input'

# Output
complete -c edgrep -s o -l only-matching -d 'print each occurrence, not its record'
complete -c edgrep -l bare -d 'print no offset and no distance'
complete -c edgrep -s n -l line-number -d 'print the number of the record'
complete -c edgrep -s H -l with-filename -d 'print the name of the file'
complete -c edgrep -s h -l no-filename -d 'do not print the name of the file'
complete -c edgrep -l label -x -d 'call standard input NAME'
complete -c edgrep -l show-pattern -d 'print the number of the pattern'
complete -c edgrep -l align -d 'show pattern and text one above the other'
complete -c edgrep -l cigar -d 'show the edits as a CIGAR string (= X I D)'
complete -c edgrep -l json -d 'print one JSON object a line'
complete -c edgrep -s c -l count -d 'print only the number of selected records'
complete -c edgrep -s l -l files-with-matches -d 'print only the names of files with some'
complete -c edgrep -s L -l files-without-match -d 'print only the names of files without'
complete -c edgrep -s q -l quiet -d 'print nothing; stop at the first occurrence'
complete -c edgrep -s A -l after-context -x -d 'print NUM records after each selected one'
complete -c edgrep -s B -l before-context -x -d 'print NUM records before each'
complete -c edgrep -s C -l context -x -d 'print NUM records before and after'
complete -c edgrep -l color -f -a 'auto always never' -d 'colour the output: auto, always or never'
complete -c edgrep -s Z -l null -d 'end file names with NUL'
complete -c edgrep -s T -l initial-tab -d 'put a tab before the record'
complete -c edgrep -s b -l byte-offset -d 'print the offset with --bare too'
complete -c edgrep -l line-buffered -d 'write each line at once'

# Inputs
complete -c edgrep -s r -l recursive -d 'search the files below directories'
complete -c edgrep -s R -l dereference-recursive -d 'likewise, following symbolic links'
complete -c edgrep -l include -x -d 'with -r: only files whose name matches GLOB'
complete -c edgrep -l exclude -x -d 'leave out files whose name matches GLOB'
complete -c edgrep -l exclude-dir -x -d 'leave out directories likewise'
complete -c edgrep -s a -l text -d 'no effect: every file is text'

# Other
complete -c edgrep -s s -l no-messages -d 'be silent about files that cannot be read'
complete -c edgrep -l engine -x -a 'auto avx512 avx2 neon word scalar help' -d 'scan with this engine; help lists them'
complete -c edgrep -s j -l threads -x -d 'scan with N threads'
complete -c edgrep -l chunk-size -x -d 'scan SIZE bytes at a time (K, M, G)'
complete -c edgrep -l stats -d 'tell counts and times on standard error'
complete -c edgrep -l progress -f -a 'auto always never' -d 'tell the progress on standard error'
complete -c edgrep -l help -d 'print this help'
complete -c edgrep -s V -l version -d 'print the version'
