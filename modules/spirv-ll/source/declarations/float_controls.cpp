// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "declarations/float_controls.h"

namespace spirv_ll {
namespace {

/// How the module's kernels and functions treat denormal numbers.
struct Denormals {
  bool flushed = false, doubles_flushed = false, kept = false;

  Outcome flush(uint32_t width) {
    flushed = true;
    doubles_flushed |= width == 64;
    return width == 16 ? Outcome(fail("denormal halves cannot be flushed"))
                       : Outcome(cargo::success{});
  }
};

Outcome apply_mode(Denormals& denormals, const ExecutionModeRow& row) {
  switch (row.mode) {
  case ExecutionMode::DenormFlushToZero:
    return denormals.flush(row.words[0]);
  case ExecutionMode::DenormPreserve:
    denormals.kept |= row.words[0] != 16; // halves keep theirs in any case
    return cargo::success{};
  case ExecutionMode::RoundingModeRTZ:
  case ExecutionMode::RoundingModeRTPINTEL:
  case ExecutionMode::RoundingModeRTNINTEL:
    return fail("arithmetic rounds to nearest even only");
  case ExecutionMode::FloatingPointModeALTINTEL:
    return fail("arithmetic is that of IEEE 754 only");
  default:
    return cargo::success{};
  }
}

/// The decorations of SPV_INTEL_float_controls2: the width, then the mode.
Outcome apply_decoration(Denormals& denormals, const Decor& decor) {
  if (decor.words.size() < 2) {
    return cargo::success{};
  }
  switch (decor.kind) {
  case Decoration::FunctionRoundingModeINTEL:
    return FPRoundingMode(decor.words[1]) == FPRoundingMode::RTE
               ? Outcome(cargo::success{})
               : Outcome(fail("arithmetic rounds to nearest even only"));
  case Decoration::FunctionFloatingPointModeINTEL:
    return FPOperationMode(decor.words[1]) == FPOperationMode::IEEE
               ? Outcome(cargo::success{})
               : Outcome(fail("arithmetic is that of IEEE 754 only"));
  case Decoration::FunctionDenormModeINTEL:
    if (FPDenormMode(decor.words[1]) == FPDenormMode::FlushToZero) {
      return denormals.flush(decor.words[0]);
    }
    denormals.kept |= decor.words[0] != 16;
    return cargo::success{};
  default:
    return cargo::success{};
  }
}

} // namespace

Outcome apply_float_controls(Reader& reader) {
  Denormals denormals;
  for (const ExecutionModeRow& row : reader.execution_modes) {
    if (auto done = apply_mode(denormals, row); !done) {
      return fail(id_text(row.function) + ": " + done.error());
    }
  }
  for (const auto& [id, function] : reader.functions) {
    for (const Decor& decor : reader.decorations.of(id)) {
      if (auto done = apply_decoration(denormals, decor); !done) {
        return fail(id_text(id) + ": " + done.error());
      }
    }
  }
  if (denormals.flushed && denormals.kept) {
    return fail("denormal numbers are flushed by all of a module or by nothing of it");
  }
  if (denormals.flushed) {
    reader.module.addModuleFlag(llvm::Module::Override, "lanewise.denorms_are_zero", 1);
    reader.module.addModuleFlag(llvm::Module::Override, "lanewise.has_denormals", uint32_t(0));
  }
  if (denormals.doubles_flushed) {
    reader.module.addModuleFlag(llvm::Module::Override, "lanewise.flushes_doubles", 1);
  }
  return cargo::success{};
}

} // namespace spirv_ll
