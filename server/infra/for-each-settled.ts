/**
 * Does `work` with one item after the other, so that one that fails keeps none of the others from being done.
 * @throws the first failure, once all had their turn: whoever runs it says so in the log
 */
export async function forEachSettled<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    if (signal?.aborted) break;
    try {
      await work(item);
    } catch (failure) {
      failures.push(failure);
    }
  }
  if (failures.length > 0) throw failures[0];
}
