import type { BudgetQueue } from '#contract/earnings/earnings.ts';
import { type HostListingRow, namedState } from '#contract/listings/listings.ts';
import { formatUsd, type Micros } from '#contract/money.ts';

export type ListingAction = 'pause' | 'resume' | 'top-up' | 'invite' | 'edit' | 'duplicate' | 'end';

/**
 * Returns the host's actions on a listing, which depend on its state. A listing with a used-up budget resumes
 * after a top-up.
 */
export function actionsOf({
  state,
  pauseReason,
}: Pick<HostListingRow, 'state' | 'pauseReason'>): ListingAction[] {
  if (state === 'active') return ['pause', 'top-up', 'invite', 'edit', 'duplicate', 'end'];
  if (state === 'removed') return [];
  if (state !== 'paused') return ['duplicate'];
  if (pauseReason === 'banned') return [];
  if (pauseReason === 'disputed') return ['edit', 'duplicate', 'end'];
  const common = ['top-up', 'edit', 'duplicate', 'end'] as const;
  return pauseReason === 'exhausted' ? [...common] : ['resume', ...common];
}

type Noted = Pick<HostListingRow, 'state' | 'pauseReason' | 'unpaidClips'> & {
  isPaymentLost?: boolean;
  budget?: Pick<HostListingRow['budget'], 'freeMicros'>;
};
type Queue = Pick<BudgetQueue, 'clearsMicros' | 'resumesMicros'>;

/**
 * Returns an explanation of the listing's state, or null if the state's label is enough. `queue` is the
 * amount that a used-up budget lacks, once loaded.
 */
export function stateNote(listing: Noted, queue?: Queue): string | null {
  const { state, pauseReason, unpaidClips } = listing;
  // A frozen balance can't be used for a top-up.
  if (state === 'paused' && pauseReason === 'disputed') return noteOf(listing);
  if (unpaidClips === 0 && namedState(listing) !== 'budget_used_up') return noteOf(listing);
  const waits =
    unpaidClips === 0
      ? 'Budget used up.'
      : `Budget used up: ${unpaidClips === 1 ? '1 clip' : `${unpaidClips} clips`} waiting.`;
  return state === 'active' || state === 'paused' ? `${waits} ${topUpText(queue)}` : waits;
}

/** Returns the top-up that pays all waiting views, or without any the one that lets the listing accept clips again. */
export const neededTopUp = ({ clearsMicros, resumesMicros }: Queue): Micros =>
  clearsMicros > 0n ? clearsMicros : resumesMicros;

/** Describes the amounts to top up, and what each of them does. */
export function topUpText(queue: Queue | undefined): string {
  if (!queue) return 'Top up to pay waiting clips and accept new ones.';
  const resumes = formatUsd(queue.resumesMicros);
  return queue.clearsMicros === 0n
    ? `Top up ${resumes} to accept new clips.`
    : `Top up ${formatUsd(queue.clearsMicros)} to pay all waiting views, or ${resumes} to accept new clips too.`;
}

function noteOf({ state, pauseReason, isPaymentLost, budget }: Noted): string | null {
  if (state === 'active') return null;
  if (state === 'paused') {
    if (pauseReason === 'disputed')
      return isPaymentLost
        ? 'Paused because a bank took one of your payments back. We review it: write to support.'
        : 'Paused while your bank questions a payment.';
    return pauseReason === 'banned' ? 'Paused by Permille.' : 'No new clips. Approved ones keep earning.';
  }
  if (state === 'ended') return 'Approved clips keep earning until their counting ends.';
  if (state === 'settled') return 'All paid; the rest is back in your balance.';
  return budget && budget.freeMicros > 0n
    ? 'Removed by Permille. We hold the rest of its budget until we have reviewed it.'
    : 'Removed by Permille.';
}
