//===- SectionParts.cpp - A long section, on several threads --------------===//
//
// Units know nothing of each other while they are parsed, so those of a long
// section are parsed in parts, each by a thread. What comes of it is what the
// whole would give; where anything is said, or is not as the statements tell,
// the whole is parsed.
//
//===----------------------------------------------------------------------===//

#include "shapels/base/Memory.h"
#include "shapels/ir/AliasParser.h"
#include "shapels/ir/BufferParser.h"
#include "shapels/ir/IrRecorder.h"
#include "shapels/ir/OpaqueWriter.h"
#include "shapels/ir/SectionParser.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Threading.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Threading.h"

#include <algorithm>
#include <cstring>

using namespace shapels;
using namespace mlir;

/// In bytes of text: what a thread is worth its while for, and what takes so
/// long that a processor is left to those who ask about other documents.
static constexpr uint32_t shortestPart = 128 << 10, longText = 16 << 20;

/// Units that follow each other, `first` up to `end`.
struct SectionParser::Part {
  explicit Part(StatementId first) : first(first) {}

  StatementId first, end = noStatement;
  Block parsed;
  TextMatches matches;
  bool isInOrder = false;
};

/// MLIR loads the dialects that a text names while it parses, which one thread
/// alone may do.
static void loadDialectsNamedIn(std::string_view text, MLIRContext &context) {
  llvm::StringSet<> seen;
  llvm::StringRef last;
  const char *begin = text.data(), *end = begin + text.size();
  for (const char *dot = begin;
       (dot = static_cast<const char *>(::memchr(dot, '.', end - dot)));
       ++dot) {
    const char *start = dot;
    while (start != begin && (llvm::isAlnum(start[-1]) || start[-1] == '_'))
      --start;
    llvm::StringRef name(start, dot - start);
    if (name == last)
      continue;
    last = name;
    if (seen.insert(name).second)
      context.getOrLoadDialect(name);
  }
}

static bool contains(std::string_view text, llvm::StringRef word) {
  return ::memmem(text.data(), text.size(), word.data(), word.size());
}

/// Whether the section is long, and nothing in it but the symbols of its units
/// rests on what is elsewhere in it.
bool SectionParser::mayBeParted() const {
  if (text.size() < 2 * shortestPart || watch.knowsHarm() ||
      !TextOrder::isTold(text) ||
      // They go with the thread that made them.
      contains(text.text(), "distinct["))
    return false;
  StatementId around = shared.units.container();
  bool isAliasInHeader =
      around != noStatement &&
      llvm::any_of(outline.names(around), [](const NameOccurrence &name) {
        return name.kind == NameKind::AttributeAlias ||
               name.kind == NameKind::TypeAlias;
      });
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.next(id))
    if (isOpaque(text, outline, id) || outline.lacksBrace(id))
      return false;
  return !isAliasInHeader;
}

/// The units, in as many parts of about the same length.
SectionParser::Parts SectionParser::partsOf(unsigned count) const {
  Parts parts;
  uint32_t length = text.size() / count + 1, from = 0;
  for (StatementId root : shared.units.all()) {
    uint32_t begin = outline.begin(root).value;
    if (!parts.empty() && begin < from + length)
      continue;
    if (!parts.empty())
      parts.back()->end = root;
    parts.push_back(std::make_unique<Part>(root));
    from = begin;
  }
  return parts;
}

/// The text of the units, behind the aliases before it.
void SectionParser::appendPart(ParseBuffer &buffer, const Part &part) const {
  buffer.blame({{0}, {text.size()}});
  ByteOffset begin = outline.begin(part.first);
  for (StatementId id = outline.first();
       id != noStatement && outline.begin(id) < begin;
       id = outline.nextSibling(id))
    if (outline.kind(id) == StatementKind::Alias) {
      buffer.append(outline.range(id));
      buffer.appendEnd("\n", outline.range(id).end);
    }
  StatementId around = shared.units.container();
  ByteOffset end{text.size()};
  if (part.end != noStatement)
    end = outline.begin(part.end);
  else if (around != noStatement)
    end = outline.regions(around).front().inside.end;
  buffer.append({begin, end});
}

/// By one of the threads.
bool SectionParser::parsePart(Part &part) const {
  ParseBuffer buffer(text);
  appendPart(buffer, part);
  {
    WatchScope scope(watch, buffer.errand());
    ParserConfig config(&context, /*verifyAfterParse=*/false);
    if (failed(parseAsmSourceFile(buffer.sourceMgr(), &part.parsed, config)))
      return false;
  }
  TextOrder order(text, buffer, outline);
  part.isInOrder = !usesWhatIsBeside(part.parsed) &&
                   order.match(part.parsed, context, part.first, part.end);
  part.matches = order.takeMatches();
  return true;
}

/// By threads of the context, which has none otherwise.
bool SectionParser::parseOnThreads(Parts &parts) const {
  Errand own = watch.inHand();
  WatchScope scope(watch, {Step::Parse, text.text(), {}});
  context.enableMultithreading();
  LogicalResult areParsed = failableParallelForEach(
      &context, parts, [&](std::unique_ptr<Part> &part) {
        WatchScope helping(watch, own);
        return success(parsePart(*part));
      });
  context.disableMultithreading();
  // What threads that are gone freed is of no use to others until then.
  giveBackMemory();
  return succeeded(areParsed);
}

/// Nothing where it takes the whole to say whether it parses.
std::optional<bool> SectionParser::parseInParts() {
  unsigned threads = llvm::hardware_concurrency().compute_thread_count();
  if (threads > 1 && text.size() > longText)
    --threads;
  Parts parts = partsOf(std::min(threads, text.size() / shortestPart));
  StatementId around = shared.units.container();
  if (parts.size() < 2 || quarantine.isGuilty(around) ||
      !parseContainer(around))
    return std::nullopt;
  loadDialectsNamedIn(text.text(), context);
  bool isSaid = false;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &) {
    isSaid = true;
    return success();
  });
  if (!parseOnThreads(parts))
    return false;
  state.isInOrder = !isSaid && llvm::all_of(parts, [](const auto &part) {
    return part->isInOrder;
  });
  if (!state.isInOrder)
    return std::nullopt;
  Block &body = *shared.module->getBody();
  for (const auto &part : parts) {
    body.getOperations().splice(body.end(), part->parsed.getOperations());
    IrRecorder(state).record(part->matches);
  }
  AliasParser(state).readAliases();
  return true;
}
