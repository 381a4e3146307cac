// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "code_generation/target_machine.h"

#include "code_generation/block_scheduler.h"
#include "environment/environment.h"

#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>
#include <mutex>

namespace host {
namespace {

#if defined(__x86_64__)
size_t highest_level() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("x86-64-v4")   ? 3
         : __builtin_cpu_supports("x86-64-v3") ? 2
         : __builtin_cpu_supports("x86-64-v2") ? 1
                                               : 0;
}
#elif defined(__aarch64__)
size_t highest_level() { return 4; }
#else
#error "the host target needs to know this CPU's levels"
#endif

/// The level's features beside those of all its CPUs that this one has.
Cpu with_features(const Level& level, std::string model) {
  Cpu cpu{&level, std::move(model)};
#if defined(__x86_64__)
  const bool wide = level.vector_bits == 512;
  const bool has_vnni =
      wide ? __builtin_cpu_supports("avx512vnni") : __builtin_cpu_supports("avxvnni");
  cpu.vnni = has_vnni ? level.vnni : nullptr;
  cpu.half_arithmetic = __builtin_cpu_supports("avx512fp16") ? level.half_arithmetic : nullptr;
  cpu.byte_permutes = __builtin_cpu_supports("avx512vbmi") ? level.byte_permutes : nullptr;
  cpu.tiles = wide && __builtin_cpu_supports("amx-tile") && __builtin_cpu_supports("amx-bf16") &&
              __builtin_cpu_supports("amx-int8");
#endif
  return cpu;
}

Cpu find_cpu() {
  const size_t highest = highest_level();
  const Level* level = &levels[highest];
  if (const char* wanted = environment::get(environment::Variable::cpu)) {
    for (size_t i = 0; i <= highest; ++i) {
      if (levels[i].architecture == level->architecture && levels[i].name == std::string(wanted)) {
        return {&levels[i], llvm::sys::getHostCPUName().str()};
      }
    }
  }
  return with_features(*level, llvm::sys::getHostCPUName().str());
}

void know_targets() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86AsmParser();
    LLVMInitializeAArch64TargetInfo();
    LLVMInitializeAArch64Target();
    LLVMInitializeAArch64TargetMC();
    LLVMInitializeAArch64AsmPrinter();
    LLVMInitializeAArch64AsmParser();
    limit_block_scheduling();
  });
}

} // namespace

const Cpu& this_cpu() {
  static const Cpu cpu = find_cpu();
  return cpu;
}

llvm::TargetMachine* make_target_machine(const Cpu& cpu, bool optimise, std::string& error) {
  know_targets();
  const bool is_x86 = cpu.level->architecture == llvm::Triple::x86_64;
  const llvm::Triple triple(is_x86 ? "x86_64-unknown-linux-gnu" : "aarch64-unknown-linux-gnu");
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target) {
    return nullptr;
  }
  llvm::TargetOptions options;
  // Loops and spills are marked in the assembly of LANEWISE_DUMP.
  options.MCOptions.AsmVerbose = true;
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  llvm::TargetMachine* machine = target->createTargetMachine(
      triple, cpu.level->llvm_cpu, "", options, llvm::Reloc::PIC_, llvm::CodeModel::Small,
      optimise ? llvm::CodeGenOptLevel::Default : llvm::CodeGenOptLevel::None);
  machine->setGlobalISel(false); // without optimisation it is AArch64's default; one way is enough
  return machine;
}

} // namespace host
