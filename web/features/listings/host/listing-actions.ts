import type { HostListingRow } from '#contract/listings.ts';

export type ListingAction = 'pause' | 'resume' | 'top-up' | 'invite' | 'end';

/** The host's actions by the state of a listing. An exhausted one resumes by itself after a top-up. */
export function actionsOf({
  state,
  pauseReason,
}: Pick<HostListingRow, 'state' | 'pauseReason'>): ListingAction[] {
  if (state === 'active') return ['pause', 'top-up', 'invite', 'end'];
  if (state !== 'paused') return [];
  if (pauseReason === 'banned') return [];
  if (pauseReason === 'disputed') return ['end'];
  return pauseReason === 'exhausted' ? ['top-up', 'end'] : ['resume', 'top-up', 'end'];
}

type Noted = Pick<HostListingRow, 'state' | 'pauseReason' | 'unpaidClips'> & {
  budget?: Pick<HostListingRow['budget'], 'freeMicros'>;
};

/** An explanation of the state; null when its label is enough. */
export function stateNote(listing: Noted): string | null {
  const { state, unpaidClips } = listing;
  if (unpaidClips === 0) return noteOf(listing);
  const waits = `Budget spent: ${unpaidClips === 1 ? '1 clip waits' : `${unpaidClips} clips wait`} to be paid.`;
  const topUp = 'Top up to pay them, and to take new ones.';
  return state === 'active' || state === 'paused' ? `${waits} ${topUp}` : waits;
}

function noteOf({ state, pauseReason, budget }: Noted): string | null {
  if (state === 'active') return null;
  if (state === 'paused') {
    if (pauseReason === 'exhausted') return 'Budget spent or reserved. Top up to continue.';
    if (pauseReason === 'disputed') return 'Paused while your bank questions a payment.';
    return pauseReason === 'banned' ? 'Paused by Permille.' : 'No new clips. Approved ones keep earning.';
  }
  if (state === 'ended') return 'Approved clips earn to the end of their window.';
  if (state === 'settled') return 'All paid; the rest is back in your balance.';
  return budget && budget.freeMicros > 0n
    ? 'Removed by Permille. What is left of its budget is held until we have reviewed it.'
    : 'Removed by Permille.';
}
