import { type RawBuilder, sql } from 'kysely';
import { type PostPlatform, postPlatforms } from '#contract/platforms/platforms.ts';
import { after, DAY } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { type Baseline, baselines as shipped } from './score/baselines.ts';
import type { BaselineSetting } from './score/rules.ts';
import { lockNewest, storeVersion } from './score-versions.ts';

/**
 * A platform's baselines are measured from this number of its approved clips on. With fewer clips, the
 * built-in public samples are more reliable.
 */
export const BASELINE_CLIPS = 200;
/** A new version is saved only if a baseline has changed by at least this fraction. */
const WORTH_A_VERSION = 0.05;
/** Largest factor between a measured baseline and its built-in value, so that many bought views can't become the norm. */
const LEASH = 2;

interface Measured {
  platform: PostPlatform;
  clips: number;
  baseline: Baseline;
}

/** Updates the baselines of each platform from its approved clips once a day, if there are enough. */
export function baselinesJob(db: Database): Job {
  let nextAt = new Date(0);
  return {
    name: 'scoring.baselines',
    async run(now) {
      if (now < nextAt) return;
      nextAt = after(now, DAY);
      const enough = (await measureBaselines(db)).filter(({ clips }) => clips >= BASELINE_CLIPS);
      if (enough.length > 0) await transact(db, (tx) => adopt(tx, enough, now));
    },
  };
}

async function adopt(tx: Tx, measured: Measured[], now: Date): Promise<void> {
  const { version, settings } = await lockNewest(tx);
  const known = new Map(settings.baselines.map(({ platform, ...baseline }) => [platform, baseline]));
  const moved = measured.filter(({ platform, baseline }) =>
    differs(known.get(platform) ?? shipped[platform], baseline),
  );
  if (moved.length === 0) return;
  for (const { platform, baseline } of moved) known.set(platform, baseline);
  const baselines: BaselineSetting[] = [...known].map(([platform, baseline]) => ({ platform, ...baseline }));
  await storeVersion(tx, {
    version: version + 1,
    settings: { ...settings, baselines },
    note: `Usual values were recomputed from approved clips: ${moved.map(({ platform, clips }) => `${platform} (${clips} clips)`).join(', ')}.`,
    adminId: null,
    now,
    data: { baselines: moved },
  });
}

const flat = ({ likesPerView: l, commentsPerLike: c }: Baseline) => [
  l.p05,
  l.median,
  l.p95,
  c.p05,
  c.median,
  c.p95,
];

function differs(before: Baseline, now: Baseline): boolean {
  const old = flat(before);
  return flat(now).some((value, i) => Math.abs(value - old[i]!) > WORTH_A_VERSION * old[i]!);
}

/**
 * Returns the percentiles of approved clips by platform. Counts only clips that are clean or were cleared,
 * and that have enough views to rule out chance.
 */
export async function measureBaselines(db: Database | Tx): Promise<Measured[]> {
  const { rows } = await sql<{ platform: PostPlatform; clips: number; likes: number[]; comments: number[] }>`
    select t.platform, count(*)::int as clips, ${percentiles(sql`t.likes::float8 / t.views`)} as likes,
      ${percentiles(sql`t.comments::float8 / t.likes`)} as comments
    from clip_tracking t join submissions s on s.id = t.submission_id
    where s.status = 'approved' and t.band = 'clean' and t.views >= 2000 and t.likes >= 20 and t.comments is not null
      and not exists (select from fraud_holds h where h.submission_id = t.submission_id and h.state <> 'released')
    group by t.platform`.execute(db);
  return postPlatforms.map((platform) => {
    const row = rows.find((one) => one.platform === platform);
    if (!row) return { platform, clips: 0, baseline: shipped[platform] };
    const start = shipped[platform];
    const baseline = {
      likesPerView: held(row.likes, start.likesPerView),
      commentsPerLike: held(row.comments, start.commentsPerLike),
    };
    return { platform, clips: row.clips, baseline };
  });
}

const percentiles = (value: RawBuilder<unknown>) =>
  sql`percentile_cont(array[0.05, 0.5, 0.95]) within group (order by ${value})`;

function held(values: number[], start: Baseline['likesPerView']): Baseline['likesPerView'] {
  const near = (value: number, from: number) => Math.min(LEASH * from, Math.max(from / LEASH, value));
  return {
    p05: near(values[0]!, start.p05),
    median: near(values[1]!, start.median),
    p95: near(values[2]!, start.p95),
  };
}
