// The front door of the simulator for a program that shows things: source, launch and machine in, one immutable result
// out. A Session remembers the last parse and compile, so that moving a knob costs only the run. It has no threads; a
// caller that must not wait runs it on a thread of its own, with `cancel` and `blocks_done`.
#pragma once

#include <memory>

#include "sim/views/result.h"

namespace warpglass {

// The machine that an input names: its own, or the preset; null when there is no such preset.
const MachineSpec* machine_of(const SessionInput& input);

class Session {
 public:
  Session();
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  std::shared_ptr<const SessionResult> update(const SessionInput& input, const SessionLimits& limits);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace warpglass
