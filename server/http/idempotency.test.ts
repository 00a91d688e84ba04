import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { UserId } from '#contract/accounts/ids.ts';
import { route } from '#contract/wire/route.ts';
import { after, DAY, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { refuse } from '#server/infra/outcome.ts';
import { createActor, createTestServer } from '#server/testing/actor.ts';
import { testDatabase } from '#server/testing/database.ts';
import { forgetIdempotencyKeys } from './idempotency.ts';
import { implementPreparedOnce } from './route.ts';

const { db, close } = await testDatabase();
afterAll(close);

test('request keys are deleted after a month, and not earlier', async () => {
  const key = (name: string, days: number) => ({
    actor_id: newId<UserId>(),
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

test('a repeat that is prepared while the first request takes effect gets the first reply, not its refusal', async () => {
  const taking = route('POST /api/test/take', {
    access: 'host',
    summary: 'Takes a thing that only one request can have',
    reply: z.object({ taken: z.boolean() }),
    errors: ['post_already_used'],
    idempotent: true,
  });
  let isTaken = false;
  const finishing: (() => void)[] = [];
  const server = await createTestServer({
    ...{ db, clock: new MovableClock() },
    modules: [
      {
        name: 'taking',
        routes: (api) =>
          implementPreparedOnce(
            api,
            taking,
            async () => {
              if (!isTaken) await new Promise<void>((finish) => finishing.push(finish));
              return isTaken ? refuse('post_already_used') : 'free';
            },
            async () => {
              isTaken = true;
              return { taken: true };
            },
          ),
      },
    ],
  });
  const host = await createActor(db, { role: 'host' });
  const take = (key: string) =>
    server.inject({
      ...{ method: 'POST', url: '/api/test/take' },
      headers: { ...host.headers, 'idempotency-key': key },
    });
  const [first, repeat] = [take('key-of-both'), take('key-of-both')];
  await expect.poll(() => finishing.length).toBe(2);
  finishing[0]!();
  await Promise.race([first, repeat]);
  finishing[1]!();
  for (const reply of [await first, await repeat])
    expect([reply.statusCode, reply.json()]).toEqual([200, { taken: true }]);
  expect((await take('another-key')).statusCode).toBe(409);
  await server.close();
});
