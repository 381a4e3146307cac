# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completion of the options of lanewise-explain and of clc's build options, as their help lists them. Files are completed
# anyway.
function __lanewise_explain_options
    lanewise-explain --help 2>/dev/null | sed -nE '/^examples/q; s/^  (-[^ ,<=]+=?)(,? .*(--[a-z-]+))?.*/\1\n\3/p' | string match -r '^-.*'
    clc --help 2>/dev/null | sed -nE '/^build options/,$ s/^  (-[^ ,<=]+=?)( ?<[^ ]*)? +(.*)/\1\t\3/p'
end
complete -c lanewise-explain -n 'string match -q -- "-*" (commandline -ct)' -a '(__lanewise_explain_options)'
complete -c lanewise-explain -s o -l output -r -F
complete -c lanewise-explain -l profile -r -F
complete -c lanewise-explain -l clc -r -F
