// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eight threads, one context, queues of both kinds that they share, and random graphs of commands:
// fills, writes, reads, copies, maps, kernels, native kernels, markers, blocking and not. Each
// thread has a buffer and a model of it; its commands follow one another by events, whatever queue
// they are on, and wait for events of other threads and for user events besides. Buffers, queues
// and kernels are released while commands need them. Each thread's choices come from its seed.
// LANEWISE_TEST_COMMANDS says how many commands run in all.
#include "binary_fixture.h"

#include "cargo/sanitizers.h"

#include <cstdlib>
#include <deque>
#include <mutex>
#include <random>
#include <thread>

namespace {

constexpr size_t cells = 256;
constexpr size_t half = cells / 2;
constexpr int thread_count = 8;
/// Sanitizers take ten times as long.
constexpr int default_commands = with_address_sanitizer || with_thread_sanitizer ? 20'000 : 100'000;

/// Events that threads publish for one another.
class Board {
public:
  ~Board() {
    for (cl_event event : events) {
      EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS);
    }
  }
  void publish(cl_event event) {
    EXPECT_EQ(clRetainEvent(event), CL_SUCCESS);
    const std::lock_guard guard(lock);
    events.push_back(event);
    if (events.size() > 64) {
      EXPECT_EQ(clReleaseEvent(events.front()), CL_SUCCESS);
      events.erase(events.begin());
    }
  }
  Owned<cl_event> any(size_t random) {
    const std::lock_guard guard(lock);
    if (events.empty()) {
      return {};
    }
    cl_event event = events[random % events.size()];
    EXPECT_EQ(clRetainEvent(event), CL_SUCCESS);
    return event;
  }

private:
  std::mutex lock;
  std::vector<cl_event> events;
};

/// User events that are set by a thread of its own, a little later.
class Gates {
public:
  Gates() : setter([this] { run(); }) {}
  ~Gates() {
    stop = true;
    setter.join();
  }
  void later(cl_event event) {
    EXPECT_EQ(clRetainEvent(event), CL_SUCCESS);
    const std::lock_guard guard(lock);
    pending.push_back(event);
  }

private:
  void run() {
    for (bool last = false; !last;) {
      last = stop;
      std::vector<cl_event> now;
      {
        const std::lock_guard guard(lock);
        now.swap(pending);
      }
      for (cl_event event : now) {
        EXPECT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_SUCCESS);
        EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS);
      }
      std::this_thread::yield();
    }
  }
  std::atomic<bool> stop = false;
  std::mutex lock;
  std::vector<cl_event> pending;
  std::thread setter;
};

/// The queues that all threads use. One is replaced now and then, whatever is enqueued on it.
class Queues {
public:
  Queues(cl_context in_context, cl_device_id in_device) : context(in_context), device(in_device) {
    for (size_t i = 0; i < std::size(queues); ++i) {
      queues[i] = make(i);
    }
  }
  /// One of them, with a reference for the caller.
  Owned<cl_command_queue> any(size_t random) {
    const std::lock_guard guard(lock);
    const cl_command_queue queue = queues[random % std::size(queues)];
    EXPECT_EQ(clRetainCommandQueue(queue), CL_SUCCESS);
    return queue;
  }
  void replace(size_t random) {
    const size_t i = random % std::size(queues);
    Owned<cl_command_queue> fresh = make(i);
    const std::lock_guard guard(lock);
    queues[i] = std::move(fresh);
  }

private:
  Owned<cl_command_queue> make(size_t i) {
    const cl_command_queue_properties properties =
        (i % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0) |
        (i % 3 ? 0 : CL_QUEUE_PROFILING_ENABLE);
    cl_int error = 1;
    Owned<cl_command_queue> made = clCreateCommandQueue(context, device, properties, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  cl_context context;
  cl_device_id device;
  std::mutex lock;
  Owned<cl_command_queue> queues[8];
};

/// State shared by the threads.
struct Shared {
  cl_context context;
  cl_program program;
  Queues& queues;
  Board& board;
  Gates& gates;
  std::atomic<int> callbacks = 0;
};

/// The wait list of a command and the place for its event.
struct Links {
  cl_uint count;
  const cl_event* list;
  cl_event* event;
};

class Worker {
public:
  Worker(Shared& in_shared, Owned<cl_mem> in_buffer, unsigned seed)
      : shared(in_shared), buffer(std::move(in_buffer)), random(seed) {}

  void run(int commands) {
    for (int i = 0; i < commands && !::testing::Test::HasFailure(); ++i) {
      step();
      if (i % 64 == 63 || i + 1 == commands) {
        check_reads();
      }
    }
  }
  [[nodiscard]] int callbacks() const { return expected_callbacks; }

private:
  void step() {
    std::vector<cl_event> list;
    Owned<cl_event> foreign, gate;
    if (last) {
      list.push_back(last);
    }
    if (random() % 4 == 0) {
      foreign = shared.board.any(random());
      if (foreign) {
        list.push_back(foreign);
      }
    }
    if (random() % 16 == 0) {
      gate = clCreateUserEvent(shared.context, nullptr);
      list.push_back(gate);
      shared.gates.later(gate);
    }
    queue = shared.queues.any(random());
    Owned<cl_event> next;
    command({cl_uint(list.size()), list.empty() ? nullptr : list.data(), &next});
    ASSERT_TRUE(cl_event(next));
    if (random() % 4 == 0) {
      shared.board.publish(next);
    }
    if (random() % 8 == 0) {
      EXPECT_EQ(clFlush(shared.queues.any(random())), CL_SUCCESS);
    }
    if (random() % 32 == 0) {
      ++expected_callbacks;
      EXPECT_EQ(clSetEventCallback(next, CL_COMPLETE, count_callback, &shared.callbacks),
                CL_SUCCESS);
    }
    if (random() % 256 == 0) {
      shared.queues.replace(random());
    }
    last = std::move(next);
  }

  void command(const Links& links) {
    at = random() % half;
    size = 1 + random() % half;
    value = cl_uint(random());
    using Member = void (Worker::*)(const Links&);
    constexpr Member members[] = {&Worker::fill,   &Worker::copy,   &Worker::write,
                                  &Worker::read,   &Worker::map,    &Worker::launch,
                                  &Worker::launch, &Worker::native, &Worker::move_buffer};
    (this->*members[random() % std::size(members)])(links);
  }

  bool flip() { return random() % 2; }

  void fill(const Links& l) {
    ASSERT_EQ(
        clEnqueueFillBuffer(queue, buffer, &value, 4, at * 4, size * 4, l.count, l.list, l.event),
        CL_SUCCESS);
    std::fill_n(model.begin() + long(at), size, value);
  }

  void copy(const Links& l) { // between the halves
    const size_t fits = std::min(size, half - at);
    ASSERT_EQ(clEnqueueCopyBuffer(queue, buffer, buffer, at * 4, half * 4, fits * 4, l.count,
                                  l.list, l.event),
              CL_SUCCESS);
    std::copy_n(model.begin() + long(at), fits, model.begin() + long(half));
  }

  void write(const Links& l) {
    written.emplace_back(size, value);
    ASSERT_EQ(clEnqueueWriteBuffer(queue, buffer, flip(), at * 4, size * 4, written.back().data(),
                                   l.count, l.list, l.event),
              CL_SUCCESS);
    std::fill_n(model.begin() + long(at), size, value);
  }

  void read(const Links& l) {
    Read& read = reads.emplace_back();
    read.expected.assign(model.begin() + long(at), model.begin() + long(at + size));
    read.found.resize(size);
    ASSERT_EQ(clEnqueueReadBuffer(queue, buffer, flip(), at * 4, size * 4, read.found.data(),
                                  l.count, l.list, l.event),
              CL_SUCCESS);
  }

  void map(const Links& l) {
    cl_int error = 1;
    Owned<cl_event> mapped;
    const bool blocking = flip();
    auto* values = static_cast<cl_uint*>(
        clEnqueueMapBuffer(queue, buffer, blocking, CL_MAP_READ | CL_MAP_WRITE, at * 4, size * 4,
                           l.count, l.list, &mapped, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    if (!blocking) {
      const cl_event wait = mapped;
      ASSERT_EQ(clWaitForEvents(1, &wait), CL_SUCCESS);
    }
    ASSERT_TRUE(std::equal(values, values + size, model.begin() + long(at)));
    values[0] = model[at] = value;
    ASSERT_EQ(clEnqueueUnmapMemObject(queue, buffer, values, 0, nullptr, l.event), CL_SUCCESS);
  }

  /// buffer[i] += value for the first `size` cells. The kernel goes at once.
  void launch(const Links& l) {
    cl_int error = 1;
    const Owned<cl_kernel> add = clCreateKernel(shared.program, "add", &error);
    ASSERT_EQ(error, CL_SUCCESS);
    const cl_mem memory = buffer;
    ASSERT_EQ(clSetKernelArg(add, 0, sizeof memory, &memory), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(add, 1, sizeof memory, &memory), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(add, 2, sizeof value, &value), CL_SUCCESS);
    const size_t one = 1;
    ASSERT_EQ(clEnqueueNDRangeKernel(queue, add, 1, nullptr, &size, flip() ? &one : nullptr,
                                     l.count, l.list, l.event),
              CL_SUCCESS);
    std::for_each_n(model.begin(), size, [&](cl_uint& cell) { cell += value; });
  }

  void native(const Links& l) {
    struct Add {
      cl_uint* data;
      size_t at;
      static void CL_CALLBACK run(void* raw) {
        const auto* add = static_cast<Add*>(raw);
        add->data[add->at] += 1;
      }
    } add = {nullptr, at};
    const void* place = &add.data;
    const cl_mem memory = buffer;
    ASSERT_EQ(clEnqueueNativeKernel(queue, Add::run, &add, sizeof add, 1, &memory, &place, l.count,
                                    l.list, l.event),
              CL_SUCCESS);
    model[at] += 1;
  }

  /// Into another buffer; the old one goes at once.
  void move_buffer(const Links& l) {
    cl_int error = 1;
    Owned<cl_mem> fresh = clCreateBuffer(shared.context, 0, cells * 4, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    ASSERT_EQ(clEnqueueCopyBuffer(queue, buffer, fresh, 0, 0, cells * 4, l.count, l.list, l.event),
              CL_SUCCESS);
    buffer = std::move(fresh);
  }

  void check_reads() {
    if (const cl_event wait = last) {
      EXPECT_EQ(clWaitForEvents(1, &wait), CL_SUCCESS);
    }
    for (const Read& read : reads) {
      EXPECT_EQ(read.found, read.expected);
    }
    reads.clear();
    written.clear();
  }

  static void CL_CALLBACK count_callback(cl_event, cl_int, void* count) {
    ++*static_cast<std::atomic<int>*>(count);
  }

  struct Read {
    std::vector<cl_uint> expected, found;
  };
  Shared& shared;
  Owned<cl_mem> buffer;
  std::mt19937 random;
  Owned<cl_command_queue> queue; ///< of the command at hand, as the next three
  size_t at = 0, size = 0;
  cl_uint value = 0;
  std::vector<cl_uint> model = std::vector<cl_uint>(cells, 0);
  std::deque<Read> reads; ///< since the last check, as the next
  std::deque<std::vector<cl_uint>> written;
  Owned<cl_event> last; ///< of the command before; each waits for it
  int expected_callbacks = 0;
};

} // namespace

class Stress : public ClBinaryTest {};

TEST_F(Stress, RandomGraphs) {
  const char* wanted = std::getenv("LANEWISE_TEST_COMMANDS");
  const int commands = wanted ? std::atoi(wanted) : default_commands;
  const Owned<cl_program> program = build();
  Board board;
  Queues queues(context, device);
  std::atomic<int> expected_callbacks = 0;
  Gates gates;
  Shared shared = {context, program, queues, board, gates};
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < thread_count; ++i) {
    threads.emplace_back([&, i] {
      Worker worker(shared, make_buffer_of(std::vector<cl_uint>(cells, 0)), i);
      worker.run(commands / thread_count);
      expected_callbacks += worker.callbacks();
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  while (shared.callbacks < expected_callbacks && !HasFailure()) {
    std::this_thread::yield(); // the last ones may still be on their way
  }
  EXPECT_EQ(shared.callbacks, expected_callbacks);
}
