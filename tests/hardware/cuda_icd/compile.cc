#include "tests/hardware/cuda_icd/compile.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/hardware/cuda_icd/device_facts.h"

namespace lockstep::cuda_icd {
namespace {

constexpr char kMark[] = "// lockstep-kernel ";

std::filesystem::path CompilerPath() {
  if (const char* named = getenv("LOCKSTEP_CC")) return named;
  Dl_info self{};
  dladdr(reinterpret_cast<void*>(&CompilerPath), &self);
  return std::filesystem::absolute(self.dli_fname).parent_path().parent_path() / "bin/lockstep-cc";
}

std::string Read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// Runs the compiler with files of `folder`; its exit status, -1 if it did not run or was killed.
int RunCompiler(const std::filesystem::path& compiler, const std::filesystem::path& folder) {
  const std::string request = "--request=" + (folder / "request").string();
  const std::string output = "--output=" + (folder / "ptx").string();
  std::string program = compiler.string(), emit = "--emit=plain";
  std::vector<char*> words = {program.data(), const_cast<char*>(request.c_str()),
                              const_cast<char*>(output.c_str()), emit.data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, (folder / "log").c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  pid_t child = 0;
  // With what is preloaded here: `lockstep run` speaks of programs that its library was not loaded in.
  const int error = posix_spawn(&child, compiler.c_str(), &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return -1;
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string Request(cl_device_id device, const std::string& source, const std::string& options) {
  const nlohmann::json request = {
      {"abi", 1},
      {"backend", "ptx-cuda"},
      {"variant", "default"},
      {"source", source},
      {"source_name", "program.cl"},
      {"headers", nlohmann::json::array()},
      {"options", options},
      {"cwd", std::filesystem::current_path().string()},
      {"device",
       {{"name", DeviceName(device)},
        {"vendor", kVendor},
        {"version", kVersion},
        {"c_version", kCVersion},
        {"extensions", DeviceExtensions()},
        {"features", DeviceFeatures()},
        {"address_bits", 64},
        {"little_endian", true},
        {"images", false}}}};
  return request.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

bool Compile(cl_device_id device, const std::string& source, const std::string& options,
             std::string* ptx, std::string* log) {
  std::string pattern =
      (std::filesystem::temp_directory_path() / "lockstep-cuda-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) {
    *log = "no temporary folder: " + std::string(std::strerror(errno));
    return false;
  }
  const std::filesystem::path folder = pattern, compiler = CompilerPath();
  std::ofstream(folder / "request", std::ios::binary) << Request(device, source, options);
  const int status = RunCompiler(compiler, folder);
  *log = Read(folder / "log");
  *ptx = Read(folder / "ptx");
  if (status < 0) *log += compiler.string() + " could not be run, or was ended by a signal\n";
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  return status == 0;
}

std::vector<KernelForm> KernelForms(const std::string& ptx) {
  std::vector<KernelForm> kernels;
  std::istringstream lines(ptx);
  for (std::string line; std::getline(lines, line);) {
    if (line.compare(0, sizeof(kMark) - 1, kMark) != 0) continue;
    const auto json = nlohmann::json::parse(line.substr(sizeof(kMark) - 1), nullptr, false);
    if (!json.is_object()) continue;
    KernelForm kernel;
    kernel.name = json.value("name", "");
    for (size_t d = 0; d < 3; ++d) kernel.group[d] = json["group"][d].get<size_t>();
    for (const auto& given : json["args"]) {
      kernel.args.push_back({given.value("space", ""), given.value("type", ""),
                             given.value("name", ""), given.value("qualifiers", ""),
                             given.value("size", size_t{0})});
    }
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

}  // namespace lockstep::cuda_icd
