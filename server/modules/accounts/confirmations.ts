import { TERMS_VERSION } from '#contract/limits.ts';

export interface Confirmations {
  acceptTerms?: boolean | undefined;
  confirmAdult?: boolean | undefined;
}

/** What a person confirmed, as it is recorded: which terms, and when. */
export const recorded = ({ acceptTerms, confirmAdult }: Confirmations, now: Date) => ({
  terms_accepted_at: acceptTerms ? now : null,
  terms_version: acceptTerms ? TERMS_VERSION : null,
  age_confirmed_at: confirmAdult ? now : null,
});
