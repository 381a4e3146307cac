// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_COMPILER_H
#define HOST_COMPILER_H

namespace compiler {
class Info;
}

namespace host {

/// The compiler half of the host target: code for x86-64, at the level (x86-64-v2, -v3, -v4) of the
/// CPU that this process runs on, tuned for that CPU.
[[nodiscard]] const compiler::Info& compiler_info();

} // namespace host

#endif
