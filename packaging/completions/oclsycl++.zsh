#compdef oclsycl++
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completion of the options of oclsycl++, as its help lists them, of Clang's, as Clang completes them, and of files.
local -aU known
case $PREFIX in
  -fsycl-targets=*) compset -P '*='; compadd spirv64 x86_64 x86_64-v2 x86_64-v3 x86_64-v4 aarch64 ;;
  -fsycl-device-code-split=*) compset -P '*='; compadd off per_source per_kernel auto ;;
  -*=*) known=(${(f)"$(oclsycl++ --autocomplete="${PREFIX%%=*}=,${PREFIX#*=}" 2>/dev/null | cut -f1)"})
    compset -P '*='
    compadd -- $known ;;
  -*) known=(${(f)"$(oclsycl++ --help 2>/dev/null | sed -nE 's/^  (-[^ <=]+=?).*/\1/p'
      oclsycl++ --autocomplete="$PREFIX" 2>/dev/null | cut -f1)"})
    compadd -S '' -- ${(M)known:#*=}
    compadd -- ${known:#*=} ;;
  *) _files ;;
esac
