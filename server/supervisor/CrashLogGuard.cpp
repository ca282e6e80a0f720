//===- CrashLogGuard.cpp --------------------------------------------------===//

#include "server/supervisor/CrashLogGuard.h"

#include <pthread.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

using namespace shapels;

namespace {

/// For the handler, where the stack itself has overflowed.
constexpr size_t signalStackBytes = size_t(64) << 10;

/// The parser's state, which has the lexer, stands in its outermost frame. What
/// is found further down may be anything.
constexpr size_t searchedBytes = size_t(2) << 10;

/// What the handler finds of the thread that crashed. Plain data, so that it
/// may be looked at whatever the thread did before.
struct Hand {
  CrashLogSlot *slot = nullptr;
  GuardedTask task;
  std::string_view part;
  /// The thread's stack from its far end up to where the task began.
  uintptr_t stackEnd = 0, stackBegin = 0;
};

constinit thread_local Hand hand;

// Of the process.
std::atomic<WorkerSlot *> workerSlot = nullptr;
int streamToEnd = -1;

void report(int signal, const void *context);

/// The stack that a thread's handler runs on.
class SignalStack {
public:
  SignalStack() : memory(std::make_unique<char[]>(signalStackBytes)) {
    stack_t stack = {};
    stack.ss_sp = memory.get();
    stack.ss_size = signalStackBytes;
    sigaltstack(&stack, nullptr);
  }
  ~SignalStack() {
    // A plugin that calls exit() is as bad as one that crashes.
    if (hand.slot && hand.task.step == Step::Load)
      report(SIGABRT, nullptr);
    if (hand.slot)
      workerSlot.load()->leaveSlot(*std::exchange(hand.slot, nullptr));
    stack_t none = {};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
  }

private:
  std::unique_ptr<char[]> memory;
};

void findStackEnd() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return;
  void *lowest = nullptr;
  size_t size = 0;
  pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  hand.stackEnd = reinterpret_cast<uintptr_t>(lowest);
}

//===----------------------------------------------------------------------===//
// The handler: nothing here allocates or locks
//===----------------------------------------------------------------------===//

uintptr_t stackPointer(const void *context) {
  [[maybe_unused]] const auto &machine =
      static_cast<const ucontext_t *>(context)->uc_mcontext;
#if defined(__x86_64__)
  return static_cast<uintptr_t>(machine.gregs[REG_RSP]);
#elif defined(__aarch64__)
  return static_cast<uintptr_t>(machine.sp);
#else
  return 0;
#endif
}

/// How far into `window` MLIR's parser has read: its lexer keeps a pointer to
/// where it stands, and nothing near it points further, but to the end. 0 if
/// there is none; then it has to be found out by trying.
[[gnu::no_sanitize_address]] uint32_t reachedIn(std::string_view window,
                                                uintptr_t stackPointer) {
  auto begin = reinterpret_cast<uintptr_t>(window.data());
  uintptr_t furthest = begin;
  uintptr_t from =
      std::max({stackPointer, hand.stackEnd, hand.stackBegin - searchedBytes});
  from = (from + sizeof(uintptr_t) - 1) & ~(sizeof(uintptr_t) - 1);
  for (; from < hand.stackBegin; from += sizeof(uintptr_t)) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    uintptr_t word = *reinterpret_cast<const volatile uintptr_t *>(from);
    if (word > furthest && word < begin + window.size())
      furthest = word;
  }
  return furthest == begin
             ? 0
             : hand.task.windowBegin + static_cast<uint32_t>(furthest - begin);
}

void report(int signal, const void *context) {
  CrashLogSlot &slot = *hand.slot;
  const GuardedTask &task = hand.task;
  slot.culpritStep = task.step;
  slot.failure.kind = signal == CrashLogGuard::stuckSignal()
                          ? Failure::Kind::Timeout
                          : Failure::Kind::Crash;
  bool isParse = task.step == Step::Parse;
  slot.failure.reached =
      isParse ? reachedIn(task.window, stackPointer(context)) : 0;
  slot.culprit = TextKey::of(task.step == Step::Verify ? hand.part : task.text);
  slot.reported.store(true, std::memory_order_release);
}

extern "C" void endProcess(int signal, siginfo_t *, void *context) {
  if (hand.slot && hand.task.step != Step::None)
    report(signal, context);
  if (streamToEnd >= 0)
    ::shutdown(streamToEnd, SHUT_RDWR);
  ::_exit(128 + signal);
}

//===----------------------------------------------------------------------===//
// Where no memory is left: nothing here allocates or locks
//===----------------------------------------------------------------------===//

bool isAnalysis(Step step) { return step != Step::None && step != Step::Query; }

/// A thread that analyses a text, the longest one; 0 if there is none.
int32_t analysingThread() {
  int32_t thread = 0;
  uint32_t longest = 0;
  if (const WorkerSlot *worker = workerSlot)
    for (const CrashLogSlot &slot : worker->slots)
      if (isAnalysis(slot.step) && (thread == 0 || slot.size > longest)) {
        thread = slot.thread;
        longest = slot.size;
      }
  return thread;
}

/// Whoever asks in vain may ask for little, as the I/O thread does: the text
/// that an analysis has in hand is what took the memory. Threads that come here
/// later wait for the end of the process.
void outOfMemory() {
  static std::atomic<bool> isKnown = false;
  if (!isKnown.exchange(true)) {
    int32_t thread =
        hand.slot && isAnalysis(hand.task.step) ? 0 : analysingThread();
    if (thread == 0)
      std::raise(SIGABRT);
    ::syscall(SYS_tgkill, ::getpid(), thread, SIGABRT);
  }
  while (true)
    ::pause();
}

void catchSignals() {
  struct sigaction action = {};
  action.sa_sigaction = endProcess;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS,
                     CrashLogGuard::stuckSignal()})
    sigaction(signal, &action, nullptr);
}

} // namespace

int CrashLogGuard::stuckSignal() { return SIGXCPU; }

CrashLogGuard::CrashLogGuard(SharedCrashLog &crashLog, int stream)
    : crashLog(crashLog) {
  workerSlot = nullptr;
  streamToEnd = stream;
  catchSignals();
  std::set_new_handler(outOfMemory);
}

//===----------------------------------------------------------------------===//
// Notes
//===----------------------------------------------------------------------===//

static int64_t nanosecondsNow() {
  return std::chrono::nanoseconds(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// It stays the same when the worker is no longer the present one.
static WorkerSlot &workerSlotAt(SharedCrashLog &crashLog) {
  WorkerSlot *known = workerSlot;
  if (known)
    return *known;
  WorkerSlot &present = crashLog.workerSlot();
  if (!workerSlot.compare_exchange_strong(known, &present))
    return *known;
  present.process = ::getpid();
  return present;
}

/// Once per thread.
static bool takeSlot(SharedCrashLog &crashLog) {
  thread_local SignalStack signalStack;
  findStackEnd();
  hand.slot = workerSlotAt(crashLog).takeSlot();
  if (hand.slot)
    hand.slot->thread = ::gettid();
  return true;
}

/// Frames of the past may have left pointers where a text of the past was, and
/// another one is now.
[[gnu::noinline]] static void wipeStackBelow() {
  char past[searchedBytes];
  ::explicit_bzero(past, sizeof past);
}

GuardedTask CrashLogGuard::begin(const GuardedTask &task) {
  [[maybe_unused]] thread_local bool hasSlot = takeSlot(crashLog);
  hand.stackBegin = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  hand.part = task.text;
  GuardedTask before = std::exchange(hand.task, task);
  CrashLogSlot *slot = hand.slot;
  if (!slot)
    return before;
  if (task.step == Step::Update || task.step == Step::Query)
    slot->document = TextKey::of(task.text).hash;
  if (task.step == Step::Load)
    slot->loaded = TextKey::of(task.text);
  slot->size = static_cast<uint32_t>(task.text.size());
  slot->since = nanosecondsNow();
  if (before.step == Step::None)
    slot->wholeSince = slot->since.load();
  slot->step = task.step;
  if (task.step == Step::Parse)
    wipeStackBelow();
  return before;
}

GuardedTask CrashLogGuard::inHand() const { return hand.task; }

void CrashLogGuard::at(std::string_view part) { hand.part = part; }
