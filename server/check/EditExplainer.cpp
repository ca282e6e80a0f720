//===- EditExplainer.cpp --------------------------------------------------===//

#include "server/check/EditExplainer.h"
#include "server/check/SectionCost.h"
#include "server/check/Snippet.h"

#include "llvm/Support/FormatVariadic.h"

#include <chrono>
#include <map>
#include <set>

using namespace shapels;

namespace {

/// Milliseconds since it was asked last.
class StepClock {
public:
  double lap() {
    auto now = std::chrono::steady_clock::now();
    std::chrono::duration<double, std::milli> time = now - last;
    last = now;
    return time.count();
  }

private:
  std::chrono::steady_clock::time_point last = std::chrono::steady_clock::now();
};

/// The findings at some time, as they are called after an edit.
class KnownFindings {
public:
  explicit KnownFindings(const Document &document) {
    for (const Diagnostic &diagnostic : document.diagnostics())
      lines.emplace(Key{diagnostic.range.begin.value, messageOf(diagnostic)},
                    lineOf(document.buffer(), diagnostic));
  }

  void move(DocumentRange edit, uint32_t newSize) {
    Lines moved;
    for (auto &[key, line] : lines) {
      bool isBehind = edit.end.value <= key.first;
      moved.emplace(
          Key{isBehind ? key.first - edit.size() + newSize : key.first,
              key.second},
          line);
    }
    lines = std::move(moved);
  }

  /// Those that `other` has not.
  std::string without(const KnownFindings &other, std::string_view what) const {
    Lines there = other.lines;
    std::string text;
    for (const auto &[key, line] : lines)
      if (auto found = there.find(key); found != there.end())
        there.erase(found);
      else
        text += "  " + std::string(what) + ": " + line + "\n";
    return text;
  }

private:
  using Key = std::pair<uint32_t, std::string>;
  using Lines = std::multimap<Key, std::string>;

  static std::string messageOf(const Diagnostic &diagnostic) {
    return llvm::formatv("{0}[{1}]: {2}", severityName(diagnostic.severity),
                         info(diagnostic.code).id,
                         printable(diagnostic.message));
  }
  static std::string lineOf(const TextBuffer &buffer,
                            const Diagnostic &diagnostic) {
    Position at =
        buffer.position(diagnostic.range.begin, PositionEncoding::Utf8);
    return llvm::formatv("{0}:{1}: {2}", at.line + 1, at.character + 1,
                         messageOf(diagnostic));
  }

  Lines lines;
};

/// Which sections there are, by their addresses.
using SectionSet = std::set<const Section *>;

} // namespace

static SectionSet sectionSet(const Document &document) {
  SectionSet result;
  for (const auto &section : document.sections())
    result.insert(section.get());
  return result;
}

static std::string milliseconds(double time) {
  return llvm::formatv("{0:f2} ms", time);
}

static std::string placeOf(const TextBuffer &buffer, DocumentOffset offset) {
  Position at = buffer.position(offset, PositionEncoding::Utf8);
  return std::to_string(at.line + 1) + ":" + std::to_string(at.character + 1);
}

EditExplainer::EditExplainer(std::string text, Configuration configuration)
    : document(std::move(text), std::move(configuration)) {
  StepClock clock;
  document.update();
  document.conclude();
  opening = llvm::formatv(
      "{0} bytes, {1} lines, sections: {2}, findings: {3}; "
      "opened in {4}\n",
      buffer().end().value, buffer().lineCount(), document.sections().size(),
      document.diagnostics().size(), milliseconds(clock.lap()));
}

std::string EditExplainer::opened() const { return opening; }

std::string EditExplainer::explain(const TextEdit &edit) {
  TextEdit narrow = buffer().narrowed(edit);
  auto newSize = static_cast<uint32_t>(narrow.newText.size());
  std::string text = llvm::formatv("edit at {0}: -{1} +{2} bytes\n",
                                   placeOf(buffer(), narrow.range.begin),
                                   narrow.range.size(), newSize);
  if (narrow.range.empty() && newSize == 0)
    return text;
  KnownFindings before(document);
  SectionSet known = sectionSet(document);
  StepClock clock;
  document.edit(narrow);
  // All go where it changes what tells sections apart.
  if (document.sections().empty())
    known.clear();
  document.updateStatements();
  double statements = clock.lap();
  UpdateResult done = document.update();
  double update = clock.lap();
  document.conclude();
  double flow = clock.lap();
  const Section *edited = &document.sectionAt(narrow.range.begin);
  for (const auto &section : document.sections())
    if (bool isNew = !known.contains(section.get());
        isNew || section.get() == edited)
      if (const SectionUpdate *update = done.of(*section))
        text += sectionCost(document, *section, *update, isNew);
  before.move(narrow.range, newSize);
  KnownFindings after(document);
  return text + before.without(after, "gone") + after.without(before, "came") +
         llvm::formatv("  took {0}: statements {1}, IR and findings {2}, flow "
                       "of sizes {3}\n",
                       milliseconds(statements + update + flow),
                       milliseconds(statements), milliseconds(update),
                       milliseconds(flow))
             .str();
}
