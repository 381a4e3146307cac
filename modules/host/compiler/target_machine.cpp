// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "target_machine.h"

#include <array>
#include <atomic>
#include <cstdlib>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>
#include <mutex>

namespace host {
namespace {

constexpr std::array levels = {"x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"};

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

/// Machines of no build at present, those that do not optimise first. Without a lock: a job that is
/// left in the middle (source/compiler/job.h) would not give it back.
std::array<std::array<std::atomic<llvm::TargetMachine*>, 4>, 2> idle_machines;

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

} // namespace

const Cpu& this_cpu() {
  static const Cpu cpu = find_cpu();
  return cpu;
}

unsigned vector_bits(const Cpu& cpu) {
  return cpu.level == levels[3] ? 512 : cpu.level == levels[2] ? 256 : 128;
}

bool has_fma(const Cpu& cpu) { return cpu.level >= std::string("x86-64-v3"); }

Machine take_target_machine(bool optimise, std::string& error) {
  for (auto& slot : idle_machines[optimise ? 1 : 0]) {
    if (llvm::TargetMachine* machine = slot.exchange(nullptr)) {
      return {machine, ReturnMachine{optimise}};
    }
  }
  return {make_target_machine(this_cpu(), optimise, error), ReturnMachine{optimise}};
}

void ReturnMachine::operator()(llvm::TargetMachine* machine) const {
  for (auto& slot : idle_machines[optimise ? 1 : 0]) {
    llvm::TargetMachine* nothing = nullptr;
    if (slot.compare_exchange_strong(nothing, machine)) {
      return;
    }
  }
  delete machine;
}

} // namespace host
