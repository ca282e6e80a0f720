//===- Previews.h - What is in view while a text is opened ------*- C++ -*-===//
//
// Answers about the functions that somebody looks at, and their findings, while
// the document that they are in is analysed for the first time. Any thread may
// ask as long as that document's statements may be read; one at a time is
// served.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_LSP_PREVIEWS_H
#define SHAPELS_LSP_PREVIEWS_H

#include "core/analysis/Preview.h"

#include <functional>
#include <memory>
#include <mutex>

namespace shapels {

class Previews {
public:
  /// `watch` outlives it.
  explicit Previews(CrashGuard &crashGuard) : crashGuard(crashGuard) {}

  using Ask = std::function<void(const Preview &)>;
  /// Calls `ask` with a preview that covers the lines. False where these take
  /// the whole.
  bool ask(const Document &whole, LineRange lines, const Ask &ask);
  /// Gives up what is kept, for whoever has the time to free it.
  std::shared_ptr<Preview> take();

private:
  CrashGuard &crashGuard;
  std::mutex mutex;
  /// The last one.
  std::shared_ptr<Preview> kept;
};

} // namespace shapels

#endif // SHAPELS_LSP_PREVIEWS_H
