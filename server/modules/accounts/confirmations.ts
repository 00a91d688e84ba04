export interface Confirmations {
  confirmAdult?: boolean | undefined;
}

/**
 * Returns the columns that record a person's confirmations. The terms always count as accepted, because
 * validation refuses requests that don't accept them.
 */
export const recorded = (
  { confirmAdult }: Confirmations,
  { termsVersion, now }: { termsVersion: string; now: Date },
) => ({
  terms_accepted_at: now,
  terms_version: termsVersion,
  age_confirmed_at: confirmAdult ? now : null,
});
