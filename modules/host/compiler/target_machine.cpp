// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "target_machine.h"

#include <cstdlib>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>
#include <mutex>

namespace host {
namespace {

size_t highest_level() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("x86-64-v4")   ? 3
         : __builtin_cpu_supports("x86-64-v3") ? 2
         : __builtin_cpu_supports("x86-64-v2") ? 1
                                               : 0;
}

Cpu find_cpu() {
  size_t level = highest_level();
  if (const char* wanted = std::getenv("LANEWISE_CPU")) {
    for (size_t i = 0; i < level; ++i) {
      if (levels[i] == std::string(wanted)) {
        level = i;
      }
    }
  }
  return {levels[level], llvm::sys::getHostCPUName().str()};
}

} // namespace

const Cpu& this_cpu() {
  static const Cpu cpu = find_cpu();
  return cpu;
}

unsigned vector_bits(const Cpu& cpu) {
  return cpu.level == levels[3] ? 512 : cpu.level == levels[2] ? 256 : 128;
}

bool has_fma(const Cpu& cpu) { return cpu.level >= std::string("x86-64-v3"); }

llvm::TargetMachine* make_target_machine(const Cpu& cpu, bool optimise, std::string& error) {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86AsmParser();
  });
  const llvm::Triple triple("x86_64-unknown-linux-gnu");
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target) {
    return nullptr;
  }
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  return target->createTargetMachine(
      triple, cpu.level, "", options, llvm::Reloc::PIC_, llvm::CodeModel::Small,
      optimise ? llvm::CodeGenOptLevel::Default : llvm::CodeGenOptLevel::None);
}

} // namespace host
