import type { HostListingRow } from '#contract/listings/listings.ts';
import { EndDialog } from './end-dialog.tsx';
import { TopUpDialog, type TopUpDialogProps } from './top-up-dialog.tsx';

/** An action on a listing that a dialog has to confirm. */
export interface AskedOfListing {
  what: 'top-up' | 'end';
  listing: HostListingRow;
}

interface ListingDialogsProps extends Omit<TopUpDialogProps, 'listing'> {
  /** Null while no dialog is open. */
  asked: AskedOfListing | null;
}

/** The dialogs of a listing's actions. */
export function ListingDialogs({ asked, onAddFunds, ...rest }: ListingDialogsProps) {
  const of = (what: AskedOfListing['what']) => (asked?.what === what ? asked.listing : null);
  return (
    <>
      <TopUpDialog
        {...rest}
        listing={of('top-up')}
        onAddFunds={(missing) => {
          rest.onClose();
          onAddFunds(missing);
        }}
      />
      <EndDialog listing={of('end')} onClose={rest.onClose} />
    </>
  );
}
