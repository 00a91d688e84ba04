import { WITHDRAWAL_MIN } from '#contract/limits.ts';
import { centsToMicros, formatUsd, micros } from '#contract/money.ts';
import { PENDING_HOURS } from '#contract/platforms/platform-texts.ts';
import { earned, earnedUsd } from '../formula.ts';

/** The clip in the demo. All amounts are computed from these three figures. */
export const demoClip = { views: 15_000, rateCentsPerMille: 200, budget: centsToMicros(30_000) };

export const demoEarned = earnedUsd(demoClip.views, demoClip.rateCentsPerMille);
export const demoLeft = formatUsd(
  micros(demoClip.budget - earned(demoClip.views, demoClip.rateCentsPerMille)),
);

export const SCENE_SECONDS = 6;

export type SceneName = 'listing' | 'submit' | 'views' | 'decide' | 'paid';

/** Scenes of the demo with their captions, which tell the whole story even without the pictures. */
export const scenes: readonly { name: SceneName; title: string; caption: string }[] = [
  {
    name: 'listing',
    title: 'A host posts a listing',
    caption: `Mara streams all night. She offers $2.00 per 1,000 views and puts ${formatUsd(demoClip.budget)} into the listing. She can’t pay more than that.`,
  },
  {
    name: 'submit',
    title: 'A clipper submits a clip',
    caption:
      'Tess cuts the best half minute, posts it from her own account and pastes the link. Each rule is checked before anyone has to review it.',
  },
  {
    name: 'views',
    title: 'Views are counted',
    caption:
      'The count is read from the platform itself, every 30 minutes at first. Likes and comments grow with the views, so the clip is clean so far.',
  },
  {
    name: 'decide',
    title: 'The host decides',
    caption: 'Mara sees the clip, its views and the evidence behind them on one screen. One key approves it.',
  },
  {
    name: 'paid',
    title: 'The clip earns',
    caption: `15,000 / 1,000 × $2.00 = ${demoEarned}. It stays pending for ${PENDING_HOURS.tiktok} hours, then Tess can withdraw it, from ${formatUsd(WITHDRAWAL_MIN)} on. ${demoLeft} are left for the next clip.`,
  },
];
