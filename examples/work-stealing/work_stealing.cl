//build: -cl-std=CL3.0
// A work-stealing queue for each work-group, with remote-scope promotion: its owner pushes and pops at
// work-group scope, and whoever has nothing to do steals at device scope, remotely.
//
// The queue is the one of Arora, Blumofe and Plaxton that Cederman and Tsigas brought to GPUs and the
// papers on remote-scope promotion use: the owner works at the tail, thieves at the head, and a counter
// in the head's upper half changes whenever the owner starts again at slot 0.
//
//   -DPLAIN_TAIL      pop writes the tail plainly: the race that the authors of the paper found
//   -DRELAXED_TAIL    ... atomically but relaxed: their repair; no race, and yet a task can go twice
//   -DNOT_REMOTE      steal is an ordinary operation: its scope reaches the owner, the owner's not it
//   -DRELAXED_PUSH    push does not release: thieves may see a task without its description
//   (none)            all of it repaired
#include <lockstep/rsp.clh>

#define CAPACITY 64
#define NO_TASK (-1)   // the queue is empty
#define LOST (-2)      // somebody else was quicker
#define INDEX(head) ((head) & 0xffff)
#define NEXT_ROUND(head) (((head) & ~0xffff) + 0x10000)

#ifdef NOT_REMOTE
#define STEAL_LOAD atomic_load_explicit
#define STEAL_COMPARE_EXCHANGE atomic_compare_exchange_strong_explicit
#else
#define STEAL_LOAD atomic_load_explicit_remote
#define STEAL_COMPARE_EXCHANGE atomic_compare_exchange_strong_explicit_remote
#endif

#ifdef RELAXED_PUSH
#define PUSH_ORDER memory_order_relaxed
#else
#define PUSH_ORDER memory_order_release
#endif

typedef struct {
  global atomic_int *head;   // where thieves take
  global atomic_int *tail;   // where the owner puts and takes
  global atomic_int *slots;  // [CAPACITY]; a slot may be read by a thief while the owner fills it anew
} queue;

// Only for the owner; the queue must have room.
void push(queue q, int task) {
  const int tail = atomic_load_explicit(q.tail, memory_order_relaxed, memory_scope_work_group);
  atomic_store_explicit(&q.slots[tail], task, memory_order_relaxed, memory_scope_work_group);
  atomic_store_explicit(q.tail, tail + 1, PUSH_ORDER, memory_scope_work_group);
}

// Only for the owner. The new tail must be seen by every thief that sees a head which the owner has not
// seen yet, hence the two sequentially consistent operations (README.md).
int pop(queue q) {
  int tail = atomic_load_explicit(q.tail, memory_order_relaxed, memory_scope_work_group);
  if (tail == 0) return NO_TASK;
  --tail;
#if defined(PLAIN_TAIL)
  *(volatile global int *)q.tail = tail;
#elif defined(RELAXED_TAIL)
  atomic_store_explicit(q.tail, tail, memory_order_relaxed, memory_scope_work_group);
#else
  atomic_store_explicit(q.tail, tail, memory_order_seq_cst, memory_scope_work_group);
#endif
  int head = atomic_load_explicit(q.head, memory_order_seq_cst, memory_scope_work_group);
  const int task =
      atomic_load_explicit(&q.slots[tail], memory_order_relaxed, memory_scope_work_group);
  if (tail > INDEX(head)) return task;
  // The last one, or gone already: start again at slot 0, and settle by the head whose it is.
  const int next = NEXT_ROUND(head);
#ifdef PLAIN_TAIL
  *(volatile global int *)q.tail = 0;
#else
  atomic_store_explicit(q.tail, 0, memory_order_relaxed, memory_scope_work_group);
#endif
  if (tail == INDEX(head) &&
      atomic_compare_exchange_strong_explicit(q.head, &head, next, memory_order_seq_cst,
                                              memory_order_relaxed, memory_scope_work_group)) {
    return task;
  }
  atomic_store_explicit(q.head, next, memory_order_release, memory_scope_work_group);
  return NO_TASK;
}

// For everybody else.
int steal(queue q) {
  int head = STEAL_LOAD(q.head, memory_order_seq_cst, memory_scope_device);
  const int tail = STEAL_LOAD(q.tail, memory_order_seq_cst, memory_scope_device);
  if (tail <= INDEX(head)) return NO_TASK;
  const int task = STEAL_LOAD(&q.slots[INDEX(head)], memory_order_relaxed, memory_scope_device);
  if (STEAL_COMPARE_EXCHANGE(q.head, &head, head + 1, memory_order_seq_cst, memory_order_relaxed,
                             memory_scope_device)) {
    return task;
  }
  return LOST;
}

// Group 0 has `tasks` tasks, describes and pushes them, and does all but `left`; then every group steals.
// A task's result is what its description says, once: done[task] counts.
kernel void work(global atomic_int *heads, global atomic_int *tails, global atomic_int *slots,
                 global int *descriptions, global int *done, int tasks, int left) {
  const int me = get_group_id(0);
  const int groups = get_num_groups(0);
  const queue mine = {&heads[me], &tails[me], &slots[me * CAPACITY]};
  if (me == 0) {
    for (int task = 0; task < tasks; ++task) {
      descriptions[task] = task + 1;
      push(mine, task);
    }
    for (int i = left; i < tasks; ++i) {
      const int task = pop(mine);
      if (task == NO_TASK) break;
      done[task] += descriptions[task];
    }
  }
  for (int other = 1; other < groups; ++other) {
    const int victim = (me + other) % groups;
    const queue theirs = {&heads[victim], &tails[victim], &slots[victim * CAPACITY]};
    // Bounded: a device need not run two groups at a time.
    for (int attempt = 0; attempt < 4 * CAPACITY; ++attempt) {
      const int task = steal(theirs);
      if (task == NO_TASK) break;
      if (task == LOST) continue;
      done[task] += descriptions[task];
    }
  }
}
