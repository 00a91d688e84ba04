import { sql } from 'kysely';
import { type ReleasedFigures, releasedFigures } from '#contract/clips/clip-analytics.ts';
import { sumFigures } from '#contract/sum-figures.ts';
import { HOUR } from '#server/infra/clock.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import type { ClipAnalytics } from './score/analytics.ts';

/**
 * Returns the figures that the owners of these clips' accounts released, by clip. Clips without figures are
 * left out.
 */
export async function readReleased(
  tx: Tx | Database,
  submissionIds: readonly string[],
): Promise<Map<string, ClipAnalytics>> {
  const stretches = await tx
    .selectFrom('clip_analytics_stretches as f')
    .innerJoin('clip_tracking as t', 't.submission_id', 'f.submission_id')
    .innerJoin('submissions as s', 's.id', 'f.submission_id')
    // Instagram does not state a reel's duration. If the clip's file was uploaded, its duration is used.
    .leftJoin('clip_files as c', 'c.submission_id', 'f.submission_id')
    .leftJoin('media_files as m', 'm.id', 'c.media_id')
    .select(['f.submission_id', 'f.from_at', 'f.to_at', 'f.figures', 't.posted_at'])
    .select(sql<number | null>`coalesce(s.duration_seconds, m.duration_ms / 1000.0)::float8`.as('seconds'))
    .where('f.submission_id', '=', sql<string>`any(${submissionIds}::uuid[])`)
    .orderBy('f.from_at')
    .execute();
  const clips = new Map<string, typeof stretches>();
  for (const stretch of stretches) {
    const known = clips.get(stretch.submission_id);
    if (known) known.push(stretch);
    else clips.set(stretch.submission_id, [stretch]);
  }
  const accounts = await readAccounts(tx, [...clips.keys()]);
  return new Map(
    [...clips].map(([submissionId, own]) => [
      submissionId,
      {
        durationSeconds: own[0]!.seconds,
        periods: own.map(({ from_at, to_at, posted_at, figures }) => ({
          fromHours: Math.max(0, hoursBetween(posted_at, from_at)),
          toHours: hoursBetween(posted_at, to_at),
          ...releasedFigures.parse(figures),
        })),
        account: accountOf(accounts.get(submissionId) ?? []),
      },
    ]),
  );
}

const hoursBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / HOUR;

/**
 * Returns the figures of the account's other posts, by clip. Clips with excluded views are left out, because
 * their figures say nothing about the account's real audience.
 */
async function readAccounts(
  tx: Tx | Database,
  submissionIds: readonly string[],
): Promise<Map<string, ReleasedFigures[]>> {
  if (submissionIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; figures: unknown }>`
    select a.submission_id as id, o.figures
    from clip_analytics a
    join clip_tracking t on t.submission_id = a.submission_id
    join clip_analytics o on o.connection_id = a.connection_id and o.figures is not null
    join clip_tracking ot on ot.submission_id = o.submission_id and ot.post_id <> t.post_id and ot.excluded_views = 0
    where a.submission_id = any(${submissionIds}::uuid[])`.execute(tx);
  const accounts = new Map<string, ReleasedFigures[]>();
  for (const { id, figures } of rows) {
    accounts.set(id, [...(accounts.get(id) ?? []), releasedFigures.parse(figures)]);
  }
  return accounts;
}

function accountOf(others: readonly ReleasedFigures[]): ClipAnalytics['account'] {
  if (others.length === 0) return null;
  const { views, engagedViews, ...audience } = sumFigures(others);
  const engagedShare = engagedViews === null || views === 0 ? null : engagedViews / views;
  return { ...audience, clips: others.length, views, engagedShare };
}
