import { sql } from 'kysely';
import { type PostPlatform, platformNames } from '#contract/platform.ts';
import type { Lacking } from '#contract/wordings.ts';
import { hasDisclosure, missingTags } from './rules.ts';

interface Wording {
  caption: string;
  paidPromotion: boolean | null;
}

interface Asked {
  requiredTags: readonly string[];
  disclosureRequired: boolean;
}

/** Stands among missing hashtags and mentions for: it must say that it is paid. */
export const DISCLOSURE = 'disclosure';

/** What a post lacks of what its listing asks for; empty when nothing. */
export const lackingIn = (post: Wording, { requiredTags, disclosureRequired }: Asked): string[] => {
  const isSaid = !disclosureRequired || post.paidPromotion || hasDisclosure(post.caption);
  return [...missingTags(post.caption, requiredTags), ...(isSaid ? [] : [DISCLOSURE])];
};

/** How a post says that it is paid, as far as its platform lets others read it. */
export const sayPaid = (platform: PostPlatform): string =>
  platform === 'youtube'
    ? 'The title or description must say that the clip is paid, such as #ad or #sponsored, or YouTube\'s "paid promotion" must be switched on.'
    : `The caption must say that the clip is paid, such as #ad or #sponsored. ${platformNames[platform]} does not let us read its own label.`;

/** What to fix, in words. */
export function lackingSentence(missing: readonly string[], platform: PostPlatform): string {
  const tags = missing.filter((tag) => tag !== DISCLOSURE);
  return [
    ...(tags.length > 0 ? [`The caption lacks ${tags.join(' and ')}.`] : []),
    ...(tags.length < missing.length ? [sayPaid(platform)] : []),
  ].join(' ');
}

export interface WordingColumns {
  wording_missing: string[] | null;
  wording_since: Date | null;
  wording_fix_by: Date | null;
  wording_stopped_at: Date | null;
}

/** For `select`: needs clip_wordings left joined as `w`. */
export const wordingColumns = sql<WordingColumns>`
  w.missing as wording_missing, w.missing_since as wording_since, w.fix_by as wording_fix_by,
  w.stopped_at as wording_stopped_at`;

/** What is wrong with a clip's wording; null when nothing is. */
export function lackingOf(row: WordingColumns, platform: PostPlatform): Lacking | null {
  if (!row.wording_missing?.length || !row.wording_since || !row.wording_fix_by) return null;
  return {
    sentence: lackingSentence(row.wording_missing, platform),
    since: row.wording_since,
    fixBy: row.wording_fix_by,
    earnsNothing: row.wording_stopped_at !== null,
  };
}
