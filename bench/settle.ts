import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { createDatabase } from '#server/infra/db.ts';
import type { Database } from '#server/infra/transaction.ts';
import { settle } from '#server/modules/earnings/earnings.ts';
import { type Bench, type BenchRow, round, row } from './result.ts';
import { copyNewest, type Size, seedClips } from './settle/clips.ts';

interface Case extends Size {
  rounds: number;
  /** The speed that settlement should reach, as a share of COPY's. */
  ofCopy: number;
}

const CASES: Case[] = [
  { clips: 100_000, perPair: 1, rounds: 5, ofCopy: 0.33 },
  { clips: 100_000, perPair: 5, rounds: 5, ofCopy: 0.6 },
  { clips: 1_000_000, perPair: 5, rounds: 1, ofCopy: 0.6 },
];
const SECONDS_FOR_A_MILLION = 8;

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Measures settlement and COPY of the same rows in turn; the first turn of each size is warm-up. */
async function measure(db: Database, owner: Database, size: Case): Promise<BenchRow[]> {
  const [settling, copying]: number[][] = [[], []];
  let paid = 0;
  for (let turn = 0; turn <= size.rounds; turn++) {
    // Each of the two writes into empty tables.
    await seedClips(owner, size);
    const started = performance.now();
    paid = (await settle(db, new Date())).clips;
    const took = performance.now() - started;
    const copied = await copyNewest(owner);
    if (turn === 0) continue;
    settling!.push(paid / (took / 1_000));
    copying!.push(paid / (copied / 1_000));
  }
  const [value, baseline] = [median(settling!), median(copying!)];
  const what = `${size.clips.toLocaleString('en-US')} clips, ${size.perPair} to a transfer`;
  const rows = [
    row({
      name: `settle ${what}`,
      value: round(value),
      unit: 'clips/s',
      baseline: round(baseline),
      target: round(size.ofCopy * baseline),
      lowerIsBetter: false,
    }),
  ];
  if (size.clips === 1_000_000) {
    const seconds = { unit: 's', baseline: round(paid / baseline), target: SECONDS_FOR_A_MILLION };
    rows.push(row({ name: 'a million clips', value: round(paid / value), lowerIsBetter: true, ...seconds }));
  }
  return rows;
}

/** Measures the settlement of all clips at once, against the fastest way to write its rows. */
export const bench: Bench = async () => {
  const cluster = await startEmbedded({});
  try {
    const { appUrl } = await migrate(cluster);
    const app = createDatabase(appUrl, { max: 1 });
    const owner = createDatabase(cluster.ownerUrl, { max: 1 });
    const rows: BenchRow[] = [];
    for (const size of CASES) rows.push(...(await measure(app.db, owner.db, size)));
    await Promise.all([app.close(), owner.close()]);
    return { rows, total: { roundsOf100k: 5, roundsOf1M: 1 } };
  } finally {
    await cluster.stop();
  }
};
