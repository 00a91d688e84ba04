import type { CountedTerms } from '#contract/listings/counted-terms.ts';
import { after, DAY } from '#server/infra/clock.ts';
import type { Tx } from '#server/infra/transaction.ts';
import type { ReleasedStretch } from '#server/modules/connections/connections.ts';

/**
 * If a day lacks the figures that the terms need, it is read again until this long after its end, because
 * reports may be late.
 */
const PARTS_LATE_MS = 6 * DAY;

/**
 * Appends the days that were read to the clip's counted stretches, from which payments are computed. A stored
 * day never changes, whatever the platform reports later. The caller holds the lock on the clip's tracking
 * row and has read every day since the last stored one.
 */
export async function appendCountedStretches(
  tx: Tx,
  { submission_id, terms }: { submission_id: string; terms: CountedTerms },
  read: readonly ReleasedStretch[],
  now: Date,
): Promise<void> {
  const last = await tx
    .selectFrom('clip_counted_stretches')
    .select(['to_at', 'to_views', 'to_counted'])
    .where('submission_id', '=', submission_id)
    .orderBy('from_views', 'desc')
    .limit(1)
    .executeTakeFirst();
  let [from_views, from_counted] = [last?.to_views ?? 0n, last?.to_counted ?? 0n];
  const rows = [];
  for (const stretch of newDays(read, last?.to_at ?? null)) {
    const part = partThatCounts(stretch, terms);
    if (part === null && stretch.toAt > after(now, -PARTS_LATE_MS)) break;
    const [to_views, to_counted] = [from_views + BigInt(stretch.views), from_counted + BigInt(part ?? 0)];
    const { fromAt: from_at, toAt: to_at } = stretch;
    rows.push({
      submission_id,
      from_views,
      to_views,
      from_counted,
      to_counted,
      from_at,
      to_at,
      read_at: now,
    });
    [from_views, from_counted] = [to_views, to_counted];
  }
  if (rows.length > 0) await tx.insertInto('clip_counted_stretches').values(rows).execute();
}

const newDays = (read: readonly ReleasedStretch[], knownUntil: Date | null): ReleasedStretch[] =>
  read
    .filter(({ fromAt, views }) => views > 0 && (knownUntil === null || fromAt >= knownUntil))
    .toSorted((a, b) => a.fromAt.getTime() - b.fromAt.getTime());

/**
 * Returns the number of a day's views that the terms pay for; null if the platform does not report the
 * figures needed.
 */
export function partThatCounts(
  { views, engagedViews, countryViews = [] }: ReleasedStretch,
  { countedViews, countedCountries }: CountedTerms,
): number | null {
  const isEngaged = countedViews === 'engaged';
  if (countedCountries.length === 0) {
    const part = isEngaged ? engagedViews : views;
    return part == null ? null : Math.min(views, part);
  }
  if (countryViews.length === 0) return null;
  const own = countryViews.filter(({ country }) => countedCountries.includes(country));
  if (isEngaged && own.some((row) => row.engagedViews === null)) return null;
  const counted = own.reduce(
    (sum, row) => sum + Math.min(row.views, isEngaged ? row.engagedViews! : row.views),
    0,
  );
  return Math.min(views, counted);
}
