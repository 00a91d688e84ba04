import { sql } from 'kysely';
import { type CountedStretch, fewestViews } from '#contract/counted-views.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { outsideOf, placeAfter, type ViewRange } from './view-ranges.ts';

/** The place on the counter behind the views whose money is out of reach: they come first of all that no hold excludes. */
export async function releasedPlace(
  tx: Tx,
  submissionId: string,
  excluded: readonly ViewRange[],
): Promise<bigint> {
  const { rows } = await sql<{ released: bigint; views: bigint; by_figures: boolean }>`
    select t.views, coalesce(e.by_figures, false) as by_figures, (
      select coalesce(sum(a.views_to - a.views_from), 0)::bigint
      from accruals a where a.submission_id = t.submission_id and a.state = 'released') as released
    from clip_tracking t left join clip_earnings e on e.submission_id = t.submission_id
    where t.submission_id = ${submissionId}`.execute(tx);
  const { released, views, by_figures } = rows[0]!;
  if (!by_figures) return placeAfter(released, excluded);
  const places = outsideOf({ from: 0n, to: views }, excluded);
  return placeAfter(fewestViews(await readStretches(tx, submissionId), released, places), excluded);
}

/** What figures say of a clip's views, in rising order. */
export async function readStretches(tx: Database | Tx, submissionId: string): Promise<CountedStretch[]> {
  return await tx
    .selectFrom('clip_counted_stretches')
    .select([
      'from_views as fromViews',
      'to_views as toViews',
      'from_counted as fromCounted',
      'to_counted as toCounted',
    ])
    .where('submission_id', '=', submissionId)
    .orderBy('from_views')
    .execute();
}
