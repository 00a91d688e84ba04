import { COUNTED_UNTIL_DAYS } from '#contract/limits.ts';

/** What the end of a release means for clips that earn by what it shows; empty where there are none. With a blank before it. */
export function earningText(clips: number): string {
  if (clips === 0) return '';
  const whose = clips === 1 ? '1 of its clips is' : `${clips} of its clips are`;
  return ` ${whose} paid by these figures alone: what they earned stays, and later views count only if you release the analytics again before their counting ends, at the latest ${COUNTED_UNTIL_DAYS} days after their window.`;
}
