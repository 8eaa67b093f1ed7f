// What the measured side needs of the operating system: a child process with a two-way connection, shared libraries,
// and where the program lies. The only file of app/device that differs between systems is platform.cpp.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpglass {

// The file of the running program; empty when the system does not tell.
std::string program_path();
// "libwarpglass_cuda.so", or what this system calls it.
const char* plugin_file_name();
// A recording is dropped here: the user's own folder of recordings; empty when there is no home.
std::string user_recordings_folder();

// Opens a shared library and never closes it. Null and one sentence in `why`.
void* open_shared_library(const std::string& path, std::string& why);
void* shared_function(void* library, const char* name);

// Bytes to and from another process. Not thread-safe.
class Connection {
 public:
  virtual ~Connection() = default;
  // False when the other side is gone.
  virtual bool write(const std::uint8_t* bytes, std::size_t count) = 0;
  // At most `most` bytes; 0 when none came in time. Nothing: the other side has closed or is gone.
  virtual std::optional<std::size_t> read(std::uint8_t* bytes, std::size_t most, std::chrono::milliseconds wait) = 0;
};

// How a process ended.
struct ProcessEnd {
  bool ended = false;
  bool crashed = false;  // by a signal or an exception of the system
  int code = 0;          // exit code, or the signal's number
};

class ChildProcess : public Connection {
 public:
  // Ends it for good; returns at once when it has ended.
  virtual void kill() = 0;
  // Waits a little for it to end by itself.
  virtual ProcessEnd wait(std::chrono::milliseconds most) = 0;
};

// Starts `program` with arguments and, on top of this process's environment, `variables` ("NAME=value"). Its standard
// input and output are the connection. Null and one sentence when it cannot be started.
std::unique_ptr<ChildProcess> start_child(const std::string& program, const std::vector<std::string>& arguments,
                                          const std::vector<std::string>& variables, std::string& why);

// The child's side: takes over standard input and output, which then lead nowhere, so that nothing that is printed in
// this process gets between the messages.
std::unique_ptr<Connection> take_standard_streams();
// Ends this process at once, without destructors: what a stuck driver call needs.
[[noreturn]] void end_process(int code);

}  // namespace warpglass
