//===- Previews.cpp -------------------------------------------------------===//

#include "server/lsp/Previews.h"

#include <utility>

using namespace shapels;

bool Previews::ask(const Document &whole, LineRange lines, const Ask &ask) {
  std::lock_guard lock(mutex);
  if (!kept || !kept->covers(lines))
    if (std::unique_ptr<Preview> made = Preview::make(whole, lines, crashGuard);
        made && made->covers(lines))
      kept = std::move(made);
  if (!kept || !kept->covers(lines))
    return false;
  ask(*kept);
  return true;
}

std::shared_ptr<Preview> Previews::take() {
  std::lock_guard lock(mutex);
  return std::exchange(kept, nullptr);
}
