// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CODE_GENERATION_TARGET_MACHINE_H
#define CODE_GENERATION_TARGET_MACHINE_H

#include <array>
#include <llvm/Target/TargetMachine.h>
#include <string>

namespace host {

/// A level of CPU features that binaries may require.
struct Level {
  const char* name;     ///< as the option and binaries have it
  const char* llvm_cpu; ///< LLVM's name of a CPU that has this and no more
  llvm::Triple::ArchType architecture;
  unsigned vector_bits; ///< width of its vector registers
  unsigned vector_registers;
  unsigned narrowest_masked; ///< bits of the narrowest elements with accesses under a mask; 0: none
  bool fma;                  ///< fused multiply-add
  unsigned window_lanes;     ///< lanes of 32 bits that it expands and permutes (vecz/vectorize.h)
  bool interleaves;          ///< VectorRegisters has what this means
  bool slow_masked_stores;   ///< likewise
  /// LLVM's name of the feature that multiplies and adds four bytes at once in vectors of this
  /// width, which some CPUs of the level have; null: none has.
  const char* vnni;
  /// LLVM's name of the feature that computes with halves in vectors of this width, likewise.
  const char* half_arithmetic;
  /// LLVM's name of the feature that permutes all bytes of a vector, likewise.
  const char* byte_permutes;
};

/// Of an architecture, each has all that the ones before have. Masked accesses are instructions for
/// all elements since AVX-512, for those of 32 and 64 bits since AVX, whose masked stores are
/// microcode on some CPUs.
inline constexpr std::array levels = {
    Level{"x86-64", "x86-64", llvm::Triple::x86_64, 128, 16, 0, false, 0, false, false, nullptr,
          nullptr, nullptr},
    Level{"x86-64-v2", "x86-64-v2", llvm::Triple::x86_64, 128, 16, 0, false, 0, false, false,
          nullptr, nullptr, nullptr},
    Level{"x86-64-v3", "x86-64-v3", llvm::Triple::x86_64, 256, 16, 32, true, 0, false, true,
          "avxvnni", nullptr, nullptr},
    Level{"x86-64-v4", "x86-64-v4", llvm::Triple::x86_64, 512, 32, 8, true, 16, true, false,
          "avx512vnni", "avx512fp16", "avx512vbmi"},
    Level{"armv8-a", "generic", llvm::Triple::aarch64, 128, 32, 0, true, 0, true, false, nullptr,
          nullptr, nullptr},
};

/// The CPU that code is made for: a level, and the model that scheduling and costs are tuned for.
struct Cpu {
  const Level* level;
  std::string model; ///< LLVM's name of the CPU, e.g. "znver4"
  /// The level's features of these names, if the CPU has them. Code that makes use of one requires
  /// it (host_passes/needed_features.h).
  const char* vnni = nullptr;
  const char* half_arithmetic = nullptr;
  const char* byte_permutes = nullptr;
  bool tiles = false; ///< AMX, with products of bfloat16 and of bytes
};

/// Of this process; LANEWISE_CPU names a lower level to compile for.
[[nodiscard]] const Cpu& this_cpu();

/// A new one, which is the caller's. Null, with `error` set, if LLVM knows no such target. Thread
/// safe.
[[nodiscard]] llvm::TargetMachine* make_target_machine(const Cpu& cpu, bool optimise,
                                                       std::string& error);

} // namespace host

#endif
