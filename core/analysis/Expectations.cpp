//===- Expectations.cpp - `// expected-error {{...}}` ---------------------===//
//
// Source: mlir::SourceMgrDiagnosticVerifierHandler, whose syntax and matching
// of lines this follows.
//
//===----------------------------------------------------------------------===//

#include "shapels/analysis/Comments.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace shapels;

namespace {

/// Turns the text of `expected-error-re {{...}}`, where regular expressions
/// stand in inner `{{...}}`, into one expression.
std::string regexOf(llvm::StringRef text) {
  std::string expression;
  while (!text.empty()) {
    auto [literal, rest] = text.split("{{");
    expression += llvm::Regex::escape(literal);
    if (rest.empty())
      break;
    auto [inner, after] = rest.split("}}");
    expression += "(" + inner.str() + ")";
    text = after;
  }
  return expression;
}

class Reader {
public:
  explicit Reader(std::string_view text) : text(text) {}

  std::vector<Expectation> read() {
    llvm::StringRef rest(text);
    for (; !rest.empty(); ++line) {
      auto [first, others] = rest.split('\n');
      readLine(first.rtrim());
      rest = others;
    }
    // A dangling @below is about the last line.
    for (size_t index : forNextLine)
      expectations[index].line = line;
    return std::move(expectations);
  }

private:
  void readLine(llvm::StringRef content) {
    llvm::SmallVector<llvm::StringRef, 6> parts;
    if (!content.contains("expected-") || !pattern.match(content, &parts)) {
      for (size_t index : forNextLine)
        expectations[index].line = line;
      forNextLine.clear();
      lastPlainLine = line;
      return;
    }
    Expectation expectation;
    expectation.kind = llvm::StringSwitch<ExpectedKind>(parts[1])
                           .Case("warning", ExpectedKind::Warning)
                           .Case("remark", ExpectedKind::Remark)
                           .Case("note", ExpectedKind::Note)
                           .Default(ExpectedKind::Error);
    auto begin = static_cast<uint32_t>(parts[0].data() - text.data());
    expectation.range = {{begin},
                         {begin + static_cast<uint32_t>(parts[0].size())}};
    expectation.substring = parts[5].str();
    if (!parts[2].empty())
      expectation.regex = std::make_shared<llvm::Regex>(regexOf(parts[5]));
    expectation.line = line;
    readDesignator(parts[4], expectation);
    expectations.push_back(std::move(expectation));
  }

  /// `+1`, `-2`, `above`, `below` or `unknown`.
  void readDesignator(llvm::StringRef designator, Expectation &expectation) {
    int offset = 0;
    if (designator == "unknown")
      expectation.line.reset();
    else if (designator == "above")
      expectation.line = lastPlainLine;
    else if (designator == "below")
      forNextLine.push_back(expectations.size());
    else if (!designator.ltrim('+').getAsInteger(10, offset))
      expectation.line = line + offset;
  }

  std::string_view text;
  llvm::Regex pattern{
      "expected-(error|note|remark|warning)(-re)? "
      "*(@([+-][0-9]+|above|below|unknown))? *[{][{](.*)[}][}]$"};
  std::vector<Expectation> expectations;
  /// Expectations about the next line that has none.
  std::vector<size_t> forNextLine;
  uint32_t line = 0;
  uint32_t lastPlainLine = 0;
};

} // namespace

std::vector<Expectation> shapels::expectationsOf(const Section &section) {
  std::string_view text = section.text();
  if (text.find("expected-") == text.npos)
    return {};
  return Reader(text).read();
}

bool Expectation::matches(std::string_view message) const {
  if (regex)
    return regex->match(message);
  return message.find(substring) != message.npos;
}
