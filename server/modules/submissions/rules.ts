import { type RejectReason, rejectReasons } from '#contract/reject-reasons.ts';
import type { SubmissionStatus } from '#contract/submissions.ts';
import { SECOND } from '#server/infra/clock.ts';

/** Words that a viewer understands as "this is paid", in the languages of the listings; matched as whole words. */
const DISCLOSURES = [
  '#ad',
  '#ads',
  '#advert',
  '#advertisement',
  '#sponsored',
  '#paidpartnership',
  '#paidpromotion',
  '#werbung',
  '#anzeige',
  '#publi',
  '#publicidad',
  '#publicité',
  '#pub',
  'paid partnership',
  'paid promotion',
];

/** Whether a word or tag stands in a text on its own: "#ad" is in "#ad now", not in "#adventure". */
export function hasWord(text: string, word: string): boolean {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}_#@])${escaped}(?![\\p{L}\\p{N}_])`, 'iu').test(text);
}

/** As long as a tag that a listing can ask for. */
const TAG_MAX = 51;

/** The hashtags and mentions of a text: each that `hasWord` finds there. "@a.b" has "@a" and "@a.b". */
export function tagsIn(text: string): string[] {
  const found = new Set<string>();
  for (const [run] of text.matchAll(/(?<![\p{L}\p{N}_#@])[#@][\p{L}\p{N}_.]+/gu)) {
    for (let end = 2; end <= Math.min(run.length, TAG_MAX); end++) {
      if (end === run.length || run[end] === '.') found.add(run.slice(0, end));
    }
  }
  return [...found];
}

export const missingTags = (caption: string, required: readonly string[]): string[] =>
  required.filter((tag) => !hasWord(caption, tag));

export const hasDisclosure = (caption: string): boolean => DISCLOSURES.some((word) => hasWord(caption, word));

export function lengthAllowed(seconds: number | null, min: number | null, max: number | null): boolean {
  if (seconds === null) return true;
  return (min === null || seconds >= min) && (max === null || seconds <= max);
}

/** Whether a post may come to a listing after these rejections there: what can be fixed may be fixed once. */
export function refusedReturn(
  rejections: readonly { reason: RejectReason | null }[],
): 'post_rejected_here' | 'post_resubmitted_before' | null {
  if (rejections.some(({ reason }) => !reason || !rejectReasons[reason].fix)) return 'post_rejected_here';
  return rejections.length > 1 ? 'post_resubmitted_before' : null;
}

/** Platforms tell a post's time in whole seconds: a post of the listing's own second counts as made after it. */
export const postedBefore = (postedAt: Date, startedAt: Date): boolean =>
  Math.floor(postedAt.getTime() / SECOND) < Math.floor(startedAt.getTime() / SECOND);

/** Whole percent approved of all that were decided or wait, withdrawn ones left out; null when there are none. */
export function successRate(counts: Partial<Record<SubmissionStatus, number>>): number | null {
  const all = (counts.pending ?? 0) + (counts.approved ?? 0) + (counts.rejected ?? 0);
  return all === 0 ? null : Math.round(((counts.approved ?? 0) / all) * 100);
}
