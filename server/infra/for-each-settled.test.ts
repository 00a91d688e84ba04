import { expect, test } from 'vitest';
import { forEachSettled } from './for-each-settled.ts';

test('an item that fails does not stop the others, and its error is thrown at the end', async () => {
  const done: number[] = [];
  const work = async (item: number): Promise<void> => {
    if (item % 2 === 1) throw new Error(`item ${item}`);
    done.push(item);
  };
  await expect(forEachSettled([1, 2, 3, 4], work)).rejects.toThrow('item 1');
  expect(done).toEqual([2, 4]);
});

test('ends between two items when its signal aborts', async () => {
  const ending = new AbortController();
  const done: number[] = [];
  const work = async (item: number): Promise<void> => {
    done.push(item);
    ending.abort();
  };
  await forEachSettled([1, 2], work, ending.signal);
  expect(done).toEqual([1]);
});
