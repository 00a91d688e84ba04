import { platforms } from '#contract/platforms/platforms.ts';
import type { Evidence } from './signal.ts';

const grouped = new Intl.NumberFormat('en-US');

/** Formats a count: "41,200". Adding 0 turns -0 into 0. */
export const count = (value: number): string => grouped.format(Math.round(value) + 0);

/** Formats a share as a percentage: "0.08%", "1.1%", "45%". */
export function percent(share: number): string {
  const value = share * 100;
  return `${Number(value.toFixed(value < 1 ? 2 : value < 10 ? 1 : 0))}%`;
}

/** Formats hours: "30 minutes", "1 hour", "7 hours", "3 days". */
export function duration(hours: number): string {
  if (hours < 0.95) return `${Math.round(hours * 60)} minutes`;
  const [value, unit] = hours < 72 ? [Math.round(hours), 'hour'] : [Math.round(hours / 24), 'day'];
  return `${value} ${unit}${value === 1 ? '' : 's'}`;
}

export const usualLikes = ({ history, baseline }: Evidence): string =>
  `Most ${platforms[history.platform].name} clips that we compare with have ${percent(baseline.likesPerView.p05)} to ${percent(baseline.likesPerView.p95)}`;

/**
 * Describes a stretch of readings: "around hour 38 after posting", "between hour 38 and hour 41 after
 * posting", "between day 4 and day 11 after posting".
 */
export function between({ curve }: Evidence, stretch: { from: number; to: number }): string {
  const [from, to] = [curve.hours[stretch.from]!, curve.hours[stretch.to]!];
  const [unit, hours] = to - from < 48 ? ['hour', 1] : ['day', 24];
  const [first, last] = [Math.round(from / hours), Math.round(to / hours)];
  if (first === last) return `around ${unit} ${first} after posting`;
  return `between ${unit} ${first} and ${unit} ${last} after posting`;
}
