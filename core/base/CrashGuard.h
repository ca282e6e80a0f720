//===- CrashGuard.h - Notes on what may kill the process --------*- C++ -*-===//
//
// MLIR's parser and verifier can crash, overflow the stack or never end on
// hostile text. Before the core hands them a text it notes that here; the
// process that outlives a crash then knows the harmful text, and it is not
// handed to MLIR again. The core knows nothing of processes: by default nothing
// is noted.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_BASE_CRASHGUARD_H
#define SHAPELS_BASE_CRASHGUARD_H

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace shapels {

/// What is being done with a text.
enum class Step : uint8_t {
  None,
  /// MLIR's parser reads it.
  Parse,
  /// MLIR's verifier checks the op that the text is.
  Verify,
  /// Our shape rules check a section.
  Check,
  /// Anything else that brings a document up to date.
  Update,
  /// A request about a document is answered.
  Query,
  /// A dialect plugin or an IRDL file is loaded; the text identifies it.
  Load,
};

/// What a step did to the process when it had the same text before.
struct Failure {
  enum class Kind : uint8_t { Crash, Timeout };
  Kind kind = Kind::Crash;
  /// Step::Parse: how far into the text the parser had read.
  uint32_t reached = 0;
  friend bool operator==(const Failure &, const Failure &) = default;
};

/// What a thread is doing. The texts must outlive it.
struct GuardedTask {
  Step step = Step::None;
  /// The text to blame if the process dies; for Update and Query the name of
  /// the document.
  std::string_view text;
  /// Step::Parse: the copy of a part of `text` that the parser reads, and the
  /// byte of `text` at which that part begins.
  std::string_view window;
  uint32_t windowBegin = 0;
};

/// Every thread that analyses calls it for itself, so that implementations keep
/// one GuardedTask for each thread.
class CrashGuard {
public:
  virtual ~CrashGuard() = default;
  /// The calling thread begins `task`. Returns the one that it had before,
  /// which it resumes when this one is done (GuardedScope).
  virtual GuardedTask begin(const GuardedTask &task) { return {}; }
  /// The task of the calling thread, for another thread that helps it.
  virtual GuardedTask inHand() const { return {}; }
  /// The task has come to this part of its text. Called very often.
  virtual void at(std::string_view part) {}

  /// Whether any text is known to have done harm.
  virtual bool knowsFailure() const { return false; }
  /// Whether a text of that size may have done harm in that step; false spares
  /// the caller a search.
  virtual bool knowsFailureOf(Step step, size_t size) const {
    return knowsFailure();
  }
  /// The harm that exactly this text did in that step. If there is any, the
  /// step has to be left out for the text.
  virtual std::vector<Failure> failuresOf(Step step,
                                          std::string_view text) const {
    return {};
  }
  /// Notes that `text`, a part of a harmful text, does harm by itself.
  virtual void blocklist(Step step, std::string_view text, Failure failure) {}

  /// Whether the result is no longer wanted, because a newer edit waits. Long
  /// computations poll it and may stop; their result is then unusable.
  virtual bool isSuperseded() const { return false; }

  /// Notes nothing and knows no harm.
  static CrashGuard &none() {
    static CrashGuard nobody;
    return nobody;
  }
};

/// The calling thread has the task while this lives.
class GuardedScope {
public:
  GuardedScope(CrashGuard &crashGuard, const GuardedTask &task)
      : crashGuard(crashGuard), before(crashGuard.begin(task)) {}
  ~GuardedScope() { crashGuard.begin(before); }
  GuardedScope(const GuardedScope &) = delete;
  GuardedScope &operator=(const GuardedScope &) = delete;

private:
  CrashGuard &crashGuard;
  GuardedTask before;
};

} // namespace shapels

#endif // SHAPELS_BASE_CRASHGUARD_H
