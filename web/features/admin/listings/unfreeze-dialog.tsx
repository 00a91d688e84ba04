import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { formatUsd } from '#contract/money.ts';
import { ActDialog } from '../act-dialog.tsx';
import type { AdminListing } from './admin-listing.ts';

/**
 * Asks before the frozen budget of a listing is returned to its host. It was frozen because the listing was
 * removed for payment fraud.
 */
export const UnfreezeDialog = ({ listing, onClose }: { listing: AdminListing; onClose: () => void }) => (
  <ActDialog
    route={adminRoutes.adminUnfreezeListing}
    title={`Lift the freeze of ${listing.title}`}
    description="The listing stays deleted. The rest of its budget goes back to the host’s balance."
    missing="Enter why the budget is free again."
    confirmText="Lift freeze"
    input={(reason) => ({ params: { id: listing.id }, body: { reason } })}
    done={({ returnedMicros }) => [
      'Freeze lifted',
      `${formatUsd(returnedMicros)} went back to @${listing.creator}.`,
    ]}
    onClose={onClose}
  />
);
