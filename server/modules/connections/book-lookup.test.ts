import { afterAll, expect, test } from 'vitest';
import { LOOKUPS_A_DAY } from '#contract/limits.ts';
import { type PostPlatform, postPlatforms } from '#contract/platforms/platforms.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { accessOf, unwrap } from '#server/testing/simulated-platforms.ts';
import { startTrial } from '#simulator/trial.ts';
import { bookLookup } from './book-lookup.ts';
import { eraseConnections } from './erase.ts';
import { createAdapters, simulatorKeys } from './platforms/adapters.ts';
import { platformEndpoints } from './platforms/services.ts';

const { db, close } = await testDatabase();
const { simulator, clock } = await startTrial({});
afterAll(async () => {
  await simulator.stop();
  await close();
});

const now = new Date('2026-03-02T09:00:00Z');

test('limits a person’s lookups a day, even concurrent ones, without limiting others', async () => {
  const [eager, calm] = [await testPerson(db, 'clipper'), await testPerson(db, 'clipper')];
  const lookups = await Promise.all(
    Array.from({ length: LOOKUPS_A_DAY + 20 }, () => bookLookup(db, eager.accountId, now)),
  );
  expect(lookups.filter((until) => until === null)).toHaveLength(LOOKUPS_A_DAY);
  const tomorrow = new Date('2026-03-03T00:00:00Z');
  expect(await bookLookup(db, eager.accountId, after(now, HOUR))).toEqual(tomorrow);
  expect(await bookLookup(db, calm.accountId, now)).toBeNull();
  expect(await bookLookup(db, eager.accountId, after(now, DAY))).toBeNull();
  await db.transaction().execute((tx) => eraseConnections(tx, eager.accountId, now));
  const left = await db.selectFrom('lookup_quotas').select('user_id').execute();
  expect(left).toEqual([{ user_id: calm.accountId }]);
});

test('lookups of posts and captions leave part of each allowance to counts and payout checks', async () => {
  const booked: string[] = [];
  const book = async ({ platform, yields }: { platform: string; yields?: string | undefined }) => {
    booked.push(`${platform} ${yields}`);
    return null;
  };
  const adapters = createAdapters(simulatorKeys, platformEndpoints({}, simulator.urls), clock, { book });
  const outcomeOf = async (call: () => Promise<unknown>) => {
    booked.length = 0;
    await call();
    return [...new Set(booked)];
  };
  const handle = 'yields';
  for (const platform of postPlatforms as readonly PostPlatform[]) {
    const access = await accessOf(adapters, platform, handle);
    const { id } = await simulator.createPost({ platform, handle, caption: 'A clip' });
    const adapter = adapters.posts(platform)!;
    const post = { postId: id };
    const yields = [`${platform} tenth`];
    const stays = [`${platform} undefined`];
    const counts = platform === 'youtube' ? [...stays, 'youtube half'] : stays;
    expect(await outcomeOf(async () => unwrap(await adapter.findPost(access, post)))).toEqual(yields);
    expect(await outcomeOf(async () => unwrap(await adapter.readCaptions(access, [post])))).toEqual(yields);
    expect(await outcomeOf(async () => unwrap(await adapter.readMetrics(access, [post])))).toEqual(counts);
    expect(await outcomeOf(async () => unwrap(await adapter.whoAmI(access.accessToken)))).toEqual(stays);
  }
});
