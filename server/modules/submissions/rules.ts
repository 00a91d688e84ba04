import { foldWord, tagsIn } from '#contract/submissions/caption-tags.ts';
import { type RejectReason, rejectReasons } from '#contract/submissions/reject-reasons.ts';
import type { SubmissionStatus } from '#contract/submissions/submissions.ts';
import { SECOND } from '#server/infra/clock.ts';
import { deniesDisclosure, hasDisclosureWords, isDisclosureTag } from './disclosure.ts';

/**
 * Returns the required tags that are missing in a caption. Each required tag is parsed like a caption, so a
 * full stop after it doesn't matter.
 */
export function missingTags(caption: string, required: readonly string[]): string[] {
  const known = new Set(tagsIn(caption).map(foldWord));
  return required.filter((tag) => !known.has(foldWord(tagsIn(tag).at(-1) ?? tag)));
}

/** Returns whether a caption says that its post is paid, anywhere in the caption. */
export const hasDisclosure = (caption: string): boolean =>
  (tagsIn(caption).some(isDisclosureTag) || hasDisclosureWords(caption)) && !deniesDisclosure(caption);

export function lengthAllowed(seconds: number | null, min: number | null, max: number | null): boolean {
  if (seconds === null) return true;
  return (min === null || seconds >= min) && (max === null || seconds <= max);
}

/**
 * Refuses a post that may not be resubmitted to a listing after these rejections there. A correctable reason
 * allows one resubmission.
 */
export function refusedReturn(
  rejections: readonly { reason: RejectReason | null }[],
): 'post_rejected_here' | 'post_resubmitted_before' | null {
  if (rejections.some(({ reason }) => !reason || !rejectReasons[reason].fix)) return 'post_rejected_here';
  return rejections.length > 1 ? 'post_resubmitted_before' : null;
}

/**
 * Returns whether a post was made before the listing started. Platforms state a post's time in whole seconds,
 * so a post from the listing's first second counts as made after the start.
 */
export const postedBefore = (postedAt: Date, startedAt: Date): boolean =>
  Math.floor(postedAt.getTime() / SECOND) < Math.floor(startedAt.getTime() / SECOND);

/** Returns the approved clips in whole percent of all clips except withdrawn ones; null if there are none. */
export function successRate(counts: Partial<Record<SubmissionStatus, number>>): number | null {
  const all = (counts.pending ?? 0) + (counts.approved ?? 0) + (counts.rejected ?? 0);
  return all === 0 ? null : Math.round(((counts.approved ?? 0) / all) * 100);
}
