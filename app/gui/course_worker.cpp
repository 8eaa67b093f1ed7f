// See course_worker.h.
#include "app/gui/course_worker.h"

#include <algorithm>
#include <utility>

namespace warpglass {

CourseWorker::CourseWorker(std::string data, std::function<void()> wake)
    : store_(std::move(data)), wake_(std::move(wake)), thread_([this] { work(); }) {}

CourseWorker::~CourseWorker() {
  {
    const std::lock_guard lock(mutex_);
    leaving_ = true;
    computing_.clear();
  }
  ready_.notify_one();
  thread_.join();
}

void CourseWorker::compute(const std::string& key, CourseJob job) {
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(computing_, [&](const Job& waiting) { return waiting.key == key; });
    computing_.push_back({key, std::move(job), {}});
  }
  ready_.notify_one();
}

void CourseWorker::drop_computing() {
  const std::lock_guard lock(mutex_);
  computing_.clear();
}

void CourseWorker::keep(const std::string& key, ProgressChange change) {
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(keeping_, [&](const Job& waiting) { return waiting.key == key; });
    keeping_.push_back({key, {}, std::move(change)});
  }
  ready_.notify_one();
}

std::vector<CourseAnswer> CourseWorker::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(answers_, {});
}

bool CourseWorker::busy() const {
  const std::lock_guard lock(mutex_);
  return running_ || !keeping_.empty() || !computing_.empty() || !answers_.empty();
}

std::pair<std::string, std::string> CourseWorker::take_notice() {
  const std::lock_guard lock(mutex_);
  return std::exchange(notice_, {});
}

void CourseWorker::run(Job& job) {
  CourseAnswer answer;
  std::pair<std::string, std::string> notice;
  if (job.change) {
    const Progress now = store_.update(job.change);
    const std::string said = store_.kept() ? store_.set_aside() : store_.problem();
    if (!said.empty() && said != told_) {
      notice = {store_.kept() ? "notice.progress_damaged" : "notice.progress_not_kept", said};
      told_ = said;
    }
    // What another window kept appears here too, unless more is to be kept first.
    answer = [this, now](CourseView& view) {
      const std::lock_guard lock(mutex_);
      if (keeping_.empty()) view.progress = now;
    };
  } else {
    answer = job.compute(runner_);
  }
  const std::lock_guard lock(mutex_);
  answers_.push_back(std::move(answer));
  if (!notice.first.empty()) notice_ = std::move(notice);
  running_ = false;
}

void CourseWorker::work() {
  for (;;) {
    Job job;
    {
      std::unique_lock lock(mutex_);
      ready_.wait(lock, [this] { return leaving_ || !keeping_.empty() || !computing_.empty(); });
      std::deque<Job>& queue = keeping_.empty() ? computing_ : keeping_;
      if (queue.empty()) return;  // leaving, and everything is kept
      job = std::move(queue.front());
      queue.pop_front();
      running_ = true;
    }
    run(job);
    if (wake_) wake_();
  }
}

}  // namespace warpglass
