import { useState } from 'react';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { formatUsd } from '#contract/money.ts';
import { useAction } from '#web/api/action.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { AskDialog } from '../ask-dialog.tsx';
import type { AdminListing } from './admin-listing.ts';

/**
 * Asks before a listing is removed. Its remaining budget returns to the host, or is frozen after payment
 * fraud.
 */
export function RemoveDialog({ listing, onClose }: { listing: AdminListing; onClose: () => void }) {
  const [paymentFraud, setPaymentFraud] = useState(false);
  const remove = useAction(adminRoutes.adminRemoveListing, {
    success: ({ returnedMicros }) => {
      const message = paymentFraud
        ? 'What is left of its budget is frozen.'
        : `${formatUsd(returnedMicros)} went back to @${listing.creator}.`;
      toast.success('Listing Deleted', message);
      onClose();
    },
  });
  return (
    <AskDialog
      title={`Delete ${listing.title}`}
      description="Views stop earning at this moment. What clips have earned is kept, the rest returns to the host."
      missing="Enter the reason for the removal."
      confirmText="Delete"
      danger
      busy={remove.isPending && 'Deleting...'}
      onConfirm={(reason) => remove.mutate({ params: { id: listing.id }, body: { reason, paymentFraud } })}
      onClose={onClose}
    >
      <Checkbox
        label="Payment fraud"
        hint="The rest of the budget is kept back."
        checked={paymentFraud}
        onChange={(event) => setPaymentFraud(event.target.checked)}
      />
    </AskDialog>
  );
}
