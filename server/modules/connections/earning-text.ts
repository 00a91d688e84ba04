import { COUNTED_UNTIL_DAYS } from '#contract/limits.ts';

/**
 * Explains what the end of a release means for clips that are paid by the released figures. The text starts
 * with a space; it is empty if there are no such clips.
 */
export function earningText(clips: number): string {
  if (clips === 0) return '';
  const whose = clips === 1 ? '1 of its clips is' : `${clips} of its clips are`;
  return ` ${whose} paid only by these figures. Earnings so far stay; later views count only if you release the analytics again before counting ends, at the latest ${COUNTED_UNTIL_DAYS} days after the tracking window.`;
}
