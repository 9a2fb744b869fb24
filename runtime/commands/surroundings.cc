#include "runtime/commands/surroundings.h"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

namespace lockstep {
namespace {

constexpr size_t kMostWaits = 16;  // of the host that are remembered
constexpr int kMostLevels = 4;     // of links between what races and what is shown

using Weak = std::weak_ptr<const CommandRecord>;

// The links of a command, and whether there are others that are not known any more.
class AllLinks {
 public:
  explicit AllLinks(const CommandRecord& record) : more(record.links.more) {
    const HostWait* known_before = nullptr;  // by the one before in an in-order queue, which knows no less
    for (const CommandLink& link : record.links.behind) {
      const CommandRecordRef to = Take(link);
      if (to != nullptr && link.by == OrderedBy::kQueue) known_before = to->links.host.get();
    }
    // Waits before the last one matter for what that was not about.
    const size_t first = known.size();
    for (std::shared_ptr<const HostWait> wait = record.links.host; wait != nullptr; wait = wait->before.lock()) {
      if (known_before != nullptr && wait->number <= known_before->number) break;
      const size_t last = known.size();
      for (const CommandLink& link : wait->commands) {
        const CommandRecordRef to = link.to.lock();
        const auto of_its_queue = [&](const auto& other) { return other.second->side.queue == to->side.queue; };
        const auto begin = known.begin() + static_cast<std::ptrdiff_t>(first);
        const auto end = known.begin() + static_cast<std::ptrdiff_t>(last);
        if (to == nullptr || std::none_of(begin, end, of_its_queue)) Take(link);
      }
    }
  }

  std::vector<std::pair<OrderedBy, CommandRecordRef>> known;
  bool more = false;

 private:
  CommandRecordRef Take(const CommandLink& link) {
    CommandRecordRef to = link.to.lock();
    if (to == nullptr) {
      more = true;
    } else {
      known.emplace_back(link.by, to);
    }
    return to;
  }
};

// Where a command stands among the others: a user event before the first that waits for it.
using Place = std::tuple<uint64_t, bool, size_t>;

class GraphMaker {
 public:
  explicit GraphMaker(const std::vector<CommandRecordRef>& races) : races_(races) {
    shown_.reserve(OrderGraph::kMost);
    links_.reserve(OrderGraph::kMost);
    for (const CommandRecordRef& record : races) Show(record);
    for (size_t level = 0, next = 0; level < kMostLevels; ++level) {
      for (const size_t end = shown_.size(); next < end; ++next) {
        for (size_t i = 0; i < links_[next].known.size(); ++i) Show(links_[next].known[i].second);
      }
    }
  }

  OrderGraph Make() {
    Arrange();
    for (size_t to = 0; to < shown_.size(); ++to) {
      graph_.cut |= links_[to].more;
      for (const auto& [by, record] : links_[to].known) {
        const size_t from = NumberOf(record);
        if (from == shown_.size()) {
          graph_.cut = true;
        } else {
          AddEdge(by, from, to);
        }
      }
    }
    AddQueueEdges();
    DropHostEdges();
    DropHistory();
    std::sort(graph_.edges.begin(), graph_.edges.end(), [](const OrderEdge& a, const OrderEdge& b) {
      return std::tie(a.to, a.from, a.by) < std::tie(b.to, b.from, b.by);
    });
    return std::move(graph_);
  }

 private:
  void Show(const CommandRecordRef& record) {
    if (shown_.size() >= OrderGraph::kMost || NumberOf(record) < shown_.size()) return;
    shown_.push_back(record);
    links_.emplace_back(*record);
  }

  // Its place among those that are shown, of which there are few; behind them if it is not.
  size_t NumberOf(const CommandRecordRef& record) const {
    return static_cast<size_t>(std::find(shown_.begin(), shown_.end(), record) - shown_.begin());
  }

  // Numbers what is shown in the order of the calls.
  void Arrange() {
    std::vector<Place> places;
    for (size_t i = 0; i < shown_.size(); ++i) {
      const uint64_t number = shown_[i]->side.number;
      places.emplace_back(number == 0 ? UINT64_MAX : number, number != 0, i);
    }
    for (size_t i = 0; i < shown_.size(); ++i) {
      for (const auto& [by, to] : links_[i].known) {
        if (to->side.number != 0) continue;
        const size_t from = NumberOf(to);
        if (from == shown_.size()) continue;
        uint64_t& number = std::get<0>(places[from]);
        number = std::min(number, shown_[i]->side.number);
      }
    }
    std::sort(places.begin(), places.end());
    std::vector<CommandRecordRef> shown;
    std::vector<AllLinks> links;
    for (const auto& [number, is_command, i] : places) {
      shown.push_back(std::move(shown_[i]));
      links.push_back(std::move(links_[i]));
    }
    shown_ = std::move(shown);
    links_ = std::move(links);
  }

  void AddEdge(OrderedBy by, size_t from, size_t to) {
    const auto same = [&](const OrderEdge& other) { return other.from == from && other.to == to; };
    if (std::none_of(graph_.edges.begin(), graph_.edges.end(), same)) graph_.edges.push_back({by, from, to});
  }

  // In-order queues also where what is between two commands is not shown.
  void AddQueueEdges() {
    std::map<uint64_t, size_t> last;
    for (size_t i = 0; i < shown_.size(); ++i) {
      const CommandSide& side = shown_[i]->side;
      if (side.queue == 0 || !side.in_order) continue;
      const auto [before, first] = last.emplace(side.queue, i);
      if (!first) AddEdge(OrderedBy::kQueue, std::exchange(before->second, i), i);
    }
  }

  bool IsReached(size_t from, size_t to, const OrderEdge& without) const {
    std::vector<bool> reached(shown_.size());
    reached[from] = true;
    for (size_t i = from; i <= to; ++i) {  // edges lead upwards
      if (!reached[i]) continue;
      for (const OrderEdge& edge : graph_.edges) {
        if (edge.from == i && !(edge == without)) reached[edge.to] = true;
      }
    }
    return reached[to];
  }

  // What the host waited for is shown where nothing else orders the two.
  void DropHostEdges() {
    const std::vector<OrderEdge> all = graph_.edges;
    for (const OrderEdge& edge : all) {
      if (edge.by != OrderedBy::kHost || !IsReached(edge.from, edge.to, edge)) continue;
      graph_.edges.erase(std::find(graph_.edges.begin(), graph_.edges.end(), edge));
    }
  }

  bool IsRace(size_t number) const { return std::find(races_.begin(), races_.end(), shown_[number]) != races_.end(); }

  // What comes first and leads by one edge to what is no race says nothing of the order of those that are.
  void DropHistory() {
    std::vector<bool> dropped(shown_.size());
    for (size_t i = 0; i < shown_.size(); ++i) {
      size_t in = 0, out = 0;
      bool to_race = false;
      for (const OrderEdge& edge : graph_.edges) {
        if (edge.to == i && !dropped[edge.from]) ++in;
        if (edge.from != i) continue;
        ++out;
        to_race = to_race || IsRace(edge.to);
      }
      dropped[i] = !IsRace(i) && in == 0 && out == 1 && !to_race;
      graph_.cut |= dropped[i];
    }
    std::vector<size_t> numbers(shown_.size());  // of what is left
    for (size_t i = 0; i < shown_.size(); ++i) {
      numbers[i] = graph_.commands.size();
      if (!dropped[i]) graph_.commands.push_back(shown_[i]->side);
    }
    const auto begins_there = [&](const OrderEdge& edge) { return dropped[edge.from]; };
    auto& edges = graph_.edges;
    edges.erase(std::remove_if(edges.begin(), edges.end(), begins_there), edges.end());
    for (OrderEdge& edge : edges) {
      edge.from = numbers[edge.from];
      edge.to = numbers[edge.to];
    }
  }

  const std::vector<CommandRecordRef>& races_;
  std::vector<CommandRecordRef> shown_;
  std::vector<AllLinks> links_;
  OrderGraph graph_;
};

}  // namespace

CommandLinks Surroundings::LinksOf(uint64_t number, bool in_order, CommandGraph::Kind kind,
                                   const std::vector<CommandRef>& waits) {
  Queue& queue = queues_[number];
  queue.in_order = in_order;
  CommandLinks links;
  if (in_order) {
    if (!queue.last.empty()) links.behind.push_back({OrderedBy::kQueue, queue.last.front()});
  } else {
    if (queue.has_barrier) links.behind.push_back({OrderedBy::kBarrier, queue.barrier});
    if (kind != CommandGraph::Kind::kCommand && waits.empty()) {
      const OrderedBy by = kind == CommandGraph::Kind::kMarker ? OrderedBy::kMarker : OrderedBy::kBarrier;
      for (const Weak& one : queue.last) links.behind.push_back({by, one});
      links.more = queue.more;
    }
  }
  size_t named = 0;
  for (const CommandRef& wait : waits) {
    if (wait == nullptr || !wait->is_command) continue;
    if (++named > kMostLinks) {
      links.more = true;
      break;
    }
    links.behind.push_back({OrderedBy::kWaitList, wait->record});
  }
  links.host = host_;
  host_shared_ = true;
  return links;
}

void Surroundings::Add(const CommandRecordRef& record, CommandGraph::Kind kind) {
  kept_.push_back(record);
  if (kept_.size() > kKept) kept_.pop_front();
  if (record->side.queue == 0) return;
  Queue& queue = queues_[record->side.queue];
  if (queue.in_order) {
    queue.last.assign(1, record);
  } else if (kind == CommandGraph::Kind::kBarrier) {
    queue.last.clear();
    queue.has_barrier = true;
    queue.barrier = record;
    queue.more = false;
  } else {
    queue.last.push_back(record);
    if (queue.last.size() <= kMostLinks) return;
    queue.last.pop_front();
    queue.more = true;
  }
}

std::vector<CommandLink> Surroundings::AllOf(uint64_t number) const {
  std::vector<CommandLink> all;
  const auto queue = queues_.find(number);
  if (queue == queues_.end()) return all;
  for (const Weak& one : queue->second.last) all.push_back({OrderedBy::kHost, one});
  if (all.empty() && queue->second.has_barrier) all.push_back({OrderedBy::kHost, queue->second.barrier});
  return all;
}

void Surroundings::HostSaw(const CommandNode& node) {
  if (!node.is_command && node.all.empty()) return;
  if (host_ == nullptr || host_shared_) {
    const auto wait = std::make_shared<HostWait>();
    wait->number = host_ == nullptr ? 1 : host_->number + 1;
    wait->before = host_;
    host_ = wait;
    host_shared_ = false;
    waits_.push_back(wait);
    if (waits_.size() > kMostWaits) waits_.pop_front();
  }
  const auto add = [&](const CommandLink& link) {
    if (host_->commands.size() < kMostLinks) host_->commands.push_back(link);
  };
  if (node.is_command) add({OrderedBy::kHost, node.record});
  for (const CommandLink& link : node.all) add(link);
}

OrderGraph GraphAround(const std::vector<CommandRecordRef>& races) { return GraphMaker(races).Make(); }

}  // namespace lockstep
