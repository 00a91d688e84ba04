export interface Confirmations {
  confirmAdult?: boolean | undefined;
}

/** What a person confirmed, as it is recorded: which terms, and when. No request comes this far without the terms. */
export const recorded = (
  { confirmAdult }: Confirmations,
  { termsVersion, now }: { termsVersion: string; now: Date },
) => ({
  terms_accepted_at: now,
  terms_version: termsVersion,
  age_confirmed_at: confirmAdult ? now : null,
});
