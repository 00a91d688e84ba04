import { foldWord, tagsIn } from '#contract/caption-tags.ts';
import { type RejectReason, rejectReasons } from '#contract/reject-reasons.ts';
import type { SubmissionStatus } from '#contract/submissions.ts';
import { SECOND } from '#server/infra/clock.ts';
import { deniesDisclosure, hasDisclosureWords, isDisclosureTag } from './disclosure.ts';

/** The required tags that a caption doesn't have. A tag is read as captions are, so a point behind it doesn't count. */
export function missingTags(caption: string, required: readonly string[]): string[] {
  const known = new Set(tagsIn(caption).map(foldWord));
  return required.filter((tag) => !known.has(foldWord(tagsIn(tag).at(-1) ?? tag)));
}

/** Whether a caption says that its post is paid. Where in the caption it says so doesn't matter. */
export const hasDisclosure = (caption: string): boolean =>
  (tagsIn(caption).some(isDisclosureTag) || hasDisclosureWords(caption)) && !deniesDisclosure(caption);

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
