// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_COMPILER_H
#define HOST_COMPILER_H

namespace compiler {
class Info;
}

namespace host {

/// The compiler half of the host target: code for the CPU that this process runs on, or for others
/// that the option -lanewise-cpu names, of AArch64 too.
[[nodiscard]] const compiler::Info& compiler_info();

} // namespace host

#endif
