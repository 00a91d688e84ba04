import { HONEST_ANSWERING, HONEST_RELEASING } from './assumptions.ts';

/**
 * The reactions of an owner when Permille asks for evidence. Each new mechanism that asks people something adds a
 * question here.
 */
export interface Answers {
  /** Releases the account's analytics from the start. */
  releasesAnalytics: boolean;
  /** Releases analytics when an audit or waiting money asks for them. */
  givesEvidence: boolean;
  /** States where a clip was shared. */
  declaresShares: boolean;
}

/** `turns`: releases while the account builds trust, and no longer once it buys. */
export type Stance = 'refuses' | 'releases' | 'turns';

/** Returns the ways in which a buyer answers requests. The report uses the one that earns more. */
export const buyerAnswers = (stance: Stance): Answers => ({
  releasesAnalytics: stance !== 'refuses',
  givesEvidence: false,
  declaresShares: true,
});

/** Honest owners differ; `nth` spreads them evenly, so that each kind has both. */
export const honestAnswers = (nth: number): Answers => ({
  releasesAnalytics: (nth * 7) % 10 < 10 * HONEST_RELEASING,
  givesEvidence: (nth * 13) % 100 < 100 * HONEST_ANSWERING,
  declaresShares: true,
});
