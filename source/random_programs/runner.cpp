// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs random programs and prints a number for each launch and each buffer, as the reference does
// (runtime/reference.h). One process is one configuration: what its environment says, and
//
//   runner [--options <build options>] [--binary | --twice] <case>=<source, SPIR-V or binary> ...
//
// --binary: programs are built, and then built from their binaries. --twice: built twice, the
// second time from the cache. For each case lines "begin <case>", "built <case>" and then either
// "done <case> <milliseconds of the build> <number>..." or "failed <case> <reason>". A case is a
// text that the driver writes (generator/harness/case_file.py). SPIR-V is in files *.spv, a binary
// in *.bin.
#include "runtime/data.h"

#define CL_TARGET_OPENCL_VERSION 210
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <getopt.h>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

namespace {

/// Where results go: standard output is what kernels print.
FILE* results = stdout;

using Bytes = std::vector<unsigned char>;

void check(cl_int status, const std::string& what) {
  if (status != CL_SUCCESS) {
    throw std::runtime_error(what + " gave " + std::to_string(status));
  }
}

struct Buffer {
  size_t count = 0;
  unsigned element_size = 0;
  char type = 0;
  int fill = 0;
  size_t width = 0, height = 0; ///< of an image
  cl_channel_type channel = 0;

  [[nodiscard]] size_t size() const { return count * element_size; }
};

struct Argument {
  char kind = 0; ///< 'b' buffer or image, 'l' local memory, 's' sampler, 'v' value
  size_t number = 0;
  Bytes value;
};

struct Launch {
  std::string kernel;
  cl_uint dimensions = 0;
  size_t global[3], local[3], offset[3];
  std::vector<Argument> arguments;
};

struct Case {
  std::string options; ///< for sources
  std::vector<Buffer> buffers;
  std::vector<Launch> launches;
};

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw std::runtime_error("cannot read " + path);
  }
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

Argument read_argument(std::istream& text) {
  Argument argument;
  std::string value;
  text >> argument.kind >> value;
  if (argument.kind != 'v') {
    argument.number = std::stoul(value);
    return argument;
  }
  for (size_t i = 0; i + 1 < value.size(); i += 2) {
    argument.value.push_back(
        static_cast<unsigned char>(std::stoul(value.substr(i, 2), nullptr, 16)));
  }
  return argument;
}

Case read_case(const std::string& path) {
  std::istringstream text(read_file(path));
  Case result;
  std::string word;
  while (text >> word) { // "option", "buffer", "image" or "launch"
    if (word == "option") {
      text >> word;
      result.options += " " + word;
      continue;
    }
    if (word == "buffer") {
      Buffer buffer;
      text >> buffer.count >> buffer.element_size >> buffer.type >> buffer.fill;
      result.buffers.push_back(buffer);
      continue;
    }
    if (word == "image") {
      Buffer image;
      text >> image.width >> image.height >> image.channel >> image.element_size >> image.type >>
          image.fill;
      image.count = 4 * image.width * image.height;
      result.buffers.push_back(image);
      continue;
    }
    Launch launch;
    size_t arguments = 0;
    text >> launch.kernel >> launch.dimensions;
    for (size_t* sizes : {launch.global, launch.local, launch.offset}) {
      text >> sizes[0] >> sizes[1] >> sizes[2];
    }
    text >> arguments;
    for (size_t i = 0; i < arguments; ++i) {
      launch.arguments.push_back(read_argument(text));
    }
    if (!text) {
      throw std::runtime_error("malformed case " + path);
    }
    result.launches.push_back(launch);
  }
  return result;
}

/// The text printed since the last call; the file behind standard output is empty afterwards.
std::string printed() {
  std::fflush(stdout);
  const off_t size = lseek(STDOUT_FILENO, 0, SEEK_END);
  std::string text(static_cast<size_t>(size), 0);
  if (size && pread(STDOUT_FILENO, text.data(), text.size(), 0) != size) {
    throw std::runtime_error("what was printed cannot be read");
  }
  if (size && (ftruncate(STDOUT_FILENO, 0) || lseek(STDOUT_FILENO, 0, SEEK_SET))) {
    throw std::runtime_error("what was printed cannot be deleted");
  }
  return text;
}

void redirect_standard_output() {
  const int own = dup(STDOUT_FILENO), file = memfd_create("printed", 0);
  if (own < 0 || file < 0 || dup2(file, STDOUT_FILENO) < 0) {
    throw std::runtime_error("cannot redirect standard output");
  }
  results = fdopen(own, "w");
}

class Device {
public:
  Device() {
    cl_platform_id platform = nullptr;
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    cl_int status = 0;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
    check(status, "clCreateContext");
    queue = clCreateCommandQueue(context, device, 0, &status);
    check(status, "clCreateCommandQueue");
  }

  cl_program create(const std::string& source) const {
    const std::string text = read_file(source);
    cl_int status = 0;
    const char* begin = text.data();
    const size_t size = text.size();
    if (source.ends_with(".bin")) {
      return load(text);
    }
    cl_program program = source.ends_with(".spv")
                             ? clCreateProgramWithILKHR(context, begin, size, &status)
                             : clCreateProgramWithSource(context, 1, &begin, &size, &status);
    check(status, "creating the program");
    return program;
  }

  void build(cl_program program, const std::string& options) const {
    const cl_int status = clBuildProgram(program, 1, &device, options.c_str(), nullptr, nullptr);
    if (status != CL_SUCCESS) {
      std::string log(65536, 0);
      clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
      throw std::runtime_error("build: " + log.substr(0, 1000).substr(0, log.find('\0')));
    }
  }

  cl_program from_binary(cl_program program) const {
    size_t size = 0;
    check(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, nullptr),
          "sizes");
    std::string binary(size, 0);
    char* data = binary.data();
    check(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(data), &data, nullptr), "binaries");
    clReleaseProgram(program);
    return load(binary);
  }

  cl_program load(const std::string& binary) const {
    cl_int status = 0;
    const auto* begin = reinterpret_cast<const unsigned char*>(binary.data());
    const size_t size = binary.size();
    cl_program made =
        clCreateProgramWithBinary(context, 1, &device, &size, &begin, nullptr, &status);
    check(status, "clCreateProgramWithBinary");
    return made;
  }

  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
};

struct Options {
  std::string build;
  bool from_binary = false, twice = false;
};

cl_program build_program(const Device& device, const std::string& source, const Options& options) {
  cl_program program = device.create(source);
  device.build(program, options.build);
  if (options.twice) {
    clReleaseProgram(program);
    program = device.create(source);
    device.build(program, options.build);
  }
  if (options.from_binary) {
    program = device.from_binary(program);
    device.build(program, "");
  }
  return program;
}

/// The launches of one case, and what they leave in memory.
class Run {
public:
  Run(const Device& on, cl_program in_program, const Case& what)
      : device(on), program(in_program), plan(what) {
    for (const Buffer& buffer : plan.buffers) {
      Bytes& bytes = contents.emplace_back(buffer.size());
      data::fill(bytes.data(), buffer.count, buffer.element_size, buffer.type, buffer.fill,
                 contents.size() - 1);
      buffers.push_back(buffer.width ? make_image(buffer, bytes) : make_buffer(bytes));
    }
  }
  ~Run() {
    for (cl_mem buffer : buffers) {
      clReleaseMemObject(buffer);
    }
    for (const auto& [name, kernel] : kernels) {
      clReleaseKernel(kernel);
    }
    for (const auto& [bits, sampler] : samplers) {
      clReleaseSampler(sampler);
    }
  }

  void all() {
    for (const Launch& launch : plan.launches) {
      enqueue(launch);
      for (size_t i = 0; i < buffers.size(); ++i) {
        Bytes& bytes = contents[i];
        read(i, bytes);
        numbers.push_back(data::hash(bytes.data(), bytes.size()));
      }
      const std::string text = printed();
      numbers.push_back(data::hash_of_lines(text.data(), text.size()));
    }
  }

  std::vector<uint64_t> numbers;

private:
  cl_mem make_buffer(Bytes& bytes) const {
    cl_int status = 0;
    cl_mem made = clCreateBuffer(device.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                 bytes.size(), bytes.data(), &status);
    check(status, "clCreateBuffer");
    return made;
  }

  cl_mem make_image(const Buffer& image, Bytes& bytes) const {
    const cl_image_format format{CL_RGBA, image.channel};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = image.width;
    description.image_height = image.height;
    cl_int status = 0;
    cl_mem made = clCreateImage(device.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &format,
                                &description, bytes.data(), &status);
    check(status, "clCreateImage");
    return made;
  }

  void read(size_t i, Bytes& bytes) const {
    const Buffer& from = plan.buffers[i];
    if (!from.width) {
      check(clEnqueueReadBuffer(device.queue, buffers[i], CL_TRUE, 0, bytes.size(), bytes.data(), 0,
                                nullptr, nullptr),
            "clEnqueueReadBuffer");
      return;
    }
    const size_t origin[3] = {0, 0, 0}, region[3] = {from.width, from.height, 1};
    check(clEnqueueReadImage(device.queue, buffers[i], CL_TRUE, origin, region, 0, 0, bytes.data(),
                             0, nullptr, nullptr),
          "clEnqueueReadImage");
  }

  /// `bits`: whether it is normalized, and above that the addressing mode.
  cl_sampler& sampler(size_t bits) {
    cl_sampler& made = samplers[bits];
    if (!made) {
      cl_int status = 0;
      made =
          clCreateSampler(device.context, static_cast<cl_bool>(bits & 1),
                          static_cast<cl_addressing_mode>(bits >> 1), CL_FILTER_NEAREST, &status);
      check(status, "clCreateSampler");
    }
    return made;
  }

  cl_kernel kernel(const std::string& name) {
    cl_kernel& made = kernels[name];
    if (!made) {
      cl_int status = 0;
      made = clCreateKernel(program, name.c_str(), &status);
      check(status, "clCreateKernel");
    }
    return made;
  }

  void enqueue(const Launch& launch) {
    cl_kernel wanted = kernel(launch.kernel);
    for (cl_uint i = 0; i < launch.arguments.size(); ++i) {
      const Argument& argument = launch.arguments[i];
      check(argument.kind == 'b'
                ? clSetKernelArg(wanted, i, sizeof(cl_mem), &buffers.at(argument.number))
            : argument.kind == 's'
                ? clSetKernelArg(wanted, i, sizeof(cl_sampler), &sampler(argument.number))
            : argument.kind == 'l'
                ? clSetKernelArg(wanted, i, argument.number, nullptr)
                : clSetKernelArg(wanted, i, argument.value.size(), argument.value.data()),
            "clSetKernelArg " + std::to_string(i));
    }
    check(clEnqueueNDRangeKernel(device.queue, wanted, launch.dimensions, launch.offset,
                                 launch.global, launch.local[0] ? launch.local : nullptr, 0,
                                 nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    check(clFinish(device.queue), "clFinish");
  }

  const Device& device;
  cl_program program;
  const Case& plan;
  std::vector<Bytes> contents;
  std::vector<cl_mem> buffers;
  std::map<std::string, cl_kernel> kernels;
  std::map<size_t, cl_sampler> samplers;
};

void run_case(const Device& device, const std::string& name, const std::string& source,
              const Options& options) {
  using Clock = std::chrono::steady_clock;
  const Case plan = read_case(name);
  const auto begin = Clock::now();
  Options its_own = options;
  its_own.build += source.ends_with(".cl") ? plan.options : "";
  cl_program program = build_program(device, source, its_own);
  const double milliseconds =
      std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
  std::fprintf(results, "built %s\n", name.c_str());
  std::fflush(results);
  Run run(device, program, plan);
  run.all();
  std::fprintf(results, "done %s %.1f", name.c_str(), milliseconds);
  for (const uint64_t number : run.numbers) {
    std::fprintf(results, " %016llx", static_cast<unsigned long long>(number));
  }
  std::fprintf(results, "\n");
  clReleaseProgram(program);
}

} // namespace

int main(int argc, char** argv) {
  Options options;
  std::vector<std::string> cases;
  constexpr option known[] = {{"options", required_argument, nullptr, 'o'},
                              {"binary", no_argument, nullptr, 'b'},
                              {"twice", no_argument, nullptr, 't'},
                              {"help", no_argument, nullptr, 'h'},
                              {}};
  for (int found = 0; (found = getopt_long(argc, argv, "", known, nullptr)) != -1;) {
    if (found == 'o') {
      options.build = optarg;
    } else if (found == 'b') {
      options.from_binary = true;
    } else if (found == 't') {
      options.twice = true;
    } else {
      std::fprintf(found == 'h' ? stdout : stderr,
                   "usage: %s [--options <build options>] [--binary | --twice] <case>=<file>...\n"
                   "\nRuns random programs and prints a number for each launch and each buffer.\n"
                   "  --binary  programs are built, and then built from their binaries\n"
                   "  --twice   programs are built twice, the second time from the cache\n",
                   argv[0]);
      return found == 'h' ? 0 : 2;
    }
  }
  cases.assign(argv + optind, argv + argc);
  try {
    redirect_standard_output();
    const Device device;
    for (const std::string& pair : cases) {
      const size_t middle = pair.find('=');
      const std::string name = pair.substr(0, middle);
      std::fprintf(results, "begin %s\n", name.c_str());
      std::fflush(results);
      try {
        run_case(device, name, pair.substr(middle + 1), options);
      } catch (const std::exception& error) {
        std::string reason = error.what();
        for (char& c : reason) {
          c = c == '\n' ? '|' : c;
        }
        std::fprintf(results, "failed %s %s\n", name.c_str(), reason.c_str());
        std::fflush(results);
        std::_Exit(3); // what failed may have left anything behind: the process that started this
                       // one goes on with the rest
      }
      std::fflush(results);
    }
  } catch (const std::exception& error) {
    std::fprintf(results, "no device: %s\n", error.what());
    return 2;
  }
  return 0;
}
