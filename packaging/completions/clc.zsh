#compdef clc
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completion of clc's options, as its help lists them, of their values, and of files.
local -a known
case $words[CURRENT-1] in
  -d|--device) compadd -- ${(f)"$(clc --list-devices 2>/dev/null | cut -d: -f1)"}; return ;;
  -x|--language) compadd cl spirv; return ;;
esac
case $PREFIX in
  -cl-std=*) compset -P '*='; compadd CL1.0 CL1.1 CL1.2 CL2.0 CL3.0 CL3.1 CLC++1.0 CLC++2021 ;;
  -lanewise-cpu=*) compset -P '*[=,]'; compadd native x86-64 x86-64-v2 x86-64-v3 x86-64-v4 armv8-a ;;
  -lanewise-zero-memory=*) compset -P '*='; compadd local private local,private ;;
  -*) known=(${=${(f)"$(clc --help 2>/dev/null | sed -nE 's/^  (-[^ ,<=]+=?)(, (--[a-z-]+))?.*/\1 \3/p')"}})
    compadd -S '' -- ${(M)known:#*=}
    compadd -- ${known:#*=} ;;
  *) _files ;;
esac
