import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '#server/testing/database.ts';
import { createLog } from './log.ts';
import { afterCommits, transact } from './transaction.ts';

const t = await testDatabase();
afterAll(() => t.close());

test('a listener that throws after a commit is logged, and neither the commit nor other listeners are affected', async () => {
  const lines: string[] = [];
  const log = createLog('error', { write: (line) => lines.push(line) });
  let heard = 0;
  afterCommits(t.db, log, () => {
    throw new Error('deaf');
  });
  afterCommits(t.db, log, () => {
    heard += 1;
  });
  expect(await transact(t.db, async () => 'paid')).toBe('paid');
  expect(heard).toBe(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('deaf');
});
