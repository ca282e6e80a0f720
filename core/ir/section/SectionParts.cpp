//===- SectionParts.cpp - A long section, on several threads --------------===//
//
// Units know nothing of each other while they are parsed and verified, so those
// of a long section are in parts, each for a thread. What comes of it is what
// the whole would give; where anything is said while they are parsed, or is not
// as the statements tell, the whole is parsed, and a unit of which the verifier
// says anything is verified again by itself. A unit that is long by itself is
// parsed by one thread, for what its values are is known behind their ops only;
// its ops are verified by several.
//
//===----------------------------------------------------------------------===//

#include "core/base/Memory.h"
#include "core/ir/parse/AliasParser.h"
#include "core/ir/parse/BufferParser.h"
#include "core/ir/parse/IrRecorder.h"
#include "core/ir/section/SectionParser.h"
#include "core/ir/unregistered/UnregisteredWriter.h"
#include "core/ir/verify/UnitVerifier.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Threading.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Threading.h"

#include <algorithm>
#include <atomic>
#include <cstring>

using namespace shapels;
using namespace mlir;

/// In bytes of text: what a thread is worth its while for, and what takes so
/// long that a processor is left to those who ask about other documents.
static constexpr uint32_t shortestPart = 128 << 10, longText = 16 << 20;
/// For each thread, as parts of the same length take unequally long.
static constexpr unsigned partsOfThread = 4;

/// Units that follow each other, `first` up to `end`.
struct SectionParser::Part {
  explicit Part(StatementId first) : first(first) {}

  StatementId first, end = noStatement;
  Block parsed;
  TextMatches matches;
  bool isInOrder = false;
  /// The units of which the verifier says nothing.
  std::vector<StatementId> right;
};

namespace {

/// A context has threads while this lives, and none otherwise.
class ContextThreads {
public:
  explicit ContextThreads(MLIRContext &context) : context(context) {
    context.enableMultithreading();
  }
  ~ContextThreads() {
    context.disableMultithreading();
    // What threads that are gone freed is of no use to others until then.
    giveBackMemory();
  }
  ContextThreads(const ContextThreads &) = delete;
  ContextThreads &operator=(const ContextThreads &) = delete;

private:
  MLIRContext &context;
};

} // namespace

/// Whether MLIR said anything in this thread.
static thread_local bool isSaidHere;

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

/// Whether the section, which is plain text, is long, and nothing in it but the
/// symbols of its units rests on what is elsewhere in it.
bool SectionParser::mayBeParted() const {
  if (text.size() < 2 * shortestPart || crashGuard.knowsFailure() ||
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
  return !isAliasInHeader;
}

/// One where one thread is as fast.
unsigned SectionParser::countOfParts(unsigned threads,
                                     ArrayRef<ByteRange> aliases) const {
  if (threads < 2)
    return 1;
  uint32_t size = text.size(), readByEach = 0;
  for (ByteRange alias : aliases)
    readByEach += alias.size();
  if (readByEach < size / 64)
    threads *= partsOfThread;
  return std::clamp(size / shortestPart, 1u, threads);
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

std::vector<ByteRange> SectionParser::aliasRanges() const {
  std::vector<ByteRange> ranges;
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.nextSibling(id))
    if (outline.kind(id) == StatementKind::Alias)
      ranges.push_back(outline.range(id));
  return ranges;
}

/// The text of the units, behind the aliases before it.
void SectionParser::appendPart(ParseBuffer &buffer, const Part &part,
                               ArrayRef<ByteRange> aliases) const {
  buffer.blame({{0}, {text.size()}});
  ByteOffset begin = outline.begin(part.first);
  for (ByteRange alias : aliases) {
    if (begin < alias.begin)
      break;
    buffer.append(alias);
    buffer.appendEnd("\n", alias.end);
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
bool SectionParser::parsePart(Part &part, ArrayRef<ByteRange> aliases) const {
  ParseBuffer buffer(text);
  appendPart(buffer, part, aliases);
  isSaidHere = false;
  {
    GuardedScope scope(crashGuard, buffer.task());
    ParserConfig config(&context, /*verifyAfterParse=*/false);
    if (failed(parseAsmSourceFile(buffer.sourceMgr(), &part.parsed, config)))
      return false;
  }
  TextOrder order(text, buffer, outline);
  part.isInOrder = !isSaidHere && !usesWhatIsBeside(part.parsed) &&
                   order.match(part.parsed, context, part.first, part.end);
  part.matches = order.takeMatches();
  return true;
}

/// The same, when all are parsed.
void SectionParser::finishPart(Part &part) {
  IrRecorder(state).record(part.matches);
  for (StatementId root = part.first;
       root != part.end && !crashGuard.isSuperseded();
       root = outline.nextSibling(root)) {
    if (shared.units.rootOf(root) != root)
      continue;
    isSaidHere = false;
    ParserState unit(state.source, unitOf(root));
    if (UnitVerifier(unit).isUnitRight(root) && !isSaidHere)
      part.right.push_back(root);
  }
}

/// False where it is for one of the numbers below `count`.
bool SectionParser::onThreads(GuardedTask task, size_t count,
                              llvm::function_ref<bool(size_t)> work) const {
  GuardedTask own = crashGuard.inHand();
  GuardedScope scope(crashGuard, task);
  return succeeded(
      failableParallelForEachN(&context, 0, count, [&](size_t number) {
        GuardedScope helping(crashGuard, own);
        return success(work(number));
      }));
}

/// Those that parts would not make shorter.
void SectionParser::verifyLongUnits() {
  unsigned threads = llvm::hardware_concurrency().compute_thread_count();
  if (crashGuard.knowsFailure() || threads < 2)
    return;
  for (StatementId root : shared.units.all()) {
    ByteRange range = outline.range(root);
    if (range.size() < 2 * shortestPart)
      continue;
    std::atomic<bool> isSaid = false;
    ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &) {
      isSaid = true;
      return success();
    });
    ContextThreads contextThreads(context);
    auto onUnit = [&](size_t count, llvm::function_ref<bool(size_t)> work) {
      return onThreads({Step::Verify, spelling(range), {}}, count, work);
    };
    ParserState unit(state.source, unitOf(root));
    if (UnitVerifier(unit).isUnitRight(root, onUnit) && !isSaid)
      state.right.insert(root);
  }
}

/// Nothing where it takes the whole to say whether it parses.
std::optional<bool> SectionParser::parseInParts() {
  unsigned threads = llvm::hardware_concurrency().compute_thread_count();
  if (threads > 1 && text.size() > longText)
    --threads;
  std::vector<ByteRange> aliases = aliasRanges();
  Parts parts = partsOf(countOfParts(threads, aliases));
  StatementId around = shared.units.container();
  if (parts.size() < 2 || quarantine.isCulprit(around) ||
      !parseContainer(around))
    return std::nullopt;
  loadDialectsNamedIn(text.text(), context);
  ScopedDiagnosticHandler handler(&context, [](mlir::Diagnostic &) {
    isSaidHere = true;
    return success();
  });
  ContextThreads contextThreads(context);
  if (!onThreads({Step::Parse, text.text(), {}}, parts.size(),
                 [&](size_t part) { return parsePart(*parts[part], aliases); }))
    return false;
  state.isInOrder =
      llvm::all_of(parts, [](const auto &part) { return part->isInOrder; });
  if (!state.isInOrder)
    return std::nullopt;
  Block &body = *shared.module->getBody();
  for (const auto &part : parts)
    body.getOperations().splice(body.end(), part->parsed.getOperations());
  (void)onThreads({Step::Verify, text.text(), {}}, parts.size(),
                  [&](size_t part) {
                    finishPart(*parts[part]);
                    return true;
                  });
  for (const auto &part : parts)
    state.right.insert(part->right.begin(), part->right.end());
  AliasParser(state).readAliases();
  return true;
}
