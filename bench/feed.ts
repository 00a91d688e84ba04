import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { feedQuery } from '#contract/listings/listings.ts';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { createDatabase } from '#server/infra/db.ts';
import { exploreListings } from '#server/modules/listings/explore.ts';
import { seedListings } from '#server/testing/feed.ts';
import { countPerSecond, median, startLoad } from './feed/load.ts';
import { ignoreEnd, type Subject, startPlain, startProduct, statementsOf } from './feed/subjects.ts';
import { type Bench, round, row } from './result.ts';

const CONNECTIONS = 32;
const ROUNDS = 5;
const SECONDS = 2;

const FILTERS: Record<string, string>[] = [
  {},
  { platform: 'tiktok' },
  { platform: 'instagram', minRateCents: '100' },
];

/** Returns the feed's URLs in every order, with and without filters, over several pages. */
async function feedPaths(databaseUrl: string): Promise<string[]> {
  const { db, close } = createDatabase(databaseUrl);
  const paths: string[] = [];
  for (const sort of ['newest', 'rate', 'budget']) {
    for (const filter of FILTERS) {
      let cursor: string | null = null;
      for (let page = 0; page < 4; page++) {
        const query: Record<string, string> = { sort, ...filter, ...(cursor ? { cursor } : {}) };
        paths.push(`/api/listings?${new URLSearchParams(query)}`);
        const { text } = await exploreListings(db, feedQuery.parse(query));
        cursor = (JSON.parse(text) as { nextCursor: string | null }).nextCursor;
      }
    }
  }
  await close();
  return paths;
}

async function measure(load: ReturnType<typeof startLoad>, subject: Subject, paths: string[]) {
  const { port, headers } = subject;
  const report = await load.send({ port, headers, paths, connections: CONNECTIONS, seconds: SECONDS });
  if (report.failures > 0) throw new Error(`${report.failures} requests failed`);
  return report;
}

interface Figures {
  product: number[];
  p99Ms: number[];
  plain: number[];
  direct: number[];
}

async function compare(appUrl: string, dataDir: string): Promise<Figures> {
  const paths = await feedPaths(appUrl);
  const own = createDatabase(appUrl);
  const statements = statementsOf(own.db, paths);
  await own.close();
  const product = await startProduct(appUrl, dataDir);
  const plain = await startPlain(appUrl, new Map(paths.map((path, n) => [path, statements[n]!])));
  const pool = new pg.Pool({ connectionString: appUrl, max: 10 });
  pool.on('error', ignoreEnd);
  const load = startLoad();
  const figures: Figures = { product: [], p99Ms: [], plain: [], direct: [] };
  for (let n = -1; n < ROUNDS; n++) {
    const ours = await measure(load, product, paths);
    const theirs = await measure(load, plain, paths);
    const direct = await countPerSecond((turn) => pool.query(statements[turn % statements.length]!), {
      loops: CONNECTIONS,
      seconds: SECONDS,
    });
    // The first round is warm-up and not counted.
    if (n < 0) continue;
    figures.product.push(ours.perSecond);
    figures.p99Ms.push(ours.p99Ms);
    figures.plain.push(theirs.perSecond);
    figures.direct.push(direct);
  }
  load.stop();
  await Promise.all([product.stop(), plain.stop(), pool.end()]);
  return figures;
}

/** Runs with a feed of `count` listings in a temporary database. */
async function withListings<T>(
  count: number,
  work: (appUrl: string, dataDir: string) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'permille-bench-'));
  const cluster = await startEmbedded({});
  try {
    const { appUrl } = await migrate({ ownerUrl: cluster.ownerUrl, appPassword: cluster.appPassword });
    const owner = createDatabase(cluster.ownerUrl);
    await seedListings(owner.db, { count, hosts: Math.max(20, count / 50), newestAt: new Date() });
    await owner.close();
    return await work(appUrl, dataDir);
  } finally {
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * Measures the listing feed of a signed-in person at 32 connections: the product, a plain server, and the
 * driver alone.
 */
export const bench: Bench = async () => {
  const main = await withListings(100_000, compare);
  const [product, plain, direct] = [median(main.product), median(main.plain), median(main.direct)];
  const rate = (name: string, value: number, baseline: number | null, target: number | null) =>
    row({
      name,
      value: round(value),
      unit: 'requests/s',
      baseline: baseline && round(baseline),
      target,
      lowerIsBetter: false,
    });
  return {
    rows: [
      rate('feed, signed in, 100k listings (baseline: plain server)', product, plain, 5_000),
      rate('the same statements through the driver alone', direct, null, null),
      row({
        name: 'feed, slowest hundredth',
        value: round(median(main.p99Ms)),
        unit: 'ms',
        baseline: null,
        target: 20,
        lowerIsBetter: true,
      }),
    ],
    total: { connections: CONNECTIONS, rounds: ROUNDS, listings: 100_000 },
  };
};
