// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: sharpen [--binary FILE] IN.png OUT.png
//
// Sharpens a picture with the kernel in sharpen.cl, built from source or taken from a program
// binary that clc made of it, and compares it and its time with those of the same in C++ on all
// cores. Exit status 1 if they differ. From a binary no compiler is needed, and none is loaded: it
// looks which libraries are in the process, and on a CPU it is an error if one of them is a
// compiler. (A GPU's own driver may have one, as binaries do not hold its instructions.)
//
// Notice: how long it takes until the program is ready, with --binary and without.
#include "../common/arguments.h"
#include "../common/compare.h"
#include "../common/session.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

namespace {

constexpr unsigned char source[] = {
#include "sharpen.inc"
};
constexpr size_t tile = 16;
constexpr int amount = 384; // in 1/256

size_t round_up(size_t value) { return (value + tile - 1) / tile * tile; }

Program make_program(const Session& session, const char* binary) {
  if (!binary) {
    return session.build(std::string(std::begin(source), std::end(source)));
  }
  std::ifstream file(binary, std::ios::binary);
  if (!file) {
    std::fprintf(stderr, "error: cannot read %s\n", binary);
    std::exit(1);
  }
  return session.load({std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()});
}

/// The file name of a compiler that is loaded, if one is.
std::string loaded_compiler() {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    const std::string name = line.substr(line.find_last_of("/ ") + 1);
    for (const char* part : {"compiler", "LLVM", "clang"}) {
      if (name.find(part) != std::string::npos) {
        return name;
      }
    }
  }
  return "";
}

Picture on_device(Picture picture, const char* binary, double& milliseconds) {
  const Session session;
  Program program;
  const double ready = best_milliseconds(1, [&] { program = make_program(session, binary); });
  const std::string compiler = loaded_compiler();
  std::printf("the program is ready after %.1f ms, %s is loaded\n", ready,
              compiler.empty() ? "no compiler" : compiler.c_str());
  if (binary && !compiler.empty() && is_cpu(session.device)) {
    std::fprintf(stderr, "error: a binary should need no compiler\n");
    std::exit(1);
  }
  const Kernel kernel = Session::kernel(program, "sharpen");
  const Buffer in = session.buffer(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, picture.rgba.size(),
                                   picture.rgba.data());
  const Buffer out = session.buffer(CL_MEM_WRITE_ONLY, picture.rgba.size());
  Session::set_arguments(kernel, in.get(), out.get(), cl_int(picture.width), cl_int(picture.height),
                         cl_int(amount));
  const size_t global[] = {round_up(picture.width), round_up(picture.height)};
  const size_t local[] = {tile, tile};
  milliseconds = best_milliseconds(10, [&] {
    check(clEnqueueNDRangeKernel(session.queue.get(), kernel.get(), 2, nullptr, global, local, 0,
                                 nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    check(clFinish(session.queue.get()), "clFinish");
  });
  session.read(out, picture.rgba.size(), picture.rgba.data());
  return picture;
}

/// The same, pixel by pixel.
Picture reference(const Picture& in) {
  constexpr int weights[] = {1, 4, 6, 4, 1};
  Picture out = in;
  const int width = int(in.width);
  const int height = int(in.height);
  const auto at = [&](int x, int y, int channel) {
    x = std::clamp(x, 0, width - 1);
    y = std::clamp(y, 0, height - 1);
    return int(in.rgba[(size_t(y) * in.width + size_t(x)) * 4 + size_t(channel)]);
  };
  for_rows(in.height, [&](unsigned row) {
    const int y = int(row);
    for (int x = 0; x < width; ++x) {
      for (int channel = 0; channel < 3; ++channel) {
        int blurred = 0;
        for (int i = 0; i < 25; ++i) {
          blurred += weights[i % 5] * weights[i / 5] * at(x + i % 5 - 2, y + i / 5 - 2, channel);
        }
        const int pixel = at(x, y, channel);
        const int sharp = pixel + amount * (256 * pixel - blurred) / 65536;
        out.rgba[(size_t(y) * in.width + size_t(x)) * 4 + size_t(channel)] =
            static_cast<unsigned char>(std::clamp(sharp, 0, 255));
      }
    }
  });
  return out;
}

} // namespace

int main(int argc, char** argv) {
  const Arguments arguments = read_arguments(
      argc, argv,
      {.operands = "IN.png OUT.png",
       .purpose =
           "Sharpens a picture with a kernel that uses local memory, and compares it with C++.",
       .count = 2,
       .option = "binary",
       .option_help = "a binary of the kernel, as clc makes it, in place of its source"});
  const bool from_binary = !arguments.option.empty();
  const Picture in = read_png(arguments.operands[0]);
  double kernel_time = 0;
  const Picture out = on_device(in, from_binary ? arguments.option.c_str() : nullptr, kernel_time);
  write_png(arguments.operands[1], out);
  Picture expected;
  const double cpp_time = best_milliseconds(2, [&] { expected = reference(in); });
  size_t different = 0;
  for (size_t i = 0; i < out.rgba.size(); ++i) {
    different += out.rgba[i] != expected.rgba[i];
  }
  std::printf("%u x %u pixels, %zu values differ from the reference\n", in.width, in.height,
              different);
  print_speeds(kernel_time, cpp_time);
  return different ? 1 : 0;
}
