import { afterAll, expect, test } from 'vitest';
import { after, DAY } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { testDatabase } from '#server/infra/test-database.ts';
import { forgetRequestKeys } from './idempotency.ts';

const { db, close } = await testDatabase();
afterAll(close);

test('request keys are forgotten after a month, and not before', async () => {
  const key = (name: string, days: number) => ({
    actor_id: newId(),
    key: name,
    request_hash: Buffer.from('x'),
    created_at: after(new Date(), -days * DAY),
  });
  await db
    .insertInto('request_keys')
    .values([key('a month old', 31), key('four weeks old', 28)])
    .execute();
  await forgetRequestKeys(db).run(new Date());
  const kept = await db.selectFrom('request_keys').select('key').execute();
  expect(kept).toEqual([{ key: 'four weeks old' }]);
});
