//===- HoverLines.h - The lines of a hover ---------------------*- C++ -*-===//
//
// Private to Hover.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_FEATURES_HOVERLINES_H
#define SHAPELS_FEATURES_HOVERLINES_H

#include "core/analysis/ValueInfo.h"
#include "core/syntax/Lexer.h"

#include <string>
#include <string_view>

namespace shapels {

/// `%0 : tensor<?x4xf32> = [B, 4]`.
std::string hoverHead(const ValueInfo &value);
/// `%0 = tosa.add : tensor<?x4xf32> = [B, 4]`.
std::string hoverHead(const OperationInfo &op);

/// The symbol that the op of a statement defines.
std::optional<NameOccurrence> symbolOf(const Section &section, StatementId id);
/// `func.func @f(%a: i32) -> i32`: how the op begins, on one line.
std::string signatureText(const Section &section, StatementId id);

/// Whether more is to be said of the size than that it is an operand's.
bool isSurprising(const DimInfo &dim);

/// The token that touches `offset`, found by lexing its line.
Token tokenOnLine(TextSpan text, SectionOffset offset);

/// `tensor<...>` around or at the token, by its brackets on one line.
std::optional<SectionRange> typeAround(const Section &section, Token token);

/// `32-bit integer`; empty for other words.
std::string builtinTypeText(std::string_view type);

/// Lines of a hover, laid out as Markdown or as plain text.
class HoverLines {
public:
  HoverLines(bool markdown, size_t most) : markdown(markdown), most(most) {}

  std::string code(std::string_view text) const {
    return markdown ? "`" + std::string(text) + "`" : std::string(text);
  }
  /// What the hover is about.
  void title(std::string_view what, std::string_view rest) {
    add((markdown ? "**" + std::string(what) + "**" : std::string(what)) +
        (rest.empty() ? "" : " — " + std::string(rest)));
  }
  /// A line of its own, in Markdown a paragraph; nothing if it is empty.
  void words(std::string_view line) {
    if (line.empty())
      return;
    if (markdown && count > 0)
      text += "\n";
    isList = false;
    std::string own(line);
    if (!markdown)
      std::erase(own, '`');
    add(own);
  }
  void link(const std::string &words, const std::string &address) {
    if (markdown && !address.empty())
      this->words("[" + words + "](" + address + ")");
  }
  void item(std::string_view line) {
    // In Markdown a list needs a paragraph of its own.
    if (markdown && !isList && count > 0)
      text += "\n";
    isList = true;
    add("- " + std::string(line));
  }
  void add(std::string_view line) {
    if (++count <= most)
      text += std::string(line) + "\n";
    else if (count == most + 1)
      text.insert(text.size() - 1, " …");
  }
  void block(std::string_view source) {
    text += markdown ? "\n```mlir\n" + std::string(source) + "\n```\n"
                     : "\n" + std::string(source) + "\n";
  }
  /// A block as a line.
  void source(std::string_view line) {
    if (!markdown)
      return add(line);
    ++count;
    text += "```mlir\n" + std::string(line) + "\n```\n";
  }
  std::string take() {
    while (text.ends_with('\n'))
      text.pop_back();
    return std::move(text);
  }

private:
  bool markdown;
  size_t most;
  std::string text;
  size_t count = 0;
  bool isList = false;
};

} // namespace shapels

#endif // SHAPELS_FEATURES_HOVERLINES_H
