// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wanted_cpus.h"

#include <algorithm>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/TargetParser/AArch64TargetParser.h>
#include <llvm/TargetParser/X86TargetParser.h>

namespace host {
namespace {

/// With those that others imply: LLVM lists them for some CPUs only.
llvm::StringMap<bool> features(llvm::StringRef cpu) {
  llvm::SmallVector<llvm::StringRef, 64> listed;
  llvm::X86::getFeaturesForCPU(cpu, listed);
  llvm::StringMap<bool> found;
  for (const llvm::StringRef each : listed) {
    found[each] = true;
    llvm::X86::updateImpliedFeatures(each, /*Enabled=*/true, found);
  }
  return found;
}

/// Whether `cpu` has the features of `level` beyond the first level, which every CPU of 64 bits
/// has. (LLVM does not list all of those for each.)
bool has_all_of(llvm::StringRef cpu, const Level& level) {
  const auto here = features(cpu), always = features(levels.front().llvm_cpu);
  const auto wanted = features(level.llvm_cpu);
  return llvm::all_of(wanted.keys(), [&](llvm::StringRef each) {
    return always.contains(each) || here.contains(each);
  });
}

/// The highest level of x86-64 that a CPU of this name has; null if there is none of this name.
const Level* x86_level(llvm::StringRef name) {
  if (llvm::X86::parseArchX86(name, /*Only64Bit=*/true) == llvm::X86::CK_None) {
    return nullptr;
  }
  const Level* found = &levels.front();
  for (const Level& level : levels) {
    if (level.architecture == llvm::Triple::x86_64 && has_all_of(name, level)) {
      found = &level;
    }
  }
  return found;
}

cargo::expected<Cpu, std::string> named(llvm::StringRef name) {
  if (name == "native") {
    return this_cpu();
  }
  const auto* level = std::ranges::find(levels, name, &Level::name);
  if (level != levels.end()) {
    return Cpu{level, level->llvm_cpu};
  }
  if (const Level* x86 = x86_level(name)) {
    const auto here = features(name);
    const auto if_there = [&](const char* feature) {
      return feature && here.contains(feature) ? feature : nullptr;
    };
    const bool tiles = x86->vector_bits == 512 && here.contains("amx-tile") &&
                       here.contains("amx-bf16") && here.contains("amx-int8");
    return Cpu{x86,
               name.str(),
               if_there(x86->vnni),
               if_there(x86->half_arithmetic),
               if_there(x86->byte_permutes),
               tiles};
  }
  if (llvm::AArch64::parseCpu(name)) {
    return Cpu{&levels.back(), name.str()};
  }
  std::string known;
  for (const Level& each : levels) {
    known += std::string(each.name) + ", ";
  }
  return cargo::unexpected{"unknown CPU '" + name.str() + "' in " + std::string(cpu_option) +
                           ", expected " + known +
                           "native, or a name as Clang's -march takes it for x86 and its -mcpu for "
                           "AArch64"};
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
