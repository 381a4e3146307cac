# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completion of the options of oclsycl++, as its help lists them, of Clang's, as Clang completes them, and of their values.
# Files are completed anyway.
function __oclsycl_options
    oclsycl++ --help 2>/dev/null | sed -nE 's/^  (-[^ <=]+=?)[^ ]*( <[^ ]*)? +(.*)/\1\t\3/p'
    oclsycl++ --autocomplete=(commandline -ct) 2>/dev/null
end
function __oclsycl_values
    set -l parts (string split -m 1 = -- (commandline -ct))
    switch $parts[1]
        case -fsycl-targets
            string join \n -- -fsycl-targets={spirv64,x86_64,x86_64-v2,x86_64-v3,x86_64-v4,aarch64}
        case -fsycl-device-code-split
            string join \n -- -fsycl-device-code-split={off,per_source,per_kernel,auto}
        case '*'
            oclsycl++ --autocomplete=$parts[1]=,$parts[2] 2>/dev/null | string replace -r -- '^' "$parts[1]="
    end
end
complete -c oclsycl++ -n 'string match -qr -- "^-[^=]*\$" (commandline -ct)' -a '(__oclsycl_options)'
complete -c oclsycl++ -n 'string match -q -- "-*=*" (commandline -ct)' -a '(__oclsycl_values)'
