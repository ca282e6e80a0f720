//===- Trial.cpp ----------------------------------------------------------===//

#include "equality/Trial.h"
#include "equality/Child.h"
#include "equality/Shown.h"

using namespace shapels;
using namespace shapels::test;

namespace {

/// Some of MLIR's crashes rest on what was in memory before.
bool isDeadly(const std::string &text) {
  auto opens = [&] {
    Document document(text);
    document.update();
    document.conclude();
    return 0;
  };
  return inChild(opens) != 0 || inChild(opens) != 0 || inChild(opens) != 0;
}

int edit(const std::string &start, NextBatch next, Channel &steps,
         Channel &difference) {
  Document document{start};
  document.update();
  document.conclude();
  for (std::string text = start; auto batch = next(text);) {
    steps.write(written(*batch));
    for (const TextEdit &edit : *batch) {
      document.edit(fitted(edit, document.buffer().text().size()));
    }
    applyEdits(*batch, text);
    document.update();
    document.conclude();
    Document fresh{text};
    fresh.update();
    fresh.conclude();
    std::string found = differenceOf(document, fresh);
    if (!found.empty()) {
      difference.write(found);
      return 1;
    }
  }
  return 0;
}

std::string textAfter(const Script &script) {
  std::string text = script.text;
  for (const Batch &batch : script.batches)
    applyEdits(batch, text);
  return text;
}

} // namespace

Trial test::tryEdits(std::string text, NextBatch next) {
  Channel steps, difference;
  int code = inChild([&] { return edit(text, next, steps, difference); });
  Trial trial;
  trial.script = *readScript(written(Script{text, {}}) + steps.read());
  trial.difference = difference.read();
  if (code == 1)
    trial.outcome = Trial::Different;
  else if (code != 0 && isDeadly(textAfter(trial.script)))
    trial.outcome = Trial::Crashed;
  else if (code != 0) {
    trial.outcome = Trial::Different;
    trial.difference = "edited: dies\nfresh:  lives\n";
  }
  return trial;
}

Trial test::tryScript(const Script &script) {
  size_t at = 0;
  auto next = [&](const std::string &) {
    return at == script.batches.size() ? std::nullopt
                                       : std::optional(script.batches[at++]);
  };
  return tryEdits(script.text, next);
}

//===----------------------------------------------------------------------===//
// The least that differs
//===----------------------------------------------------------------------===//

namespace {

class Minimizer {
public:
  explicit Minimizer(Trial first) : best(std::move(first)) {}

  Trial run() {
    startLater();
    dropBatches();
    splitBatches();
    startLater();
    dropLines();
    return best;
  }

private:
  bool accept(const Script &script) {
    Trial trial = tryScript(script);
    if (trial.outcome != Trial::Different)
      return false;
    best = std::move(trial);
    return true;
  }

  /// Drops all but the last few edits by making them before.
  void startLater() {
    for (size_t kept = 1; kept < best.script.batches.size(); kept *= 2) {
      Script later = best.script;
      size_t made = later.batches.size() - kept;
      for (size_t i = 0; i < made; ++i)
        applyEdits(later.batches[i], later.text);
      later.batches.erase(later.batches.begin(),
                          later.batches.begin() + static_cast<long>(made));
      if (accept(later))
        return;
    }
  }

  void dropBatches() {
    for (size_t size = best.script.batches.size() / 2; size; size /= 2)
      for (size_t at = 0; at + size < best.script.batches.size();) {
        Script less = best.script;
        auto first = less.batches.begin() + static_cast<long>(at);
        less.batches.erase(first, first + static_cast<long>(size));
        if (!accept(less))
          at += size;
      }
  }

  void splitBatches() {
    Script single{best.script.text, {}};
    for (const Batch &batch : best.script.batches)
      for (const TextEdit &edit : batch)
        single.batches.push_back({edit});
    if (accept(single))
      dropBatches();
  }

  /// Lines of the text that no edit touches, halves of them first.
  void dropLines() {
    for (size_t size = best.script.text.size() / 2; size; size /= 2)
      for (size_t at = 0; at < best.script.text.size();) {
        size_t end = best.script.text.find('\n', at + size - 1);
        end = end == std::string::npos ? best.script.text.size() : end + 1;
        std::optional<Script> less = without(at, end);
        if (!less || !accept(*less))
          at = end;
      }
  }

  std::optional<Script> without(size_t begin, size_t end) const {
    Script less = best.script;
    size_t first = less.text.size(), last = 0;
    for (const Batch &batch : less.batches)
      for (const TextEdit &edit : batch) {
        first = std::min<size_t>(first, edit.range.begin.value);
        last += edit.newText.size();
        last = std::max<size_t>(last, edit.range.end.value);
      }
    if (begin < last && first < end)
      return std::nullopt;
    less.text.erase(begin, end - begin);
    auto moved = static_cast<uint32_t>(end <= first ? end - begin : 0);
    for (Batch &batch : less.batches)
      for (TextEdit &edit : batch)
        edit.range = {{edit.range.begin.value - moved},
                      {edit.range.end.value - moved}};
    return less;
  }

  Trial best;
};

} // namespace

Trial test::minimized(Trial different) {
  return Minimizer(std::move(different)).run();
}
