import { VIEWS_MAX } from '#contract/limits.ts';
import type { CountLevel } from '#contract/tracking.ts';
import { formatCount } from '#web/ui/count.ts';

/** "847,293 views", or "12,400 attested views" where people counted them from screenshots. */
export const formatViews = (count: number, level: CountLevel): string =>
  `${formatCount(count)} ${level === 'attested' ? 'attested views' : 'views'}`;

/** "38,412" → 38412; null when it is no whole number of views. */
export function parseViews(text: string): number | null {
  if (!/^\s*\d{1,3}(?:,?\d{3})*\s*$|^\s*\d{1,11}\s*$/.test(text)) return null;
  const views = Number(text.replaceAll(',', ''));
  return views <= VIEWS_MAX ? views : null;
}
