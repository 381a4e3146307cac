// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/headers.h"

#include <iterator>

namespace compiler {
namespace {

// Each ends in a zero byte: Clang's lexer wants one behind its buffers.
constexpr char base_text[] = {
#include "opencl-c-base.inc"
    0};
constexpr char lanewise_text[] = {
#include "lanewise_opencl.inc"
    0};
constexpr char intel_text[] = {
#include "lanewise_intel.inc"
    0};
constexpr char atomics_text[] = {
#include "lanewise_atomics.inc"
    0};

} // namespace

llvm::StringRef opencl_c_base_header() { return {base_text, std::size(base_text) - 1}; }
llvm::StringRef lanewise_opencl_header() { return {lanewise_text, std::size(lanewise_text) - 1}; }
llvm::StringRef lanewise_intel_header() { return {intel_text, std::size(intel_text) - 1}; }
llvm::StringRef lanewise_atomics_header() { return {atomics_text, std::size(atomics_text) - 1}; }

} // namespace compiler
