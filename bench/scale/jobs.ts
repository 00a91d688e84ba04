import { sql } from 'kysely';
import type { PostPlatform } from '#contract/platforms/platforms.ts';
import { after, DAY, HOUR, MINUTE, MovableClock } from '#server/infra/clock.ts';
import type { Database } from '#server/infra/transaction.ts';
import { byConnection } from '#server/modules/connections/connections.ts';
import { recordCounts } from '#server/modules/counting/record.ts';
import { settle } from '#server/modules/earnings/earnings.ts';
import { settleCounted } from '#server/modules/earnings/settle-counted.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { type ClaimedClip, claimDue, giveBack } from '#server/modules/tracking/tracking.ts';
import { everyModule } from '#server/testing/modules.ts';
import { idOf, type Size } from './ids.ts';

const ROUNDS = 3;
/**
 * The number of clips that are counted and settled per round. Their accounts are spread over the whole world.
 */
export const CHANGED = 5_000;
const PARALLEL = 8;
/** A run of a job is aborted after this time, as in the product; the next run does the remaining work. */
const LIMIT_MS = 60_000;
const PLATFORMS: PostPlatform[] = ['tiktok', 'youtube', 'instagram'];
/** Tables whose rows counting and settling rewrite. */
const HOT = ['clip_tracking', 'clip_earnings', 'ledger_accounts', 'accruals'];

/** The seconds, bytes or rows of each round, by name. */
export type Figures = Map<string, number[]>;
const add = (figures: Figures, name: string, value: number): void => {
  figures.set(name, [...(figures.get(name) ?? []), value]);
};

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}

const walBytes = async (db: Database): Promise<number> => {
  const { rows } = await sql<{ at: number }>`select (pg_current_wal_lsn() - '0/0')::float8 as at`.execute(db);
  return rows[0]!.at;
};

/**
 * Runs every job of the product as after a server's start, which includes its hourly and daily work. Then
 * runs each once more, without work.
 */
export async function timeJobs(db: Database, now: Date, figures: Figures): Promise<void> {
  const clock = new MovableClock({ frozenAt: now });
  for (let turn = 0; turn < ROUNDS; turn++) {
    for (const { jobs = [] } of everyModule(db, clock)) {
      for (const job of jobs) {
        add(
          figures,
          `${job.name}, first run`,
          await seconds(() => job.run(now, AbortSignal.timeout(LIMIT_MS))),
        );
        add(figures, `${job.name}, nothing to do`, await seconds(() => job.run(now)));
      }
    }
    add(figures, 'reconciliation of all books', await seconds(() => proveBooks(db)));
  }
}

/**
 * An invariant that the world breaks: it releases clips' earnings at once, so that a part of them can be paid
 * out.
 */
const NOT_OF_THE_WORLD = 'each step’s moments follow from each other';

/**
 * Checks the ledger's invariants.
 * @throws when the ledger does not balance
 */
export async function proveBooks(db: Database): Promise<void> {
  const { invariants } = await reconcile(db);
  const broken = invariants.filter(({ ok, name }) => !ok && name !== NOT_OF_THE_WORLD);
  if (broken.length > 0) throw new Error(broken.map(({ name, detail }) => `${name}: ${detail}`).join('; '));
}

interface Worked {
  /** A connection as the app's role. */
  db: Database;
  owner: Database;
  size: Size;
  now: Date;
  figures: Figures;
}

/**
 * Times polling without the platforms, and the settlement of its counts: of the changed clips, and by a sweep
 * over all clips.
 */
export async function timeCounts(worked: Worked): Promise<void> {
  const { db, now, figures } = worked;
  for (let turn = 1; turn <= ROUNDS; turn++) {
    await timeClaim(worked);
    const at = after(now, turn * MINUTE);
    await countSome(worked, at);
    await timeSettlement(worked, at, 'between sweeps', () => settleCounted(db, at, at));
    const later = after(at, MINUTE / 2);
    await countSome(worked, later);
    await timeSettlement(worked, later, 'by a sweep', () => settle(db, later));
    add(figures, 'sweep with nothing to settle', await seconds(() => settle(db, later)));
    await timeVacuum(worked);
  }
}

async function timeClaim({ db, now, figures }: Worked): Promise<void> {
  const soon = after(now, HOUR);
  let claimed: ClaimedClip[] = [];
  const claim = async () =>
    (claimed = await claimDue(db, { open: PLATFORMS, finalCounts: [], most: 500, now: soon }));
  add(figures, 'claim of 500 due clips', await seconds(claim));
  const accounts = new Set(claimed.map((clip) => clip.connection_id));
  add(figures, 'clips of a claimed account', claimed.length / accounts.size);
  await giveBack(db, claimed, soon);
}

async function countSome({ db, owner, size, now, figures }: Worked, at: Date): Promise<void> {
  const accounts = await pickAccounts(db, size, now);
  const clips = accounts.flat().length;
  const walBefore = await walBytes(owner);
  add(figures, 'clips counted and scored', clips / (await seconds(() => countAll(db, accounts, at))));
  add(figures, 'WAL of a counted clip', ((await walBytes(owner)) - walBefore) / clips);
}

async function timeSettlement(
  { owner, figures }: Worked,
  at: Date,
  how: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const walBefore = await walBytes(owner);
  const took = await seconds(work);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from accruals where accrued_at = ${at}`.execute(owner);
  if (rows[0]!.n === 0) throw new Error(`nothing was settled ${how}`);
  add(figures, `settlement ${how}`, took);
  add(figures, `clips settled ${how}`, rows[0]!.n / took);
  add(figures, 'WAL of a settled clip', ((await walBytes(owner)) - walBefore) / rows[0]!.n);
}

async function timeVacuum({ owner, figures }: Worked): Promise<void> {
  for (const table of HOT) {
    const { rows } = await sql<{ n: number }>`
      select n_dead_tup::int as n from pg_stat_user_tables where relname = ${table}`.execute(owner);
    add(figures, `dead rows of ${table}`, rows[0]!.n);
    add(figures, `vacuum of ${table}`, await seconds(() => sql`vacuum ${sql.table(table)}`.execute(owner)));
  }
}

interface Counted extends ClaimedClip {
  views: bigint;
  likes: bigint;
}
type Account = Counted[];

/** Picks clips that may still earn, in whole accounts that are spread evenly over the world. */
async function pickAccounts(db: Database, { clips, listings }: Size, now: Date): Promise<Account[]> {
  const most = clips / ((5 * clips) / listings);
  const wanted = Math.min(CHANGED / 5, most);
  const { rows } = await sql<Counted>`
    select t.views, t.likes, t.submission_id, t.connection_id, t.platform, t.post_id, t.post_api_id, t.posted_at, t.failures, s.tracking_until,
      t.next_poll_at as was_due, false as is_final
    from generate_series(0, ${wanted - 1}::int) n join clip_tracking t
      on t.connection_id = ${idOf.connection(`1 + floor(n * ${most / wanted}::float8)::int`)} and t.state = 'polling'
    join submissions s on s.id = t.submission_id and s.status = 'approved' and s.tracking_until > ${now}
    order by t.connection_id, t.submission_id limit ${CHANGED}`.execute(db);
  return byConnection(rows);
}

/**
 * Stores and scores each account's counts in a separate transaction, a few accounts at once, as counting.poll
 * does.
 */
async function countAll(db: Database, accounts: Account[], at: Date): Promise<void> {
  const waiting = [...accounts];
  const loop = async () => {
    for (let clips = waiting.shift(); clips; clips = waiting.shift()) {
      const read = new Map(clips.map((clip) => [clip.post_id, grown(clip)]));
      await recordCounts(db, clips, { read, unread: new Map() }, at);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, loop));
}

/** Returns a few more views than at the last count, with the usual likes, so that nothing is held. */
function grown({ platform, views: before, likes }: Counted) {
  const views = Number(before) + 20 + Math.floor(Number(before) / 50);
  return {
    views,
    likes: Math.floor((views * Number(likes)) / Number(before)),
    comments: Math.floor(views / 200),
    shares: Math.floor(views / 400),
    source: `${platform} counts`,
    countingRule: 'scale',
  };
}

const DAYS_ENDED = 10;
/** The world's posts have their first count within this many days; older clips are the demo's. */
const OLDEST = 25;

/**
 * Removes the oldest days of snapshots, as many as one run of the job. Runs as the owner, who may remove any
 * day.
 */
export async function timeRetention(owner: Database, now: Date, figures: Figures): Promise<void> {
  const endBefore = (daysAgo: number) =>
    sql`select end_snapshot_days(${after(now, -daysAgo * DAY)}::timestamptz::date)`.execute(owner);
  await endBefore(OLDEST);
  await endBefore(OLDEST);
  const { rows: found } = await sql<{ n: number }>`
    select count(*)::int as n from view_snapshots
    where fetched_at < ${after(now, -(OLDEST - DAYS_ENDED) * DAY)}::timestamptz::date`.execute(owner);
  const ended = await seconds(() => endBefore(OLDEST - DAYS_ENDED));
  add(figures, `snapshots of ${DAYS_ENDED} days`, found[0]!.n);
  add(figures, 'end of these days', ended);
  add(figures, 'snapshots ended a second', found[0]!.n / ended);
}
