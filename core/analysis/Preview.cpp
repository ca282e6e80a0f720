//===- Preview.cpp --------------------------------------------------------===//

#include "core/analysis/Preview.h"
#include "core/analysis/Section.h"
#include "core/ir/section/Units.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <cstring>

using namespace shapels;

/// In bytes: functions that take about 20 ms, and a text that is not worth a
/// thought beside the whole one.
static constexpr uint32_t mostAnalysed = 64 << 10, mostText = 1 << 20;

/// In bytes: what is not asked of longer texts is not asked of the part either.
static constexpr uint32_t longText = 64 << 10;

/// What may tell something of other lines: comments to us, to tests and to lit,
/// structs that others define, and shapes that users teach. A lone CR ends a
/// line here and not there.
static bool mayTellOfOthers(std::string_view text) {
  return llvm::any_of(
      std::initializer_list<llvm::StringRef>{"shapels:", "expected-",
                                             "RUN:", "struct<\"",
                                             "function_library", "\r"},
      [&](llvm::StringRef word) {
        return ::memmem(text.data(), text.size(), word.data(), word.size());
      });
}

/// Whether the only symbol in the function is its own.
static bool namesNoOther(const Section &section, StatementId root) {
  const Outline &outline = section.outline();
  auto isOwn = [](const NameOccurrence &name) {
    return name.kind == NameKind::Symbol && name.isDefinition;
  };
  std::string_view text = section.slice(outline.range(root));
  return !outline.lacksBrace(root) &&
         llvm::count(text, '@') <= llvm::count_if(outline.names(root), isOwn);
}

/// As many line breaks, and in the last line as many columns.
static void appendEmpty(std::string &text, std::string_view left) {
  text.append(size_t(llvm::count(left, '\n')), '\n');
  text.append(left.size() - (left.rfind('\n') + 1), ' ');
}

template <typename Text>
static bool overlap(RangeIn<Text> a, RangeIn<Text> b) {
  return a.begin < b.end && b.begin < a.end;
}

/// All bytes of the lines.
static DocumentRange bytesOf(const TextBuffer &buffer, LineRange lines) {
  uint32_t last = buffer.lineCount() - 1;
  return {buffer.lineRange({std::min(lines.first, last)}).begin,
          buffer.lineRange({std::min(lines.last, last)}).end};
}

/// Whether the function there is too long, which is found at once.
static bool isLongAt(const Outline &outline, ByteOffset place) {
  StatementId inner = noStatement, outer = outline.statementAt(place);
  while (outer != noStatement && outline.parent(outer) != noStatement) {
    inner = outer;
    outer = outline.parent(outer);
  }
  bool isModule = outer != noStatement && outline.opName(outer) == "module";
  StatementId root = isModule ? inner : outer;
  return root != noStatement && outline.range(root).size() > mostAnalysed;
}

std::unique_ptr<Preview> Preview::make(const Document &whole, LineRange lines,
                                       CrashGuard &crashGuard) {
  if (whole.sections().size() != 1 || crashGuard.knowsFailure())
    return nullptr;
  const Section &section = *whole.sections().front();
  ByteOffset begin =
      section.span().inSection(bytesOf(whole.buffer(), lines).begin);
  if (isLongAt(section.outline(), begin) || mayTellOfOthers(section.text()))
    return nullptr;
  Units units(section.outline());
  units.read(section.span());
  auto preview = std::make_unique<Preview>();
  preview->lines = lines;
  std::optional<std::string> text =
      units.areIndependent() ? preview->choose(whole.buffer(), section, units)
                             : std::nullopt;
  if (!text || preview->functions.empty() || text->size() > mostText)
    return nullptr;
  if (text->size() <= longText)
    text->append(longText + 1 - text->size(), '\n');
  preview->part = std::make_unique<Document>(std::move(*text),
                                             whole.configuration(), crashGuard);
  preview->part->update();
  return preview;
}

/// The text with the functions in the lines. Nothing where one of them rests on
/// others, or has one of its lines in common with a function that is left out.
std::optional<std::string> Preview::choose(const TextBuffer &buffer,
                                           const Section &section,
                                           const Units &units) {
  TextSpan span = section.span();
  ByteRange wanted = span.inSection(bytesOf(buffer, lines)), around{{0}, {0}};
  uint32_t analysed = 0;
  bool isLastLeftOut = false;
  std::string text;
  ByteOffset at{0};
  for (StatementId root : units.all()) {
    ByteRange range = section.outline().range(root);
    text += section.slice({at, range.begin});
    bool isLeftOut = !overlap(range, wanted);
    if (isLeftOut) {
      appendEmpty(text, section.slice(range));
      if (overlap(range, around))
        return std::nullopt;
    } else {
      text += section.slice(range);
      functions.push_back(
          {section.lineOf(range.begin), section.lineOf(range.end)});
      around = span.inSection(bytesOf(buffer, functions.back()));
      analysed += range.size();
      bool isShared = isLastLeftOut && around.begin < at;
      if (isShared || analysed > mostAnalysed || units.isUnbalanced(root) ||
          !namesNoOther(section, root))
        return std::nullopt;
    }
    isLastLeftOut = isLeftOut;
    at = range.end;
  }
  text += section.slice({at, {section.span().size()}});
  return text;
}

bool Preview::covers(LineRange asked) const {
  bool isInAsked = lines.first <= asked.first && asked.last <= lines.last;
  return llvm::any_of(functions, [&](LineRange own) {
    bool isAround = own.first <= asked.first && asked.last <= own.last;
    bool isThere = own.first <= asked.last && asked.first <= own.last;
    return isAround || (isInAsked && isThere);
  });
}

/// What many errors of one cause have in common is said once, and what an op is
/// beside others when typing rests: neither is for a part to say.
static bool isSaidOfWhole(DiagnosticCode code) {
  switch (code) {
  case DiagnosticCode::MlirParse:
  case DiagnosticCode::DimConflict:
  case DiagnosticCode::CallMismatch:
  case DiagnosticCode::RefinableResult:
  case DiagnosticCode::UnknownDialect:
  case DiagnosticCode::UnusedIgnore:
  case DiagnosticCode::TooManyDiagnostics:
    return false;
  default:
    return true;
  }
}

std::vector<Diagnostic> Preview::diagnostics() const {
  std::vector<Diagnostic> all;
  for (const Diagnostic &diagnostic : part->diagnostics()) {
    uint32_t line = part->buffer().lineOf(diagnostic.range.begin).value;
    if (isSaidOfWhole(diagnostic.code) &&
        llvm::any_of(functions, [&](LineRange own) {
          return own.first <= line && line <= own.last;
        }))
      all.push_back(diagnostic);
  }
  return all;
}
