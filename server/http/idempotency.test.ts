import { afterAll, expect, test } from 'vitest';
import { after, DAY } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { testDatabase } from '#server/testing/database.ts';
import { forgetIdempotencyKeys } from './idempotency.ts';

const { db, close } = await testDatabase();
afterAll(close);

test('request keys are deleted after a month, and not earlier', async () => {
  const key = (name: string, days: number) => ({
    actor_id: newId(),
    key: name,
    request_hash: Buffer.from('x'),
    created_at: after(new Date(), -days * DAY),
  });
  await db
    .insertInto('idempotency_keys')
    .values([key('a month old', 31), key('four weeks old', 28)])
    .execute();
  await forgetIdempotencyKeys(db).run(new Date());
  const kept = await db.selectFrom('idempotency_keys').select('key').execute();
  expect(kept).toEqual([{ key: 'four weeks old' }]);
});
