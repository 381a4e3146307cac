// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eight threads, one context, queues of both kinds, and random graphs of commands. Each thread has
// a buffer and a model of it; its commands follow one another by events, whatever queue they are
// on, and wait for events of other threads and for user events besides. LANEWISE_TEST_COMMANDS says
// how many commands run in all.
#include "fixture.h"

#include <cstdlib>
#include <mutex>
#include <random>
#include <thread>

namespace {

constexpr size_t cells = 256;
constexpr int thread_count = 8;

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

struct Worker {
  Worker(cl_context in_context, cl_command_queue a, cl_command_queue b, cl_mem in_buffer,
         unsigned seed, Board& in_board, Gates& in_gates)
      : context(in_context), queues{a, b}, buffer(in_buffer), random(seed), board(in_board),
        gates(in_gates) {}

  void run(int commands) {
    for (int i = 0; i < commands && !::testing::Test::HasFailure(); ++i) {
      step();
    }
    const cl_event wait = last;
    if (wait) {
      EXPECT_EQ(clWaitForEvents(1, &wait), CL_SUCCESS);
    }
  }

  void step() {
    std::vector<cl_event> list;
    Owned<cl_event> foreign, gate;
    if (last) {
      list.push_back(last);
    }
    if (random() % 4 == 0) {
      foreign = board.any(random());
      if (foreign) {
        list.push_back(foreign);
      }
    }
    if (random() % 16 == 0) {
      gate = clCreateUserEvent(context, nullptr);
      list.push_back(gate);
      gates.later(gate);
    }
    Owned<cl_event> next;
    command(cl_uint(list.size()), list.empty() ? nullptr : list.data(), &next);
    ASSERT_TRUE(cl_event(next));
    if (random() % 4 == 0) {
      board.publish(next);
    }
    if (random() % 8 == 0) {
      EXPECT_EQ(clFlush(queues[random() % 2]), CL_SUCCESS);
    }
    last = std::move(next);
  }

  void command(cl_uint count, const cl_event* list, cl_event* next) {
    cl_command_queue queue = queues[random() % 2];
    const size_t at = random() % (cells / 2);
    const size_t size = 1 + random() % (cells / 2);
    const cl_uint value = cl_uint(random());
    switch (random() % 6) {
    case 0:
      ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &value, 4, at * 4, size * 4, count, list, next),
                CL_SUCCESS);
      std::fill_n(model.begin() + long(at), size, value);
      break;
    case 1: { // between the halves
      const size_t half = cells / 2;
      const size_t fits = std::min(size, half - at);
      ASSERT_EQ(
          clEnqueueCopyBuffer(queue, buffer, buffer, at * 4, half * 4, fits * 4, count, list, next),
          CL_SUCCESS);
      std::copy_n(model.begin() + long(at), fits, model.begin() + long(half));
      break;
    }
    case 2:
      ASSERT_EQ(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, at * 4, 4, &value, count, list, next),
                CL_SUCCESS);
      model[at] = value;
      break;
    case 3: {
      std::vector<cl_uint> read(size);
      ASSERT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, at * 4, size * 4, read.data(), count,
                                    list, next),
                CL_SUCCESS);
      ASSERT_TRUE(std::equal(read.begin(), read.end(), model.begin() + long(at)));
      break;
    }
    case 4: {
      cl_int error = 1;
      Owned<cl_event> mapped;
      auto* values = static_cast<cl_uint*>(
          clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, at * 4, size * 4,
                             count, list, &mapped, &error));
      ASSERT_EQ(error, CL_SUCCESS);
      ASSERT_TRUE(std::equal(values, values + size, model.begin() + long(at)));
      values[0] = model[at] = value;
      ASSERT_EQ(clEnqueueUnmapMemObject(queue, buffer, values, 0, nullptr, next), CL_SUCCESS);
      break;
    }
    default: {
      struct Add {
        cl_uint* data;
        size_t at;
        static void CL_CALLBACK run(void* raw) {
          const auto* add = static_cast<Add*>(raw);
          add->data[add->at] += 1;
        }
      } add = {nullptr, at};
      const void* place = &add.data;
      ASSERT_EQ(clEnqueueNativeKernel(queue, Add::run, &add, sizeof add, 1, &buffer, &place, count,
                                      list, next),
                CL_SUCCESS);
      model[at] += 1;
    }
    }
  }

  cl_context context;
  cl_command_queue queues[2];
  cl_mem buffer;
  std::mt19937 random;
  Board& board;
  Gates& gates;
  std::vector<cl_uint> model = std::vector<cl_uint>(cells, 0);
  Owned<cl_event> last;
};

} // namespace

class Stress : public ClTest {};

TEST_F(Stress, RandomGraphs) {
  const char* wanted = std::getenv("LANEWISE_TEST_COMMANDS");
  const int commands = wanted ? std::atoi(wanted) : 20000;
  Board board;
  Gates gates;
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < thread_count; ++i) {
    threads.emplace_back([&, i] {
      const Owned<cl_command_queue> a = make_queue(i % 2 ? CL_QUEUE_PROFILING_ENABLE : 0);
      const Owned<cl_command_queue> b = out_of_order_queue();
      const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_uint>(cells, 0));
      Worker(context, a, b, buffer, i, board, gates).run(commands / thread_count);
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}
