//===- PictureDot.cpp -----------------------------------------------------===//

#include "server/picture/PictureDot.h"

#include <set>
#include <vector>

using namespace shapels;
using Json = nlohmann::ordered_json;

namespace {

/// Which nodes of a function stand for what they nest.
enum class Fold { None, Regions, Function };

/// Writes one function.
class DotWriter {
public:
  DotWriter(const Json &function, size_t number, Fold fold,
            const std::string &size);

  /// Its cluster, and its edges behind that.
  std::string write();

private:
  size_t shownFor(size_t node) const;
  bool isFolded(size_t node) const;
  std::string idOf(size_t node) const;
  void writeNode(size_t node, const std::string &indent);
  void writeAttributes(size_t node);
  void writeEdges();

  const Json &nodes, &values, &edges;
  const size_t ops, number;
  const Fold fold;
  std::vector<std::vector<size_t>> children;
  /// By node: how many ops are in it.
  std::vector<size_t> counts;
  /// By node: what is lost there; and of which values.
  std::vector<std::string> losses;
  /// By value: whether the chosen size is in it; by node: in one that the node
  /// defines or uses.
  std::vector<bool> areLit, areLitNodes;
  std::string text;
};

} // namespace

/// In quotes, as DOT reads it: backslashes are escapes in labels.
static std::string dotString(const std::string &text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '\n') {
      result += "\\n";
      continue;
    }
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + "\"";
}

static size_t number(const Json &object, const char *key) {
  return object.at(key).get<size_t>();
}

static std::string word(const Json &object, const char *key) {
  return object.value(key, "");
}

DotWriter::DotWriter(const Json &function, size_t number, Fold fold,
                     const std::string &size)
    : nodes(function.at("nodes")), values(function.at("values")),
      edges(function.at("edges")), ops(::number(function, "ops")),
      number(number), fold(fold), children(nodes.size()), counts(nodes.size()),
      losses(nodes.size()), areLit(values.size()), areLitNodes(nodes.size()) {
  for (size_t i = nodes.size(); i-- > 1;)
    counts[::number(nodes[i], "parent")] +=
        counts[i] + (word(nodes[i], "kind") == "op");
  for (size_t i = 1; i < nodes.size(); ++i)
    children[::number(nodes[i], "parent")].push_back(i);
  for (size_t i = 0; i < values.size(); ++i) {
    const Json &value = values[i];
    size_t node = ::number(value, "node");
    if (value.contains("lost"))
      losses[node] += "\n" + word(value, "name") + ": " + word(value, "lost");
    for (const Json &part : value.at("sizes"))
      for (const Json &symbol : part.at("symbols"))
        if (word(function.at("symbols")[symbol.get<size_t>()], "text") == size)
          areLit[i] = areLitNodes[node] = true;
  }
  for (const Json &edge : edges)
    if (areLit[::number(edge, "value")])
      areLitNodes[::number(edge, "to")] = true;
}

bool DotWriter::isFolded(size_t node) const {
  return node == 0 ? fold == Fold::Function || children[0].empty()
                   : fold != Fold::None && !children[node].empty();
}

/// The outermost folded node around it, or itself.
size_t DotWriter::shownFor(size_t node) const {
  size_t shown = node;
  for (size_t at = node; at != 0; at = ::number(nodes[at], "parent"))
    if (isFolded(at))
      shown = at;
  return isFolded(0) ? 0 : shown;
}

std::string DotWriter::idOf(size_t node) const {
  return "f" + std::to_string(number) + "n" + std::to_string(node);
}

/// Colours for all eyes (Okabe and Ito's), and a form beside each.
void DotWriter::writeAttributes(size_t node) {
  const Json &drawn = nodes[node];
  std::string kind = word(drawn, "kind"), label = word(drawn, "name");
  if (kind == "results")
    label = "results of " + label;
  size_t count = node == 0 ? ops : counts[node];
  if (isFolded(node))
    label += "\n" + std::to_string(count) + (count == 1 ? " op" : " ops");
  std::string more = word(drawn, "conflict");
  text += "[label=" + dotString(label);
  if (isFolded(node))
    text += ", shape=box3d";
  else if (kind != "op")
    text += kind == "argument" ? ", shape=ellipse" : ", shape=invhouse";
  if (!more.empty())
    text += ", color=\"#d55e00\", penwidth=2, peripheries=2";
  else if (!losses[node].empty())
    text += ", color=\"#e69f00\", style=\"dashed,filled\", penwidth=2";
  if (areLitNodes[node])
    text += ", fillcolor=\"#9ad0f5\"";
  size_t line = ::number(drawn.at("nameRange").at("start"), "line");
  text += ", tooltip=" +
          dotString("line " + std::to_string(line + 1) +
                    (more.empty() ? "" : "\n" + more) + losses[node]) +
          "];\n";
}

void DotWriter::writeNode(size_t node, const std::string &indent) {
  bool isCluster = !children[node].empty() && !isFolded(node);
  std::string inner = isCluster ? indent + "  " : indent;
  if (isCluster)
    text += indent + "subgraph cluster_" + idOf(node) + " {\n" + inner +
            "label=" + dotString(word(nodes[node], "name")) + ";\n";
  if (node != 0 || isFolded(0)) {
    text += inner + idOf(node) + " ";
    writeAttributes(node);
  }
  if (!isCluster)
    return;
  for (size_t child : children[node])
    writeNode(child, inner);
  text += indent + "}\n";
}

void DotWriter::writeEdges() {
  std::set<std::pair<std::string, std::string>> folded;
  for (const Json &edge : edges) {
    size_t from = ::number(edge, "from"), to = ::number(edge, "to");
    size_t a = shownFor(from), b = shownFor(to);
    const Json &value = values[::number(edge, "value")];
    std::string label = word(value, "shape");
    bool isWhole = a == from && b == to;
    std::string ends = "  " + idOf(a) + " -> " + idOf(b);
    if (a == b || (!isWhole && !folded.emplace(ends, label).second))
      continue;
    text += ends + " [label=" + dotString(label) + ", tooltip=" +
            dotString(word(value, "name") + ": " + word(value, "type"));
    if (areLit[::number(edge, "value")])
      text += ", color=\"#0072b2\", penwidth=3";
    else if (value.contains("lost"))
      text += ", color=\"#e69f00\", style=dashed";
    text += "];\n";
  }
}

std::string DotWriter::write() {
  writeNode(0, "  ");
  writeEdges();
  return std::move(text);
}

/// With what is directly in functions.
static size_t outerNodes(const Json &function) {
  size_t count = 0;
  for (const Json &node : function.at("nodes"))
    count += node.contains("parent") && number(node, "parent") == 0;
  return count;
}

static Fold foldFor(const Json &functions) {
  size_t all = 0, outer = 0;
  for (const Json &function : functions) {
    all += number(function, "ops");
    outer += outerNodes(function);
  }
  return all <= mostDrawnOps     ? Fold::None
         : outer <= mostDrawnOps ? Fold::Regions
                                 : Fold::Function;
}

std::string shapels::pictureDot(const std::string &title, const Json &functions,
                                const std::string &size) {
  Fold fold = foldFor(functions);
  std::string text = "digraph " + dotString(title) +
                     " {\n"
                     "  graph [fontname=\"sans-serif\"];\n"
                     "  node [fontname=\"sans-serif\", shape=box, "
                     "style=filled, fillcolor=white];\n"
                     "  edge [fontname=\"sans-serif\", fontsize=10];\n";
  size_t number = 0;
  for (const Json &function : functions)
    text += DotWriter(function, number++, fold, size).write();
  return text + "}\n";
}
