// Divergence and reconvergence of one warp; warp.h says how it works.
#include <algorithm>

#include "sim/base/lanes.h"
#include "sim/event/check_sink.h"
#include "sim/exec/block.h"
#include "sim/exec/warp.h"

namespace warpglass::exec {
namespace {

std::uint32_t new_node(WarpParts& parts, const Node& node) {
  if (!parts.free_nodes.empty()) {
    const std::uint32_t index = parts.free_nodes.back();
    parts.free_nodes.pop_back();
    parts.nodes[index] = node;
    return index;
  }
  parts.nodes.push_back(node);
  return static_cast<std::uint32_t>(parts.nodes.size() - 1);
}

// Where the lanes of a node stand when all have come.
Path path_after(const Node& node, std::uint32_t mask) {
  Path path;
  path.pc = node.pc == kAtReturn ? node.resume : node.pc;
  path.mask = mask;
  path.node = node.parent;
  path.call = node.call;
  return path;
}

// A path is at the place its node names. A return needs the call too: an outer call has the same pc.
bool is_at_node(const WarpParts& parts, const Path& path) {
  if (path.node == kNoIndex) return false;
  const Node& node = parts.nodes[path.node];
  return node.pc == path.pc && node.call == path.call;
}

// `path` has come to its node. Gives back the path that goes on when it was the last one.
bool settle_arrival(WarpParts& parts, Path& path) {
  while (is_at_node(parts, path)) {
    Node& node = parts.nodes[path.node];
    node.arrived |= path.mask;
    if (node.arrived != node.expected) return false;
    parts.free_nodes.push_back(path.node);
    path = path_after(node, node.expected);
  }
  return true;
}

void set_current(Warp& warp, const Path& path) {
  warp.current = path;
  warp.current.patience = warp.parts->patience;
}

// Puts `path` among the ready ones, unless it is at its meeting place already.
void add_ready(Warp& warp, Path path) {
  if (settle_arrival(*warp.parts, path)) warp.parts->ready.push_back(path);
}

}  // namespace

std::uint32_t stop_of(const Warp& warp) {
  const Path& path = warp.current;
  if (path.node == kNoIndex) return kNoIndex;
  const Node& node = warp.parts->nodes[path.node];
  return node.call == path.call ? node.pc : kNoIndex;
}

void start_warp(Warp& warp, std::uint32_t lanes) {
  WarpParts& parts = *warp.parts;
  parts.ready.clear();
  parts.waiting.clear();
  parts.nodes.clear();
  parts.free_nodes.clear();
  parts.calls.clear();
  parts.free_calls.clear();
  parts.patience = kFirstPatience;
  warp.live = warp.all = lanes;
  warp.sequence = 0;
  Path path;
  path.mask = lanes;
  parts.ready.push_back(path);
  warp.current = Path{};
}

bool has_ready_path(const Warp& warp) { return warp.current.mask != 0 || !warp.parts->ready.empty(); }

bool next_path(Warp& warp) {
  WarpParts& parts = *warp.parts;
  if (parts.ready.empty()) {
    warp.current = Path{};
    return false;
  }
  const Path path = parts.ready.back();
  parts.ready.pop_back();
  set_current(warp, path);
  return true;
}

Stop diverge(Context& context, Warp& warp, std::uint32_t taken) {
  WarpParts& parts = *warp.parts;
  const Decoded& op = context.code[warp.current.pc];
  Path jumps = warp.current, falls = warp.current;
  jumps.quiet = falls.quiet = 0;
  jumps.mask = taken;
  jumps.pc = op.target;
  falls.mask &= ~taken;
  ++falls.pc;
  const bool in_call = warp.current.call != kNoIndex;
  const std::uint32_t meet = op.reconverge < context.code_size ? op.reconverge : (in_call ? kAtReturn : kNoIndex);
  if (meet != kNoIndex) {
    const std::uint32_t now = warp.current.node;
    const bool same = now != kNoIndex && parts.nodes[now].pc == meet && parts.nodes[now].call == warp.current.call;
    if (!same) {
      Node node;
      node.pc = meet;
      node.expected = warp.current.mask;
      node.parent = now;
      node.call = warp.current.call;
      jumps.node = falls.node = new_node(parts, node);
    }
  }
  add_ready(warp, jumps);
  add_ready(warp, falls);
  return next_path(warp) ? Stop::kReload : Stop::kBlocked;
}

Stop arrive(Context& context, Warp& warp) {
  (void)context;
  Path path = warp.current;
  if (settle_arrival(*warp.parts, path)) {
    set_current(warp, path);
    return Stop::kReload;
  }
  return next_path(warp) ? Stop::kReload : Stop::kBlocked;
}

Stop exit_lanes(Context& context, Warp& warp) {
  WarpParts& parts = *warp.parts;
  const std::uint32_t lanes = warp.current.mask;
  if (context.sink != nullptr) context.sink->lanes_exited(place_of(context, warp), lanes);
  if (context.checks != nullptr) context.checks->exited(place_of(context, warp), warp.current.pc, lanes);
  warp.live &= ~lanes;
  std::uint32_t at = warp.current.node;
  while (at != kNoIndex) {
    Node& node = parts.nodes[at];
    const std::uint32_t parent = node.parent;
    node.expected &= ~lanes;
    if (node.expected == node.arrived) {
      const Path path = path_after(node, node.expected);
      parts.free_nodes.push_back(at);
      if (path.mask != 0) add_ready(warp, path);
    }
    at = parent;
  }
  for (std::uint32_t call = warp.current.call; call != kNoIndex;) {
    const std::uint32_t parent = parts.calls[call].parent;
    parts.calls[call].mask &= ~lanes;
    if (parts.calls[call].mask == 0) free_call(warp, call);
    call = parent;
  }
  lanes_ended(context, warp, lanes);
  if (!parts.waiting.empty()) settle_waits(context, warp);
  return next_path(warp) ? Stop::kReload : Stop::kBlocked;
}

void rotate_paths(Warp& warp, bool release) {
  WarpParts& parts = *warp.parts;
  parts.patience = release ? kLaterPatience : parts.patience;
  warp.current.quiet = 0;
  parts.ready.insert(parts.ready.begin(), warp.current);
  warp.current = Path{};
  if (!release) return;
  for (std::uint32_t i = 0; i < parts.nodes.size(); ++i) {
    Node& node = parts.nodes[i];
    const bool in_use = std::find(parts.free_nodes.begin(), parts.free_nodes.end(), i) == parts.free_nodes.end();
    if (!in_use || node.arrived == 0 || node.arrived == node.expected) continue;
    const Path early = path_after(node, node.arrived);
    node.expected &= ~node.arrived;
    node.arrived = 0;
    add_ready(warp, early);
  }
}

std::uint32_t new_call(Warp& warp) {
  WarpParts& parts = *warp.parts;
  if (parts.free_calls.empty()) {
    parts.calls.emplace_back();
    return static_cast<std::uint32_t>(parts.calls.size() - 1);
  }
  const std::uint32_t index = parts.free_calls.back();
  parts.free_calls.pop_back();
  return index;
}

void free_call(Warp& warp, std::uint32_t call) { warp.parts->free_calls.push_back(call); }

}  // namespace warpglass::exec
