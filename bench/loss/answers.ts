import { HONEST_ANSWERING, HONEST_RELEASING } from './assumptions.ts';

/**
 * The reactions of an owner when Permille asks for evidence. Each new mechanism that asks people something adds a
 * question here.
 */
export interface Answers {
  /** Releases the account's analytics from the start. */
  releasesAnalytics: boolean;
  /** Answers an audit with the evidence that it asks for. */
  answersAudit(nth: number): boolean;
  /** States where a clip was shared. */
  declaresShares: boolean;
}

/** `turns`: releases while the account builds trust, and no longer once it buys. */
export type Stance = 'refuses' | 'releases' | 'turns';

/** Returns what a buyer answers; the report uses the stance that pays more. */
export const buyerAnswers = (stance: Stance): Answers => ({
  releasesAnalytics: stance !== 'refuses',
  answersAudit: () => stance === 'releases',
  declaresShares: false,
});

/** Honest owners differ; `nth` spreads them evenly, so that each kind has both. */
export const honestAnswers = (nth: number): Answers => ({
  releasesAnalytics: (nth * 7) % 10 < 10 * HONEST_RELEASING,
  answersAudit: (audit) => (nth * 13 + audit * 7) % 100 < 100 * HONEST_ANSWERING,
  declaresShares: true,
});
