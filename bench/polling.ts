import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { HOUR, MovableClock, SECOND } from '#server/infra/clock.ts';
import { createDatabase } from '#server/infra/db.ts';
import { createSealer } from '#server/infra/seal.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import type { Database } from '#server/infra/transaction.ts';
import {
  callLedger,
  createAdapters,
  grantedAllowances,
  platformEndpoints,
  simulatorKeys,
} from '#server/modules/connections/connections.ts';
import { TEST_SECRET } from '#server/testing/actor.ts';
import { jobOf } from '#server/testing/jobs.ts';
import { testModules } from '#server/testing/modules.ts';
import { placeLiveClips } from './polling/live-clips.ts';
import { type Bench, type BenchRow, round, row } from './result.ts';

const CLIPS = Number(process.env.POLLING_CLIPS ?? 100_000);
/**
 * The job runs every second; each step advances the clock by the interval at which TikTok's allowance
 * refills.
 */
const STEP_MS = 10 * SECOND;
/** Limit in real time. A machine that can't keep up with the simulated hour stops here and reports it. */
const LIMIT_MS = 120_000;
const now = new Date('2026-03-02T10:00:00Z');
const sealer = createSealer(soleSecret(TEST_SECRET), 'platform tokens');

/**
 * Starts a local HTTP server for TikTok's video/query, in which every post has a few more views at each call.
 */
async function startPlatform() {
  let calls = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      calls += 1;
      const asked = JSON.parse(Buffer.concat(parts).toString()) as { filters: { video_ids: string[] } };
      const videos = asked.filters.video_ids.map((id) => ({
        id,
        view_count: 9_000 + calls,
        like_count: 400,
        comment_count: 20,
        share_count: 5,
      }));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data: { videos }, error: { code: 'ok', message: '', log_id: 'l' } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, calls: () => calls, stop: () => server.close() };
}

/** Returns the number of overdue clips, and the longest delay in seconds. */
async function overdue(db: Database, at: Date): Promise<{ clips: number; seconds: number }> {
  const { rows } = await sql<{ clips: number; seconds: number }>`
    select count(*)::int as clips, coalesce(extract(epoch from ${at} - min(next_poll_at)), 0)::float8 as seconds
    from clip_tracking where state = 'polling' and next_poll_at <= ${at}`.execute(db);
  return rows[0]!;
}

const counted = async (db: Database): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from view_snapshots where fetched_at >= ${now} and counting_rule <> 'bench'`.execute(
    db,
  );
  return rows[0]!.n;
};

/** Runs the product's job against the local platform, within TikTok's allowance. */
function countingOf(db: Database, clock: MovableClock, platformUrl: string) {
  const none = {
    youtubeDailyUnits: null,
    youtubeAnalyticsDailyCalls: null,
    tiktokCallsPerMinute: null,
    tiktokBusinessCallsPerMinute: null,
    instagramDailyCalls: null,
  };
  const calls = callLedger({ db, clock, allowances: grantedAllowances(none) });
  const endpoints = platformEndpoints({ tiktokApi: platformUrl }, null);
  const adapters = createAdapters(simulatorKeys, endpoints, clock, { book: calls.book });
  const [module] = testModules(db, clock, ['counting'], { platforms: { adapters }, calls });
  return jobOf(module, 'counting.poll');
}

interface Hour {
  /** The seconds of real time and of simulated time. */
  spent: number;
  simulated: number;
  /** The overdue clips after each step. */
  behind: { clips: number; seconds: number }[];
}

async function runHour(db: Database, platformUrl: string): Promise<Hour> {
  const clock = new MovableClock({ frozenAt: now });
  const job = countingOf(db, clock, platformUrl);
  const started = performance.now();
  const behind: Hour['behind'] = [];
  while (clock.now().getTime() < now.getTime() + HOUR && performance.now() - started < LIMIT_MS) {
    clock.advance(STEP_MS);
    await job.run(clock.now());
    behind.push(await overdue(db, clock.now()));
  }
  const simulated = (clock.now().getTime() - now.getTime()) / 1_000;
  return { spent: (performance.now() - started) / 1_000, simulated, behind };
}

function rowsOf({ spent, simulated, behind }: Hour, done: number, calls: number): BenchRow[] {
  const waiting = behind.map(({ seconds }) => seconds).toSorted((a, b) => a - b);
  const [median, worst] = [waiting[Math.floor(waiting.length / 2)]!, waiting.at(-1)!];
  const hour = round((spent * 3_600) / simulated);
  const less = { baseline: null, target: null, lowerIsBetter: true };
  const more = { ...less, lowerIsBetter: false };
  return [
    row({ name: 'an hour of counting', value: hour, unit: 's', ...less, baseline: 3_600, target: 1_800 }),
    row({ name: 'clips counted a second of work', value: round(done / spent), unit: '1/s', ...more }),
    row({ name: 'posts a call', value: round(done / calls), unit: '', ...more }),
    row({ name: 'longest overdue after a step, median', value: round(median), unit: 's', ...less }),
    row({
      name: 'longest overdue after a step, worst',
      value: round(worst),
      unit: 's',
      ...less,
      target: 600,
    }),
    row({
      name: 'clips still due after the last step',
      value: behind.at(-1)!.clips,
      unit: '',
      ...less,
      target: 0,
    }),
  ];
}

/**
 * Counts `POLLING_CLIPS` live clips (100,000 when absent) for an hour, through the product's job, adapter,
 * quotas, storage and score.
 */
export const bench: Bench = async () => {
  const cluster = await startEmbedded({});
  const platform = await startPlatform();
  try {
    const { appUrl } = await migrate(cluster);
    const owner = createDatabase(cluster.ownerUrl, { max: 1 });
    await placeLiveClips(owner.db, CLIPS, sealer.seal('token'), now);
    await owner.close();
    const { db, close } = createDatabase(appUrl, { max: 10 });
    const hour = await runHour(db, platform.url);
    const done = await counted(db);
    await close();
    return {
      rows: rowsOf(hour, done, platform.calls()),
      total: {
        clips: CLIPS,
        counted: done,
        calls: platform.calls(),
        simulatedMinutes: round(hour.simulated / 60),
        memoryMiB: Math.round(process.memoryUsage().rss / 2 ** 20),
      },
    };
  } finally {
    platform.stop();
    await cluster.stop();
  }
};
