#compdef muxc veczc spirv-ll
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completion of the options of muxc, veczc and spirv-ll, as their help lists them, of the names of passes and steps, and of
# files.
local -a known
case $PREFIX in
  (-|--)passes=*) compset -P '*[=,]'; compadd -q -S , -- ${(f)"$($words[1] --list-passes 2>/dev/null)"} ;;
  (-|--)step=*) compset -P '*='; compadd -- ${(f)"$($words[1] --list-steps 2>/dev/null)"} ;;
  -*) known=(${(f)"$($words[1] --help 2>/dev/null | sed -nE 's/^  (--[a-z-]+=?).*/\1/p')"})
    compadd -S '' -- ${(M)known:#*=}
    compadd -- ${known:#*=} ;;
  *) _files ;;
esac
