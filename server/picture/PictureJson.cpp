//===- PictureJson.cpp ----------------------------------------------------===//

#include "server/picture/PictureJson.h"

using namespace shapels;
using Json = nlohmann::ordered_json;

namespace {

/// Ranges of one text.
struct Ranges {
  const TextBuffer &text;
  PositionEncoding encoding;

  Json operator()(DocumentRange range) const {
    auto [start, end] = text.positions(range, encoding);
    return {{"start", {{"line", start.line}, {"character", start.character}}},
            {"end", {{"line", end.line}, {"character", end.character}}}};
  }
};

} // namespace

static const char *wordFor(PictureNode::Kind kind) {
  switch (kind) {
  case PictureNode::Kind::Function:
    return "function";
  case PictureNode::Kind::Op:
    return "op";
  case PictureNode::Kind::Argument:
    return "argument";
  case PictureNode::Kind::Results:
    return "results";
  }
  return "";
}

static Json nodeJson(const PictureNode &node, const Ranges &ranges) {
  Json json = {{"kind", wordFor(node.kind)},
               {"name", node.name},
               {"range", ranges(node.range)},
               {"nameRange", ranges(node.nameRange)}};
  if (node.parent) {
    json["parent"] = *node.parent;
    json["region"] = node.region;
  }
  if (!node.conflict.empty())
    json["conflict"] = node.conflict;
  return json;
}

static Json valueJson(const PictureValue &value) {
  Json sizes = Json::array();
  for (const PictureSize &size : value.sizes)
    sizes.push_back({{"text", size.text}, {"symbols", size.symbols}});
  Json json = {{"name", value.name},
               {"type", value.type},
               {"shape", value.shape},
               {"sizes", std::move(sizes)},
               {"node", value.node}};
  if (!value.lost.empty())
    json["lost"] = value.lost;
  return json;
}

Json shapels::pictureJson(const FunctionPicture &picture,
                          const TextBuffer &text, PositionEncoding encoding) {
  Ranges ranges{text, encoding};
  Json nodes = Json::array(), values = Json::array(), edges = Json::array(),
       symbols = Json::array();
  for (const PictureNode &node : picture.nodes)
    nodes.push_back(nodeJson(node, ranges));
  for (const PictureValue &value : picture.values)
    values.push_back(valueJson(value));
  for (const PictureEdge &edge : picture.edges)
    edges.push_back(
        {{"from", edge.from}, {"to", edge.to}, {"value", edge.value}});
  for (const PictureSymbol &symbol : picture.symbols)
    symbols.push_back({{"text", symbol.text}, {"node", symbol.node}});
  return {{"name", picture.name},         {"ops", picture.ops},
          {"isCut", picture.isCut},       {"nodes", std::move(nodes)},
          {"values", std::move(values)},  {"edges", std::move(edges)},
          {"symbols", std::move(symbols)}};
}
