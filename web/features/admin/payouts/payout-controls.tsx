import { useState } from 'react';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { PAYOUT_CANCEL_MINUTES } from '#contract/limits.ts';
import { useRead } from '#web/api/query.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { ActDialog } from '../act-dialog.tsx';
import { LateStatuses } from './late-statuses.tsx';

/**
 * Shows the state of the payout rail, the payouts that need an operator, and the switch that pauses all
 * payouts.
 */
export function PayoutControls() {
  const { data } = useRead(adminRoutes.payoutControls, {});
  const [asking, setAsking] = useState(false);
  if (!data) return null;
  const { pause, rail, lateStatuses } = data;
  const button = (
    <Button size="sm" variant={pause ? 'primary' : 'danger'} onClick={() => setAsking(true)}>
      {pause ? 'Resume payouts' : 'Pause all payouts'}
    </Button>
  );
  return (
    <div className="border-line border-b px-4.5 py-3 max-md:px-4">
      <LateStatuses statuses={lateStatuses} />
      {pause ? (
        <Note tone="warning" title="Payouts are paused." action={button}>
          No payouts are sent; requested ones wait. Paused <MomentText at={pause.at} full /> by {pause.by}:{' '}
          {pause.reason}
        </Note>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-muted text-sm">
          <span className="min-w-0 flex-1 basis-60">
            {rail === 'paypal'
              ? `PayPal takes payouts ${PAYOUT_CANCEL_MINUTES} minutes after they were requested. Pick one up before that to pay it by hand.`
              : 'Payouts are paid by hand: pick one up, send the money, then mark it.'}
          </span>
          {button}
        </div>
      )}
      {asking ? <PauseDialog paused={pause !== null} rail={rail} onClose={() => setAsking(false)} /> : null}
    </div>
  );
}

function PauseDialog({
  paused,
  rail,
  onClose,
}: {
  paused: boolean;
  rail: 'manual' | 'paypal';
  onClose: () => void;
}) {
  return (
    <ActDialog
      route={paused ? adminRoutes.resumePayouts : adminRoutes.pausePayouts}
      title={paused ? 'Resume payouts' : 'Pause all payouts'}
      description={
        paused
          ? rail === 'paypal'
            ? 'Waiting payouts are sent automatically from now on.'
            : 'Waiting payouts can be picked up again from now on.'
          : 'From now on nothing leaves, by PayPal or by hand. Requested payouts keep their place and their money, and clippers read it on their Earnings page.'
      }
      missing="Enter the reason: it is recorded in the audit log."
      hint={null}
      confirmText={paused ? 'Resume payouts' : 'Pause all payouts'}
      danger={!paused}
      input={(reason) => ({ body: { reason } })}
      done={() => [paused ? 'Payouts resumed' : 'Payouts paused']}
      doneAs={paused ? 'success' : 'info'}
      onClose={onClose}
    />
  );
}
