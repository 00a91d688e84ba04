import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { createDatabase } from '#server/infra/db.ts';
import {
  arrange,
  ours,
  oursHotBatch,
  oursHotSet,
  oursInTransaction,
  pgledgerLike,
  raw,
  rawHot,
  type Work,
} from './ledger/contenders.ts';
import { type Bench, type BenchRow, round, row } from './result.ts';

const ROUNDS = 5;
const SECONDS = 1;
type Open = ReturnType<typeof createDatabase>;

/**
 * Returns transfers per second of `clients` parallel connections, each of which makes one transfer at a time.
 */
async function rate({ db }: Open, clients: number, work: Work): Promise<number> {
  const end = performance.now() + SECONDS * 1_000;
  const started = performance.now();
  let transfers = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end) {
        const made = await work(db);
        transfers += made;
      }
    }),
  );
  return transfers / ((performance.now() - started) / 1_000);
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** The contenders take turns, so that other load on the machine affects all of them. */
async function inTurns(db: Open, contenders: [number, Work][]): Promise<number[][]> {
  const seen: number[][] = contenders.map(() => []);
  for (let turn = 0; turn <= ROUNDS; turn++) {
    for (const [index, [clients, work]] of contenders.entries()) {
      const measured = await rate(db, clients, work);
      // The first turn is warm-up and not counted.
      if (turn > 0) seen[index]!.push(measured);
    }
  }
  return seen;
}

function against(name: string, mine: number[], theirs: number[], times: number | null): BenchRow {
  const baseline = median(theirs);
  return row({
    name: `${name} (${mine
      .map((value) => round(value))
      .toSorted((a, b) => a - b)
      .filter((_value, index, all) => index === 0 || index === all.length - 1)
      .join('-')})`,
    value: round(median(mine)),
    unit: 'transfers/s',
    baseline: round(baseline),
    target: times === null ? null : round(times * baseline),
    lowerIsBetter: false,
  });
}

async function compare(db: Open): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const clients of [1, 8, 32]) {
    const [mine, plain, pgledger] = await inTurns(db, [
      [clients, ours],
      [clients, raw],
      [clients, pgledgerLike],
    ]);
    const many = `${clients} client${clients > 1 ? 's' : ''}`;
    rows.push(
      against(`one transfer, ${many}, against a raw function`, mine!, plain!, clients === 8 ? 0.8 : null),
    );
    rows.push(
      against(
        `one transfer, ${many}, against pgledger's design`,
        mine!,
        pgledger!,
        clients === 8 ? 2.5 : null,
      ),
    );
  }
  const [asRequest, alone] = await inTurns(db, [
    [8, oursInTransaction],
    [8, ours],
  ]);
  rows.push(against('one transfer, 8 clients, begin and commit around it', asRequest!, alone!, null));
  const [batched, set, naive] = await inTurns(db, [
    [1, oursHotBatch],
    [1, oursHotSet],
    [32, rawHot],
  ]);
  const hot = [
    against('hot account: one writer, 50 per entry, against 32 raw clients', batched!, naive!, null),
    against('hot account: one writer, a set of 1,000, against 32 raw clients', set!, naive!, null),
  ];
  return [...rows, ...hot.map((one) => ({ ...one, target: 20_000 }))];
}

/**
 * Measures transfers through the ledger's function, with fsync on, against a simpler and a more elaborate
 * design.
 */
export const bench: Bench = async () => {
  const cluster = await startEmbedded({});
  try {
    const { appUrl } = await migrate(cluster);
    const owner = createDatabase(cluster.ownerUrl, { max: 1 });
    await arrange(owner.db);
    await owner.close();
    const db = createDatabase(appUrl, { max: 32 });
    const rows = await compare(db);
    await db.close();
    return { rows, total: { rounds: ROUNDS, secondsEach: SECONDS } };
  } finally {
    await cluster.stop();
  }
};
