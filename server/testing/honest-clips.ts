import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { Database } from '#server/infra/transaction.ts';
import { placeClips } from './cohorts.ts';

interface Found {
  score: number;
  /** Days since the last score. From 14 days on, the clip counts as honest. */
  seasonedDays: number;
  now: Date;
  listingId: string;
  /** The evidence on which the clips were scored; "counts" when absent. */
  evidence?: 'counts' | 'analytics';
}

/**
 * Inserts approved, final, scored TikTok clips of medium size, as the database's owner; returns their ids.
 */
export async function placeHonestClips(
  owner: Database,
  count: number,
  { score, seasonedDays, now, listingId, evidence = 'counts' }: Found,
): Promise<string[]> {
  const clips = Array.from({ length: count }, (_, seed) => ({
    scenario: 'organic' as const,
    seed,
    listingId,
    clipperId: listingId as AccountId,
    postedAt: now,
  }));
  const ids = (await placeClips(owner, clips, null, 2)).map(({ id }) => id);
  await sql`update submissions set status = 'approved', approved_at = submitted_at - interval '100 days', tracking_until = submitted_at
    where id = any(${ids}::uuid[])`.execute(owner);
  await sql`update clip_tracking set state = 'finished', next_poll_at = null, band = 'clean', views = 50000,
    score = ${score}, score_evidence = ${evidence}, scored_at = ${new Date(now.getTime() - seasonedDays * 86_400_000)}
    where submission_id = any(${ids}::uuid[])`.execute(owner);
  return ids;
}
