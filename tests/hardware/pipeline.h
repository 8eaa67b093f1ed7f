// A recorded launch through the whole program: source text, front end, execution, counters.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "sim/session.h"

namespace warpglass {

// Runs the record's launch; null, with a failure of the running test, when the record cannot be read.
// Diagnostics of the run are failures too.
std::shared_ptr<const SessionResult> run_record(const nlohmann::json& record);

// The same with every check on; its diagnostics and faults are for the test to judge.
std::shared_ptr<const SessionResult> run_checked_record(const nlohmann::json& record);

// One count of the model, by its JSON name.
std::uint64_t model_count(const Counters& counters, const std::string& name);

// Expects the named counts of the launch to equal the measured ones.
void expect_equal(const nlohmann::json& record, const Counters& counters, std::initializer_list<const char*> names);

// A test's name out of a record's id: letters, digits and underscores.
std::string test_name(const testing::TestParamInfo<nlohmann::json>& info);

}  // namespace warpglass
