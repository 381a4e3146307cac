// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wanted_cpus.h"

#include <algorithm>
#include <llvm/ADT/SmallVector.h>
#include <llvm/TargetParser/X86TargetParser.h>

namespace host {
namespace {

std::vector<llvm::StringRef> features(llvm::StringRef cpu) {
  llvm::SmallVector<llvm::StringRef, 64> found;
  llvm::X86::getFeaturesForCPU(cpu, found);
  return {found.begin(), found.end()};
}

/// Whether `cpu` has what `level` has beyond the first level, which every CPU of 64 bits has. (LLVM
/// does not list all of that for each.)
bool has_all_of(llvm::StringRef cpu, llvm::StringRef level) {
  const auto here = features(cpu), always = features(levels.front());
  return std::ranges::all_of(features(level), [&](llvm::StringRef each) {
    return std::ranges::find(always, each) != always.end() ||
           std::ranges::find(here, each) != here.end();
  });
}

cargo::expected<Cpu, std::string> named(llvm::StringRef name) {
  if (name == "native") {
    return this_cpu();
  }
  if (llvm::X86::parseArchX86(name, /*Only64Bit=*/true) == llvm::X86::CK_None) {
    return cargo::unexpected{"unknown CPU '" + name.str() + "' in " + std::string(cpu_option) +
                             ", expected x86-64, x86-64-v2, x86-64-v3, x86-64-v4, native, or a "
                             "name as Clang's -march takes it"};
  }
  Cpu cpu{levels.front(), name.str()};
  for (const char* level : levels) {
    if (has_all_of(name, level)) {
      cpu.level = level;
    }
  }
  return cpu;
}

} // namespace

cargo::expected<std::vector<Cpu>, std::string> wanted_cpus(const compiler::Options& options) {
  std::vector<Cpu> result;
  for (const auto& [option, value] : options.device) {
    llvm::SmallVector<llvm::StringRef, 4> names;
    if (option == cpu_option) {
      llvm::StringRef(value).split(names, ',');
    }
    for (const llvm::StringRef name : names) {
      auto cpu = named(name);
      if (!cpu) {
        return cargo::unexpected{cpu.error()};
      }
      if (std::ranges::find(result, cpu->level, &Cpu::level) == result.end()) {
        result.push_back(std::move(*cpu));
      }
    }
  }
  if (result.empty()) {
    result.push_back(this_cpu());
  }
  return result;
}

} // namespace host
