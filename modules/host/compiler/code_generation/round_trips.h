// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CODE_GENERATION_ROUND_TRIPS_H
#define CODE_GENERATION_ROUND_TRIPS_H

namespace llvm {
class FunctionPass;
}

namespace host {

/// Lets values stay where they are that LLVM's allocator of registers moves to another register
/// and back. Where a block needs more registers than there are, the allocator makes room by
/// evicting one value to the register of the next one, that one to the register of the one behind,
/// and so on, and moves all of them back before the block ends.
///
///   ymm1 = COPY ymm13                        ymm1 = VADDPS ymm0, ymm2
///   ymm13 = VADDPS ymm0, ymm2       ->       ymm3 = VMULPS ymm13, ymm1
///   ymm3 = VMULPS ymm1, ymm13
///   ymm13 = COPY ymm1
///
/// To run right behind register allocation, while copies are COPYs and operands say whether they
/// may have another register. Requires: that. Guarantees: no instruction but such copies goes, none
/// comes, and between two that go the two registers change names. Cost: in proportion to the
/// function, as no trip is longer than 512 instructions.
///
/// The caller owns the pass.
[[nodiscard]] llvm::FunctionPass* make_round_trips_pass();

} // namespace host

#endif
