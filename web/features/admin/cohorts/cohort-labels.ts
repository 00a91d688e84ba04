import type { CohortLink, CohortLinkKind, CohortRow, CohortState } from '#contract/cohorts.ts';
import type { Tone } from '#web/ui/pages/badge.tsx';
import { formatCount } from '#web/ui/texts/count.ts';

export const kindLabels: Record<CohortLinkKind, string> = {
  payout_address: 'Same payout mailbox',
  synchronized_growth: 'Views move together',
  audience: 'Same unusual audience',
  device: 'Same browser and network',
  posting_minute: 'Posts in the same minute',
};

/** Describes a link in a sentence. */
export const linkSentences: Record<CohortLinkKind, (link: CohortLink) => string> = {
  payout_address: ({ detail }) => `Both are paid at one mailbox (${detail}).`,
  synchronized_growth: ({ hits }) => `The views of their clips start and stop in the same ${hits} hours.`,
  audience: ({ detail }) =>
    `Figures that both released show the same unusual countries or sources: ${detail}.`,
  device: ({ detail }) => `Both signed in by the same browser from one network (${detail}…).`,
  posting_minute: ({ hits }) => `In ${hits} minutes both posted a clip for the same listing.`,
};

export const stateBadges: Record<CohortState, { tone: Tone; label: string }> = {
  open: { tone: 'yellow', label: 'Open' },
  held: { tone: 'yellow', label: 'On hold' },
  upheld: { tone: 'red', label: 'Not paid' },
  cleared: { tone: 'green', label: 'Cleared' },
};

/** Returns a number of clips in words: "3 clips". */
export const clipsText = (count: number): string => (count === 1 ? '1 clip' : `${formatCount(count)} clips`);

/** Returns the cohort's people in words: "@ada, @ben and 3 others". */
export function namesOf({ names, members }: CohortRow): string {
  const listed = names.map((name) => `@${name}`);
  const rest = members - listed.length;
  if (rest > 0) return `${listed.join(', ')} and ${rest === 1 ? 'another' : `${rest} others`}`;
  return listed.length > 1 ? `${listed.slice(0, -1).join(', ')} and ${listed.at(-1)}` : listed.join('');
}
