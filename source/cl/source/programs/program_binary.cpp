// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateProgramWithBinary. Never loads the compiler.
#include "programs/program.h"

#include "programs/zeroed_memory.h"

#include <algorithm>
#include <array>

namespace cl {
namespace {

constexpr std::array<unsigned char, 4> bitcode_magic = {'B', 'C', 0xC0, 0xDE};

bool is_bitcode(binary::bytes_view data) {
  return data.size() >= bitcode_magic.size() &&
         std::equal(bitcode_magic.begin(), bitcode_magic.end(), data.begin());
}

cl_program_binary_type type_of(binary::Kind kind) {
  switch (kind) {
  case binary::Kind::object:
    return CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
  case binary::Kind::library:
    return CL_PROGRAM_BINARY_TYPE_LIBRARY;
  default:
    return CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  }
}

/// Loads a binary for a device of a context; the error is a sentence.
cargo::expected<Build, std::string> take(const Context& context, Device& device,
                                         binary::bytes_view data) {
  if (is_bitcode(data)) {
    return cargo::unexpected{"SPIR 1.2 binaries (cl_khr_spir) are not supported: compile to SPIR-V "
                             "or from source instead"};
  }
  auto contents = binary::read(data);
  if (!contents) {
    return cargo::unexpected{contents.error()};
  }
  if (contents->device != device.info().compiler_name) {
    return cargo::unexpected{"program binary is for device '" + contents->device + "', expected '" +
                             device.info().compiler_name + "'"};
  }
  Build build;
  build.type = type_of(contents->kind);
  build.set_container({data.begin(), data.end()});
  if (contents->kind != binary::Kind::executable) {
    return build;
  }
  const bool has_ir = !contents->ir.empty();
  if (!zeroes_memory_for(context, contents->options)) {
    if (!has_ir) {
      return cargo::unexpected{"program binary holds no code that begins with zeros in memory, as "
                               "the context asks for, and nothing to make it from"};
    }
    return build; // clBuildProgram makes such code from the IR
  }
  const auto loaded = load_executable(device, data, std::move(*contents));
  if (loaded) {
    build.executable = *loaded;
  } else if (loaded.error() == mux_error_out_of_memory) {
    throw std::bad_alloc();
  } else if (loaded.error() != mux_error_unsupported_binary || !has_ir) {
    return cargo::unexpected{"program binary holds no code for this device (" +
                             std::string(muxGetResultName(loaded.error())) + ")"};
  } // else clBuildProgram makes code from the IR
  return build;
}

expected<retained<Program>> create(cl_context handle, cl_uint count, const cl_device_id* list,
                                   const size_t* lengths, const unsigned char* const* binaries,
                                   cl_int* status) {
  Context* context = lookup<Context>(handle);
  if (const cl_int error = check_context(context)) {
    return fail(error);
  }
  if (count == 0 || !list || !lengths || !binaries) {
    return fail(CL_INVALID_VALUE);
  }
  auto devices = check_device_list(context->devices, count, list);
  if (!devices) {
    return fail(devices.error());
  }
  for (size_t i = 0; i < devices->size(); ++i) {
    if (std::find(devices->begin(), devices->begin() + i, (*devices)[i]) != devices->begin() + i) {
      return fail(CL_INVALID_DEVICE); // named twice
    }
  }
  std::vector<Build> builds(devices->size());
  cl_int error = CL_SUCCESS;
  const auto set_status = [&](size_t i, cl_int device_status) {
    if (status) {
      status[i] = device_status;
    }
    if (device_status && error != CL_INVALID_VALUE) {
      error = device_status;
    }
  };
  for (size_t i = 0; i < devices->size(); ++i) {
    if (!binaries[i] || lengths[i] == 0) {
      set_status(i, CL_INVALID_VALUE);
      continue;
    }
    auto build = take(*context, *(*devices)[i], {binaries[i], lengths[i]});
    if (build) {
      builds[i] = std::move(*build);
    } else {
      context->notify(build.error());
    }
    set_status(i, build ? CL_SUCCESS : CL_INVALID_BINARY);
  }
  if (error) {
    return fail(error);
  }
  auto program = make<Program>(retained<Context>(context), *devices, Program::Origin::binaries);
  for (size_t i = 0; i < devices->size(); ++i) {
    program->set(*(*devices)[i], std::move(builds[i]));
  }
  return program;
}

} // namespace
} // namespace cl

using namespace cl;

cl_program CL_API_CALL clCreateProgramWithBinary(cl_context context, cl_uint count,
                                                 const cl_device_id* list, const size_t* lengths,
                                                 const unsigned char** binaries, cl_int* status,
                                                 cl_int* errcode_ret) {
  return created(errcode_ret,
                 [&] { return create(context, count, list, lengths, binaries, status); });
}
