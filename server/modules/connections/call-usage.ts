import { sql } from 'kysely';
import type { ConnectablePlatform } from '#contract/platforms/platforms.ts';
import type { Database } from '#server/infra/transaction.ts';
import { perSlice, sliceOf } from './minute-slices.ts';
import { platformDay } from './platform-day.ts';
import type { Allowances } from './platforms/services.ts';

/** The used and allowed calls of one bucket in its current period. */
export interface CallUsage {
  platform: ConnectablePlatform;
  bucket: string;
  /** `day` is the platform's own day, `ten_seconds` a slice of a minute's allowance. */
  period: 'day' | 'ten_seconds';
  used: number;
  /** Null if the platform has no limit. */
  allowed: number | null;
}

interface Booked {
  platform: ConnectablePlatform;
  bucket: string;
  units: number | null;
  slice_at: Date | null;
  slice_units: number | null;
}

/** Reads the usage of each bucket that the allowances name. */
export async function readUsage(db: Database, now: Date, allowances: Allowances): Promise<CallUsage[]> {
  const named = (Object.keys(allowances) as ConnectablePlatform[]).flatMap((platform) =>
    Object.keys(allowances[platform] ?? {}).map((bucket) => ({
      platform,
      bucket,
      day: platformDay(platform, now).name,
    })),
  );
  const { rows } = await sql<Booked>`
    select p.platform, p.bucket, c.units::float8 as units, c.slice_at, c.slice_units
    from unnest(${named.map((one) => one.platform)}::text[], ${named.map((one) => one.bucket)}::text[],
      ${named.map((one) => one.day)}::text[]::date[]) as p (platform, bucket, day)
    left join platform_calls c using (platform, bucket, day)
    order by p.platform, p.bucket`.execute(db);
  return rows.flatMap(({ platform, bucket, units, slice_at, slice_units }) => {
    const allowance = allowances[platform]![bucket]!;
    const day = { platform, bucket, period: 'day' as const, used: units ?? 0, allowed: allowance.perDay };
    const most = perSlice(allowance);
    if (most === null) return [day];
    const used = slice_at && slice_at >= sliceOf(now) ? (slice_units ?? 0) : 0;
    return [day, { platform, bucket, period: 'ten_seconds' as const, used, allowed: most }];
  });
}

/** Returns the remaining seconds of each platform's backoff. */
export async function readBackoffs(
  db: Database,
  now: Date,
): Promise<{ platform: string; seconds: number }[]> {
  const { rows } = await sql<{ platform: string; seconds: number }>`
    select platform, greatest(0, extract(epoch from until - ${now}::timestamptz))::float8 as seconds
    from platform_backoffs order by platform`.execute(db);
  return rows;
}
