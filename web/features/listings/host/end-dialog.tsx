import type { HostListingRow } from '#contract/listings/listings.ts';
import { formatUsd } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { Fact, Facts } from '#web/ui/pages/panel.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';

/** Asks before a listing is ended for good, and explains what will happen to its clips and money. */
export function EndDialog({ listing, onClose }: { listing: HostListingRow | null; onClose: () => void }) {
  const end = useAction(routes.endListing, {
    success: () => {
      toast.success(
        'Listing ended',
        'Approved clips keep earning until their counting ends. Then the rest of the budget returns to your balance.',
      );
      onClose();
    },
    error: (error) => {
      toast.error(error.title, error.message);
      onClose();
    },
  });
  if (!listing) return null;
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={(open) => {
        if (!open && !end.isPending) onClose();
      }}
      title={`End “${listing.title}”?`}
      description="It permanently stops accepting clips. You still decide pending ones, and approved ones keep earning until their counting ends. The rest returns to your balance when the listing settles."
      confirmText="End listing"
      busy={end.isPending && 'Ending...'}
      onConfirm={() => end.mutate({ params: { id: listing.id } })}
    >
      <Facts>
        <Fact name="Pending clips">{listing.pendingClips}</Fact>
        <Fact name="Approved clips">{listing.approvedClips}</Fact>
        <Fact name="Free budget now">{formatUsd(listing.budget.freeMicros)}</Fact>
      </Facts>
    </ConfirmDialog>
  );
}
