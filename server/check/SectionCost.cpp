//===- SectionCost.cpp ----------------------------------------------------===//

#include "server/check/SectionCost.h"
#include "core/analysis/SectionShapes.h"
#include "core/shape/ShapeAnalysis.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace shapels;

namespace {

/// What is told of each list; the rest is counted.
constexpr size_t mostNamed = 20;

using Statements = std::vector<StatementId>;

class CostText {
public:
  CostText(const Document &document, const Section &section,
           const SectionUpdate &done)
      : document(document), section(section), done(done),
        outline(section.outline()) {}

  std::string text(bool isNew);

private:
  uint32_t lineOf(StatementId id) const;
  std::string named(StatementId id) const;
  std::string headline(bool isNew) const;
  size_t sizeOf(StatementId root) const;
  bool isWhollyIn(StatementId root, const std::set<StatementId> &parsed) const;
  Statements inferred() const;
  void addList(std::string_view what, Statements statements);
  void addMadeAnew();

  const Document &document;
  const Section &section;
  const SectionUpdate &done;
  const Outline &outline;
  std::string result;
};

} // namespace

uint32_t CostText::lineOf(StatementId id) const {
  DocumentOffset begin = section.start() + outline.begin(id).value;
  return document.buffer().lineOf(begin).value + 1;
}

std::string CostText::named(StatementId id) const {
  // A quote that is open takes more than a name.
  std::string_view name = outline.opName(id);
  name = name.substr(0, name.find_first_of(" \t\r\n"));
  return std::to_string(lineOf(id)) + " " +
         (name.empty() ? "(no op)" : std::string(name));
}

std::string CostText::headline(bool isNew) const {
  size_t count = 0;
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.next(id))
    ++count;
  uint32_t line = document.buffer().lineOf(section.start()).value + 1;
  return "  section at line " + std::to_string(line) + ", " +
         std::to_string(count) + " statements: " +
         (isNew               ? "new, read as a whole"
          : done.work.isWhole ? "made anew, read as a whole"
                              : "by its statements") +
         "\n";
}

void CostText::addList(std::string_view what, Statements statements) {
  llvm::sort(statements, [&](StatementId lhs, StatementId rhs) {
    return outline.begin(lhs) < outline.begin(rhs);
  });
  statements.erase(llvm::unique(statements), statements.end());
  result +=
      "    " + std::string(what) + ": " + std::to_string(statements.size());
  for (StatementId id : llvm::ArrayRef(statements).take_front(mostNamed))
    result += (id == statements.front() ? " (" : ", ") + named(id);
  if (statements.size() > mostNamed)
    result +=
        ", and " + std::to_string(statements.size() - mostNamed) + " more";
  result += statements.empty() ? "\n" : ")\n";
}

size_t CostText::sizeOf(StatementId root) const {
  size_t size = 0;
  for (StatementId id = root, end = outline.behind(root); id != end;
       id = outline.next(id))
    ++size;
  return size;
}

bool CostText::isWhollyIn(StatementId root,
                          const std::set<StatementId> &parsed) const {
  for (StatementId id = root, end = outline.behind(root); id != end;
       id = outline.next(id))
    if (!parsed.contains(id))
      return false;
  return true;
}

/// What was parsed with all that it nests. The IR does not tell why.
void CostText::addMadeAnew() {
  const Statements &list = done.work.parsed;
  const std::set<StatementId> parsed(list.begin(), list.end());
  for (StatementId id = outline.first(); id != noStatement;) {
    bool isAnew = outline.hasChildren(id) && parsed.contains(id) &&
                  isWhollyIn(id, parsed);
    if (isAnew) {
      size_t size = sizeOf(id);
      result += "    made anew: " + named(id) + " with all that it nests, " +
                std::to_string(size) + " statements";
      if (outline.depth(id) == 0 && size <= SectionIR::shortUnit)
        result += "; it is short: no more than " +
                  std::to_string(SectionIR::shortUnit);
      result += "\n";
    }
    id = isAnew ? outline.behind(id) : outline.next(id);
  }
}

/// From arguments and constants; what declared types alone imply is not in it.
Statements CostText::inferred() const {
  Statements statements;
  for (mlir::Operation *op :
       document.shapes(section).fromArguments().inferredAgain())
    if (StatementId id = SectionIR::statementOf(op); id != noStatement)
      statements.push_back(id);
  return statements;
}

std::string CostText::text(bool isNew) {
  const IrWork &work = done.work;
  result = headline(isNew);
  if (isNew || work.isWhole)
    return result;
  Statements touched = done.changes.touched;
  llvm::append_range(touched, done.changes.dirty);
  addList("touched", std::move(touched));
  if (!done.changes.removed.empty())
    result +=
        "    removed: " + std::to_string(done.changes.removed.size()) + "\n";
  addList("parsed", work.parsed);
  addList("verified", work.verified);
  addMadeAnew();
  addList("said otherwise", work.said);
  if (done.mentionsUs)
    result += "    inferred again: all, for the sake of a comment\n";
  else
    addList("inferred again, but for what is new", inferred());
  return result;
}

std::string shapels::sectionCost(const Document &document,
                                 const Section &section,
                                 const SectionUpdate &done, bool isNew) {
  return CostText(document, section, done).text(isNew);
}
