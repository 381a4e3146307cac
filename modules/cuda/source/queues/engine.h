// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The engine runs dispatches. A dispatch whose semaphores are signalled gets a stream of the
// driver's, or several if its commands may run in any order (spread.cpp); one that is in order and
// waits for a single dispatch, which is wholly on a stream, goes behind it there. Its commands are
// put there by whoever dispatched it, up to the first that a thread of the host has to run; marks
// between them tell when commands have begun and ended. Marks are looked at by threads that wait
// and by a thread of the engine's. Another one, the worker (worker.cpp), runs the commands that
// need one, submits those behind them, and submits dispatches that follow one another quickly.
#ifndef CUDA_QUEUES_ENGINE_H
#define CUDA_QUEUES_ENGINE_H

#include "driver/driver.h"
#include "queues/clock.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

namespace cuda {

class Command;
class Launches;
struct CommandBuffer;
struct Fence;
struct Semaphore;

/// A place on a stream, and its meaning for a dispatch. It is an event of the driver or, where a
/// dispatch ends and nobody asks for the time, a number that the GPU writes to the stream's word in
/// memory of the host: a waiting thread sees that half a microsecond sooner, and without calls.
///
/// A place takes the GPU some microseconds. So the end of a dispatch in a chain is open at first:
/// it has the place of the next mark on the stream. If none comes, it gets one of its own as soon
/// as a thread waits, or from the watcher. Where threads have waited between the last dispatches,
/// it has one of its own at once.
struct Mark {
  /// resume: the worker goes on with the dispatch; finish: it is over; count: it is when that was
  /// its last command.
  enum class Then : uint8_t { nothing, resume, finish, count };
  CUevent event = nullptr;
  uint32_t number = 0; ///< that the word shows from then on; 0 if it is an event
  CommandBuffer* dispatch = nullptr;
  size_t first_ended = 0, end_ended = 0; ///< commands that have ended
  bool begins = false;                   ///< so does command end_ended now
  Then then = Then::nothing;
  bool is_timed = false; ///< the event tells when it happened
  bool is_open = false;  ///< it has the place of the next one that is not
};

/// Streams of a device: as many dispatches can run at the same time.
inline constexpr size_t max_streams = 16;
/// Words of streams are as far apart, in words of 32 bits, as caches fetch at a time.
inline constexpr size_t words_apart = 32;

struct Stream {
  /// The last command of a dispatch that ends here.
  [[nodiscard]] size_t last_of(const CommandBuffer& dispatch) const {
    return !marks.empty() && marks.back().dispatch == &dispatch ? marks.back().end_ended - 1
                                                                : SIZE_MAX;
  }

  /// A number for the next mark, to be written to the word.
  [[nodiscard]] uint32_t next_number() {
    last_number = last_number == UINT32_MAX ? 1 : last_number + 1;
    return last_number;
  }
  [[nodiscard]] static bool has_reached(uint32_t& word, uint32_t number) {
    const uint32_t written = std::atomic_ref(word).load(std::memory_order_acquire);
    return static_cast<int32_t>(written - number) >= 0;
  }

  /// The first mark that is not open; null if all are.
  [[nodiscard]] const Mark* first_settled() const {
    const auto found = std::ranges::find(marks, false, &Mark::is_open);
    return found != marks.end() ? &*found : nullptr;
  }

  /// Dispatches and parts of such that are not over here.
  [[nodiscard]] size_t load() const { return marks.size() + queued; }

  size_t index = 0; ///< of Engine::streams
  CUstream handle = nullptr;
  std::deque<Mark> marks;   ///< not seen yet
  size_t queued = 0;        ///< dispatches that the worker is going to put here
  uint32_t* word = nullptr; ///< written by the GPU; null if the driver writes none
  uint32_t last_number = 0;
};

/// Semaphores and the like of a dispatch, as muxDispatch gets them.
struct Signals {
  Fence* fence = nullptr;
  std::vector<Semaphore*> waits, signals;
};

class Engine {
public:
  /// The context is current.
  Engine(const Driver& in_driver, CUcontext in_context);
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  ~Engine();

  [[nodiscard]] bool is_there() const { return is_ready; }
  /// Waits until everything has ended and ends the threads.
  void stop();

  /// Whether the context has ended.
  [[nodiscard]] bool is_lost() const { return lost; }
  /// If it has, and nothing that was given to it is left: goes on with the context that `make`
  /// gives; if that is none, there is none from then on. Callbacks may call it, too.
  void renew(const std::function<CUcontext()>& make);

  /// Starts the threads, if they are not there. False if the system does not give them.
  [[nodiscard]] bool prepare();
  /// As muxDispatch; the command buffer's callback and user data are set. Throws std::bad_alloc.
  [[nodiscard]] mux_result_t dispatch(CommandBuffer& buffer, Signals signals);
  /// Waits for a fence until a time of now(); false if it was not signalled by then.
  [[nodiscard]] bool wait(const Fence& fence, uint64_t deadline);
  void wait_all();

  // Fences and semaphores of muxReset...; false while something is still going to signal them.
  [[nodiscard]] bool reset(Fence& fence);
  [[nodiscard]] bool reset(Semaphore& semaphore);

private:
  using Lock = std::unique_lock<std::mutex>;

  /// The worker's task: a command, the next one of a dispatch that is in order, or all of it.
  struct Work {
    CommandBuffer* dispatch = nullptr;
    Command* command = nullptr;
    bool is_submission = false; ///< of the whole dispatch
  };

  // With the lock held and the context current.
  void start(CommandBuffer& buffer, const CommandBuffer* behind);
  [[nodiscard]] static const CommandBuffer* given_before(const CommandBuffer& buffer,
                                                         std::span<Semaphore* const> waits);
  void advance(CommandBuffer& buffer, Lock* released = nullptr);
  [[nodiscard]] bool is_of_ended(const CommandBuffer& buffer, const Command& command) const;
  [[nodiscard]] mux_result_t obstacle(const CommandBuffer& buffer, const Command& command) const;
  [[nodiscard]] bool submit(CommandBuffer& buffer, Command& command, Launches& on, Lock* released);
  [[nodiscard]] bool begin_context();
  [[nodiscard]] uint32_t* word_of_next_stream() const;
  [[nodiscard]] bool has_marks_left() const;
  void note_end(CUresult result);
  void mark(CommandBuffer& buffer, bool begins, Mark::Then then);
  void push(Stream& stream, Mark made);
  void settle(Stream& stream, Mark& given);
  void close(Stream& stream);
  void close_all();
  void note_first(const Stream& stream);
  [[nodiscard]] bool write_number(Stream& stream);
  void spread(CommandBuffer& buffer);
  void place(CommandBuffer& buffer, size_t index);
  void make_stream_wait(Stream& stream, const Command& earlier);
  void add_work(Work given);
  [[nodiscard]] Work take_work();
  [[nodiscard]] bool leaves_to_worker(const CommandBuffer& buffer, const CommandBuffer* behind);
  [[nodiscard]] static bool can_queue_behind(const CommandBuffer& buffer,
                                             const CommandBuffer& other);
  void wait_for_work(Lock& held, bool soon);
  [[nodiscard]] Stream& choose_stream();
  [[nodiscard]] Stream* make_stream();
  [[nodiscard]] CUevent take_event(bool timed);
  [[nodiscard]] bool arm(CommandBuffer& buffer, const Signals& signals);

  // With no lock held.
  /// Looks for marks that have happened; false if there was none, or another thread looks.
  bool poll();
  bool submit_queued();
  [[nodiscard]] bool next_mark(Mark& out, CUresult& out_result);
  [[nodiscard]] CUresult outcome_of_first_mark(Stream& stream);
  [[nodiscard]] bool may_have_marks();
  void pass(Mark& mark, CUresult result);
  void count_end(CommandBuffer& buffer, Command& command);
  void end_command(CommandBuffer& buffer, Command& command, mux_result_t result, uint64_t time);
  void share_time(const Mark& mark);
  void finish(CommandBuffer& buffer);
  void signal_locked(Fence& fence, mux_result_t status);
  void run_by_thread(CommandBuffer& buffer, Command& command);
  void go_on(CommandBuffer& buffer);
  void watch();
  [[nodiscard]] bool sleep_if_idle(uint64_t last);
  void work();
  [[nodiscard]] bool start_threads();

  const Driver& cu;
  CUcontext context;
  bool is_ready = false;
  /// The engine whose marks this thread passes on.
  static thread_local const Engine* polling_here;
  std::mutex polling;      ///< of who looks at marks and passes them on, one after another
  EventClock clock;        ///< `polling` protects it, and what follows
  uint32_t looks = 0;      ///< at the words in vain
  bool queries = false;    ///< this look asks the driver, too
  bool closes = false;     ///< this look gives open marks a place
  uint64_t last_query = 0; ///< when it was asked last
  /// Of each stream the number that its first mark waits for, or one of those below: for threads
  /// that look at marks all the time, and would keep others from the lock.
  std::array<std::atomic<uint64_t>, max_streams> first_marks = {};
  /// Those are: none; one that is no number; an open one; one that is and behind which more comes.
  static constexpr uint64_t no_mark = 0, other_mark = UINT64_MAX, open_mark = UINT64_MAX - 1,
                            later_mark = UINT64_MAX - 2;
  std::atomic<uint64_t> last_mark = 0; ///< when a stream was given a mark last
  std::atomic<uint64_t> last_open = 0; ///< when a mark was left open
  /// When a stream was given one of a dispatch for which a thread probably waits.
  std::atomic<uint64_t> last_awaited = 0;
  std::atomic<uint64_t> last_end = 0; ///< when the end of commands was seen last
  std::mutex lock;                    ///< protects what follows; taken after `polling`
  std::condition_variable changed;    ///< a fence has been signalled, a dispatch is over
  std::condition_variable has_marks, has_work;
  std::vector<std::unique_ptr<Stream>> streams;
  /// Pinned, of the context: for each stream one, on a line of its own. Changed with both locks.
  uint32_t* words = nullptr;
  /// Not in use: those that tell no time, and those that do, which take the GPU about 2 us more.
  std::array<std::vector<CUevent>, 2> events;
  std::deque<Work> work_list;
  std::atomic<size_t> work_left = 0; ///< the length of the list
  bool works = false;                ///< the worker is at something
  bool worker_sleeps = false;
  uint64_t last_dispatch = 0; ///< when it was given
  uint32_t waits_before = 0;  ///< waits_begun then
  const bool has_more_cpus = std::thread::hardware_concurrency() > 1;
  std::vector<uint64_t> outstanding; ///< tickets of dispatches that are not over, in order
  uint64_t next_ticket = 0;
  std::atomic<bool> lost = false;     ///< the context has ended
  CUresult ended_with = cuda_success; ///< with this
  std::thread watcher, worker;
  bool has_threads = false;
  bool watcher_sleeps = false;
  std::atomic<bool> stops = false;
  std::atomic<uint32_t> waiting = 0; ///< threads that look at marks themselves
  std::atomic<uint32_t> waits_begun = 0;
};

} // namespace cuda

#endif
