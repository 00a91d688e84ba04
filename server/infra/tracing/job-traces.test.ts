import { expect, test } from 'vitest';
import { calledService } from '#server/testing/called-service.ts';
import { MovableClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { createTicker, type Job } from '../tick.ts';
import { callService } from './call-service.ts';
import type { Span } from './trace.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });

test("a job's run is its own trace, recorded when it called a service or failed", async () => {
  const service = await calledService();
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const spans: Span[] = [];
  const jobs: Job[] = [
    { name: 'books.idle', run: async () => undefined },
    { name: 'books.call', run: async () => void (await callService(service.url)) },
    { name: 'books.fail', run: () => Promise.reject(new Error('as it must')) },
  ];
  const recorder = { samples: () => true, record: (span: Span) => void spans.push(span) };
  const ticker = createTicker(jobs, clock, log, { spans: recorder });
  await ticker.alone(async (run) => {
    for (const job of jobs) await run(job);
  });
  expect(spans.map(({ name, kind, failed }) => [name, kind, failed])).toEqual([
    ['GET', 'call', false],
    ['books.call', 'job', false],
    ['books.fail', 'job', true],
  ]);
  const [call, calls, fails] = spans;
  expect(call).toMatchObject({ traceId: calls!.traceId, parentId: calls!.spanId });
  expect(calls!.parentId).toBeNull();
  expect(fails!.traceId).not.toBe(calls!.traceId);
  expect(service.received[0]!.traceparent).toBe(`00-${call!.traceId}-${call!.spanId}-01`);
  expect(lines[0]).toMatchObject({ job: 'books.fail', traceId: fails!.traceId });
});

test('a trace that is not sampled is not recorded, and its calls tell services so', async () => {
  const service = await calledService();
  const spans: Span[] = [];
  const recorder = { samples: () => false, record: (span: Span) => void spans.push(span) };
  const job = { name: 'books.call', run: async () => void (await callService(service.url)) };
  const ticker = createTicker([job], clock, createLog('silent'), { spans: recorder });
  await ticker.alone((run) => run(job));
  expect(spans).toEqual([]);
  expect(service.received[0]!.traceparent).toMatch(/-00$/);
});
