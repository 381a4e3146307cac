# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completion of the options of muxc, veczc and spirv-ll, as their help lists them, and of the names of passes and steps. Files
# are completed anyway.
function __lanewise_tool_options
    set -l tool (commandline -opc)[1]
    $tool --help 2>/dev/null | sed -nE 's/^  (--[a-z-]+=?)[^ ]* +- (.*)/\1\t\2/p'
end
function __lanewise_tool_values
    set -l tool (commandline -opc)[1]
    set -l word (commandline -ct)
    switch $word
        case '--passes=*'
            $tool --list-passes 2>/dev/null | string replace -r -- '^' (string match -r '^.*[=,]' -- $word)
        case '--step=*'
            $tool --list-steps 2>/dev/null | string replace -r -- '^' --step=
    end
end
for tool in muxc veczc spirv-ll
    complete -c $tool -n 'string match -qr -- "^-[^=]*\$" (commandline -ct)' -a '(__lanewise_tool_options)'
    complete -c $tool -n 'string match -q -- "-*=*" (commandline -ct)' -a '(__lanewise_tool_values)'
end
