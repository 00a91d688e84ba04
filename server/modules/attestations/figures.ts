import type { AttestationState } from '#contract/attestations.ts';

/**
 * A number as pages show it, such as "1,234" or "12.4K". An abbreviated number matches every count that
 * rounds or truncates to the same text.
 */
interface Figure {
  views: number;
  /** The largest possible difference between the true count and the number shown. */
  tolerance: number;
  /** Whether "views" or "plays" is next to the number. */
  named: boolean;
}

const scale: Record<string, number> = { k: 1e3, m: 1e6, b: 1e9 };

/**
 * Matches digits with thousands separators or a decimal part, then K, M or B; not within a date, time,
 * percentage or word.
 */
const figure =
  /(?<![\p{L}\d.,:/@#$-])(\d{1,3}(?:[.,'\u00a0\u202f]\d{3})+|\d+(?:[.,]\d{1,2})?)\s?([kmb])?(?![\p{L}\d%]|[.,:/-]\d)/giu;

const nameBehind = /^\s{0,2}(?:total |video |reel )?(?:views?|plays?)\b/i;
const nameBefore = /\b(?:views?|plays?)\s{0,2}:?\s{0,2}$/i;

/** Returns all figures of a text that could be a count. */
export function figuresIn(text: string): Figure[] {
  return [...text.matchAll(figure)].flatMap((match) => {
    const [whole, digits, unit] = match;
    const line = text.slice(match.index + whole.length).split('\n')[0]!;
    const before = text.slice(0, match.index).split('\n').at(-1)!;
    const factor = unit ? scale[unit.toLowerCase()]! : 1;
    const grouped = /^\d{1,3}(?:[.,'\u00a0\u202f]\d{3})+$/.test(digits!) && !unit;
    const value = grouped ? Number(digits!.replace(/\D/g, '')) : Number(digits!.replace(',', '.')) * factor;
    if (!Number.isSafeInteger(Math.round(value)) || (!unit && !grouped && !/^\d+$/.test(digits!))) return [];
    const decimals = unit ? (digits!.split(/[.,]/)[1]?.length ?? 0) : 0;
    const named = nameBehind.test(line) || nameBefore.test(before);
    return [{ views: Math.round(value), tolerance: unit ? factor / 10 ** decimals : 0, named }];
  });
}

/**
 * The largest relative change of a count between the screenshot and the report that still counts as a match.
 */
const DRIFT = 0.01;

/**
 * Compares the read text with the reported count. If any figure is labelled as views, only labelled figures
 * are compared. Otherwise any figure may match, because the admin who confirms the count sees the text.
 */
export function compareFigures(
  text: string,
  reportedViews: number,
): { state: Exclude<AttestationState, 'waiting'>; readViews: number | null } {
  const all = figuresIn(text);
  const named = all.filter((found) => found.named);
  const candidates = named.length > 0 ? named : all;
  if (candidates.length === 0) return { state: 'unreadable', readViews: null };
  const match = candidates.find(
    ({ views, tolerance }) => Math.abs(views - reportedViews) <= Math.max(tolerance, reportedViews * DRIFT),
  );
  if (match) return { state: 'match', readViews: match.views };
  return { state: 'mismatch', readViews: Math.max(...candidates.map(({ views }) => views)) };
}
