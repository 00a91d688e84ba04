import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConnectablePlatform } from '#contract/platforms/platforms.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { createActor } from '#server/testing/actor.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { forgetExpiredJob } from './forget-expired.job.ts';

const now = new Date('2026-03-20T10:00:00Z');
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('deletes an unused code and its bio text a week after it expired, and an unfinished consent after a day', async () => {
  const { db } = database;
  const { accountId } = await createActor(db, { role: 'clipper', username: 'no_answer' });
  const code = (
    handle: string,
    expiresAt: Date,
    platform: ConnectablePlatform,
    usedAt: Date | null = null,
  ) => ({
    ...{ id: newId(), user_id: accountId, platform, handle, code: `permille-${handle}` },
    ...{ made_at: after(expiresAt, -DAY), expires_at: expiresAt, used_at: usedAt, found_text: 'A bio' },
  });
  const longAgo = after(now, -7 * DAY - HOUR);
  await db
    .insertInto('connection_codes')
    .values([
      code('unused', longAgo, 'tiktok'),
      code('used', longAgo, 'tiktok', longAgo),
      code('of late', after(now, -6 * DAY), 'youtube'),
    ])
    .execute();
  const attempt = (state: string, expiresAt: Date) => ({
    ...{ state, user_id: accountId, platform: 'tiktok' as const, code_verifier: 'v', return_to: '/' },
    expires_at: expiresAt,
  });
  await db
    .insertInto('connection_attempts')
    .values([attempt('old', after(now, -DAY - HOUR)), attempt('of late', after(now, -HOUR))])
    .execute();

  await forgetExpiredJob(db).run(now);

  const codes = await db.selectFrom('connection_codes').select('handle').orderBy('handle').execute();
  expect(codes.map(({ handle }) => handle)).toEqual(['of late', 'used']);
  const attempts = await db.selectFrom('connection_attempts').select('state').execute();
  expect(attempts.map(({ state }) => state)).toEqual(['of late']);
});
