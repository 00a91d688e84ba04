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

/** An explanation of the state; null when its label is enough. */
export function stateNote({
  state,
  pauseReason,
}: Pick<HostListingRow, 'state' | 'pauseReason'>): string | null {
  if (state === 'active') return null;
  if (state === 'paused') {
    if (pauseReason === 'exhausted') return 'Budget spent or reserved. Top up to continue.';
    if (pauseReason === 'disputed') return 'Paused while your bank questions a payment.';
    return pauseReason === 'banned' ? 'Paused by Permille.' : 'No new clips. Approved ones keep earning.';
  }
  if (state === 'ended') return 'Approved clips earn to the end of their window.';
  return state === 'settled' ? 'All paid; the rest is back in your balance.' : 'Removed by Permille.';
}
