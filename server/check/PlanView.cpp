//===- PlanView.cpp -------------------------------------------------------===//

#include "server/check/PlanView.h"

#include <nlohmann/json.hpp>

using namespace shapels;
using Json = nlohmann::ordered_json;

std::string shapels::fileList(const CheckPlan &plan) {
  std::string text;
  for (const InputFile &input : plan.inputs)
    if (input.failure.empty())
      text += input.path + "\n";
  return text;
}

/// Of each code that has another one than by default.
static Json severitiesJson(const Configuration &configuration) {
  Json severities = Json::object();
  for (const auto &[id, severity] : configuration.severity)
    severities[id] = severity ? severityName(*severity) : "off";
  return severities;
}

static Json groupJson(const CheckPlan &plan, size_t index) {
  const CheckGroup &group = plan.groups[index];
  const Configuration &configuration = group.config.configuration;
  bool isSpec = configuration.broadcastRules == BroadcastRules::Spec;
  bool isNumpy = configuration.dynamicDims == DynamicDims::Numpy;
  Json files = Json::array();
  for (size_t i = 0; i < plan.inputs.size(); ++i)
    if (plan.groupOf[i] == index)
      files.push_back(plan.inputs[i].path);
  Json configs = Json::array(), excluded = Json::array(),
       included = Json::array();
  for (const ConfigFile &file : group.files) {
    configs.push_back(file.path);
    for (const std::string &pattern : file.settings.exclude)
      excluded.push_back(pattern);
    for (const std::string &pattern : file.settings.include)
      included.push_back(pattern);
  }
  return {{"config", std::move(configs)},
          {"broadcastRules", isSpec ? "spec" : "mlir"},
          {"dynamicDims", isNumpy ? "numpy" : "strict"},
          {"severity", severitiesJson(configuration)},
          {"plugins", group.config.sources.plugins},
          {"irdl", group.config.sources.irdl},
          {"shapeFunctions", group.config.sources.shapeFunctions},
          {"exclude", std::move(excluded)},
          {"include", std::move(included)},
          {"files", std::move(files)}};
}

std::string shapels::configList(const CheckPlan &plan) {
  Json groups = Json::array();
  for (size_t i = 0; i < plan.groups.size(); ++i)
    groups.push_back(groupJson(plan, i));
  return groups.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}
