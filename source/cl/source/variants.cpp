// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "variants.h"

#include "compiler/cached_run.h"
#include "libimg/descriptor.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <functional>
#include <optional>
#include <system_error>
#include <thread>

namespace cl {
namespace {

/// Launches of a kind and nanoseconds that the kernel has run (in all) before it gets a variant,
/// which takes about as long to compile.
constexpr uint64_t enough_launches = 4;
constexpr uint64_t enough_time = 20'000'000;
/// Variants that wait to be compiled; what comes on top is asked for again by later launches.
constexpr size_t most_waiting = 16;

/// The thread that makes variants, one at a time: there when there is something to do. It is never
/// waited for, so what it works with outlives everything.
class Specializer {
public:
  using Work = std::function<void()>;

  static Specializer& instance() {
    static auto& only = *new Specializer;
    return only;
  }

  /// False if there is too much to do already.
  bool add(Work work) {
    const std::lock_guard guard(lock);
    if (waiting.size() >= most_waiting) {
      return false;
    }
    waiting.push_back(std::move(work));
    running = running || start();
    if (!running) {
      waiting.pop_back();
    }
    return running;
  }

  void hold() { lock.lock(); }
  void let_go() { lock.unlock(); }
  void forget() {
    // Not destroyed: it belongs to objects of the parent's.
    static_cast<void>(new std::deque<Work>(std::move(waiting)));
    waiting.clear();
    running = false;
  }

private:
  /// The thread takes no signals of the application's.
  bool start() {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = true;
    try {
      std::thread([this] { run(); }).detach();
    } catch (const std::system_error&) {
      started = false;
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return started;
  }

  void run() {
    std::unique_lock held(lock);
    while (!waiting.empty()) {
      Work work = std::move(waiting.front());
      waiting.pop_front();
      held.unlock();
      work();
      work = nullptr; // may be the last to hold an executable
      held.lock();
    }
    running = false;
  }

  std::mutex lock;
  std::deque<Work> waiting;
  bool running = false;
};

/// Compiles and loads a variant; null if that is not possible.
std::unique_ptr<const KernelCode> compile(const Executable& general, const std::string& kernel,
                                          const LaunchKind& kind, const Origin& origin) {
  Device& device = general.device;
  compiler::Request request;
  request.operation = compiler::Operation::specialize;
  request.device = device.info().compiler_name;
  request.options = origin.options;
  request.inputs = {*origin.container};
  const auto facts = std::span(kind.arguments).first(kind.argument_count);
  request.launch = {
      kernel, kind.local_size, kind.work_dim, kind.zero_offset, {facts.begin(), facts.end()}};
  auto response = compiler::run_cached(request, device.info().architecture);
  if (response.status != compiler::Status::success) {
    return nullptr;
  }
  auto contents = binary::read(response.binary);
  if (!contents) {
    return nullptr;
  }
  auto loaded = load_executable(device, response.binary, std::move(*contents));
  const binary::Kernel* info = loaded ? (*loaded)->find(kernel) : nullptr;
  mux_kernel_t made = nullptr;
  if (!info || muxCreateKernel(device.mux, (*loaded)->mux, kernel.data(), kernel.size(), allocator,
                               &made) != mux_success) {
    return nullptr;
  }
  try {
    return std::make_unique<const KernelCode>(std::move(*loaded), *info, made);
  } catch (const std::bad_alloc&) {
    muxDestroyKernel(device.mux, made, allocator);
    throw;
  }
}

bool can_be_specialized(const KernelCode& general, const LaunchKind& kind) {
  const auto& required = general.info->required_local_size;
  return required[0] == 0 || kind.zero_offset ||
         kind.argument_count != 0; // else nothing would be known that is not known now
}

} // namespace

KernelCode::~KernelCode() {
  if (mux) {
    muxDestroyKernel(executable->device.mux, mux, allocator);
  }
}

Specialize wanted_specialization() {
  const char* value = std::getenv("LANEWISE_SPECIALIZE");
  const std::string_view wanted = value ? value : "";
  return wanted == "0"      ? Specialize::never
         : wanted == "wait" ? Specialize::wait
                            : Specialize::when_it_pays;
}

namespace {

using compiler::ArgumentFact;

/// What kernels see of an image or a sampler; nothing for other arguments.
std::optional<ArgumentFact> fact_of(const mux_descriptor_t& given, uint32_t argument) {
  if (given.type == mux_descriptor_type_image) {
    const mux_image_format_t& format = given.image->info.format;
    // libimg's codes are OpenCL's, of which mux's enumerations have the order.
    return ArgumentFact{
        ArgumentFact::Kind::image,
        argument,
        {uint32_t(CL_R + (format.order - mux_image_channel_order_r)),
         uint32_t(CL_SNORM_INT8 + (format.type - mux_image_channel_type_snorm_int8))}};
  }
  if (given.type == mux_descriptor_type_sampler) {
    const mux_sampler_info_t& info = given.sampler->info;
    return ArgumentFact{
        ArgumentFact::Kind::sampler,
        argument,
        {libimg::sampler_word(info.address_mode, info.filter_mode == mux_filter_mode_linear,
                              info.normalized_coordinates),
         0}};
  }
  return std::nullopt;
}

} // namespace

LaunchKind LaunchKind::of(const mux_ndrange_t& range) {
  LaunchKind kind;
  kind.work_dim = range.dimensions;
  std::copy_n(range.local_size, 3, kind.local_size.begin());
  kind.zero_offset = std::all_of(range.global_offset, range.global_offset + 3,
                                 [](uint64_t offset) { return offset == 0; });
  for (uint64_t i = 0; i < range.descriptors_length && kind.argument_count < most_arguments; ++i) {
    if (const auto fact = fact_of(range.descriptors[i], static_cast<uint32_t>(i))) {
      kind.arguments[kind.argument_count++] = *fact;
    }
  }
  return kind;
}

VariantCounts Variants::counts() const {
  const std::lock_guard guard(lock);
  return counted;
}

/// The kind's entry, maybe a new one, in the place of the kind that was launched least; null if all
/// have or get variants.
Variants::Entry* Variants::find_or_take(const LaunchKind& kind) {
  Entry* least = nullptr;
  for (Entry& entry : entries) {
    if (entry.state != State::free && entry.kind == kind) {
      return &entry;
    }
    const bool replaceable = entry.state == State::free || entry.state == State::counting;
    if (replaceable && (!least || entry.launches < least->launches)) {
      least = &entry;
    }
  }
  if (least) {
    least->state = State::counting;
    least->kind = kind;
    least->launches = 0;
  }
  return least;
}

const KernelCode* Variants::count(const KernelCode& general, const LaunchKind& kind,
                                  Entry*& wanted) {
  const std::lock_guard guard(lock);
  Entry* entry = find_or_take(kind);
  if (!entry) {
    return nullptr;
  }
  ++entry->launches;
  switch (entry->state) {
  case State::ready:
    ++counted.launches;
    return entry->code.get();
  case State::compiling:
    ++counted.launches_meanwhile;
    return nullptr;
  case State::counting:
    break;
  default:
    return nullptr;
  }
  uint64_t time = 0;
  const bool now = general.executable->specialize == Specialize::wait;
  const bool pays =
      now || (entry->launches >= enough_launches &&
              muxQueryKernelTime(general.mux, &time) == mux_success && time >= enough_time);
  if (pays) {
    entry->state = can_be_specialized(general, kind) ? State::compiling : State::impossible;
    wanted = entry->state == State::compiling ? entry : nullptr;
  }
  return nullptr;
}

void Variants::finish(Entry& entry, std::unique_ptr<const KernelCode> code) {
  const std::lock_guard guard(lock);
  counted.built += code != nullptr;
  entry.state = code ? State::ready : State::impossible;
  entry.code = std::move(code);
}

const KernelCode* Variants::make(const KernelCode& general, Entry& entry, Origin origin) {
  if (!origin.container || origin.options.find("-cl-opt-disable") != std::string::npos) {
    finish(entry, nullptr);
    return nullptr;
  }
  // The executable holds this object, and what is compiling is not replaced.
  auto work = [this, &entry, executable = general.executable, name = general.info->name,
               from = std::move(origin)] {
    std::unique_ptr<const KernelCode> made;
    try {
      made = compile(*executable, name, entry.kind, from);
    } catch (const std::bad_alloc&) { // then there is none
    }
    finish(entry, std::move(made));
  };
  if (general.executable->specialize == Specialize::wait) {
    work();
    const std::lock_guard guard(lock);
    counted.launches += entry.code != nullptr;
    return entry.code.get();
  }
  if (!Specializer::instance().add(std::move(work))) {
    const std::lock_guard guard(lock);
    entry.state = State::counting;
  }
  return nullptr;
}

void hold_specializer() { Specializer::instance().hold(); }
void let_go_of_specializer() { Specializer::instance().let_go(); }
void forget_specializer() { Specializer::instance().forget(); }

} // namespace cl
