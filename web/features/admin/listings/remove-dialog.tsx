import { useState } from 'react';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { formatUsd } from '#contract/money.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { ActDialog } from '../act-dialog.tsx';
import type { AdminListing } from './admin-listing.ts';

/**
 * Asks before a listing is removed. Its remaining budget returns to the host, or is frozen after payment
 * fraud.
 */
export function RemoveDialog({ listing, onClose }: { listing: AdminListing; onClose: () => void }) {
  const [paymentFraud, setPaymentFraud] = useState(false);
  return (
    <ActDialog
      route={adminRoutes.adminRemoveListing}
      title={`Delete ${listing.title}`}
      description="Views stop earning at this moment. What clips have earned is kept, the rest returns to the host."
      missing="Enter the reason for the removal."
      confirmText="Delete"
      danger
      busy="Deleting..."
      input={(reason) => ({ params: { id: listing.id }, body: { reason, paymentFraud } })}
      done={({ returnedMicros }) => [
        'Listing Deleted',
        paymentFraud
          ? 'The rest of its budget is frozen.'
          : `${formatUsd(returnedMicros)} went back to @${listing.creator}.`,
      ]}
      onClose={onClose}
    >
      <Checkbox
        label="Payment fraud"
        hint="The rest of the budget is kept back."
        checked={paymentFraud}
        onChange={(event) => setPaymentFraud(event.target.checked)}
      />
    </ActDialog>
  );
}
