//===- Expectations.cpp - `// expected-error {{...}}` ---------------------===//
//
// Source: mlir::SourceMgrDiagnosticVerifierHandler, whose syntax and matching
// of lines this follows.
//
//===----------------------------------------------------------------------===//

#include "core/analysis/Comments.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <cstring>
#include <initializer_list>
#include <optional>

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

constexpr llvm::StringLiteral prefix("expected-");

/// `expected-KIND[-re] [@DESIGNATOR] {{MESSAGE}}`, up to the end of its line.
struct Written {
  llvm::StringRef all, kind, designator, message;
  bool isRegex = false;
};

/// The first of the words that it begins with is taken off; empty if none is.
llvm::StringRef takeWord(llvm::StringRef &rest,
                         std::initializer_list<llvm::StringLiteral> words) {
  for (llvm::StringRef word : words)
    if (llvm::StringRef found = rest.take_front(word.size());
        rest.consume_front(word))
      return found;
  return {};
}

/// `+1`, `-2`, `above`, `below` or `unknown`.
llvm::StringRef takeDesignator(llvm::StringRef &rest) {
  if (!rest.starts_with("+") && !rest.starts_with("-"))
    return takeWord(rest, {"above", "below", "unknown"});
  size_t end = rest.find_first_not_of("0123456789", 1);
  llvm::StringRef number = rest.take_front(end);
  rest = rest.drop_front(number.size());
  return number.size() > 1 ? number : llvm::StringRef();
}

/// `text` starts with the prefix.
std::optional<Written> readWritten(llvm::StringRef text) {
  Written written{.all = text};
  llvm::StringRef rest = text.drop_front(prefix.size());
  written.kind = takeWord(rest, {"error", "note", "remark", "warning"});
  if (written.kind.empty())
    return std::nullopt;
  written.isRegex = rest.consume_front("-re");
  rest = rest.ltrim(' ');
  if (rest.consume_front("@")) {
    written.designator = takeDesignator(rest);
    if (written.designator.empty())
      return std::nullopt;
    rest = rest.ltrim(' ');
  }
  if (!rest.consume_front("{{") || !rest.consume_back("}}"))
    return std::nullopt;
  written.message = rest;
  return written;
}

/// The first one in a line.
std::optional<Written> findIn(llvm::StringRef line) {
  for (size_t at = 0; (at = line.find(prefix, at)) != line.npos; ++at)
    if (std::optional<Written> written = readWritten(line.substr(at)))
      return written;
  return std::nullopt;
}

class Reader {
public:
  explicit Reader(std::string_view text) : text(text) {}

  std::vector<Expectation> read() {
    while (skipToPrefix()) {
      auto [first, others] = rest.split('\n');
      if (std::optional<Written> written = findIn(first.rtrim()))
        add(*written);
      else
        passPlain(1);
      rest = others;
    }
    // A dangling @below is about the last line.
    settleBelow();
    return std::move(expectations);
  }

private:
  /// To the line that has the next one. False if there is none.
  bool skipToPrefix() {
    // Several times as fast as what searches views.
    const void *found = rest.empty() ? nullptr
                                     : ::memmem(rest.data(), rest.size(),
                                                prefix.data(), prefix.size());
    if (!found)
      return false;
    llvm::StringRef before =
        rest.take_front(static_cast<const char *>(found) - rest.data());
    before = before.take_front(before.rfind('\n') + 1);
    if (!before.empty())
      passPlain(static_cast<uint32_t>(before.count('\n')));
    rest = rest.drop_front(before.size());
    return true;
  }

  void settleBelow() {
    for (size_t index : forNextLine)
      expectations[index].line = line;
    forNextLine.clear();
  }

  /// So many lines have none; at least one.
  void passPlain(uint32_t count) {
    settleBelow();
    line += count;
    lastPlainLine = line - 1;
  }

  void add(const Written &written) {
    Expectation expectation;
    expectation.kind = llvm::StringSwitch<ExpectedKind>(written.kind)
                           .Case("warning", ExpectedKind::Warning)
                           .Case("remark", ExpectedKind::Remark)
                           .Case("note", ExpectedKind::Note)
                           .Default(ExpectedKind::Error);
    auto begin = static_cast<uint32_t>(written.all.data() - text.data());
    expectation.range = {{begin},
                         {begin + static_cast<uint32_t>(written.all.size())}};
    expectation.substring = written.message.str();
    if (written.isRegex)
      expectation.regex =
          std::make_shared<llvm::Regex>(regexOf(written.message));
    expectation.line = line;
    readDesignator(written.designator, expectation);
    expectations.push_back(std::move(expectation));
    ++line;
  }

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

  llvm::StringRef text, rest = text;
  std::vector<Expectation> expectations;
  /// Expectations about the next line that has none.
  std::vector<size_t> forNextLine;
  uint32_t line = 0;
  uint32_t lastPlainLine = 0;
};

} // namespace

std::vector<Expectation> shapels::expectationsOf(const Section &section) {
  return Reader(section.text()).read();
}

bool Expectation::matches(std::string_view message) const {
  if (regex)
    return regex->match(message);
  return message.find(substring) != message.npos;
}
