/** What happens when, in order of time: a binary heap. */
export interface EventQueue {
  /** Has something done at a time; what comes for the same time is done in any order. */
  readonly at: (time: number, work: () => void) => void;
  /** Does everything, in order, what is added meanwhile included. */
  readonly run: () => void;
}

/** An empty queue. */
export const createEventQueue = (): EventQueue => {
  const heap: { readonly time: number; readonly work: () => void }[] = [];
  const timeOf = (index: number) => heap[index]?.time ?? Number.POSITIVE_INFINITY;
  const swap = (one: number, other: number) => {
    const [first, second] = [heap[one], heap[other]];
    if (first === undefined || second === undefined) return;
    [heap[one], heap[other]] = [second, first];
  };
  const sink = (index: number) => {
    const left = 2 * index + 1;
    const child = timeOf(left + 1) < timeOf(left) ? left + 1 : left;
    if (timeOf(child) >= timeOf(index)) return;
    swap(child, index);
    sink(child);
  };
  const rise = (index: number) => {
    const parent = Math.floor((index - 1) / 2);
    if (index === 0 || timeOf(parent) <= timeOf(index)) return;
    swap(parent, index);
    rise(parent);
  };
  return {
    at: (time, work) => {
      heap.push({ time, work });
      rise(heap.length - 1);
    },
    run: () => {
      for (let next = heap[0]; next !== undefined; next = heap[0]) {
        const last = heap.pop();
        if (last !== undefined && heap.length > 0) heap[0] = last;
        sink(0);
        next.work();
      }
    },
  };
};
