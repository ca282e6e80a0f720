"""Drives the shapels binary; the paths come from lit.site.cfg.py."""

import os

import lit.formats

config.name = "shapels"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test", ".mlir"]
config.excludes = ["inputs", "Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.shapels_test_output
config.environment["PATH"] = os.pathsep.join([config.llvm_tools, config.environment["PATH"]])
config.environment["NO_COLOR"] = "1"
# Catalogues of .td files.
config.environment["XDG_CACHE_HOME"] = os.path.join(config.shapels_test_output, "cache")
for name in os.environ:
    if name.startswith(("CCACHE_", "CMAKE_")):
        config.environment[name] = os.environ[name]
if config.has_mlir_built_in:
    config.available_features.add("built-in-mlir")
if config.is_release:
    config.available_features.add("release")
config.substitutions += [
    ("%shapels", config.shapels),
    ("%data", config.shapels_data),
    ("%plugins", config.plugins),
    ("%build", config.build),
    ("%tests", config.tests),
    ("%cmake", config.cmake),
    ("%ctest", config.ctest),
    ("%repository", os.path.dirname(config.tests)),
    ("%cxx", config.cxx),
    ("%llvm-prefix", os.path.dirname(config.llvm_tools)),
    ("%python", config.python),
    ("%mlir-lsp-server", os.path.join(config.llvm_tools, "mlir-lsp-server")),
    ("%mlir-opt", os.path.join(config.llvm_tools, "mlir-opt")),
    ("%mlir-runner", os.path.join(config.llvm_tools, "mlir-runner")),
]
