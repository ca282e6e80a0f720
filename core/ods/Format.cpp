//===- Format.cpp ---------------------------------------------------------===//

#include "core/ods/Format.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

using namespace shapels;
using Kind = FormatElement::Kind;

namespace {

/// Reads a format from left to right; `isValid` until something does not fit.
class FormatParser {
public:
  explicit FormatParser(std::string_view text) : text(text) {}

  std::optional<Format> parse() {
    Format format = sequence("");
    skipBlanks();
    if (!isValid || at != text.size())
      return std::nullopt;
    return format;
  }

private:
  Format sequence(std::string_view ends);
  FormatElement element();
  FormatElement elementHere();
  FormatElement literal();
  FormatElement group();
  FormatElement directive();
  std::vector<FormatElement> alternatives();
  std::vector<FormatElement> parenthesized();
  std::string_view word();

  /// And comments.
  void skipBlanks() {
    for (; at < text.size(); ++at)
      if (text.substr(at).starts_with("//"))
        at = std::min(text.find('\n', at), text.size() - 1);
      else if (!std::isspace(static_cast<unsigned char>(text[at])))
        return;
  }
  char next() {
    skipBlanks();
    return at < text.size() ? text[at] : '\0';
  }
  bool take(char c) {
    if (next() != c)
      return false;
    ++at;
    return true;
  }
  void expect(char c) { isValid &= take(c); }

  std::string_view text;
  size_t at = 0, depth = 0;
  bool isValid = true;
};

} // namespace

/// Up to one of `ends`, or the end.
Format FormatParser::sequence(std::string_view ends) {
  Format all;
  while (isValid && next() != '\0' && ends.find(next()) == ends.npos)
    all.push_back(element());
  return all;
}

std::string_view FormatParser::word() {
  skipBlanks();
  size_t begin = at;
  while (at < text.size() &&
         (std::isalnum(static_cast<unsigned char>(text[at])) ||
          text[at] == '_' || text[at] == '-'))
    ++at;
  isValid &= at != begin;
  return text.substr(begin, at - begin);
}

FormatElement FormatParser::element() {
  // Nobody nests them deeper.
  if (depth == 64) {
    isValid = false;
    return {};
  }
  ++depth;
  FormatElement result = elementHere();
  --depth;
  return result;
}

FormatElement FormatParser::elementHere() {
  switch (next()) {
  case '`':
    return literal();
  case '$':
    ++at;
    return {Kind::Variable, std::string(word())};
  case '(':
    return group();
  default:
    return directive();
  }
}

FormatElement FormatParser::literal() {
  size_t begin = ++at;
  size_t end = text.find('`', begin);
  if (end == text.npos) {
    isValid = false;
    return {};
  }
  at = end + 1;
  std::string_view spelled = text.substr(begin, end - begin);
  if (spelled.empty() || spelled == " ")
    return {Kind::Space};
  if (spelled == "\\n")
    return {Kind::Space, "\n"};
  return {Kind::Literal, std::string(spelled)};
}

/// `( ... )?` or `( ... ) : ( ... )?`; `^` marks the anchor.
FormatElement FormatParser::group() {
  FormatElement result{Kind::Group};
  auto part = [&] {
    expect('(');
    Format all;
    while (isValid && next() != ')' && next() != '\0') {
      all.push_back(element());
      take('^');
    }
    expect(')');
    return all;
  };
  result.arguments = part();
  if (take(':'))
    result.otherwise = part();
  expect('?');
  return result;
}

std::vector<FormatElement> FormatParser::parenthesized() {
  std::vector<FormatElement> all;
  expect('(');
  while (isValid && next() != ')' && next() != '\0') {
    all.push_back(element());
    take(',');
  }
  expect(')');
  return all;
}

/// `( a | b | c )`.
std::vector<FormatElement> FormatParser::alternatives() {
  std::vector<FormatElement> all;
  expect('(');
  do {
    all.push_back({Kind::Group});
    all.back().arguments = sequence("|)");
  } while (isValid && take('|'));
  expect(')');
  return all;
}

FormatElement FormatParser::directive() {
  static constexpr std::array<std::pair<std::string_view, Kind>, 6> plain{
      {{"attr-dict", Kind::AttrDict},
       {"prop-dict", Kind::PropDict},
       {"operands", Kind::Operands},
       {"results", Kind::Results},
       {"regions", Kind::Regions},
       {"successors", Kind::Successors}}};
  static constexpr std::array<std::pair<std::string_view, Kind>, 4> called{
      {{"type", Kind::Type},
       {"functional-type", Kind::FunctionalType},
       {"qualified", Kind::Qualified},
       {"ref", Kind::Reference}}};
  if (next() == '"') { // Of C++, as an argument of `custom`.
    size_t end = text.find('"', at + 1);
    isValid &= end != text.npos;
    at = isValid ? end + 1 : at;
    return {Kind::Space};
  }
  std::string_view name = word();
  for (auto [spelled, kind] : plain)
    if (name == spelled)
      return {kind};
  for (auto [spelled, kind] : called)
    if (name == spelled)
      return {kind, "", parenthesized()};
  if (name == "attr-dict-with-keyword")
    return {Kind::AttrDict, "attributes"};
  if (name == "oilist")
    return {Kind::AnyOrder, "", alternatives()};
  if (name != "custom") {
    isValid = false;
    return {};
  }
  expect('<');
  FormatElement result{Kind::Custom, std::string(word())};
  expect('>');
  result.arguments = parenthesized();
  return result;
}

std::optional<Format> shapels::parseFormat(std::string_view assemblyFormat) {
  return FormatParser(assemblyFormat).parse();
}
