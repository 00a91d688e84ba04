import { expect, test } from 'vitest';
import { forEachGuarded } from './for-each-guarded.ts';
import { refuse } from './outcome.ts';

test('an item that is refused or fails does not stop the others, and each outcome is returned', async () => {
  const logged: unknown[] = [];
  const log = { error: (what: unknown) => logged.push(what) };
  const done: string[] = [];
  const reply = await forEachGuarded(['a', 'b', 'c', 'd', 'a'], log as never, async (id) => {
    if (id === 'b') return refuse('not_found');
    if (id === 'c') throw new Error('deadlock');
    return done.push(id);
  });
  expect(done).toEqual(['a', 'd']);
  expect(reply.done).toBe(2);
  expect(reply.refused.map(({ id, code }) => [id, code])).toEqual([
    ['b', 'not_found'],
    ['c', 'internal'],
  ]);
  expect(logged).toMatchObject([{ id: 'c', err: { message: 'deadlock' } }]);
});
