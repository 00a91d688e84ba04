import { accountErrors } from '#contract/errors/accounts.ts';
import { commonErrors } from '#contract/errors/common.ts';
import { depositErrors } from '#contract/errors/deposits.ts';
import { listingErrors } from '#contract/errors/listings.ts';
import { emptyFields } from '#contract/listings/listing-checks.ts';
import type { ListingTerms } from '#contract/listings/listing-terms.ts';
import type { Micros } from '#contract/money.ts';
import type { ListingDraft } from './listing-draft.ts';
import { type FieldErrors, readTerms } from './listing-terms.ts';

/**
 * The first rule that a listing breaks, with the title of its toast and a message for each field concerned.
 */
export interface BrokenRule {
  title: string;
  message: string;
  fieldErrors: FieldErrors;
}

export interface Circumstances {
  verified: boolean;
  /** The host's balance; undefined while it loads. Without it, only the server checks the budget. */
  balance: Micros | undefined;
  /** True if a bank disputes one of the host's payments or took it back. */
  frozen: boolean;
  uploading: boolean;
  now: Date;
}

const broken = (
  { title, detail }: { title: string; detail: string },
  fieldErrors: FieldErrors = {},
): BrokenRule => ({
  title,
  message: detail,
  fieldErrors,
});

export const noPlatform: FieldErrors = { platforms: 'Choose at least one.' };

/**
 * Checks a draft in the specified order: the connection (without one the button looks disabled), the required
 * fields, a platform, a source, the balance. The server repeats these checks.
 */
export function checkListing(
  draft: ListingDraft,
  { verified, balance, frozen, uploading, now }: Circumstances,
): { terms: ListingTerms } | { broken: BrokenRule } {
  if (!verified) return { broken: broken(listingErrors.platform_connection_required) };
  const empty = emptyFields(draft);
  if (Object.keys(empty).length > 0) return { broken: broken(accountErrors.missing_information, empty) };
  const read = readTerms(draft, now);
  if ('fieldErrors' in read) return { broken: broken(commonErrors.invalid_input, read.fieldErrors) };
  const { terms } = read;
  if (terms.platforms.length === 0) {
    return { broken: broken(listingErrors.platform_selection_required, noPlatform) };
  }
  if (terms.sourceMediaId === null && terms.sourceUrl === null) {
    const { title, detail } = listingErrors.video_upload_required;
    return uploading
      ? { broken: broken({ title, detail: 'The upload is still running. Post when it is done.' }) }
      : { broken: broken({ title, detail }, { media: 'Upload a video, or give a link to one.' }) };
  }
  if (frozen) return { broken: broken(depositErrors.balance_frozen) };
  if (balance !== undefined && terms.budgetMicros > balance) {
    return {
      broken: broken(listingErrors.insufficient_balance, { budgetMicros: 'More than your balance.' }),
    };
  }
  return { terms };
}
