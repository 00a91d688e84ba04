import { useState } from 'react';
import type { HostListingRow } from '#contract/listings/listings.ts';
import type { Micros } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { useInside } from '#web/features/accounts/session.ts';
import { AddFundsDialog } from '#web/features/deposits/add-funds-dialog.tsx';
import { InviteDialog } from '#web/features/submissions/invitations/invite-dialog.tsx';

/** Returns the parts of a listing's actions that belong to other features: balance, Add Funds, invitations. */
export function useListingActs() {
  const { demo } = useInside();
  const overview = useRead(routes.hostOverview, {});
  const [adding, setAdding] = useState<{ suggested: Micros | undefined } | null>(null);
  const [inviting, setInviting] = useState<HostListingRow | null>(null);
  const dialogs = (
    <>
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
  return {
    balance: overview.data?.balanceMicros,
    onAddFunds: (suggested: Micros | undefined) => setAdding({ suggested }),
    onInvite: setInviting,
    dialogs,
  };
}
