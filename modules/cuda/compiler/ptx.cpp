// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ptx.h"

#include "target.h"

#include "cuda/kernel_abi.h"

#include <algorithm>
#include <array>
#include <llvm/ADT/StringExtras.h>
#include <llvm/CodeGen/Passes.h>
#include <llvm/CodeGen/TargetPassConfig.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <mutex>

namespace cuda {
namespace {

struct Gpu {
  llvm::StringLiteral name;
  llvm::StringLiteral language; ///< the oldest PTX that has it, and labels for debug information
};

/// Since the first ones whose threads go on one by one, so that they may wait for each other.
constexpr std::array gpus = {
    Gpu{"sm_70", "+ptx70"}, Gpu{"sm_72", "+ptx70"}, Gpu{"sm_75", "+ptx70"},
    Gpu{"sm_80", "+ptx70"}, Gpu{"sm_86", "+ptx71"}, Gpu{"sm_87", "+ptx74"},
    Gpu{"sm_89", "+ptx78"}, Gpu{"sm_90", "+ptx78"}, Gpu{"sm_90a", "+ptx80"}};

void initialize_target() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
}

/// Leaves blocks in the order that order_blocks gave them. Placement moves the end of a loop in
/// front of its beginning, so that a CPU takes fewer branches.
class CodeGeneration final : public llvm::legacy::PassManager {
public:
  void add(llvm::Pass* pass) override {
    if (pass->getPassID() == &llvm::TargetPassConfig::ID) { // the first one
      static_cast<llvm::TargetPassConfig*>(pass)->disablePass(&llvm::MachineBlockPlacementID);
    }
    llvm::legacy::PassManager::add(pass);
  }
};

} // namespace

cargo::expected<llvm::StringRef, std::string> wanted_gpu(const compiler::Options& options) {
  const auto given = std::ranges::find(options.device, gpu_option,
                                       [](const auto& option) { return option.first; });
  if (given == options.device.end()) {
    return llvm::StringRef(gpus.front().name);
  }
  const auto* known = std::ranges::find(gpus, llvm::StringRef(given->second), &Gpu::name);
  if (known == gpus.end()) {
    const auto names = llvm::map_range(gpus, [](const Gpu& gpu) { return gpu.name; });
    return cargo::unexpected("unknown GPU '" + given->second + "'; expected one of " +
                             llvm::join(names, ", "));
  }
  return llvm::StringRef(known->name);
}

std::unique_ptr<llvm::TargetMachine> make_target_machine(llvm::StringRef gpu, bool optimise,
                                                         std::string& error) {
  initialize_target();
  const llvm::Triple triple("nvptx64-nvidia-cuda");
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target) {
    return nullptr;
  }
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard; // what the program allows is in the IR
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, gpu, std::ranges::find(gpus, gpu, &Gpu::name)->language, options, std::nullopt,
      std::nullopt, optimise ? llvm::CodeGenOptLevel::Aggressive : llvm::CodeGenOptLevel::None));
}

std::string ptx_name(llvm::StringRef name) {
  std::string taken;
  for (const char letter : name) {
    const bool may_begin = llvm::isAlpha(letter) || (letter == '_' && name.size() > 1);
    if (may_begin || (!taken.empty() && llvm::isDigit(letter))) {
      taken += letter;
    } else {
      taken += '$';
      taken += llvm::toHex(llvm::StringRef(&letter, 1), true);
    }
  }
  return taken;
}

bool emit_ptx(llvm::Module& module, llvm::TargetMachine& machine, binary::bytes& text) {
  llvm::SmallVector<char, 0> buffer;
  llvm::raw_svector_ostream stream(buffer);
  if (machine.getOptLevel() == llvm::CodeGenOptLevel::None) {
    stream << not_optimised_line;
  }
  CodeGeneration passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::AssemblyFile)) {
    return false;
  }
  passes.run(module);
  text.assign(buffer.begin(), buffer.end());
  return true;
}

} // namespace cuda
