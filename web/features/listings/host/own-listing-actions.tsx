import { useState } from 'react';
import type { HostListingRow } from '#contract/listings/listings.ts';
import { neededTopUp } from './listing-actions.ts';
import { ListingButtons, type ListingButtonsProps } from './listing-buttons.tsx';
import { type AskedOfListing, ListingDialogs } from './listing-dialogs.tsx';
import type { TopUpDialogProps } from './top-up-dialog.tsx';
import { useBudgetQueues } from './use-budget-queues.ts';

interface OwnListingActionsProps
  extends Pick<TopUpDialogProps, 'balance' | 'onAddFunds'>,
    Pick<ListingButtonsProps, 'onInvite'> {
  listing: HostListingRow;
}

/** The actions on one listing, with the dialogs that they open. */
export function OwnListingActions({ listing, balance, onAddFunds, onInvite }: OwnListingActionsProps) {
  const [what, setWhat] = useState<AskedOfListing['what'] | null>(null);
  const queue = useBudgetQueues()(listing);
  return (
    <>
      <ListingButtons
        listing={listing}
        suggested={queue && neededTopUp(queue)}
        onInvite={onInvite}
        onTopUp={() => setWhat('top-up')}
        onEnd={() => setWhat('end')}
      />
      <ListingDialogs
        asked={what && { what, listing }}
        queue={queue}
        balance={balance}
        onClose={() => setWhat(null)}
        onAddFunds={onAddFunds}
      />
    </>
  );
}
