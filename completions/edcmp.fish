# fish completion for edcmp(1)
# Made from src/options/edcmp_opt_table.h by "make completions".

# Comparison
complete -c edcmp -s k -l max-distance -x -d 'tell only whether the distance is at most N or P%'
complete -c edcmp -l metric -x -a 'levenshtein osa indel hamming' -d 'what an edit is: levenshtein osa indel hamming'
complete -c edcmp -s t -l transpositions -d 'exchanged neighbours are one edit (--metric=osa)'
complete -c edcmp -s i -l ignore-case -d 'upper and lower case are equal'
complete -c edcmp -l normalize -d 'compare in normal form (Unicode NFC)'
complete -c edcmp -l fold-accents -d 'besides, drop accents and other marks'
complete -c edcmp -l fold-space -d 'each run of white space is one space'
complete -c edcmp -s U -l binary -d 'characters are bytes'
complete -c edcmp -s w -l words -d 'words are compared, not characters'
complete -c edcmp -l text -d 'compare the operands themselves, no files'
complete -c edcmp -l pairs -d 'compare the two strings of each line'

# Output
complete -c edcmp -l lcs-length -d 'print the length of a longest common subsequence'
complete -c edcmp -l lcs -d 'write a longest common subsequence itself'
complete -c edcmp -l cigar -d 'print the edits as a CIGAR string (= X I D)'
complete -c edcmp -l align -f -a 'changes full' -d 'show both one above the other: changes or full'
complete -c edcmp -l unified -f -d 'print a unified diff of lines, word by word'
complete -c edcmp -l color -f -a 'auto always never' -d 'colour what differs: auto, always or never'
complete -c edcmp -l summary -d 'count what is equal and each kind of edit'
complete -c edcmp -l json -d 'print distance, lengths ... as a JSON object'
complete -c edcmp -s q -l quiet -d 'print nothing; the exit status tells'
complete -c edcmp -s s -l silent -d 'like --quiet'

# Other
complete -c edcmp -l engine -x -a 'auto avx512 avx2 word cuda help' -d 'compute with this engine; help lists them'
complete -c edcmp -l algorithm -x -a 'auto diagonals strips blocks' -d 'compute by this algorithm'
complete -c edcmp -s j -l threads -x -d 'compute with N threads'
complete -c edcmp -l stats -d 'print counts and times to standard error'
complete -c edcmp -l progress -f -a 'auto always never' -d 'show the progress on standard error'
complete -c edcmp -l help -d 'print this help'
complete -c edcmp -s V -l version -d 'print the version'
