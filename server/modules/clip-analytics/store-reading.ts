import { sql } from 'kysely';
import { type ReleasedFigures, releasedFigures } from '#contract/clips/clip-analytics.ts';
import { sumFigures } from '#contract/sum-figures.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import type { ReleasedStretch } from '#server/modules/connections/connections.ts';
import { writeEvent } from '#server/modules/events/events.ts';
import { scoreClips } from '#server/modules/scoring/scoring.ts';
import { appendCountedStretches } from './append-counted-stretches.ts';
import type { ClaimedClip } from './claim-due.ts';

/**
 * Stores the reading of a clip and scores the clip again. Stores nothing if the release or the clip's
 * counting ended while the platform answered.
 */
export async function storeReading(
  db: Database,
  clip: ClaimedClip,
  read: readonly ReleasedStretch[],
  { now, nextReadAt }: { now: Date; nextReadAt: Date },
): Promise<void> {
  await transact(db, async (tx) => {
    const { rows } = await sql`
      select from clip_tracking t where t.submission_id = ${clip.submission_id} and t.state = 'polling' for update`.execute(
      tx,
    );
    if (rows.length === 0) return;
    // Ending the release updates the connection's row, so with this lock either the end or this reading waits
    // for the other.
    const released = await sql`
      select from connections where id = ${clip.connection_id} and analytics_released_at is not null for share`.execute(
      tx,
    );
    if (released.rows.length === 0) return;
    await sql`
      insert into clip_analytics_stretches (submission_id, from_at, to_at, read_at, figures)
      select ${clip.submission_id}::uuid, r.from_at, r.to_at, ${now}::timestamptz, r.figures
      from unnest(${read.map(({ fromAt }) => fromAt)}::timestamptz[], ${read.map(({ toAt }) => toAt)}::timestamptz[],
        ${read.map((stretch) => JSON.stringify(figuresOf(stretch)))}::text[]::jsonb[]) as r (from_at, to_at, figures)
      on conflict (submission_id, from_at) do update
        set to_at = excluded.to_at, read_at = excluded.read_at, figures = excluded.figures`.execute(tx);
    if (clip.counted) await appendCountedStretches(tx, { ...clip, terms: clip.counted }, read, now);
    await sumStretches(tx, clip.submission_id, { now, nextReadAt });
    await scoreClips(tx, [clip.submission_id], now);
    await writeEvent(tx, 'clip.counted', { clipIds: [clip.submission_id] });
  });
}

async function sumStretches(
  tx: Tx,
  submissionId: string,
  { now, nextReadAt }: { now: Date; nextReadAt: Date },
): Promise<void> {
  const stretches = await tx
    .selectFrom('clip_analytics_stretches')
    .select(['to_at', 'figures'])
    .where('submission_id', '=', submissionId)
    .orderBy('from_at')
    .execute();
  const all = sumFigures(stretches.map(({ figures }) => releasedFigures.parse(figures)));
  await tx
    .updateTable('clip_analytics')
    .set({
      read_at: now,
      until_at: stretches.at(-1)!.to_at,
      figures: JSON.stringify(all),
      next_read_at: nextReadAt,
      trouble: null,
    })
    .where('submission_id', '=', submissionId)
    .execute();
}

const figuresOf = ({ fromAt: _from, toAt: _to, ...figures }: ReleasedStretch): ReleasedFigures =>
  releasedFigures.parse(figures);
