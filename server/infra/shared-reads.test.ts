import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { SharedReads } from './shared-reads.ts';
import { noteCommitElsewhere, transact } from './transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const forAnHour = { maxAgeMs: 3_600_000, maxKeys: 2 };
const counting = () => {
  let reads = 0;
  return async () => ++reads;
};

test('one read answers all callers that ask the same, also while it is running', async () => {
  const shared = new SharedReads<number>(database.db, forAnHour);
  const read = counting();
  expect(await Promise.all([shared.get('a', read), shared.get('a', read)])).toEqual([1, 1]);
  expect(await shared.get('a', read)).toBe(1);
  expect(await shared.get('b', read)).toBe(2);
});

test('a process that changed something reads again, even when a read was running', async () => {
  const shared = new SharedReads<number>(database.db, forAnHour);
  const read = counting();
  const earlier = shared.get('a', read);
  await transact(database.db, async () => undefined);
  expect(await shared.get('a', read)).toBe(2);
  expect(await earlier).toBe(1);
});

test("another process's change is read once this process knows of it", async () => {
  const shared = new SharedReads<number>(database.db, forAnHour);
  const read = counting();
  await shared.get('a', read);
  noteCommitElsewhere(database.db);
  expect(await shared.get('a', read)).toBe(2);
});

test('a value older than its limit is read again', async () => {
  const shared = new SharedReads<number>(database.db, { maxAgeMs: 1_000, maxKeys: 2 });
  const read = counting();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  await shared.get('a', read);
  clock.mockReturnValue(999);
  expect(await shared.get('a', read)).toBe(1);
  clock.mockReturnValue(1_000);
  expect(await shared.get('a', read)).toBe(2);
  clock.mockRestore();
});

test('a failed read is retried, and the number of kept values is limited', async () => {
  const shared = new SharedReads<number>(database.db, forAnHour);
  await expect(shared.get('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  const read = counting();
  expect(await shared.get('a', read)).toBe(1);
  await shared.get('b', read);
  await shared.get('c', read);
  expect(await shared.get('c', read)).toBe(3);
  expect(await shared.get('a', read)).toBe(4);
});
