// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel beside the C++ that does the same, in as many steps.
#ifndef CL_BENCH_WORKLOAD_H
#define CL_BENCH_WORKLOAD_H

#include "team.h"
#include "words.h"

#include <string>
#include <variant>

/// Arguments of a launch: a buffer of the workload, local memory in bytes, or a number.
struct Buffer {
  size_t index;
};
struct Local {
  size_t bytes;
};
using Argument = std::variant<Buffer, Local, int32_t, uint32_t, float>;

struct Launch {
  const char* kernel;
  std::vector<size_t> global;
  std::vector<size_t> local; ///< empty: the driver chooses
  std::vector<Argument> arguments;
};

/// How the output is compared: words that are equal, or numbers that are close.
enum class Element { word, float16, float32, float64 };

struct Workload {
  const char* name;
  const char* source;
  /// The first is the output. A run has to give the same when it is done again on what it left.
  std::vector<Words> buffers;
  std::vector<Launch> launches; ///< one after the other
  /// The same in C++, on buffers like those above.
  void (*native)(Team& team, std::vector<Words>& buffers);
  double items; ///< what a run does, in `unit`
  const char* unit;
  double flops; ///< of a run, 0 where it does not compute with floats; a FMA is two
  double bytes; ///< that a run has to read and write at least, with caches that keep everything
  Element element = Element::word;
  double tolerance = 0;     ///< relative to the number or 1, whichever is larger
  double outliers = 0;      ///< share of the numbers that may be anything: pixels at edges
  std::string options = {}; ///< of the build
  bool svm = false;         ///< buffers are fine-grained shared virtual memory with atomics
};

/// A variable of this type at namespace scope puts a name and a function into the list of all that
/// make a `What`; the function is called when it is to run.
template <typename What, typename... Arguments> struct Registration {
  using Make = What (*)(Arguments...);
  Registration(const char* name, Make make) { list().push_back({name, make}); }

  struct Entry {
    const char* name;
    Make make;
  };
  static std::vector<Entry>& list() {
    static std::vector<Entry> entries;
    return entries;
  }
};
using Registered = Registration<Workload>;

#endif
