import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MINUTE, SECOND } from './clock.ts';
import { createLog, lastingFaults } from './log.ts';

const lines: string[] = [];
const log = createLog('info', { write: (line) => void lines.push(line) });
const texts = () => lines.map((line) => JSON.parse(line).msg as string);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.advanceTimersByTime(10 * MINUTE);
  vi.useRealTimers();
  lines.length = 0;
});

const fail = (job: string, port = 5432) =>
  log.error({ err: new Error(`connect ECONNREFUSED 127.0.0.1:${port}`), job }, 'job failed');

function failEachSecond(seconds: number, job = 'sound'): void {
  for (let second = 0; second < seconds; second += 1) {
    fail(job, 50_000 + second);
    vi.advanceTimersByTime(SECOND);
  }
}

test('a fault that recurs each second is written once with its stack, mentioned after ten minutes, and reported as over', () => {
  failEachSecond(15 * 60);
  expect(texts()).toEqual(['job failed', 'job failed: it goes on; it failed 601 times in 10 minutes']);
  expect(JSON.parse(lines[0]!).err.stack).toContain('log-repeats.test.ts');
  expect(lines[1]).not.toContain('stack');
  vi.advanceTimersByTime(3 * MINUTE);
  expect(texts().slice(2)).toEqual(['job failed: not for 2 minutes now; it failed 900 times in 15 minutes']);
  expect(JSON.parse(lines[2]!)).toMatchObject({ level: 40, job: 'sound' });
});

test('after it was over, a fault is written with its stack again', () => {
  failEachSecond(5);
  vi.advanceTimersByTime(4 * MINUTE);
  fail('sound');
  expect(texts()).toEqual([
    'job failed',
    expect.stringContaining('it failed 5 times in 1 minute'),
    'job failed',
  ]);
});

test('a fault that occurred once has no second line', () => {
  fail('sound');
  vi.advanceTimersByTime(10 * MINUTE);
  expect(texts()).toEqual(['job failed']);
});

test('faults of other jobs, causes and texts are written, and errors about different rows are one fault', () => {
  fail('sound');
  fail('earnings');
  log.error({ err: new Error('no such table'), job: 'sound' }, 'job failed');
  log.warn({ err: new Error('421 busy'), mail: 'a' }, 'mail not accepted');
  log.warn({ err: new Error('421 busy'), mail: 'b' }, 'mail not accepted');
  log.warn({ platform: 'tiktok', kind: 'down' }, 'views not read');
  log.warn({ platform: 'youtube', kind: 'down' }, 'views not read');
  expect(texts()).toEqual([
    'job failed',
    'job failed',
    'job failed',
    'mail not accepted',
    'views not read',
    'views not read',
  ]);
});

test('each request keeps its line, and lines that are not faults are never counted', () => {
  for (const requestId of ['a', 'b'])
    log.child({ requestId }).error({ status: 503, reason: 'away' }, 'request');
  for (const _ of 'ab') log.info('Server listening');
  expect(texts()).toEqual(['request', 'request', 'Server listening', 'Server listening']);
});

test('System Health lists lasting faults, except those of jobs and warnings', () => {
  failEachSecond(3);
  for (const row of [1, 2, 3])
    log.child({ requestId: `${row}` }).error({ err: new TypeError(`row ${row}`) }, 'unexpected');
  log.error({ err: new RangeError('other') }, 'unexpected');
  for (const _ of 'abc') log.warn({ err: new Error('421 busy') }, 'mail not accepted');
  vi.advanceTimersByTime(MINUTE);
  expect(lastingFaults(log)).toEqual([{ message: 'unexpected', times: 3, forMs: MINUTE }]);
});

test('faults that differ each time take bounded memory', () => {
  const name = (index: number) => [...`${index}`].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  for (let index = 0; index < 1_200; index += 1) log.warn({ reason: name(index) }, 'odd');
  expect(lines).toHaveLength(1_200);
  log.warn({ reason: name(1_199) }, 'odd');
  log.warn({ reason: name(0) }, 'odd');
  expect(lines).toHaveLength(1_201);
});
