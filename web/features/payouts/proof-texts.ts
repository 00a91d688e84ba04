import { fullMoment } from '#contract/dates.ts';
import { platforms } from '#contract/platforms/platforms.ts';
import type { ProofWay, UnprovenClip } from '#contract/proofs.ts';

const texts: Record<ProofWay, (clip: UnprovenClip) => string> = {
  audit: () => 'Answer the clip’s audit.',
  held: () => 'A reviewer decides on the clip’s held views first.',
  decided: () => 'A reviewer compares your picture with the counts.',
  code: ({ request }) => `Send a picture with your code by ${fullMoment(request!.dueAt)}.`,
  later: ({ request }) =>
    `Your picture was not accepted. You can send another one from ${fullMoment(request!.againAt!)} on.`,
  release: ({ platform }) =>
    `Fastest: release your ${platforms[platform].name} analytics in Settings. Or show the analytics screen.`,
  released: () =>
    'Earnings that your released analytics prove stop waiting. We read analytics once a day. For the rest, show the analytics screen.',
  show: ({ platform }) =>
    `Show the analytics screen: what ${platforms[platform].name} lets us read proves at most a part of the views.`,
};

/** Returns the fastest way to prove a clip's views. */
export const proofText = (clip: UnprovenClip): string => texts[clip.way](clip);
