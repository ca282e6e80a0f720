//===- Check.cpp ----------------------------------------------------------===//

#include "server/check/Check.h"

#include "core/analysis/Bytecode.h"
#include "core/text/UserFile.h"
#include "server/check/Plan.h"
#include "server/check/Pool.h"
#include "server/check/Projects.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>

using namespace shapels;

/// What is asked for beyond this would cost threads and gain nothing.
static constexpr size_t maxJobs = 256;

namespace {

/// What checks files; and for each, its place in the plan.
struct FileChecker {
  const CheckPlan &plan;
  CheckPool &pool;
  CheckProjects &projects;

  std::optional<TextFindings> check(unsigned worker, size_t index,
                                    std::string_view text,
                                    std::string &failure) const;
  CheckedFile check(unsigned worker, size_t index) const;
};

} // namespace

std::optional<TextFindings> FileChecker::check(unsigned worker, size_t index,
                                               std::string_view text,
                                               std::string &failure) const {
  size_t project = plan.projectOf[index];
  CheckPool::Task task{plan.groupOf[index], text};
  if (!plan.projects[project].empty())
    task.catalogue = projects.known(project);
  std::optional<TextFindings> found = pool.check(worker, task, failure);
  if (!found || !found->wantsProject)
    return found;
  task.catalogue = projects.catalogueOf(project);
  return pool.check(worker, task, failure);
}

CheckedFile FileChecker::check(unsigned worker, size_t index) const {
  const InputFile &input = plan.inputs[index];
  CheckedFile file;
  file.path = input.path;
  file.failure = input.failure;
  if (!file.isChecked())
    return file;
  std::string text = readInput(input, file.failure);
  if (file.isChecked() && isBytecode(text))
    file.failure = "it is MLIR bytecode, which mlir-opt prints as text";
  if (!file.isChecked())
    return file;
  std::optional<TextFindings> found = check(worker, index, text, file.failure);
  if (!found)
    return file;
  file.diagnostics = std::move(found->diagnostics);
  file.mismatches = std::move(found->mismatches);
  file.inferred = std::move(found->inferred);
  if (!file.diagnostics.empty() || !file.mismatches.empty() ||
      !file.inferred.empty())
    file.text = TextBuffer(std::move(text));
  return file;
}

/// Loads what each group needs, and says what there is to say of that.
static void loadDialects(std::span<const CheckGroup> groups,
                         const CheckOptions &options, CheckPool &pool,
                         CheckResult &result) {
  for (size_t i = 0; i < groups.size(); ++i) {
    const CheckGroup &group = groups[i];
    std::vector<DialectFailure> failures;
    std::string failure;
    if (!group.config.sources.empty()) {
      if (auto found = pool.check(0, {i}, failure))
        failures = std::move(found->failures);
      else
        result.failures.emplace_back(
            "the dialect plugins or IRDL files end the "
            "process that loads them");
    }
    for (std::string &message :
         failuresElsewhere(group.file ? &*group.file : nullptr, failures))
      if (!llvm::is_contained(result.failures, message))
        result.failures.push_back(std::move(message));
    if (auto checked = checkedConfig(group, failures, options.showHints))
      result.files.push_back(std::move(*checked));
  }
}

static CheckResult checkPlanned(const CheckPlan &plan,
                                const CheckOptions &options) {
  size_t jobs =
      options.jobs ? options.jobs : std::thread::hardware_concurrency();
  jobs = std::min(std::clamp<size_t>(jobs, 1, maxJobs), plan.inputs.size());
  CheckPool pool(static_cast<unsigned>(jobs), options, plan.groups);
  CheckResult result;
  if (jobs > 0)
    loadDialects(plan.groups, options, pool, result);
  if (!result.failures.empty())
    return result;
  size_t first = result.files.size();
  result.files.resize(first + plan.inputs.size());
  CheckProjects projects(plan.projects);
  FileChecker checker{plan, pool, projects};
  std::atomic<size_t> next = 0;
  auto work = [&](unsigned worker) {
    for (size_t i = next++; i < plan.inputs.size(); i = next++)
      result.files[first + i] = checker.check(worker, i);
  };
  std::vector<std::jthread> threads;
  for (unsigned worker = 1; worker < jobs; ++worker)
    threads.emplace_back(work, worker);
  work(0);
  threads.clear();
  result.notes = projects.notes();
  return result;
}

CheckResult shapels::checkFiles(std::span<const InputFile> inputs,
                                const CheckOptions &options,
                                const ConfigOptions &config) {
  if (!config.file.empty())
    if (std::string failure = whyNoFile(config.file); !failure.empty())
      return {{},
              {"cannot read the settings '" + config.file +
               "' (--config): " + failure},
              {}};
  return checkPlanned(planCheck(inputs, config, options.inputs.excludesNamed),
                      options);
}
