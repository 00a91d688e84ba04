import type { CountLevel } from '#contract/tracking.ts';
import { formatCount } from '#web/ui/texts/count.ts';
import { viewReadings } from './typed-views.ts';

/**
 * Formats a number of views: "847,293 views", or "12,400 attested views" if people counted them from
 * screenshots.
 */
export const formatViews = (count: number, level: CountLevel): string =>
  `${formatCount(count)} ${level === 'attested' ? 'attested views' : 'views'}`;

/** Parses a text like "38,412" or "38.4K views". Returns null unless it means exactly one whole number. */
export function parseViews(text: string): number | null {
  const readings = viewReadings(text);
  return readings.length === 1 ? readings[0]! : null;
}
