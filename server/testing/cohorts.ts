import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { newId } from '#server/infra/id.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { SnapshotReading } from '#server/modules/scoring/score/history.ts';
import { growthOfScenario, type ScenarioName } from '#simulator/growth/scenarios.ts';

export interface PlacedClip {
  scenario: ScenarioName;
  seed: number;
  group?: number;
  listingId: string;
  clipperId: AccountId;
  postedAt: Date;
  views?: number;
}

/** The listing pays 2,000 micro-dollars per view. */
const RATE_CENTS = 200;
const HOUR = 3_600_000;

/**
 * Inserts clips with the simulator's growth and hourly readings of their first `hours`. They have no people
 * and no money: they are written as the owner, whose session skips foreign keys. `capViews` is the most views
 * that a clip can earn for.
 */
export async function placeClips(
  owner: Database,
  clips: readonly PlacedClip[],
  capViews: number | null = null,
  hours = 72,
): Promise<{ id: string; clip: PlacedClip; snapshots: SnapshotReading[] }[]> {
  const placed = clips.map((clip) => {
    const growth = growthOfScenario({ platform: 'tiktok', ...clip });
    const snapshots = Array.from({ length: hours }, (_, i) => ({ hours: i + 1, ...growth(i + 1) }));
    return { id: newId(), clip, snapshots };
  });
  const at = (clip: PlacedClip, hours: number) => new Date(clip.postedAt.getTime() + hours * HOUR);
  await owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const listingId of new Set(clips.map((clip) => clip.listingId))) {
      await sql`
        insert into listing_versions (listing_id, version, title, description, instructions, platforms,
          rate_cents_per_mille, source_url, max_payout_micros, created_at)
        values (${listingId}, 1, 't', 'd', 'i', '{tiktok}', ${RATE_CENTS}, 'https://example.org/s',
          ${capViews === null ? null : capViews * RATE_CENTS * 10}, ${clips[0]!.postedAt})
        on conflict do nothing`.execute(tx);
    }
    for (const { id, clip, snapshots } of placed) {
      const { listingId, clipperId, postedAt } = clip;
      const last = snapshots.at(-1)!;
      await sql`
        insert into submissions (id, listing_id, listing_version, clipper_id, connection_id, platform, post_id, url,
          posted_at, reported_views, submitted_at, decide_by)
        values (${id}, ${listingId}, 1, ${clipperId}, ${clipperId}, 'tiktok', ${id}, 'u', ${postedAt}, 0, ${postedAt},
          ${postedAt})`.execute(tx);
      await sql`
        insert into clip_tracking (submission_id, listing_id, clipper_id, connection_id, platform, post_id, posted_at,
          state, next_poll_at, views, likes, last_fetched_at)
        values (${id}, ${listingId}, ${clipperId}, ${clipperId}, 'tiktok', ${id}, ${postedAt}, 'polling',
          ${at(clip, hours + 1)}, ${last.views}, ${last.likes}, ${at(clip, hours)})`.execute(tx);
      await tx
        .insertInto('view_snapshots')
        .values(
          snapshots.map(({ hours, ...counts }) => ({
            submission_id: id,
            fetched_at: at(clip, hours),
            views: BigInt(counts.views),
            likes: BigInt(counts.likes),
            comments: BigInt(counts.comments),
            shares: BigInt(counts.shares),
            source: 'simulator',
            counting_rule: 'test',
          })),
        )
        .execute();
    }
  });
  return placed;
}
