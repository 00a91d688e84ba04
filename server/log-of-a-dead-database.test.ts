import { rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { testFolder } from '#db/test-folder.ts';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { createLog } from './infra/log.ts';
import { TEST_SECRET } from './testing/actor.ts';
import { testDatabase } from './testing/database.ts';
import { LIVE_ENV } from './testing/live-env.ts';

/** The number of failed job runs. If repeats were not folded, each would log a stack. */
const RUNS = 60;

async function started() {
  const database = await testDatabase();
  const DATA_DIR = testFolder();
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const config = readConfig({
    ...LIVE_ENV,
    ...{ SECRET: TEST_SECRET, DATABASE_URL: database.ownerUrl, DATA_DIR, PORT: '0' },
  });
  const app = await createApp(config, { databaseUrl: database.appUrl, log });
  onTestFinished(async () => {
    await app.stop();
    rmSync(DATA_DIR, { recursive: true });
  });
  await app.start();
  const get = (url: string) => app.server.inject({ method: 'GET', url });
  const failedRuns = async () =>
    [...(await get('/metrics')).body.matchAll(/^permille_job_failures_total\{.*\} (\d+)$/gm)].reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    );
  return { database, lines, get, failedRuns };
}

test('a database that is gone causes a few log lines for all jobs, and one without a stack per request', async () => {
  const { database, lines, get, failedRuns } = await started();
  await database.close();
  lines.length = 0;
  await expect.poll(failedRuns, { timeout: 30_000 }).toBeGreaterThan(RUNS);
  const requests = () => lines.filter((line) => JSON.parse(line).msg === 'request');
  const others = lines.filter((line) => !requests().includes(line));
  expect(others.length).toBeLessThan(10);
  expect(others.filter((line) => line.includes('the jobs wait for the database'))).toHaveLength(1);
  expect(others.join('').length).toBeLessThan(5_000);

  lines.length = 0;
  const replies = await Promise.all(Array.from({ length: 5 }, () => get('/api/status')));
  expect(replies.map((reply) => reply.statusCode)).toEqual(Array.from({ length: 5 }, () => 503));
  const ofRequests = requests().map((line) => JSON.parse(line));
  expect(ofRequests.map(({ requestId }) => requestId).toSorted()).toEqual(
    replies.map(({ headers }) => headers['x-request-id']).toSorted(),
  );
  for (const line of ofRequests) expect(line.reason).toMatch(/^no connection to the database: /);
  expect(lines.join('')).not.toContain('"stack"');
});
