export interface Confirmations {
  confirmAdult?: boolean | undefined;
}

/**
 * Columns that record a person's confirmations. The terms are always accepted here: validation refuses
 * requests without them.
 */
export const recorded = (
  { confirmAdult }: Confirmations,
  { termsVersion, now }: { termsVersion: string; now: Date },
) => ({
  terms_accepted_at: now,
  terms_version: termsVersion,
  age_confirmed_at: confirmAdult ? now : null,
});
