# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completion of clc's options, as its help lists them, and of their values. Files are completed anyway.
function __clc_options
    clc --help 2>/dev/null | sed -nE 's/^  (-[^ ,<=]+=?)(, (--[a-z-]+))?( ?<[^ ]*)? +(.*)/\1\t\5\n\3\t\5/p' | string match -r '^-.*'
end
function __clc_values
    string join \n -- -cl-std={CL1.0,CL1.1,CL1.2,CL2.0,CL3.0,CL3.1,CLC++1.0,CLC++2021} \
        -lanewise-cpu={native,x86-64,x86-64-v2,x86-64-v3,x86-64-v4,armv8-a} -lanewise-zero-memory={local,private,local\,private}
end
complete -c clc -n 'string match -q -- "-*" (commandline -ct)' -a '(__clc_options)'
complete -c clc -n 'string match -q -- "-*=*" (commandline -ct)' -a '(__clc_values)'
complete -c clc -s d -l device -x -a '(clc --list-devices 2>/dev/null | string replace -r ":.*" "")'
complete -c clc -s x -l language -x -a 'cl spirv'
complete -c clc -s o -l output -r -F
