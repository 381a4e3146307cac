// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clBuildProgram, clCompileProgram and clLinkProgram: requests to the compiler, and the handling of
// its answers. A program that already is an executable is built without the compiler.
#include "programs/program.h"

#include "background.h"
#include "kernels/variants.h"
#include "programs/zeroed_memory.h"
#include "queues/mux_queue.h"

#include "compiler_interface/cached_run.h"
#include "compiler_interface/options.h"

#include <algorithm>

namespace cl {
namespace {

using compiler::Operation;

/// The statuses of an operation, in the order of the rows below.
struct Errors {
  cl_int failure, invalid_options;
};
constexpr Errors errors_of(Operation operation) {
  switch (operation) {
  case Operation::build:
    return {CL_BUILD_PROGRAM_FAILURE, CL_INVALID_BUILD_OPTIONS};
  case Operation::compile:
    return {CL_COMPILE_PROGRAM_FAILURE, CL_INVALID_COMPILER_OPTIONS};
  default:
    return {CL_LINK_PROGRAM_FAILURE, CL_INVALID_LINKER_OPTIONS};
  }
}

cl_int status_of(compiler::Status status, Operation operation) {
  switch (status) {
  case compiler::Status::success:
    return CL_SUCCESS;
  case compiler::Status::invalid_options:
    return errors_of(operation).invalid_options;
  case compiler::Status::invalid_binary:
    return CL_INVALID_BINARY;
  case compiler::Status::out_of_memory:
    return CL_OUT_OF_HOST_MEMORY;
  default:
    return errors_of(operation).failure;
  }
}

/// One device's share of a call: the request and its outcome.
struct Job {
  Device* device;
  compiler::Request request;
  Build result; ///< with the options set; an executable in it needs no compiler
  cl_int error = CL_SUCCESS;
};

void fail_job(Job& job, cl_int error, const std::string& message) {
  job.error = error;
  job.result.status = CL_BUILD_ERROR;
  job.result.type = CL_PROGRAM_BINARY_TYPE_NONE;
  job.result.container = nullptr;
  job.result.executable = nullptr;
  job.result.log += message;
}

/// Takes over the compiler's result.
void accept(Job& job, binary::bytes container) {
  auto contents = binary::read(container);
  if (!contents) {
    fail_job(job, errors_of(job.request.operation).failure, "error: " + contents.error() + "\n");
    return;
  }
  const auto kind = contents->kind;
  job.result.type = kind == binary::Kind::object    ? CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT
                    : kind == binary::Kind::library ? CL_PROGRAM_BINARY_TYPE_LIBRARY
                                                    : CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  job.result.executable = nullptr;
  if (kind == binary::Kind::executable) {
    const auto loaded = load_executable(*job.device, container, std::move(*contents));
    if (!loaded && loaded.error() == mux_error_out_of_memory) {
      throw std::bad_alloc();
    }
    if (!loaded) {
      fail_job(job, errors_of(job.request.operation).failure,
               "error: the device refuses the code (" +
                   std::string(muxGetResultName(loaded.error())) + ")\n");
      return;
    }
    job.result.executable = *loaded;
  }
  job.result.set_container(std::move(container));
  job.result.status = CL_BUILD_SUCCESS;
}

void run(Job& job) {
  if (job.result.executable) {
    job.result.status = CL_BUILD_SUCCESS;
    return;
  }
  try {
    // Launches will follow. What is built in no time is launched before threads could be there.
    auto response = compiler::run_cached(job.request, job.device->info().architecture,
                                         [&] { job.device->mux_queues.prepare(); });
    job.result.log = std::move(response.log);
    if (response.status == compiler::Status::success) {
      accept(job, std::move(response.binary));
    } else {
      fail_job(job, status_of(response.status, job.request.operation), "");
    }
  } catch (const std::bad_alloc&) {
    fail_job(job, CL_OUT_OF_HOST_MEMORY, "");
  }
}

/// A device and its sub-devices run the same code: an earlier job whose result will do, or null.
const Job* same_job(std::span<const Job> earlier, const Job& job) {
  const auto found = std::ranges::find_if(earlier, [&](const Job& other) {
    return other.device->mux == job.device->mux && other.request == job.request;
  });
  return found != earlier.end() && !job.result.executable ? &*found : nullptr;
}

/// Once a process: a cache that is wanted but not there makes every program start slowly.
void report_cache_problem(const Context& context) {
  static std::atomic<bool> told = false;
  if (!compiler::cache_problem().empty() && !told.exchange(true)) {
    context.notify(compiler::cache_problem());
  }
}

/// The first error of any device.
cl_int run_all(Program& program, std::span<Job> jobs) {
  cl_int error = CL_SUCCESS;
  for (size_t i = 0; i < jobs.size(); ++i) {
    Job& job = jobs[i];
    if (const Job* same = same_job(jobs.first(i), job)) {
      job.result = same->result;
      job.error = same->error;
    } else {
      run(job);
      report_cache_problem(*program.context);
    }
    error = error ? error : job.error;
    program.set(*job.device, job.result);
  }
  return error;
}

/// Runs the jobs here, or, if the application wants to be called, in the background. Throws
/// std::bad_alloc, and then no build is in progress any more.
cl_int start(const retained<Program>& program, std::vector<Job> jobs, ProgramNotify notify,
             void* user_data) {
  try {
    if (!notify) {
      return run_all(*program, jobs);
    }
    const auto shared = std::make_shared<std::vector<Job>>(std::move(jobs));
    const auto work = [program, shared, notify, user_data] {
      try {
        static_cast<void>(run_all(*program, *shared));
      } catch (const std::bad_alloc&) {
        program->abandon_builds();
      }
      notify(handle_of(program.get()), user_data);
    };
    if (!Background::builds().add(work)) {
      work(); // no thread can be started
    }
    return CL_SUCCESS;
  } catch (const std::bad_alloc&) {
    program->abandon_builds();
    throw;
  }
}

struct Call {
  cl_uint num_devices;
  const cl_device_id* device_list;
  const char* options;
  ProgramNotify notify;
  void* user_data;

  [[nodiscard]] std::string options_text() const { return options ? options : ""; }
};

expected<std::vector<Device*>> check_call(std::span<Device* const> all, const Call& call) {
  if (!call.notify && call.user_data) {
    return fail(CL_INVALID_VALUE);
  }
  return check_device_list(all, call.num_devices, call.device_list);
}

cl_int check_compiler(std::span<Device* const> devices, cl_int error) {
  const bool all = std::ranges::all_of(
      devices, [](const Device* device) { return *device->info().compiler_name != 0; });
  return all && compiler::is_available() ? CL_SUCCESS : error;
}

/// The device's own compiler options, which come before the application's.
std::string options_for(const Device& device) {
  const char* own = device.info().compiler_options;
  return own ? std::string(own) + ' ' : std::string();
}

Job make_job(const Context& context, Device* device, Operation operation,
             const std::string& options) {
  Job job{.device = device, .request = {}, .result = {}};
  job.request.operation = operation;
  job.request.device = device->info().compiler_name;
  job.request.options = options_for(*device) + options_in(context, options);
  job.request.variants_follow = wanted_specialization() != Specialize::never;
  job.result.options = options;
  return job;
}

/// Whether an executable may be launched in ways that the options of its build forbid.
bool restricts_groups(const Build& now, const std::string& options) {
  const auto words = compiler::split_options(options);
  return now.executable &&
         std::ranges::any_of(
             now.executable->contents.kernels,
             [](const binary::Kernel& kernel) { return kernel.non_uniform != 0; }) &&
         std::ranges::find(words, "-cl-uniform-work-group-size") != words.end();
}

/// A build's job: from source, from SPIR-V, from an executable, or from a container that holds IR.
expected<Job> make_build_job(const Program& program, Device* device, const std::string& options) {
  Job job = make_job(*program.context, device, Operation::build, options);
  if (program.origin == Program::Origin::source) {
    job.request.source = program.source;
    return job;
  }
  if (program.origin == Program::Origin::il) {
    job.request.il = program.il;
    job.request.specializations = program.specializations();
    return job;
  }
  const Build now = program.build(*device);
  if (!now.container) {
    return fail(CL_INVALID_BINARY);
  }
  job.result.container = now.container;
  job.result.container_hash = now.container_hash;
  job.result.type = now.type;
  job.result.executable = restricts_groups(now, options) ? nullptr : now.executable;
  if (!job.result.executable) {
    job.request.inputs.push_back(*now.container);
  }
  return job;
}

cl_int build(cl_program handle, const Call& call) {
  const retained<Program> program(lookup<Program>(handle));
  if (!program) {
    return CL_INVALID_PROGRAM;
  }
  const auto devices = check_call(program->devices, call);
  if (!devices) {
    return devices.error();
  }
  if (program->origin == Program::Origin::linking) {
    return CL_INVALID_OPERATION;
  }
  std::vector<Job> jobs;
  for (Device* device : *devices) {
    auto job = make_build_job(*program, device, call.options_text());
    if (!job) {
      return job.error();
    }
    jobs.push_back(std::move(*job));
  }
  const bool compiles =
      std::ranges::any_of(jobs, [](const Job& j) { return !j.result.executable; });
  if (compiles) {
    if (const cl_int error = check_compiler(*devices, CL_COMPILER_NOT_AVAILABLE)) {
      return error;
    }
  }
  if (const cl_int error = program->begin_builds(*devices)) {
    return error;
  }
  return start(program, std::move(jobs), call.notify, call.user_data);
}

expected<std::vector<compiler::Header>> check_headers(const Context& context, cl_uint count,
                                                      const cl_program* programs,
                                                      const char* const* names) {
  if ((count == 0) != (programs == nullptr) || (count == 0) != (names == nullptr)) {
    return fail(CL_INVALID_VALUE);
  }
  std::vector<compiler::Header> headers;
  for (cl_uint i = 0; i < count; ++i) {
    const Program* header = lookup<Program>(programs[i]);
    if (!header) {
      return fail(CL_INVALID_PROGRAM);
    }
    if (header->context.get() != &context) {
      return fail(CL_INVALID_CONTEXT);
    }
    if (!names[i]) {
      return fail(CL_INVALID_VALUE);
    }
    headers.push_back({names[i], header->source});
  }
  return headers;
}

cl_int compile(cl_program handle, const Call& call, cl_uint num_headers, const cl_program* headers,
               const char* const* names) {
  const retained<Program> program(lookup<Program>(handle));
  if (!program) {
    return CL_INVALID_PROGRAM;
  }
  const auto devices = check_call(program->devices, call);
  if (!devices) {
    return devices.error();
  }
  const auto found = check_headers(*program->context, num_headers, headers, names);
  if (!found) {
    return found.error();
  }
  const bool is_il = program->origin == Program::Origin::il;
  if (program->origin != Program::Origin::source && !is_il) {
    return CL_INVALID_OPERATION;
  }
  if (const cl_int error = check_compiler(*devices, CL_COMPILER_NOT_AVAILABLE)) {
    return error;
  }
  std::vector<Job> jobs;
  for (Device* device : *devices) {
    Job job = make_job(*program->context, device, Operation::compile, call.options_text());
    if (is_il) {
      job.request.il = program->il;
      job.request.specializations = program->specializations();
    } else {
      job.request.source = program->source;
      job.request.headers = *found;
    }
    jobs.push_back(std::move(job));
  }
  if (const cl_int error = program->begin_builds(*devices)) {
    return error;
  }
  return start(program, std::move(jobs), call.notify, call.user_data);
}

/// A link's jobs. On each device either all inputs hold an object or a library, or none does.
expected<std::vector<Job>> make_link_jobs(const Context& context, std::span<Device* const> devices,
                                          std::span<const retained<Program>> inputs,
                                          const std::string& options) {
  std::vector<Job> jobs;
  for (Device* device : devices) {
    Job job = make_job(context, device, Operation::link, options);
    for (const auto& input : inputs) {
      const Build now = input->has(*device) ? input->build(*device) : Build();
      if (now.status == CL_BUILD_IN_PROGRESS) {
        return fail(CL_INVALID_OPERATION);
      }
      const bool linkable = now.container && (now.type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT ||
                                              now.type == CL_PROGRAM_BINARY_TYPE_LIBRARY);
      if (linkable) {
        job.request.inputs.push_back(*now.container);
      }
    }
    if (job.request.inputs.size() == inputs.size()) {
      jobs.push_back(std::move(job));
    } else if (!job.request.inputs.empty()) {
      return fail(CL_INVALID_OPERATION);
    }
  }
  if (jobs.empty()) {
    return fail(CL_INVALID_OPERATION);
  }
  return jobs;
}

struct Linked {
  retained<Program> program;
  cl_int error;
};

expected<Linked> link(cl_context handle, const Call& call, cl_uint count,
                      const cl_program* programs) {
  Context* context = lookup<Context>(handle);
  if (const cl_int error = check_context(context)) {
    return fail(error);
  }
  const auto devices = check_call(context->devices, call);
  if (!devices) {
    return fail(devices.error());
  }
  if (count == 0 || !programs) {
    return fail(CL_INVALID_VALUE);
  }
  std::vector<retained<Program>> inputs;
  for (const cl_program input : std::span(programs, count)) {
    Program* program = lookup<Program>(input);
    if (!program) {
      return fail(CL_INVALID_PROGRAM);
    }
    if (program->context.get() != context) {
      return fail(CL_INVALID_CONTEXT);
    }
    inputs.emplace_back(program);
  }
  auto jobs = make_link_jobs(*context, *devices, inputs, call.options_text());
  if (!jobs) {
    return fail(jobs.error());
  }
  if (const cl_int error = check_compiler(*devices, CL_LINKER_NOT_AVAILABLE)) {
    return fail(error);
  }
  std::vector<Device*> linked;
  for (const Job& job : *jobs) {
    linked.push_back(job.device);
  }
  // Devices without an object are the program's, too: those have no executable.
  Linked result{make<Program>(retained<Context>(context), *devices, Program::Origin::linking),
                CL_SUCCESS};
  if (const cl_int error = result.program->begin_builds(linked)) {
    return fail(error);
  }
  result.error = start(result.program, std::move(*jobs), call.notify, call.user_data);
  if (result.error && result.error != CL_LINK_PROGRAM_FAILURE) {
    return fail(result.error);
  }
  return result;
}

} // namespace
} // namespace cl

using namespace cl;

cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint num_devices,
                                  const cl_device_id* device_list, const char* options,
                                  ProgramNotify notify, void* user_data) {
  return guarded(
      [&] { return build(program, {num_devices, device_list, options, notify, user_data}); });
}

cl_int CL_API_CALL clCompileProgram(cl_program program, cl_uint num_devices,
                                    const cl_device_id* device_list, const char* options,
                                    cl_uint num_headers, const cl_program* headers,
                                    const char** names, ProgramNotify notify, void* user_data) {
  return guarded([&] {
    return compile(program, {num_devices, device_list, options, notify, user_data}, num_headers,
                   headers, names);
  });
}

cl_program CL_API_CALL clLinkProgram(cl_context context, cl_uint num_devices,
                                     const cl_device_id* device_list, const char* options,
                                     cl_uint num_inputs, const cl_program* inputs,
                                     ProgramNotify notify, void* user_data, cl_int* errcode_ret) {
  cl_int error = CL_SUCCESS;
  cl_int link_error = CL_SUCCESS;
  const cl_program handle = guarded(&error, [&]() -> expected<cl_program> {
    auto linked =
        link(context, {num_devices, device_list, options, notify, user_data}, num_inputs, inputs);
    if (!linked) {
      return fail(linked.error());
    }
    link_error = linked->error; // a failed link gives a program too: its log says why
    return hand_out(linked->program);
  });
  if (errcode_ret) {
    *errcode_ret = error ? error : link_error;
  }
  return handle;
}
