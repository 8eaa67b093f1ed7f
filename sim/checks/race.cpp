#include "sim/checks/race.h"

#include <algorithm>

namespace warpglass::checks {
namespace {

bool touches_memory(const Instruction& i) {
  return i.opcode == Opcode::kLoad || i.opcode == Opcode::kStore || i.opcode == Opcode::kAtomic;
}

}  // namespace

RaceCheck::RaceCheck(const CheckedLaunch& launch, Findings& findings, UninitialisedCheck& uninitialised, bool race,
                     bool unwritten)
    : launch_(launch), findings_(findings), uninitialised_(uninitialised), race_(race), unwritten_(unwritten) {
  count_sites();
  make_buffers();
  shadow_.set_cell_shift(global_shift_);
}

void RaceCheck::count_sites() {
  const std::vector<Instruction>& code = launch_.program->code;
  site_of_.assign(code.size(), 0);
  last_buffer_.assign(code.size(), 0);
  const auto narrower = [](std::uint32_t& shift, std::uint32_t bytes) {
    shift = std::min(shift, bytes >= 4 ? 2u : bytes - 1);
  };
  for (std::uint32_t at = 0; at < code.size(); ++at) {
    const Instruction& i = code[at];
    if (!touches_memory(i)) continue;
    if (sites_.size() < 0xffff) {
      site_of_[at] = static_cast<std::uint32_t>(sites_.size());
      sites_.push_back(at);
    }
    const std::uint32_t bytes = value_type_bytes(i.type) * i.vector;
    if (i.space != Space::kGlobal) narrower(shared_shift_, bytes);
    if (i.space != Space::kShared) narrower(global_shift_, bytes);
    acquires_ = acquires_ || (i.opcode == Opcode::kAtomic && i.dst != kNoRegister) ||
                (i.opcode == Opcode::kLoad && i.is_volatile);
  }
}

void RaceCheck::make_buffers() {
  const Program& program = *launch_.program;
  for (const CheckedBuffer& buffer : launch_.buffers) {
    BufferShadow shadow;
    shadow.address = buffer.address;
    shadow.bytes = buffer.bytes;
    shadow.initialised = buffer.initialised;
    shadow.written = false;
    buffers_.push_back(std::move(shadow));
  }
  const auto mark = [&](auto&& self, std::uint32_t object) -> void {
    if (object >= program.objects.size() || program.objects[object].kind == ObjectKind::kUnknown)
      for (BufferShadow& shadow : buffers_) shadow.written = true;
    else if (program.objects[object].kind == ObjectKind::kAnyOf)
      for (const std::uint32_t member : program.objects[object].members) self(self, member);
    else if (object < launch_.of_object.size() && launch_.of_object[object] < buffers_.size())
      buffers_[launch_.of_object[object]].written = true;
  };
  for (const Instruction& i : program.code) {
    const bool writes = i.opcode == Opcode::kStore || i.opcode == Opcode::kAtomic;
    if (writes && i.space != Space::kShared && i.space != Space::kLocal) mark(mark, i.object);
  }
}

bool RaceCheck::wants(std::uint32_t instruction) const {
  const Program& program = *launch_.program;
  const Instruction& i = program.code[instruction];
  if (i.opcode != Opcode::kLoad || i.space != Space::kGlobal) return true;
  if (i.object >= program.objects.size() || program.objects[i.object].kind == ObjectKind::kUnknown ||
      program.objects[i.object].kind == ObjectKind::kAnyOf || i.object >= launch_.of_object.size())
    return true;
  const std::size_t buffer = launch_.of_object[i.object];
  return buffer >= buffers_.size() || buffers_[buffer].written || !buffers_[buffer].initialised;
}

void RaceCheck::start(BlockState& block) {
  const std::size_t words = static_cast<std::size_t>((launch_.shared_bytes + 3) >> shared_shift_);
  block.shared_writes.resize(words);
  block.shared_reads.resize(words);
  block.write_epoch.resize(words);
  block.two_readers.resize(words);
  block.words.clear();
  block.acquired.clear();
  block.acquired_shared.clear();
  block.known.clear();
  block.fence_epoch = 0;
}

BufferShadow* RaceCheck::find_buffer(std::uint64_t address, std::uint64_t bytes, std::uint32_t instruction) {
  const auto holds = [&](const BufferShadow& b) {
    return address >= b.address && address - b.address < b.bytes && bytes <= b.bytes - (address - b.address);
  };
  std::uint32_t& last = last_buffer_[instruction];
  if (last < buffers_.size() && holds(buffers_[last])) return &buffers_[last];
  for (std::uint32_t at = 0; at < buffers_.size(); ++at) {
    if (!holds(buffers_[at])) continue;
    last = at;
    return &buffers_[at];
  }
  return nullptr;
}

void RaceCheck::finished(BlockState& block) {
  if (unwritten_) uninitialised_.report(block.unwritten, Space::kShared);
  block.unwritten.clear();
}

void RaceCheck::finish() {
  if (unwritten_) uninitialised_.report(unwritten_global_, Space::kGlobal);
  unwritten_global_.clear();
}

}  // namespace warpglass::checks
