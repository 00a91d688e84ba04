import { sql } from 'kysely';
import { type DatedStretch, fewestViews } from '#contract/clips/counted-views.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { outsideOf, placeAfter, type ViewRange } from './view-ranges.ts';

/**
 * Returns the position on the counter after the released views. The released views are the first views that
 * no hold excludes. For a clip that earns by released analytics, the position is the first one before which
 * that many views count. Views without analytics were never released, even if later exclusions leave fewer
 * views that count.
 */
export async function releasedPlace(
  tx: Tx,
  submissionId: string,
  excluded: readonly ViewRange[],
): Promise<bigint> {
  const { rows } = await sql<{ released: bigint; views: bigint; by_figures: boolean }>`
    select t.views, t.by_figures, (
      select coalesce(sum(a.views_to - a.views_from), 0)::bigint
      from accruals a where a.submission_id = t.submission_id and a.state = 'released') as released
    from clip_tracking t where t.submission_id = ${submissionId}`.execute(tx);
  const { released, views, by_figures } = rows[0]!;
  if (!by_figures) return placeAfter(released, excluded);
  const stretches = await readStretches(tx, submissionId);
  const covered = stretches.at(-1)?.toViews ?? 0n;
  const places = outsideOf({ from: 0n, to: covered < views ? covered : views }, excluded);
  return placeAfter(fewestViews(stretches, released, places), excluded);
}

/** Reads the released analytics of a clip's views, in rising order. */
export async function readStretches(tx: Database | Tx, submissionId: string): Promise<DatedStretch[]> {
  return await tx
    .selectFrom('clip_counted_stretches')
    .select([
      'from_views as fromViews',
      'to_views as toViews',
      'from_counted as fromCounted',
      'to_counted as toCounted',
      'from_at as fromAt',
      'to_at as toAt',
    ])
    .where('submission_id', '=', submissionId)
    .orderBy('from_views')
    .execute();
}
