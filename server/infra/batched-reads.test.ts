import { expect, test } from 'vitest';
import { BatchedReads } from './batched-reads.ts';

/** A source for `BatchedReads` whose reads are answered by the test, in order. */
function slowSource(patienceMs?: number) {
  const asked: { keys: string[]; answer(values: Record<string, string>): void; fail(): void }[] = [];
  const reads = new BatchedReads<string>(
    (keys) =>
      new Promise((resolve, reject) =>
        asked.push({
          keys,
          answer: (values) => resolve(new Map(Object.entries(values))),
          fail: () => reject(new Error('the source is away')),
        }),
      ),
    patienceMs,
  );
  const reading = async (turn: number) => {
    await expect.poll(() => asked.length).toBe(turn);
    return asked[turn - 1]!;
  };
  return { reads, reading };
}

test('a caller that asks during a read shares the next read, and never gets the older result', async () => {
  const { reads, reading } = slowSource();
  const first = reads.get('a');
  const one = await reading(1);
  const later = [reads.get('a'), reads.get('b'), reads.get('nobody')];
  one.answer({ a: 'before' });
  expect(await first).toBe('before');
  const two = await reading(2);
  expect(two.keys).toEqual(['a', 'b', 'nobody']);
  two.answer({ a: 'after', b: 'B' });
  expect(await Promise.all(later)).toEqual(['after', 'B', undefined]);
});

test('a read that fails rejects the callers that waited for it, and nobody after them', async () => {
  const { reads, reading } = slowSource();
  const [one, other] = [reads.get('a'), reads.get('b')];
  (await reading(1)).fail();
  await expect(one).rejects.toThrow('the source is away');
  await expect(other).rejects.toThrow('the source is away');
  const again = reads.get('a');
  (await reading(2)).answer({ a: 'A' });
  expect(await again).toBe('A');
});

test('a read that never ends rejects the callers that waited for it, and nobody after them', async () => {
  const { reads, reading } = slowSource(20);
  await expect(reads.get('a')).rejects.toThrow('the database took longer than 20 ms');
  const again = reads.get('a');
  (await reading(2)).answer({ a: 'A' });
  expect(await again).toBe('A');
});
