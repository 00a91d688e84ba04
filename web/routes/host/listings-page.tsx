import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { HostListingRow } from '#contract/listings/listings.ts';
import type { Micros } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { useInside } from '#web/features/accounts/session.ts';
import { AddFundsDialog } from '#web/features/deposits/add-funds-dialog.tsx';
import { MyListings } from '#web/features/listings/host/my-listings.tsx';
import { InviteDialog } from '#web/features/submissions/invitations/invite-dialog.tsx';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { paths } from '../paths.ts';

export function ListingsPage() {
  const { demo } = useInside();
  const overview = useRead(routes.hostOverview, {});
  const [adding, setAdding] = useState<{ suggested: Micros | undefined } | null>(null);
  const [inviting, setInviting] = useState<HostListingRow | null>(null);
  return (
    <>
      <PageHeader
        title="My Listings"
        meaning="Status and budget of every listing."
        action={
          <Link to={paths.hostCreate()} className={buttonStyle({ variant: 'primary' })}>
            <Plus aria-hidden />
            Create New Listing
          </Link>
        }
      />
      <MyListings
        balance={overview.data?.balanceMicros}
        onAddFunds={(suggested) => setAdding({ suggested })}
        onInvite={setInviting}
      />
      <InviteDialog
        open={inviting !== null}
        onClose={() => setInviting(null)}
        listing={inviting ?? undefined}
      />
      <AddFundsDialog
        open={adding !== null}
        onOpenChange={(open) => setAdding(open ? { suggested: undefined } : null)}
        demo={demo}
        suggested={adding?.suggested}
      />
    </>
  );
}
