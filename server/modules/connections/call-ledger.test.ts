import { afterAll, beforeEach, expect, test } from 'vitest';
import { HOUR, MINUTE, MovableClock, SECOND } from '#server/infra/clock.ts';
import { createDatabase } from '#server/infra/db.ts';
import { testDatabase } from '#server/testing/database.ts';
import { callLedger } from './call-ledger.ts';
import { callsCheck } from './check-calls.ts';
import { platformDay } from './platform-day.ts';
import { problem } from './platforms/adapter.ts';

const { db, appUrl, close } = await testDatabase();
const other = createDatabase(appUrl, { max: 5 });
afterAll(async () => {
  await other.close();
  await close();
});

/** 09:00 UTC on 2 March is 01:00 in California, where YouTube's day began an hour ago. */
const start = new Date('2026-03-02T09:00:00Z');
let clock = new MovableClock({ frozenAt: start });
beforeEach(async () => {
  clock = new MovableClock({ frozenAt: start });
  await db.deleteFrom('platform_calls').execute();
  await db.deleteFrom('platform_backoffs').execute();
});

const perDay = (units: number) => ({ stats: { perDay: units, perMinute: null } });
const stats = { platform: 'youtube', bucket: 'stats' } as const;

test('concurrent processes book exactly the day’s allowance together', async () => {
  const allowances = { youtube: perDay(40) };
  const [here, there] = [db, other.db].map((one) => callLedger({ db: one, clock, allowances }));
  const booked = await Promise.all(
    Array.from({ length: 100 }, (_, i) => (i % 2 ? here : there)!.book(stats)),
  );
  expect(booked.filter((refusal) => refusal === null)).toHaveLength(40);
  expect(booked.find((refusal) => refusal !== null)).toMatchObject({
    kind: 'quota',
    quotaOf: 'own',
    retryAfterSeconds: 23 * 3_600,
  });
  const row = await db.selectFrom('platform_calls').select('units').executeTakeFirstOrThrow();
  expect(row.units).toBe(40n);
});

test("YouTube's allowance renews at midnight in California, not in UTC", async () => {
  const calls = callLedger({ db, clock, allowances: { youtube: perDay(1) } });
  expect(await calls.book(stats)).toBeNull();
  clock.advance(16 * HOUR);
  expect(await calls.book(stats)).not.toBeNull();
  clock.advance(7 * HOUR);
  expect(await calls.book(stats)).toBeNull();
  expect(platformDay('youtube', start)).toMatchObject({ name: '2026-03-02' });
});

test('no sixty seconds contain more calls than the allowance of a minute', async () => {
  const allowances = { tiktok: { 'video/query': { perDay: null, perMinute: 28 } } };
  const calls = callLedger({ db, clock, allowances });
  const made: number[] = [];
  for (let second = 0; second < 120; second += 2.5) {
    for (let attempt = 0; attempt < 3; attempt++) {
      const refusal = await calls.book({ platform: 'tiktok', bucket: 'video/query' });
      if (!refusal) made.push(clock.now().getTime());
    }
    clock.advance(2.5 * SECOND);
  }
  const perMinute = made.map((at) => made.filter((one) => one >= at && one < at + MINUTE).length);
  expect(Math.max(...perMinute)).toBeLessThanOrEqual(28);
  expect(made.length).toBe(48);
});

test('ordinary counts get the share of the hour and leave the rest to urgent calls', async () => {
  const calls = callLedger({ db, clock, allowances: { youtube: perDay(100) } });
  const state = async () => (await calls.standings()).get('youtube')!;
  expect((await state()).state).toBe('open');
  for (let call = 0; call < 30; call++) await calls.book(stats);
  const short = await state();
  expect(short.state).toBe('final_counts');
  clock.advance(short.until.getTime() - clock.now().getTime());
  expect((await state()).state).toBe('open');
  for (let call = 0; call < 70; call++) await calls.book(stats);
  expect(await state()).toMatchObject({ state: 'closed', until: new Date('2026-03-03T08:00:00Z') });
});

test('lookups that can wait leave a tenth of the day and of each slice to those that can’t', async () => {
  const day = callLedger({ db, clock, allowances: { youtube: perDay(100) } });
  const times = async (calls: typeof day, call: Parameters<typeof day.book>[0], tries: number) => {
    let booked = 0;
    for (let i = 0; i < tries; i++) if (!(await calls.book(call))) booked++;
    return booked;
  };
  expect(await times(day, { ...stats, yields: 'tenth' }, 95)).toBe(90);
  expect(await day.book({ ...stats, yields: 'tenth' })).toMatchObject({ retryAfterSeconds: 23 * 3_600 });
  expect(await times(day, stats, 12)).toBe(10);
  const data = callLedger({ db, clock, allowances: { youtube: { data: { perDay: 100, perMinute: null } } } });
  const lookup = { platform: 'youtube', bucket: 'data', yields: 'tenth' } as const;
  expect(await times(data, { ...lookup, yields: 'half' }, 60)).toBe(50);
  expect(await times(data, lookup, 60)).toBe(40);

  const query = { platform: 'tiktok', bucket: 'video/query' } as const;
  const allowances = { tiktok: { 'video/query': { perDay: null, perMinute: 140 } } };
  const minute = callLedger({ db, clock, allowances });
  expect(await times(minute, { ...query, yields: 'tenth' }, 25)).toBe(18);
  expect(await times(minute, query, 5)).toBe(2);
});

test('backs off from a platform for as long as it asks, longer after each refusal in a row, until it answers', async () => {
  const calls = callLedger({ db, clock, allowances: {} });
  const backoffOf = async (retryAfter: number | null) => {
    await calls.backOff('tiktok', problem('quota', 'TikTok answered 429', retryAfter).problem);
    // The second refusal is at the same moment, so it counts as the same refusal.
    await calls.backOff('tiktok', problem('quota', 'TikTok answered 429', retryAfter).problem);
    const { state, until } = (await calls.standings()).get('tiktok')!;
    expect(state).toBe('closed');
    const minutes = (until.getTime() - clock.now().getTime()) / MINUTE;
    clock.advance(until.getTime() - clock.now().getTime());
    return minutes;
  };
  const between = (least: number, given: number) => {
    expect(given).toBeGreaterThanOrEqual(least);
    expect(given).toBeLessThanOrEqual(least * 1.25 + 0.001);
  };
  between(1, await backoffOf(null));
  between(2, await backoffOf(null));
  between(10, await backoffOf(600));
  between(8, await backoffOf(null));
  expect((await calls.standings()).get('tiktok')!.state).toBe('open');
  await calls.answered('tiktok');
  between(1, await backoffOf(null));
});

test('System Health shows until when a platform is not called or only for final counts, and ignores short waits', async () => {
  const calls = callLedger({ db, clock, allowances: { youtube: perDay(100) } });
  const { problem: sentence } = callsCheck(calls, clock);
  expect(await sentence()).toBeNull();
  await calls.backOff('instagram', problem('quota', 'Instagram answered 429', 60).problem);
  expect(await sentence()).toBeNull();
  await calls.backOff('tiktok', problem('quota', 'TikTok answered 429', 3_600).problem);
  expect(await sentence()).toMatch(/^TikTok: nothing is asked until \w{3} \d+ \w{3}, \d\d:\d\d UTC\.$/);
  for (let call = 0; call < 60; call++) await calls.book(stats);
  expect(await sentence()).toContain('YouTube: only final counts are read until ');
});
