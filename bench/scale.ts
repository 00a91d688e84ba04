import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { createDatabase } from '#server/infra/db.ts';
import { startDemo } from './feed/subjects.ts';
import { type Bench, type BenchRow, round } from './result.ts';
import { timeCalls } from './scale/calls.ts';
import { planDay } from './scale/day.ts';
import { bytesEach } from './scale/disk.ts';
import type { Size } from './scale/ids.ts';
import { type Figures, proveBooks, timeCounts, timeJobs, timeRetention } from './scale/jobs.ts';
import { ofCalls, ofDisk, ofFigures } from './scale/rows.ts';
import { growWorld, prepareWorld } from './scale/world.ts';

const SIZES = (process.env.SCALE_LISTINGS ?? '1000,30000,1000000').split(',').map(Number);
const CLIPS_EACH = Number(process.env.SCALE_CLIPS_PER_LISTING ?? 1);
const sizes: Size[] = SIZES.map((listings) => ({ listings, clips: listings * CLIPS_EACH }));

const say = (text: string): void =>
  console.error(`${new Date().toISOString().slice(11, 19)} load ${loadavg()[0]!.toFixed(1)}: ${text}`);

const atDatabase = (url: string, name: string): string => {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
};

type Urls = { ownerUrl: string; appUrl: string };

/** Opens the product on a world, with its own data folder. */
async function open({ ownerUrl, appUrl }: Urls, size: Size) {
  const dataDir = mkdtempSync(join(tmpdir(), 'permille-bench-'));
  const owner = createDatabase(ownerUrl, { max: 1 });
  const product = await startDemo(appUrl, dataDir);
  const stop = async () => {
    await product.stop();
    await owner.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { owner: owner.db, product, size, stop };
}

/** Times calls at this size and, in the same minutes, in a copy of the smallest world. */
async function compareCalls(small: Urls, large: Urls, size: Size): Promise<BenchRow[]> {
  const stands = [await open(small, sizes[0]!), await open(large, size)] as const;
  const [smallest, here] = await timeCalls([...stands]);
  for (const stand of stands) await stand.stop();
  return ofCalls(size, here!, smallest!);
}

async function timeWork({ ownerUrl, appUrl }: Urls, size: Size, now: Date): Promise<Figures> {
  const figures: Figures = new Map();
  const [owner, app] = [createDatabase(ownerUrl, { max: 1 }), createDatabase(appUrl)];
  // Retention is timed before the jobs, because one of them removes old days too.
  await timeRetention(owner.db, now, figures);
  await timeJobs(app.db, now, figures);
  await timeCounts({ db: app.db, owner: owner.db, size, now, figures });
  await proveBooks(app.db);
  await Promise.all([owner.close(), app.close()]);
  return figures;
}

/** Grows the large world to this size; returns its bytes on disk. */
async function grow(large: Urls, from: Size | null, size: Size, now: Date) {
  const owner = createDatabase(large.ownerUrl, { max: 1 });
  if (!from) await prepareWorld(owner.db);
  await growWorld(owner.db, from ?? { listings: 0, clips: 0 }, size, now);
  const bytes = await bytesEach(owner.db, size);
  await owner.close();
  return bytes;
}

/** A database can be copied only while nobody is connected to it. */
async function copySmallest(large: Urls, small: Urls): Promise<void> {
  const admin = createDatabase(atDatabase(large.ownerUrl, 'postgres'), { max: 1 });
  const [of, to] = [large, small].map(({ ownerUrl }) => sql.id(new URL(ownerUrl).pathname.slice(1)));
  await sql`create database ${to} template ${of}`.execute(admin.db);
  await admin.close();
}

/**
 * Measures worlds of growing size: the cost of calls, jobs and rows in each, compared with the smallest world
 * in the same minutes.
 */
export const bench: Bench = async () => {
  const cluster = await startEmbedded({});
  try {
    const { ownerUrl } = cluster;
    const large: Urls = { ownerUrl, appUrl: (await migrate(cluster)).appUrl };
    const small: Urls = {
      ownerUrl: atDatabase(ownerUrl, 'smallest'),
      appUrl: atDatabase(large.appUrl, 'smallest'),
    };
    const now = new Date();
    const rows: BenchRow[] = [];
    let limits = '';
    for (const [turn, size] of sizes.entries()) {
      say(`seeds ${size.listings} listings and ${size.clips} clips`);
      const bytes = await grow(large, sizes[turn - 1] ?? null, size, now);
      if (turn === 0) await copySmallest(large, small);
      say('times calls');
      rows.push(...ofDisk(size, bytes), ...(await compareCalls(small, large, size)));
      say('times work');
      const smallest = await timeWork(small, sizes[0]!, now);
      const here = await timeWork(large, size, now);
      rows.push(...ofFigures(size, here, smallest));
      if (size !== sizes.at(-1)) continue;
      const day = planDay(here, bytes, size);
      rows.push(...day.rows);
      limits = day.limits;
    }
    return {
      rows,
      total: { worlds: SIZES.join(', '), clipsPerListing: CLIPS_EACH, limits, load: round(loadavg()[1]!) },
    };
  } finally {
    await cluster.stop();
  }
};
