import { afterAll, beforeEach, expect, test } from 'vitest';
import { DAY, MovableClock, SECOND } from '#server/infra/clock.ts';
import { testDatabase } from '#server/testing/database.ts';
import { figuresOf } from '#server/testing/figures.ts';
import { callLedger } from './call-ledger.ts';
import { callMetrics } from './call-metrics.ts';
import { problem } from './platforms/adapter.ts';

const { db, close } = await testDatabase();
afterAll(close);

let clock = new MovableClock({ frozenAt: new Date('2026-03-02T09:00:00Z') });
beforeEach(() => {
  clock = new MovableClock({ frozenAt: new Date('2026-03-02T09:00:00Z') });
});

const calls = () =>
  callLedger({
    db,
    clock,
    allowances: {
      youtube: { stats: { perDay: 40, perMinute: null } },
      tiktok: { 'video/query': { perDay: null, perMinute: 28 } },
      instagram: { graph: { perDay: null, perMinute: null } },
    },
  });

const read = (name: string) => figuresOf(callMetrics(calls()), name);

test('shows what booked calls leave of each allowance in the platform’s own period', async () => {
  expect(await read('permille_platform_calls_left')).toEqual({
    'tiktok video/query ten_seconds': 4,
    'youtube stats day': 40,
  });
  for (const _ of [1, 2, 3]) {
    await calls().book({ platform: 'youtube', bucket: 'stats' });
    await calls().book({ platform: 'tiktok', bucket: 'video/query' });
    await calls().book({ platform: 'instagram', bucket: 'graph' });
  }
  expect(await read('permille_platform_calls_left')).toEqual({
    'tiktok video/query ten_seconds': 1,
    'youtube stats day': 37,
  });
  expect(await read('permille_platform_calls_used')).toEqual({
    'instagram graph day': 3,
    'tiktok video/query day': 3,
    'tiktok video/query ten_seconds': 3,
    'youtube stats day': 3,
  });
  expect(await read('permille_platform_calls_allowed')).toEqual({
    'tiktok video/query ten_seconds': 4,
    'youtube stats day': 40,
  });
  clock.advance(10 * SECOND);
  expect((await read('permille_platform_calls_left'))['tiktok video/query ten_seconds']).toBe(4);
  clock.advance(DAY);
  expect((await read('permille_platform_calls_left'))['youtube stats day']).toBe(40);
});

test('shows the remaining backoff of a platform', async () => {
  expect(await read('permille_platform_backoff_seconds')).toEqual({});
  const { problem: busy } = problem('quota', 'too many', 600);
  await calls().backOff('tiktok', busy);
  const { tiktok } = await read('permille_platform_backoff_seconds');
  expect(tiktok).toBeGreaterThanOrEqual(600);
  clock.advance(DAY);
  expect(await read('permille_platform_backoff_seconds')).toEqual({ tiktok: 0 });
});
