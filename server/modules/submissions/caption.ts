import { sql } from 'kysely';
import { type PostPlatform, platforms } from '#contract/platforms/platforms.ts';
import type { CaptionProblem } from '#contract/submissions/caption-checks.ts';
import { foldWord, tagsIn } from '#contract/submissions/caption-tags.ts';
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

interface PostCaption {
  caption: string;
  paidPromotion: boolean | null;
}

interface Asked {
  requiredTags: readonly string[];
  disclosureRequired: boolean;
}

/** Represents a missing disclosure in a list of missing hashtags and mentions. */
export const DISCLOSURE = 'disclosure';

/** Returns the hashtags, mentions and disclosure that a post is missing. */
export const missingIn = (post: PostCaption, { requiredTags, disclosureRequired }: Asked): string[] => {
  const isDisclosed = !disclosureRequired || post.paidPromotion || hasDisclosure(post.caption);
  return [...missingTags(post.caption, requiredTags), ...(isDisclosed ? [] : [DISCLOSURE])];
};

/** Returns the sentence on how a post must disclose payment on this platform. */
export function disclosureSentence(platform: PostPlatform): string {
  const { name, paidLabel } = platforms[platform];
  return paidLabel
    ? `The title or description must say that the clip is paid, such as #ad or #sponsored, and not deny it; or ${paidLabel} must be switched on.`
    : `The caption must say that the clip is paid, such as #ad or #sponsored, and not deny it. ${name} does not let us read its own label.`;
}

/** Returns sentences that say what to fix. */
export function missingSentence(missing: readonly string[], platform: PostPlatform): string {
  const tags = missing.filter((tag) => tag !== DISCLOSURE);
  return [
    ...(tags.length > 0 ? [`The caption is missing ${tags.join(' and ')}.`] : []),
    ...(tags.length < missing.length ? [disclosureSentence(platform)] : []),
  ].join(' ');
}

export interface CaptionCheckColumns {
  caption_missing: string[] | null;
  caption_missing_since: Date | null;
  caption_fix_by: Date | null;
  caption_stopped_at: Date | null;
}

/** SQL: the columns of a caption check, for `select`. Needs caption_checks left joined as `w`. */
export const captionCheckColumns = sql<CaptionCheckColumns>`
  w.missing as caption_missing, w.missing_since as caption_missing_since, w.fix_by as caption_fix_by,
  w.stopped_at as caption_stopped_at`;

/** Returns the problem with a clip's caption; null if there is none. */
export function captionProblemOf(row: CaptionCheckColumns, platform: PostPlatform): CaptionProblem | null {
  if (!row.caption_missing?.length || !row.caption_missing_since || !row.caption_fix_by) return null;
  return {
    sentence: missingSentence(row.caption_missing, platform),
    since: row.caption_missing_since,
    fixBy: row.caption_fix_by,
    earnsNothing: row.caption_stopped_at !== null,
    isRepeat: row.caption_fix_by <= row.caption_missing_since,
  };
}
