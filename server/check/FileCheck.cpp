//===- FileCheck.cpp - Check one file, here or in a worker ----------------===//

#include "server/check/FileCheck.h"

#include "core/analysis/Section.h"
#include "server/check/DerivedFormat.h"
#include "server/check/Mend.h"

#include "llvm/ADT/STLExtras.h"

#include <cstring>
#include <type_traits>

using namespace shapels;

/// Whether more may be known of the text where there is more time.
static bool isGivenUp(const Diagnostic &diagnostic) {
  return diagnostic.code == DiagnosticCode::ParserTimeout;
}

static bool hasUnknownOps(const Outline &outline) {
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.next(id))
    if (outline.opTable().isUnknown(outline.opName(id)))
      return true;
  return false;
}

static void addDerived(TextFindings &findings, const Document &document,
                       const Section &section, uint64_t number,
                       const CheckOptions &options) {
  if (std::string part = derivedPart(document, section, number, options);
      !part.empty())
    findings.derived.push_back(std::move(part));
}

static TextFindings findIn(std::string text, const CheckOptions &options,
                           const Configuration &configuration,
                           CrashGuard &crashGuard, bool mayWantProject) {
  Document document(std::move(text), configuration, crashGuard);
  TextFindings findings;
  uint64_t number = 0;
  auto visit = [&](const Section &section) {
    if (options.printInferred)
      llvm::append_range(findings.inferred,
                         inferredValues(document, section, number++));
    else if (options.isOther())
      addDerived(findings, document, section, number++, options);
    else if (options.verifyDiagnostics)
      llvm::append_range(findings.mismatches,
                         document.verifyExpectations(section));
  };
  document.readOnce(visit, [&](const Section &section) {
    findings.wantsProject = mayWantProject && hasUnknownOps(section.outline());
    return !findings.wantsProject;
  });
  if (findings.wantsProject) {
    findings = {};
    findings.wantsProject = true;
    return findings;
  }
  if (options.verifyDiagnostics && !options.isOther())
    return findings;
  for (const Diagnostic &diagnostic : document.diagnostics())
    if (options.isOther() ? isGivenUp(diagnostic)
                          : isReported(diagnostic, options.showHints))
      findings.diagnostics.push_back(diagnostic);
  return findings;
}

TextFindings shapels::checkText(std::string text, const CheckOptions &options,
                                const Configuration &configuration,
                                CrashGuard &crashGuard, bool mayWantProject) {
  GuardedScope scope(crashGuard, {Step::Update, "", {}});
  if (options.fix == FixMode::None)
    return findIn(std::move(text), options, configuration, crashGuard,
                  mayWantProject);
  TextFindings before =
      findIn(text, options, configuration, crashGuard, mayWantProject);
  if (before.wantsProject || before.diagnostics.empty())
    return before;
  MendedText mended = mend(std::move(text), configuration, crashGuard);
  if (mended.fixes == 0)
    return before;
  TextFindings after = findIn(mended.text, options, configuration, crashGuard,
                              /*mayWantProject=*/false);
  after.fixed = std::move(mended.text);
  after.fixes = mended.fixes;
  return after;
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

namespace {

/// What there is to a value; for reading and for writing.
template <typename Codec, typename T>
void each(Codec &codec, T &value) {
  if constexpr (requires { value.file; })
    codec(value.file);
  else
    codec(value.range);
  if constexpr (requires { value.fromArguments; }) {
    codec(value.section);
    codec(value.function);
    codec(value.name);
    codec(value.op);
    codec(value.declared);
    codec(value.inferred);
    codec(value.fromArguments);
    codec(value.isStatedByType);
    codec(value.callee);
    codec(value.symbolic);
    codec(value.value);
  } else {
    codec(value.message);
  }
  if constexpr (requires { value.replacedMessage; }) {
    codec(value.code);
    codec(value.severity);
    codec(value.related);
    codec(value.alsoUnderlined);
    codec(value.replacedMessage);
  }
}

/// Appends what it is given.
class Writer {
public:
  template <typename T>
  void operator()(const T &value) {
    if constexpr (std::is_trivially_copyable_v<T>)
      bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
    else
      each(*this, value);
  }
  void operator()(const std::string &text) {
    (*this)(static_cast<uint64_t>(text.size()));
    bytes += text;
  }
  template <typename T>
  void operator()(const std::vector<T> &list) {
    (*this)(static_cast<uint64_t>(list.size()));
    for (const T &value : list)
      (*this)(value);
  }
  template <typename T>
  void operator()(const std::optional<T> &value) {
    (*this)(value.has_value());
    if (value)
      (*this)(*value);
  }
  std::string bytes;
};

/// Fills in what it is given, in the same order.
class AnswerReader {
public:
  explicit AnswerReader(std::string_view bytes) : bytes(bytes) {}

  template <typename T>
  void operator()(T &value) {
    if constexpr (std::is_trivially_copyable_v<T>) {
      if (std::string_view raw = take(sizeof value); !raw.empty())
        std::memcpy(&value, raw.data(), sizeof value);
    } else {
      each(*this, value);
    }
  }
  void operator()(std::string &text) { text = take(readSize()); }
  template <typename T>
  void operator()(std::vector<T> &list) {
    list.resize(readSize());
    for (T &value : list)
      (*this)(value);
  }
  template <typename T>
  void operator()(std::optional<T> &value) {
    bool hasValue = false;
    (*this)(hasValue);
    if (hasValue)
      (*this)(value.emplace());
  }
  bool isWhole() const { return isRight && bytes.empty(); }

private:
  /// Nothing that is counted takes less than a byte.
  size_t readSize() {
    uint64_t size = 0;
    (*this)(size);
    isRight &= size <= bytes.size();
    return isRight ? size : 0;
  }
  std::string_view take(size_t size) {
    isRight &= size <= bytes.size();
    if (!isRight)
      return {};
    std::string_view result = bytes.substr(0, size);
    bytes.remove_prefix(size);
    return result;
  }

  std::string_view bytes;
  bool isRight = true;
};

} // namespace

std::string shapels::encode(const TextFindings &findings) {
  Writer writer;
  writer(findings.diagnostics);
  writer(findings.mismatches);
  writer(findings.inferred);
  writer(findings.derived);
  writer(findings.failures);
  writer(findings.fixed);
  writer(findings.fixes);
  writer(findings.wantsProject);
  return std::move(writer.bytes);
}

bool shapels::decode(std::string_view bytes, TextFindings &findings) {
  AnswerReader reader(bytes);
  reader(findings.diagnostics);
  reader(findings.mismatches);
  reader(findings.inferred);
  reader(findings.derived);
  reader(findings.failures);
  reader(findings.fixed);
  reader(findings.fixes);
  reader(findings.wantsProject);
  return reader.isWhole();
}
