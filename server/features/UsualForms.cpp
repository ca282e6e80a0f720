//===- UsualForms.cpp -----------------------------------------------------===//

#include "server/features/UsualForms.h"

#include <cctype>

using namespace shapels;

std::string_view shapels::usualForm(std::string_view op) {
  static constexpr std::pair<std::string_view, std::string_view> forms[] = {
      {"func.func", "func.func @${1:name}(${2:%arg0: ${3:type}}) -> ${4:type} "
                    "{\n\t$0\n}"},
      {"builtin.module", "module {\n\t$0\n}"},
      {"arith.constant", "arith.constant ${1:value} : ${2:type}"},
      {"scf.for", "scf.for %${1:i} = ${2:%lower} to ${3:%upper} step "
                  "${4:%step} {\n\t$0\n}"},
      {"scf.if", "scf.if ${1:%condition} {\n\t$0\n}"},
      {"affine.for", "affine.for %${1:i} = ${2:0} to ${3:10} {\n\t$0\n}"},
      {"linalg.generic",
       "linalg.generic {indexing_maps = [${1:maps}], iterator_types = "
       "[${2:\"parallel\"}]} ins(${3:%input : type}) outs(${4:%output : type}) "
       "{\n^bb0(${5:%in: f32, %out: f32}):\n\t$0\n} -> ${6:type}"}};
  for (auto [name, form] : forms)
    if (name == op)
      return form;
  return {};
}

std::string shapels::usualFormText(std::string_view op) {
  std::string text;
  unsigned holes = 0;
  std::string_view form = usualForm(op);
  for (size_t i = 0; i < form.size(); ++i) {
    if (form.substr(i).starts_with("${")) {
      ++holes;
      i = form.find(':', i);
    } else if (form.substr(i).starts_with("$0")) {
      text += "…";
      ++i;
    } else if (form[i] == '}' && holes > 0) {
      --holes;
    } else if (!std::isspace(static_cast<unsigned char>(form[i]))) {
      text += form[i];
    } else if (!text.ends_with(' ')) {
      text += ' ';
    }
  }
  return text;
}
