// Names of spaces and atomic operations, as the listing, the JSON output and the window write them.
#include "sim/event/access.h"

namespace warpglass {

const char* space_name(Space space) {
  switch (space) {
    case Space::kGlobal:
      return "global";
    case Space::kShared:
      return "shared";
    case Space::kLocal:
      return "local";
    case Space::kConstant:
      return "constant";
    case Space::kGeneric:
      return "generic";
  }
  return "generic";
}

const char* atomic_kind_name(AtomicKind kind) {
  switch (kind) {
    case AtomicKind::kAdd:
      return "add";
    case AtomicKind::kSub:
      return "sub";
    case AtomicKind::kMin:
      return "min";
    case AtomicKind::kMax:
      return "max";
    case AtomicKind::kAnd:
      return "and";
    case AtomicKind::kOr:
      return "or";
    case AtomicKind::kXor:
      return "xor";
    case AtomicKind::kInc:
      return "inc";
    case AtomicKind::kDec:
      return "dec";
    case AtomicKind::kExch:
      return "exch";
    case AtomicKind::kCas:
      return "cas";
    case AtomicKind::kFloatAdd:
      return "float_add";
  }
  return "add";
}

}  // namespace warpglass
