import { useState } from 'react';
import type { LateProviderStatus } from '#contract/admin/admin-payouts.ts';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { formatUsd } from '#contract/money.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { ActDialog } from '../act-dialog.tsx';

/**
 * Lists statuses that PayPal reported after a payout was decided by hand. Each stays in the list until an
 * admin resolves it.
 */
export function LateStatuses({ statuses }: { statuses: LateProviderStatus[] }) {
  const [resolving, setResolving] = useState<LateProviderStatus | null>(null);
  return (
    <>
      {statuses.map((status) => (
        <Note
          key={status.payoutId}
          tone="error"
          title={titleOf(status)}
          className="mb-3"
          action={
            <Button
              size="sm"
              aria-label={`Mark payout of @${status.clipperUsername} as resolved`}
              onClick={() => setResolving(status)}
            >
              Mark as resolved
            </Button>
          }
        >
          {status.text} Reported <MomentText at={status.reportedAt} full />.
        </Note>
      ))}
      {resolving ? <ResolveDialog status={resolving} onClose={() => setResolving(null)} /> : null}
    </>
  );
}

const titleOf = ({ amountMicros, clipperUsername }: LateProviderStatus): string =>
  `${formatUsd(amountMicros)} to @${clipperUsername}.`;

function ResolveDialog({ status, onClose }: { status: LateProviderStatus; onClose: () => void }) {
  return (
    <ActDialog
      route={adminRoutes.resolveLateStatus}
      title="Mark as resolved"
      description={`${titleOf(status)} ${status.text}`}
      label="What was done"
      missing="Enter what was done: it is recorded in the audit log."
      hint={null}
      confirmText="Mark as resolved"
      input={(reason) => ({ params: { id: status.payoutId }, body: { reason } })}
      done={() => ['Resolved']}
      onClose={onClose}
    />
  );
}
