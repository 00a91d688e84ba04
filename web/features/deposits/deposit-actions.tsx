import { useState } from 'react';
import type { HostDeposit } from '#contract/deposits/deposits.ts';
import { REFUND_SELF_DAYS, REFUNDS_SELF_MAX } from '#contract/limits.ts';
import { formatUsd } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { useRead } from '#web/api/query.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { useNow } from '#web/ui/texts/use-now.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { TransferActions } from './transfer-actions.tsx';

/** Shows the actions that the host has on a deposit in its current state. */
export function DepositActions({ deposit }: { deposit: HostDeposit }) {
  // While a payment is disputed, no part of the balance can be refunded.
  const isFrozen = useRead(routes.depositRails, {}).data?.frozen ?? false;
  if (deposit.payable) return <ContinuePayment deposit={deposit} />;
  if (deposit.state === 'created' && deposit.rail === 'bank') return <TransferActions deposit={deposit} />;
  const open = deposit.refundState === 'requested' || deposit.refundState === 'refunding';
  if (deposit.state === 'confirmed' && !isFrozen && !deposit.frozen && !open && deposit.unspentMicros > 0n)
    return <Refund deposit={deposit} />;
  return <span className="text-muted">-</span>;
}

export function ContinuePayment({ deposit }: { deposit: HostDeposit }) {
  const open = useAction(routes.openDepositPage, {
    success: ({ url }) => location.assign(url),
  });
  return (
    <Button
      size="sm"
      aria-label={`Continue payment of ${formatUsd(deposit.amountMicros)}`}
      busy={open.isPending && 'Opening...'}
      onClick={() => open.mutate({ params: { id: deposit.id } })}
    >
      Continue payment
    </Button>
  );
}

function Refund({ deposit }: { deposit: HostDeposit }) {
  const [asking, setAsking] = useState(false);
  const now = useNow();
  const usd = formatUsd(deposit.unspentMicros);
  const refund = useAction(routes.refundDeposit, {
    success: ({ state, amountMicros }) => {
      setAsking(false);
      const amount = formatUsd(amountMicros);
      if (state === 'requested') {
        toast.success('Refund requested', `Our team reviews your request for ${amount} first.`);
      } else toast.success('Refund started', `${amount} goes back to where it came from.`);
    },
    error: (error) => {
      setAsking(false);
      toast.error(error.title, error.message);
    },
  });
  const alone = deposit.refundSelfUntil !== null && now <= deposit.refundSelfUntil;
  return (
    <>
      <Button size="sm" aria-label={`Refund ${usd}`} onClick={() => setAsking(true)}>
        Refund
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Refund ${usd}?`}
        description={
          alone
            ? `The unspent part of this deposit goes back to where it came from. A bank can take up to 10 days to show it. After ${REFUNDS_SELF_MAX} refunds in ${REFUND_SELF_DAYS} days, our team reviews your request first.`
            : `The deposit is older than ${REFUND_SELF_DAYS} days, so our team reviews your request first.`
        }
        confirmText={alone ? 'Refund' : 'Request refund'}
        busy={refund.isPending && 'Refunding...'}
        onConfirm={() => refund.mutate({ params: { id: deposit.id } })}
      />
    </>
  );
}
