import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { formatUsd } from '#contract/money.ts';
import { useAction } from '#web/api/action.ts';
import { toast } from '#web/ui/toasts/toast.tsx';
import { refusedOrNoted } from '../agreements.tsx';
import { AskDialog } from '../ask-dialog.tsx';
import type { AdminListing } from './admin-listing.ts';

/**
 * Asks before the frozen budget of a listing is returned to its host. It was frozen because the listing was
 * removed for payment fraud.
 */
export function UnfreezeDialog({ listing, onClose }: { listing: AdminListing; onClose: () => void }) {
  const unfreeze = useAction(adminRoutes.adminUnfreezeListing, {
    success: ({ returnedMicros }) => {
      toast.success('Freeze lifted', `${formatUsd(returnedMicros)} went back to @${listing.creator}.`);
      onClose();
    },
    error: refusedOrNoted(onClose),
  });
  return (
    <AskDialog
      title={`Lift the freeze of ${listing.title}`}
      description="The listing stays deleted. What is left of its budget goes back to the host's balance."
      missing="Enter why the budget is free again."
      confirmText="Lift freeze"
      busy={unfreeze.isPending && 'Saving...'}
      onConfirm={(reason) => unfreeze.mutate({ params: { id: listing.id }, body: { reason } })}
      onClose={onClose}
    />
  );
}
