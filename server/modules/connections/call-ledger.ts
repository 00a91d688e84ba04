import { sql } from 'kysely';
import { type ConnectablePlatform, type PostPlatform, postPlatforms } from '#contract/platforms/platforms.ts';
import { after, type Clock, HOUR, MINUTE, SECOND } from '#server/infra/clock.ts';
import { textsOf } from '#server/infra/prepared.ts';
import type { Database } from '#server/infra/transaction.ts';
import { readBackoffs, readUsage } from './call-usage.ts';
import { perSlice, SLICE_MS, sliceOf } from './minute-slices.ts';
import { platformDay } from './platform-day.ts';
import { type Problem, problem } from './platforms/adapter.ts';
import type { BookCall, Yields } from './platforms/outside-call.ts';
import { type Allowance, type Allowances, postServices } from './platforms/services.ts';

/**
 * open: all calls are allowed. final_counts: only counts that can't be made later. closed: no calls. `until`
 * is when more calls are allowed.
 */
export interface Standing {
  state: 'open' | 'final_counts' | 'closed';
  until: Date;
}

/**
 * Ordinary counts may use a twentieth of a day's allowance immediately, and 85% of it evenly over the day, so
 * that clips can be counted in the evening too. The last tenth is left for counts that can't wait, new clips
 * and new accounts.
 */
const AT_ONCE = 0.05;
const BY_THE_HOUR = 0.85;

/**
 * The share of an allowance that calls of lower priority may use. Lookups leave a tenth to calls that can't
 * wait. Calls that check whether a counted video is still public leave half to lookups.
 */
const shares: Record<Yields, number> = { tenth: 0.9, half: 0.5 };
const shareOf = (most: number | null, yields: Yields | undefined): number | null =>
  most === null || !yields ? most : Math.ceil(most * shares[yields]);

/** The longest backoff if a platform does not report how long to wait. */
const BACKOFF_MAX = HOUR;

interface Used {
  platform: PostPlatform;
  units: bigint | null;
  slice_at: Date | null;
  slice_units: number | null;
  backoff_until: Date | null;
}

/**
 * Books every call to a platform and decides which platforms may be called. The state is in the database, so
 * all processes share it.
 */
export function callLedger({
  db,
  clock,
  allowances,
}: {
  db: Database;
  clock: Clock;
  allowances: Allowances;
}) {
  const allowanceOf = (platform: ConnectablePlatform, bucket: string): Allowance =>
    allowances[platform]?.[bucket] ?? { perDay: null, perMinute: null };

  /** Books a call in one guarded statement, so that concurrent processes don't exceed the allowance. */
  const book: BookCall = async ({ platform, bucket, yields }) => {
    const now = clock.now();
    const allowance = allowanceOf(platform, bucket);
    const day = platformDay(platform, now);
    const perDay = shareOf(allowance.perDay, yields);
    const slice = sliceOf(now);
    const most = shareOf(perSlice(allowance), yields);
    if (perDay === 0) return spent(platform, day.endsAt, now);
    const { rows } = await sql<{ units: bigint }>`
      insert into platform_calls as c (platform, bucket, day, units, slice_at, slice_units)
      values (${platform}, ${bucket}, ${day.name}::date, 1, ${slice}, 1)
      on conflict (platform, bucket, day) do update set units = c.units + 1,
        slice_at = greatest(c.slice_at, excluded.slice_at),
        slice_units = case when c.slice_at < excluded.slice_at then 1 else c.slice_units + 1 end
      where (${perDay}::int is null or c.units < ${perDay})
        and (${most}::int is null or c.slice_at < excluded.slice_at or c.slice_units < ${most})
      returning c.units`.execute(db);
    if (rows.length > 0) return null;
    const { rows: used } = await sql<{ units: bigint }>`
      select units from platform_calls where platform = ${platform} and bucket = ${bucket} and day = ${day.name}::date`.execute(
      db,
    );
    const isDay = perDay !== null && (used[0]?.units ?? 0n) >= BigInt(perDay);
    return spent(platform, isDay ? day.endsAt : after(slice, SLICE_MS), now);
  };

  /** Returns the current standing of each platform. */
  async function standings(): Promise<Map<PostPlatform, Standing>> {
    const now = clock.now();
    const days = postPlatforms.map((platform) => platformDay(platform, now).name);
    const { rows } = await sql<Used>`
      select p.platform, c.units, c.slice_at, c.slice_units, r.until as backoff_until
      from unnest(${textsOf(postPlatforms)}, ${textsOf(postPlatforms.map((platform) => postServices[platform].countingBucket))},
        ${textsOf(days)}::date[]) as p (platform, bucket, day)
      left join platform_calls c on c.platform = p.platform and c.bucket = p.bucket and c.day = p.day
      left join platform_backoffs r on r.platform = p.platform and r.until > ${now}`.execute(db);
    return new Map(
      rows.map((row) => [
        row.platform,
        standingOf(row, allowanceOf(row.platform, postServices[row.platform].countingBucket), now),
      ]),
    );
  }

  /**
   * Starts a backoff for as long as the platform asks, or else for a minute, doubled after each consecutive
   * refusal up to an hour. Adds up to a quarter of jitter, so that processes don't all call again at the same
   * time.
   */
  async function backOff(platform: PostPlatform, { detail, retryAfterSeconds }: Problem): Promise<void> {
    const now = clock.now();
    const spread = 1 + Math.random() / 4;
    const asked = (retryAfterSeconds ?? 0) * SECOND;
    await sql`
      insert into platform_backoffs as r (platform, until, times, reason)
      values (${platform}, ${after(now, Math.round(Math.max(asked, MINUTE) * spread))}, 1, ${detail})
      on conflict (platform) do update set reason = excluded.reason, times = r.times + 1,
        until = greatest(excluded.until, ${now}::timestamptz
          + ceil(least(power(2, least(r.times, 10)) * ${MINUTE}, ${BACKOFF_MAX}) * ${spread}) * interval '1 millisecond')
      where r.until <= ${now}`.execute(db);
  }

  /** Ends the series of refusals, because the platform answered. */
  async function answered(platform: PostPlatform): Promise<void> {
    await sql`delete from platform_backoffs where platform = ${platform} and until <= ${clock.now()}`.execute(
      db,
    );
  }

  /** Returns the used and remaining calls of each allowance, by the same counters as `book`. */
  const usage = () => readUsage(db, clock.now(), allowances);
  const backoffs = () => readBackoffs(db, clock.now());

  return { book, standings, backOff, answered, usage, backoffs };
}

export type CallLedger = ReturnType<typeof callLedger>;

const spent = (platform: ConnectablePlatform, until: Date, now: Date): Problem =>
  problem(
    'quota',
    `our allowance at ${platform} is used up`,
    Math.ceil((until.getTime() - now.getTime()) / SECOND),
    'own',
  ).problem;

/** Derives a platform's standing from its used calls and backoff. */
function standingOf(
  { platform, units, slice_at, slice_units, backoff_until }: Used,
  allowance: Allowance,
  now: Date,
): Standing {
  if (backoff_until) return { state: 'closed', until: backoff_until };
  const used = Number(units ?? 0n);
  const { startsAt, endsAt } = platformDay(platform, now);
  const { perDay } = allowance;
  if (perDay !== null && used >= perDay) return { state: 'closed', until: endsAt };
  const most = perSlice(allowance);
  const slice = sliceOf(now);
  if (most !== null && slice_at && slice_at >= slice && (slice_units ?? 0) >= most) {
    return { state: 'closed', until: after(slice, SLICE_MS) };
  }
  if (perDay === null) return { state: 'open', until: now };
  const dayMs = endsAt.getTime() - startsAt.getTime();
  const enoughAt = after(startsAt, Math.ceil(((used / perDay - AT_ONCE) / BY_THE_HOUR) * dayMs));
  if (enoughAt <= now) return { state: 'open', until: now };
  return { state: 'final_counts', until: enoughAt < endsAt ? enoughAt : endsAt };
}
