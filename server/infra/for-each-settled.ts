/**
 * Does `work` with each item in order, `parallel` at once, so that one that fails keeps none of the others from being done.
 * @throws the first failure, once all had their turn: whoever runs it says so in the log
 */
export async function forEachSettled<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  signal?: AbortSignal,
  parallel = 1,
): Promise<void> {
  const failures: unknown[] = [];
  for (let start = 0; start < items.length && !signal?.aborted; start += parallel) {
    const round = items.slice(start, start + parallel).map(async (item) => await work(item));
    for (const done of await Promise.allSettled(round)) {
      if (done.status === 'rejected') failures.push(done.reason);
    }
  }
  if (failures.length > 0) throw failures[0];
}
