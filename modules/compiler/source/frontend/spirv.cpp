// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/spirv.h"

#include "device_options.h"
#include "environment/environment.h"
#include "non_uniform_groups.h"
#include "spirv-ll/read.h"

#include <algorithm>
#include <cstring>
#include <llvm/ADT/STLExtras.h>
#include <spirv-tools/libspirv.hpp>

namespace compiler {
namespace {

bool wants_validation() { return environment::text(environment::Variable::validate_spirv) == "1"; }

bool validate(Context& context, binary::bytes_view il) {
  spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_6);
  tools.SetMessageConsumer(
      [&](spv_message_level_t, const char*, const spv_position_t& position, const char* message) {
        context.error("SPIR-V at word " + std::to_string(position.index) + ": " + message);
      });
  std::vector<uint32_t> words((il.size() + 3) / 4);
  std::memcpy(words.data(), il.data(), il.size());
  return tools.Validate(words);
}

/// A value of another size than any scalar's matches none, and is refused with the constant's size.
std::vector<spirv_ll::Specialization>
specializations_of(std::span<const SpecializationValue> values) {
  std::vector<spirv_ll::Specialization> result;
  for (const SpecializationValue& value : values) {
    spirv_ll::Specialization& made = result.emplace_back();
    made.id = value.id;
    made.size = uint32_t(value.value.size());
    std::copy_n(value.value.begin(), std::min(value.value.size(), made.bytes.size()),
                made.bytes.begin());
  }
  return result;
}

} // namespace

std::unique_ptr<llvm::Module> read_spirv(Context& context, binary::bytes_view il,
                                         std::span<const SpecializationValue> specializations,
                                         const Info& info, const Options& options) {
  if (wants_validation() && !validate(context, il)) {
    return nullptr;
  }
  const auto values = specializations_of(specializations);
  auto module =
      spirv_ll::read(context.llvm, il,
                     {.specializations = values,
                      .images = llvm::is_contained(info.extensions(), "__opencl_c_images"),
                      .matrix_sub_group_size = info.matrix_sub_group_size(),
                      .matrix_functions = info.has_matrix_functions()});
  if (!module) {
    context.error("SPIR-V: " + module.error().message());
    return nullptr;
  }
  record_device_options(**module, options);
  state_non_uniform_groups(**module, true);
  restrict_groups(**module, options);
  return std::move(*module);
}

} // namespace compiler
