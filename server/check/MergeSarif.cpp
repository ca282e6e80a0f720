//===- MergeSarif.cpp - Several reports as one ----------------------------===//

#include "server/check/MergeSarif.h"

#include "core/text/UserFile.h"
#include "server/check/SarifFormat.h"

#include "llvm/Support/raw_ostream.h"

#include <nlohmann/json.hpp>
#include <set>

using namespace shapels;
using Json = nlohmann::ordered_json;

namespace {

/// Appends what is not there yet.
class Union {
public:
  void add(const Json &items) {
    for (const Json &item : items)
      if (seen.insert(item.dump(-1, ' ', false, replace)).second)
        all.push_back(item);
  }
  Json take() { return std::move(all); }

private:
  static constexpr auto replace = Json::error_handler_t::replace;
  std::set<std::string> seen;
  Json all = Json::array();
};

} // namespace

/// The run of a report; null if it is none of ours.
static const Json *runOf(const Json &log) {
  static const Json::json_pointer runs("/runs"), results("/runs/0/results"),
      invocation("/runs/0/invocations/0"),
      notifications("/runs/0/invocations/0/toolExecutionNotifications"),
      success("/runs/0/invocations/0/executionSuccessful"),
      name("/runs/0/tool/driver/name");
  bool isOurs = log.is_object() && log.contains(runs) && log[runs].is_array() &&
                log[runs].size() == 1 && log.contains(results) &&
                log[results].is_array() && log.contains(notifications) &&
                log[notifications].is_array() && log.contains(success) &&
                log[success].is_boolean() && log.contains(name) &&
                log[name] == "shapels";
  return isOurs ? &log[runs][0] : nullptr;
}

/// Drops what is beyond the limit, and says so.
static void limit(Json &results, Json &notifications) {
  if (results.size() <= maxSarifResults)
    return;
  notifications.push_back(
      {{"level", "warning"},
       {"message",
        {{"text", "only the first " + std::to_string(maxSarifResults) + " of " +
                      std::to_string(results.size()) + " results are kept"}}}});
  results.erase(results.begin() + maxSarifResults, results.end());
}

static Json mergedRun(const std::vector<Json> &logs) {
  Json run = *runOf(logs.front());
  Union results, notifications;
  bool isComplete = true, isOneRoot = true;
  for (const Json &log : logs) {
    const Json &own = *runOf(log);
    const Json &invocation = own["invocations"][0];
    results.add(own["results"]);
    notifications.add(invocation["toolExecutionNotifications"]);
    isComplete &= invocation["executionSuccessful"].get<bool>();
    isOneRoot &= own.value("originalUriBaseIds", Json()) ==
                 run.value("originalUriBaseIds", Json());
  }
  Json all = results.take(), said = notifications.take();
  limit(all, said);
  run["automationDetails"] = {{"id", sarifRunId({})}};
  run["invocations"][0]["executionSuccessful"] = isComplete;
  run["invocations"][0]["toolExecutionNotifications"] = std::move(said);
  run["results"] = std::move(all);
  // Where machines had the tree in other folders, it has no place.
  if (!isOneRoot)
    run.erase("originalUriBaseIds");
  return run;
}

std::string shapels::mergedSarif(std::span<const std::string> reports,
                                 std::string &failure) {
  std::vector<Json> logs;
  for (const std::string &report : reports) {
    logs.push_back(Json::parse(report, nullptr, /*allow_exceptions=*/false));
    std::string number = "report " + std::to_string(logs.size());
    const Json *run = runOf(logs.back());
    if (!run)
      failure = number + " is none that shapels --format=sarif wrote";
    else if ((*run)["tool"] != (*runOf(logs.front()))["tool"])
      failure = number + " is of another version of shapels than the first";
    if (!failure.empty())
      return "";
  }
  Json log = {{"$schema", sarifSchemaUri},
              {"version", "2.1.0"},
              {"runs", Json::array({mergedRun(logs)})}};
  return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

static int fail(const std::string &message) {
  llvm::errs() << "shapels: error: " << message << "\n";
  return 2;
}

int shapels::mergeSarif(const std::vector<std::string> &paths) {
  std::vector<std::string> reports;
  std::string failure;
  for (const std::string &path : paths) {
    auto [text, reason] = readUserFile(path, largestText);
    if (!reason.empty())
      return fail("cannot read '" + path + "': " + reason);
    reports.push_back(std::move(text));
  }
  std::string merged = mergedSarif(reports, failure);
  if (!failure.empty())
    return fail("cannot merge: " + failure);
  llvm::outs() << merged;
  llvm::outs().flush();
  if (!llvm::outs().has_error())
    return 0;
  llvm::outs().clear_error();
  return fail("cannot write to standard output");
}
