// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/program.h"

#include "objects.h"

#include <algorithm>

namespace sycl {
inline namespace lw1 {
namespace detail {

bool is_constant(const sycl_image::Constant& constant, const std::string& name,
                 const std::string& unit) {
  return constant.name == name ||
         (constant.name.starts_with(name) && constant.name.substr(name.size()) == "@" + unit);
}

void constant_values::set(const constant_key& key, const void* value) {
  std::string bytes(static_cast<const char*>(value), key.size);
  const auto found = std::ranges::find(rows, key.id, &row::id);
  if (found != rows.end()) {
    found->bytes = std::move(bytes);
  } else {
    rows.push_back({key.id, key.name, key.unit, std::move(bytes)});
  }
}

const std::string* constant_values::find(const void* id) const {
  const auto found = std::ranges::find(rows, id, &row::id);
  return found == rows.end() ? nullptr : &found->bytes;
}

image_values constant_values::of(const sycl_image::Image& image) const {
  image_values values;
  for (const sycl_image::Constant& constant : image.constants) {
    const auto found = std::ranges::find_if(rows, [&](const row& one) {
      return is_constant(constant, one.name, one.unit) && one.bytes.size() == constant.size;
    });
    if (found != rows.end()) {
      values.emplace_back(constant.first, found->bytes);
    }
  }
  return values;
}

void constant_values::add(const constant_values& others) {
  for (const row& one : others.rows) {
    set({one.id, one.name.c_str(), one.unit.c_str(), one.bytes.size()}, one.bytes.data());
  }
}

built_program::built_program(context_impl& in, std::shared_ptr<const loaded_image> from,
                             owned_program take)
    : image(std::move(from)), cl(std::move(take)), context_number(in.number),
      system_memory(in.devices.front()->system_memory) {
  in.device_globals.write_addresses(cl.get(), image->content.device_globals);
}

built_program::~built_program() {
  for (const auto& [name, kernel] : kernels) {
    (void)clReleaseKernel(kernel->kernel);
    kernel->kernel = nullptr;
    kernel->context_number = 0;
  }
}

built_kernel* built_program::kernel(const std::string& name) {
  const std::lock_guard lock(mutex);
  if (const auto found = kernels.find(name); found != kernels.end()) {
    return found->second;
  }
  const sycl_image::Kernel* const facts = facts_of(*image, name);
  if (!facts) {
    return nullptr;
  }
  cl_int status = CL_SUCCESS;
  owned_kernel made(clCreateKernel(cl.get(), name.c_str(), &status));
  check(status, "clCreateKernel");
  // Kernels reach memory through pointers in their objects, which OpenCL does not see.
  const cl_bool yes = CL_TRUE;
  for (const cl_kernel_exec_info access : {CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
                                           CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
                                           CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL}) {
    check(clSetKernelExecInfo(made.get(), access, sizeof(yes), &yes), "clSetKernelExecInfo");
  }
  if (system_memory) {
    check(clSetKernelExecInfo(made.get(), CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof(yes),
                              &yes),
          "clSetKernelExecInfo");
  }
  auto kept = std::make_unique<built_kernel>();
  kept->context_number = context_number;
  kept->facts = *facts;
  kept->kernel = made.take();
  return kernels.emplace(name, kept.release()).first->second;
}

namespace {

std::string build_log(cl_program program, cl_device_id device) {
  size_t size = 0;
  if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size) !=
          CL_SUCCESS ||
      size == 0) {
    return {};
  }
  std::string log(size, '\0');
  (void)clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
  log.resize(size - 1);
  return log;
}

void check_build(cl_int status, const char* step, cl_program program, const context_impl& in) {
  if (status != CL_SUCCESS) {
    throw exception(make_error_code(errc::build),
                    std::string("the device's ") + step + " refuses the kernels' image with " +
                        name_of_status(status) + ": " +
                        (program ? build_log(program, in.devices.front()->id) : ""));
  }
}

/// Null: there is none.
const sycl_image::Payload* spirv_of(const sycl_image::Image& image) {
  const auto found =
      std::ranges::find(image.payloads, sycl_image::spirv_format, &sycl_image::Payload::format);
  return found == image.payloads.end() ? nullptr : &*found;
}

std::string sentence_without_spirv(const sycl_image::Image& image) {
  std::string formats;
  for (const sycl_image::Payload& payload : image.payloads) {
    formats += (formats.empty() ? "" : ", ") + payload.format;
  }
  const size_t others = image.kernels.size() > 1 ? image.kernels.size() - 1 : 0;
  return "the kernel " + (image.kernels.empty() ? "" : image.kernels.front().name) +
         (others ? " (and " + std::to_string(others) + " more)" : "") + " has code for " + formats +
         ", which the devices do not take as it is, or whose specialization constants are fixed; "
         "-fsycl-targets=spirv64 adds SPIR-V";
}

const char* options_of(const sycl_image::Image& image) {
  const sycl_image::Payload* const payload = spirv_of(image);
  return payload ? payload->options.c_str() : "";
}

} // namespace

owned_program create_program(const context_impl& in, const sycl_image::Image& image,
                             const image_values& values) {
  const sycl_image::Payload* const payload = spirv_of(image);
  if (!payload) {
    throw exception(make_error_code(errc::kernel_not_supported), sentence_without_spirv(image));
  }
  cl_int status = CL_SUCCESS;
  owned_program made(
      clCreateProgramWithIL(in.cl.get(), payload->code.data(), payload->code.size(), &status));
  check(status, "clCreateProgramWithIL");
  for (const auto& [first, bytes] : values) {
    uint32_t number = first;
    for (size_t at = 0; at < bytes.size(); ++number) {
      const size_t size = sycl_image::piece_size(bytes.size(), at);
      // One that no kernel of the image uses any more is not in the code.
      status = clSetProgramSpecializationConstant(made.get(), number, size, &bytes[at]);
      if (status != CL_INVALID_SPEC_ID) {
        check(status, "clSetProgramSpecializationConstant");
      }
      at += size;
    }
  }
  return made;
}

void build_program(const context_impl& in, const sycl_image::Image& image,
                   const owned_program& program) {
  check_build(clBuildProgram(program.get(), 0, nullptr, options_of(image), nullptr, nullptr),
              "compiler", program.get(), in);
}

void compile_program(const context_impl& in, const sycl_image::Image& image,
                     const owned_program& program) {
  check_build(clCompileProgram(program.get(), 0, nullptr, options_of(image), 0, nullptr, nullptr,
                               nullptr, nullptr),
              "compiler", program.get(), in);
}

owned_program link_program(const context_impl& in, const owned_program& object) {
  const cl_program input = object.get();
  cl_int status = CL_SUCCESS;
  owned_program made(
      clLinkProgram(in.cl.get(), 0, nullptr, "", 1, &input, nullptr, nullptr, &status));
  check_build(status, "linker", made.get(), in);
  return made;
}

} // namespace detail
} // namespace lw1
} // namespace sycl
