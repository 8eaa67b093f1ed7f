// See platform.h. POSIX first, Windows below; nothing else in app/device asks which system it is.
#include "app/device/platform.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <thread>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <fcntl.h>
#include <io.h>
#include <windows.h>
#else
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#if defined(__APPLE__)
#include <mach-o/dyld.h>
#endif
extern char** environ;
#endif

namespace warpglass {
namespace {

using std::chrono::milliseconds;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

}  // namespace

#if !defined(_WIN32)

namespace {

#if defined(MSG_NOSIGNAL)
constexpr int kNoSignal = MSG_NOSIGNAL;  // a dead child is an answer, not the end of this process
#else
constexpr int kNoSignal = 0;
#endif

class SocketConnection {
 public:
  explicit SocketConnection(int descriptor) : descriptor_(descriptor) {}
  ~SocketConnection() { close(); }
  SocketConnection(const SocketConnection&) = delete;
  SocketConnection& operator=(const SocketConnection&) = delete;
  void close() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
  }

  bool write(const std::uint8_t* bytes, std::size_t count) {
    while (count > 0) {
      const ssize_t sent =
          is_socket_ ? ::send(descriptor_, bytes, count, kNoSignal) : ::write(descriptor_, bytes, count);
      if (sent < 0 && errno == ENOTSOCK && is_socket_) {
        is_socket_ = false;
        continue;
      }
      if (sent < 0 && errno == EINTR) continue;
      if (sent <= 0) return false;
      bytes += sent, count -= static_cast<std::size_t>(sent);
    }
    return true;
  }

  std::optional<std::size_t> read(std::uint8_t* bytes, std::size_t most, milliseconds wait) {
    pollfd ready = {descriptor_, POLLIN, 0};
    const int found = ::poll(&ready, 1, static_cast<int>(wait.count()));
    if (found == 0 || (found < 0 && errno == EINTR)) return 0;
    if (found < 0) return std::nullopt;
    const ssize_t got = ::read(descriptor_, bytes, most);
    if (got < 0 && errno == EINTR) return 0;
    if (got <= 0) return std::nullopt;
    return static_cast<std::size_t>(got);
  }

 private:
  int descriptor_ = -1;
  bool is_socket_ = true;
};

class PosixChild final : public ChildProcess {
 public:
  PosixChild(pid_t process, int descriptor) : process_(process), connection_(descriptor) {}
  ~PosixChild() override { kill(); }
  bool write(const std::uint8_t* bytes, std::size_t count) override { return connection_.write(bytes, count); }
  std::optional<std::size_t> read(std::uint8_t* bytes, std::size_t most, milliseconds wait_most) override {
    return connection_.read(bytes, most, wait_most);
  }
  void kill() override {
    connection_.close();
    if (end_.ended) return;
    ::kill(process_, SIGKILL);
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    note(status);
  }
  ProcessEnd wait(milliseconds most) override {
    const auto until = std::chrono::steady_clock::now() + most;
    while (!end_.ended) {
      int status = 0;
      const pid_t gone = ::waitpid(process_, &status, WNOHANG);
      if (gone == process_ || (gone < 0 && errno != EINTR))
        note(status);
      else if (std::chrono::steady_clock::now() >= until)
        break;
      else
        std::this_thread::sleep_for(milliseconds(5));
    }
    return end_;
  }

 private:
  void note(int status) {
    end_.ended = true;
    end_.crashed = WIFSIGNALED(status);
    end_.code = end_.crashed ? WTERMSIG(status) : WEXITSTATUS(status);
  }
  pid_t process_;
  SocketConnection connection_;
  ProcessEnd end_;
};

class OwnStreams final : public Connection {
 public:
  explicit OwnStreams(int descriptor) : connection_(descriptor) {}
  bool write(const std::uint8_t* bytes, std::size_t count) override { return connection_.write(bytes, count); }
  std::optional<std::size_t> read(std::uint8_t* bytes, std::size_t most, milliseconds wait) override {
    return connection_.read(bytes, most, wait);
  }

 private:
  SocketConnection connection_;
};

}  // namespace

std::string program_path() {
#if defined(__APPLE__)
  std::array<char, 4096> path{};
  std::uint32_t size = path.size() - 1;
  return _NSGetExecutablePath(path.data(), &size) == 0 ? path.data() : "";
#else
  std::array<char, 4096> path{};
  const ssize_t length = ::readlink("/proc/self/exe", path.data(), path.size() - 1);
  return length > 0 ? std::string(path.data(), static_cast<std::size_t>(length)) : "";
#endif
}

const char* plugin_file_name() { return "libwarpglass_cuda.so"; }

std::string user_recordings_folder() {
  std::string base = variable("XDG_DATA_HOME");
  if (base.empty() && !variable("HOME").empty()) base = variable("HOME") + "/.local/share";
  return base.empty() ? "" : base + "/warpglass/recordings";
}

void* open_shared_library(const std::string& path, std::string& why) {
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* told = ::dlerror();
    why = told != nullptr ? told : path;
  }
  return library;
}

void* shared_function(void* library, const char* name) { return ::dlsym(library, name); }

std::unique_ptr<ChildProcess> start_child(const std::string& program, const std::vector<std::string>& arguments,
                                          const std::vector<std::string>& variables, std::string& why) {
  int ends[2] = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
    why = std::strerror(errno);
    return nullptr;
  }
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
#if defined(SO_NOSIGPIPE)
  const int on = 1;
  ::setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], 0);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  std::vector<char*> argv{const_cast<char*>(program.c_str())}, environment;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  for (const std::string& extra : variables) environment.push_back(const_cast<char*>(extra.c_str()));
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string name = std::string(*entry).substr(0, std::string(*entry).find('=') + 1);
    const auto replaces = [&](const std::string& extra) { return extra.compare(0, name.size(), name) == 0; };
    if (std::none_of(variables.begin(), variables.end(), replaces)) environment.push_back(*entry);
  }
  environment.push_back(nullptr);
  pid_t process = 0;
  const int failed = ::posix_spawn(&process, program.c_str(), &actions, nullptr, argv.data(), environment.data());
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (failed != 0) {
    ::close(ends[0]);
    why = std::strerror(failed);
    return nullptr;
  }
  return std::make_unique<PosixChild>(process, ends[0]);
}

std::unique_ptr<Connection> take_standard_streams() {
  const int kept = ::fcntl(0, F_DUPFD_CLOEXEC, 3);
  const int nowhere = ::open("/dev/null", O_RDWR);
  if (nowhere >= 0) {
    ::dup2(nowhere, 0);
    ::dup2(nowhere, 1);
    if (nowhere > 2) ::close(nowhere);
  }
  return std::make_unique<OwnStreams>(kept);
}

void end_process(int code) { ::_exit(code); }

#else

namespace {

class Pipes {
 public:
  Pipes(HANDLE in, HANDLE out) : in_(in), out_(out) {}
  ~Pipes() { close(); }
  void close() {
    if (in_ != nullptr) CloseHandle(in_);
    if (out_ != nullptr) CloseHandle(out_);
    in_ = out_ = nullptr;
  }
  bool write(const std::uint8_t* bytes, std::size_t count) {
    while (count > 0) {
      DWORD sent = 0;
      const auto part = static_cast<DWORD>(std::min<std::size_t>(count, 1u << 20));
      if (!WriteFile(out_, bytes, part, &sent, nullptr) || sent == 0) return false;
      bytes += sent, count -= sent;
    }
    return true;
  }
  std::optional<std::size_t> read(std::uint8_t* bytes, std::size_t most, milliseconds wait) {
    const auto until = std::chrono::steady_clock::now() + wait;
    for (;;) {
      DWORD ready = 0, got = 0;
      if (!PeekNamedPipe(in_, nullptr, 0, nullptr, &ready, nullptr)) return std::nullopt;
      if (ready != 0) {
        if (!ReadFile(in_, bytes, static_cast<DWORD>(std::min<std::size_t>(most, ready)), &got, nullptr))
          return std::nullopt;
        return got;
      }
      if (std::chrono::steady_clock::now() >= until) return 0;
      std::this_thread::sleep_for(milliseconds(2));
    }
  }

 private:
  HANDLE in_, out_;
};

class WindowsChild final : public ChildProcess {
 public:
  WindowsChild(HANDLE process, HANDLE in, HANDLE out) : process_(process), pipes_(in, out) {}
  ~WindowsChild() override {
    kill();
    CloseHandle(process_);
  }
  bool write(const std::uint8_t* bytes, std::size_t count) override { return pipes_.write(bytes, count); }
  std::optional<std::size_t> read(std::uint8_t* bytes, std::size_t most, milliseconds wait_most) override {
    return pipes_.read(bytes, most, wait_most);
  }
  void kill() override {
    pipes_.close();
    if (WaitForSingleObject(process_, 0) == WAIT_TIMEOUT) TerminateProcess(process_, 9);
  }
  ProcessEnd wait(milliseconds most) override {
    if (WaitForSingleObject(process_, static_cast<DWORD>(most.count())) == WAIT_TIMEOUT) return {};
    DWORD code = 0;
    GetExitCodeProcess(process_, &code);
    return {true, code >= 0xc0000000u, static_cast<int>(code)};
  }

 private:
  HANDLE process_;
  Pipes pipes_;
};

class OwnStreams final : public Connection {
 public:
  OwnStreams(HANDLE in, HANDLE out) : pipes_(in, out) {}
  bool write(const std::uint8_t* bytes, std::size_t count) override { return pipes_.write(bytes, count); }
  std::optional<std::size_t> read(std::uint8_t* bytes, std::size_t most, milliseconds wait) override {
    return pipes_.read(bytes, most, wait);
  }

 private:
  Pipes pipes_;
};

}  // namespace

std::string program_path() {
  std::array<char, 4096> path{};
  const DWORD length = GetModuleFileNameA(nullptr, path.data(), static_cast<DWORD>(path.size() - 1));
  return std::string(path.data(), length);
}

const char* plugin_file_name() { return "libwarpglass_cuda.dll"; }

std::string user_recordings_folder() {
  const std::string base = variable("LOCALAPPDATA");
  return base.empty() ? "" : base + "\\warpglass\\recordings";
}

void* open_shared_library(const std::string& path, std::string& why) {
  void* library = reinterpret_cast<void*>(LoadLibraryA(path.c_str()));
  if (library == nullptr) why = "error " + std::to_string(GetLastError());
  return library;
}

void* shared_function(void* library, const char* name) {
  return reinterpret_cast<void*>(GetProcAddress(reinterpret_cast<HMODULE>(library), name));
}

std::unique_ptr<ChildProcess> start_child(const std::string& program, const std::vector<std::string>& arguments,
                                          const std::vector<std::string>& variables, std::string& why) {
  SECURITY_ATTRIBUTES inherited = {sizeof inherited, nullptr, TRUE};
  HANDLE child_in = nullptr, to_child = nullptr, from_child = nullptr, child_out = nullptr;
  if (!CreatePipe(&child_in, &to_child, &inherited, 1u << 16) ||
      !CreatePipe(&from_child, &child_out, &inherited, 1u << 16)) {
    why = "error " + std::to_string(GetLastError());
    return nullptr;
  }
  SetHandleInformation(to_child, HANDLE_FLAG_INHERIT, 0);
  SetHandleInformation(from_child, HANDLE_FLAG_INHERIT, 0);
  std::string line = "\"" + program + "\"";
  for (const std::string& argument : arguments) line += " \"" + argument + "\"";
  for (const std::string& extra : variables) _putenv(extra.c_str());
  STARTUPINFOA start = {};
  start.cb = sizeof start;
  start.dwFlags = STARTF_USESTDHANDLES;
  start.hStdInput = child_in;
  start.hStdOutput = child_out;
  start.hStdError = GetStdHandle(STD_ERROR_HANDLE);
  PROCESS_INFORMATION made = {};
  const BOOL fine = CreateProcessA(program.c_str(), line.data(), nullptr, nullptr, TRUE, CREATE_NO_WINDOW, nullptr,
                                   nullptr, &start, &made);
  CloseHandle(child_in);
  CloseHandle(child_out);
  if (!fine) {
    why = "error " + std::to_string(GetLastError());
    CloseHandle(to_child);
    CloseHandle(from_child);
    return nullptr;
  }
  CloseHandle(made.hThread);
  return std::make_unique<WindowsChild>(made.hProcess, from_child, to_child);
}

std::unique_ptr<Connection> take_standard_streams() {
  HANDLE in = nullptr, out = nullptr;
  const HANDLE self = GetCurrentProcess();
  DuplicateHandle(self, GetStdHandle(STD_INPUT_HANDLE), self, &in, 0, FALSE, DUPLICATE_SAME_ACCESS);
  DuplicateHandle(self, GetStdHandle(STD_OUTPUT_HANDLE), self, &out, 0, FALSE, DUPLICATE_SAME_ACCESS);
  std::FILE* ignored = nullptr;
  freopen_s(&ignored, "NUL", "w", stdout);
  return std::make_unique<OwnStreams>(in, out);
}

void end_process(int code) {
  TerminateProcess(GetCurrentProcess(), static_cast<UINT>(code));
  std::abort();
}

#endif

}  // namespace warpglass
