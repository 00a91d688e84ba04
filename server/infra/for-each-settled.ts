/**
 * Runs `work` on the items in order, at most `parallel` at once. A failed item does not stop the others.
 * @throws the first failure, after all items have ended
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
