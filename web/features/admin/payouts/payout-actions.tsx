import { adminRoutes } from '#contract/admin/admin-routes.ts';
import type { AdminPayoutRow } from '#contract/payouts/payouts.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { refusedOrNoted } from '../agreements.tsx';

export type PayoutEnd = 'paid' | 'failed' | 'canceled' | 'returned';

interface PayoutActionsProps {
  payout: AdminPayoutRow;
  onEnd: (end: PayoutEnd) => void;
  onResend: () => void;
}

/** Shows the actions that a payout's state allows: start it, record its result, or handle its return. */
export function PayoutActions({ payout, onEnd, onResend }: PayoutActionsProps) {
  const pickUp = useAction(routes.pickUpPayout, {
    success: () =>
      toast.success('Payout picked up', 'It can no longer be canceled. Send the money, then mark it.'),
    error: refusedOrNoted(() => undefined),
  });
  const confirm = useAction(adminRoutes.confirmPayout, {
    success: () => toast.success('Payout confirmed', 'It leaves when two different admins have agreed.'),
  });
  if (payout.frozen && payout.state === 'requested') return null;
  const whose = `payout of @${payout.clipperUsername}`;
  // The server reads PayPal's batch for weeks after its payouts were decided, so `atProcessor` alone does not
  // mean that PayPal still processes the payout.
  if (payout.atProcessor && payout.finishedAt === null)
    return <span className="text-muted text-sm">PayPal has it</span>;
  const params = { id: payout.id };
  if (payout.state === 'requested')
    return (
      <span className="inline-flex flex-wrap justify-end gap-2">
        {payout.confirmedBy ? (
          <Button
            size="sm"
            aria-label={`Confirm ${whose}`}
            busy={confirm.isPending && 'Confirming...'}
            onClick={() => confirm.mutate({ params })}
          >
            Confirm
          </Button>
        ) : null}
        <Button size="sm" variant="quiet" aria-label={`Cancel ${whose}`} onClick={() => onEnd('canceled')}>
          Cancel
        </Button>
        <Button
          size="sm"
          aria-label={`Pick up ${whose}`}
          busy={pickUp.isPending && 'Picking up...'}
          onClick={() => pickUp.mutate({ params })}
        >
          Pick up
        </Button>
      </span>
    );
  if (payout.state === 'processing')
    return (
      <span className="inline-flex flex-wrap justify-end gap-2">
        <Button
          size="sm"
          variant="danger"
          aria-label={`Mark failed ${whose}`}
          onClick={() => onEnd('failed')}
        >
          Mark failed
        </Button>
        <Button size="sm" variant="primary" aria-label={`Mark paid ${whose}`} onClick={() => onEnd('paid')}>
          Mark paid
        </Button>
      </span>
    );
  if (payout.state === 'paid')
    return (
      <Button size="sm" aria-label={`Mark returned ${whose}`} onClick={() => onEnd('returned')}>
        Mark returned
      </Button>
    );
  return payout.closed && payout.state !== 'canceled' ? (
    <Button size="sm" aria-label={`Send again ${whose}`} onClick={onResend}>
      Send again
    </Button>
  ) : null;
}
