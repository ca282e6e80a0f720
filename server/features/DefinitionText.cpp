//===- DefinitionText.cpp -------------------------------------------------===//

#include "server/features/DefinitionText.h"
#include "core/ods/FormatText.h"

using namespace shapels;

const char *shapels::arityText(Arity arity) {
  switch (arity) {
  case Arity::One:
    return "";
  case Arity::Optional:
    return "optional";
  case Arity::Variadic:
    return "variadic";
  case Arity::Groups:
    return "groups";
  }
  return "";
}

std::string shapels::formText(const OpDefinition &op) {
  std::string text;
  unsigned depth = 0;
  for (const FormatPiece &piece : piecesOf(op)) {
    for (; depth > piece.depth; --depth)
      text += "]";
    std::string_view rest = piece.text;
    if (piece.depth > depth && rest.starts_with(' ')) {
      text += " ";
      rest.remove_prefix(1);
    }
    for (; depth < piece.depth; ++depth)
      text += "[";
    text += rest;
  }
  return text + std::string(depth, ']');
}

namespace {

/// Without the fences around code.
std::string withoutFences(std::string_view markdown) {
  std::string plain;
  while (!markdown.empty()) {
    size_t end = std::min(markdown.find('\n'), markdown.size() - 1) + 1;
    if (!markdown.starts_with("```"))
      plain += markdown.substr(0, end);
    markdown.remove_prefix(end);
  }
  return plain;
}

/// Paragraphs and lists of Markdown, or the same as plain text.
class Page {
public:
  explicit Page(bool markdown) : markdown(markdown) {}

  void code(const std::string &source) {
    paragraph(markdown ? "```mlir\n" + source + "\n```" : source);
  }
  void paragraph(std::string_view words) {
    if (!words.empty())
      text += (text.empty() ? "" : "\n\n") +
              (markdown ? std::string(words) : withoutFences(words));
    isList = false;
  }
  /// `- **lhs**: words`.
  void item(const std::string &name, const std::string &words) {
    text += isList ? "\n" : "\n\n";
    isList = true;
    text += "- " + (markdown ? "`" + name + "`" : name) +
            (words.empty() ? "" : ": " + words);
  }
  void link(const std::string &address, const char *words) {
    if (!address.empty())
      paragraph(markdown ? "[" + std::string(words) + "](" + address + ")"
                         : address);
  }
  std::string take() { return std::move(text); }

private:
  bool markdown, isList = false;
  std::string text;
};

} // namespace

static std::string constraintText(const std::string &constraint,
                                  const char *arity) {
  std::string_view words = arity;
  if (words.empty())
    return constraint;
  return std::string(words) + (constraint.empty() ? "" : ", " + constraint);
}

static void addValueParts(const std::vector<ValueDefinition> &values,
                          const char *as, Page &page) {
  for (size_t i = 0; i < values.size(); ++i)
    page.item(
        values[i].name.empty() ? as + std::to_string(i) : values[i].name,
        as + std::string(", ") +
            constraintText(values[i].constraint, arityText(values[i].arity)));
}

std::string shapels::opText(const OpDefinition &op, bool markdown) {
  Page page(markdown);
  page.code(op.name + formText(op));
  page.paragraph(op.summary);
  page.paragraph(op.description);
  addValueParts(op.operands, "operand", page);
  for (const AttributeDefinition &attribute : op.attributes)
    page.item(attribute.name,
              "attribute, " +
                  constraintText(attribute.constraint,
                                 attribute.mayBeLeftOut() ? "optional" : ""));
  addValueParts(op.results, "result", page);
  page.link(op.link, "Documentation");
  return page.take();
}

std::string shapels::typeText(const TypeDefinition &type, bool markdown) {
  Page page(markdown);
  page.code(type.name());
  page.paragraph(type.summary);
  page.paragraph(type.description);
  return page.take();
}

std::string shapels::dialectText(const DialectDefinition &dialect,
                                 bool markdown) {
  Page page(markdown);
  page.paragraph(dialect.summary.empty() ? dialect.name : dialect.summary);
  page.paragraph(dialect.description);
  page.link(dialect.link, "Documentation");
  return page.take();
}
