//===- Watch.h - What is in hand, should the process die -------*- C++ -*-===//
//
// MLIR's parser and verifier can crash, overflow the stack or never end on
// hostile text. Whoever hands them a text says so first; another process then
// knows what to blame, and the text is not handed to them again. The core
// knows nothing of processes: by default nobody watches.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_BASE_WATCH_H
#define SHAPELS_BASE_WATCH_H

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
  /// MLIR's verifier looks at the op that it is.
  Verify,
  /// Our rules look at a section.
  Check,
  /// Anything else that brings a document up to date.
  Update,
  /// A request about a document is answered.
  Query,
  /// A dialect plugin or an IRDL file is loaded; the text identifies it.
  Load,
};

/// What came of it before.
struct Harm {
  enum class Kind : uint8_t { Crash, Timeout };
  Kind kind = Kind::Crash;
  /// Step::Parse: how far into the text the parser had read.
  uint32_t reached = 0;
  friend bool operator==(const Harm &, const Harm &) = default;
};

/// What a thread has in hand. The texts outlive it.
struct Errand {
  Step step = Step::None;
  /// What is to blame; for Update and Query the document's name.
  std::string_view text;
  /// Step::Parse: the copy of a part of `text` that is read, and where in
  /// `text` that part begins.
  std::string_view window;
  uint32_t windowBegin = 0;
};

/// Called by every thread that analyses, each for itself.
class Watch {
public:
  virtual ~Watch() = default;
  /// Returns what was in hand before, to be taken up again.
  virtual Errand begin(const Errand &errand) { return {}; }
  /// What the calling thread has in hand, for one that helps it.
  virtual Errand inHand() const { return {}; }
  /// Of what is in hand, this part is looked at now. Called very often.
  virtual void at(std::string_view part) {}

  /// False if there is no harm to be found.
  virtual bool knowsHarm() const { return false; }
  /// Whether a text of that size may have done any in that step.
  virtual bool knowsHarmOf(Step step, size_t size) const { return knowsHarm(); }
  /// All that this text did in that step; it is to be spared then.
  virtual std::vector<Harm> harmsOf(Step step, std::string_view text) const {
    return {};
  }
  /// Says the same of a part of a harmful text.
  virtual void condemn(Step step, std::string_view text, Harm harm) {}

  /// Whether nobody wants the result any more. Who makes something that takes
  /// long asks now and then, and may stop; it is of no use then.
  virtual bool isSuperseded() const { return false; }

  static Watch &none() {
    static Watch nobody;
    return nobody;
  }
};

/// Has an errand in hand while it lives.
class WatchScope {
public:
  WatchScope(Watch &watch, const Errand &errand)
      : watch(watch), before(watch.begin(errand)) {}
  ~WatchScope() { watch.begin(before); }
  WatchScope(const WatchScope &) = delete;
  WatchScope &operator=(const WatchScope &) = delete;

private:
  Watch &watch;
  Errand before;
};

} // namespace shapels

#endif // SHAPELS_BASE_WATCH_H
