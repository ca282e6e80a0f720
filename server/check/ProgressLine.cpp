//===- ProgressLine.cpp ---------------------------------------------------===//

#include "server/check/ProgressLine.h"

#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <string_view>

using namespace shapels;
using namespace std::chrono_literals;

static constexpr auto betweenLines = 50ms;

ProgressLine::ProgressLine() {
  const char *kind = std::getenv("TERM");
  isTerminal = llvm::sys::Process::StandardErrIsDisplayed() && kind &&
               std::string_view(kind) != "dumb";
}

void ProgressLine::show(size_t done, size_t all) {
  auto now = std::chrono::steady_clock::now();
  if (!isTerminal || now - shownAt < betweenLines)
    return;
  llvm::errs() << "\r\033[Kchecked " << done << " of " << all << " files";
  isShown = true;
  shownAt = now;
}

void ProgressLine::clear() {
  if (isShown)
    llvm::errs() << "\r\033[K";
  isShown = false;
}
