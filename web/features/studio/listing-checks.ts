import type { ListingRules } from '#contract/listings/listing-terms.ts';
import type { StudioProject } from '#contract/studio.ts';
import { foldWord } from '#contract/submissions/caption-tags.ts';
import type { OverlayTexts } from './compose.ts';
import { clipLength } from './cuts.ts';

export interface ListingCheck {
  label: string;
  passes: boolean;
  /** The rule if it is fulfilled, and otherwise what to do. */
  text: string;
  /** The overlay that fulfills the rule if it is turned on. */
  overlay?: keyof StudioProject['overlays'];
}

type Rules = Pick<ListingRules, 'minSeconds' | 'maxSeconds' | 'requiredTags' | 'disclosureRequired'>;

/** Returns the texts that the listing requires on the picture. */
export const overlayTexts = ({ disclosureRequired, requiredTags }: Rules): OverlayTexts => ({
  disclosure: disclosureRequired ? 'Paid partnership #ad' : null,
  tags: requiredTags.length > 0 ? requiredTags.join(' ') : null,
});

/** Returns the text that the post's caption must contain. */
export const postCaption = ({ disclosureRequired, requiredTags }: Rules): string =>
  [...(disclosureRequired ? ['#ad'] : []), ...requiredTags.filter((tag) => foldWord(tag) !== '#ad')].join(
    ' ',
  );

/** Describes the accepted lengths: "15-60 s", "from 15 s", "up to 60 s". Null if every length is accepted. */
export function lengthRule({ minSeconds, maxSeconds }: Rules): string | null {
  if (minSeconds !== null && maxSeconds !== null) return `${minSeconds}-${maxSeconds} s`;
  if (minSeconds !== null) return `from ${minSeconds} s`;
  return maxSeconds === null ? null : `up to ${maxSeconds} s`;
}

/** Checks the clip against the listing's rules. */
export function checkProject(
  rules: Rules,
  project: Pick<StudioProject, 'cuts' | 'overlays'>,
): ListingCheck[] {
  const { disclosure, tags } = overlayTexts(rules);
  return [
    lengthCheck(rules, clipLength(project.cuts)),
    ...(disclosure ? [overlayCheck('Ad disclosure', 'disclosure', project.overlays.disclosure)] : []),
    ...(tags ? [overlayCheck(`Required: ${tags}`, 'tags', project.overlays.tags)] : []),
  ];
}

/** Formats seconds like the studio's times. */
const tenths = (seconds: number): string => (Math.round(seconds * 10) / 10).toFixed(1);

function lengthCheck(rules: Rules, seconds: number): ListingCheck {
  const wanted = lengthRule(rules);
  const label = wanted ? `Length ${wanted}` : 'Any length';
  const { minSeconds, maxSeconds } = rules;
  const has = `Clip length: ${tenths(seconds)} s.`;
  if (seconds === 0) return { label, passes: false, text: 'Set In and Out first.' };
  if (minSeconds !== null && seconds < minSeconds)
    return { label, passes: false, text: `${has} Add ${tenths(minSeconds - seconds)} s.` };
  if (maxSeconds !== null && seconds > maxSeconds)
    return { label, passes: false, text: `${has} Cut ${tenths(seconds - maxSeconds)} s.` };
  return { label, passes: true, text: has };
}

const overlayCheck = (
  label: string,
  overlay: keyof StudioProject['overlays'],
  shown: boolean,
): ListingCheck => ({
  label,
  overlay,
  passes: shown,
  text: shown
    ? 'Shown in the clip. The caption of your post must say it too.'
    : 'Not shown in the clip. The caption of your post can say it instead.',
});
