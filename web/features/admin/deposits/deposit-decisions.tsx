import type { AdminDeposit } from '#contract/admin/admin-deposits.ts';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { formatUsd } from '#contract/money.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';

export type DepositAction =
  | 'confirm'
  | 'decline'
  | 'lift'
  | 'refund'
  | 'release-earnings'
  | 'decline-refund'
  | 'refund-paid'
  | 'refund-failed';

/** Shows the actions that the deposit's state allows. */
export function DepositDecisions({
  deposit,
  canRefund = false,
  canRelease = false,
  onAction,
}: {
  deposit: AdminDeposit;
  /** True if the host is banned, so that only an admin can request a refund. */
  canRefund?: boolean;
  /** True if earnings that this deposit pays wait for a decision. */
  canRelease?: boolean;
  onAction: (action: DepositAction) => void;
}) {
  const agree = useAction(adminRoutes.agreeRefund, {
    success: ({ amountMicros }) => toast.success('Refund agreed', `${formatUsd(amountMicros)} goes back.`),
  });
  const whose = `of @${deposit.hostUsername}`;
  const button = (action: DepositAction, text: string, danger = false) => (
    <Button
      key={action}
      size="sm"
      {...(danger ? { variant: 'danger' as const } : {})}
      aria-label={`${text} ${whose}`}
      onClick={() => onAction(action)}
    >
      {text}
    </Button>
  );
  const { refundId, refundState, rail, state, frozen } = deposit;
  const buttons = [
    ...(rail === 'bank' && state === 'created'
      ? [button('decline', 'Decline', true), button('confirm', 'Confirm')]
      : []),
    ...(refundState === 'requested'
      ? [
          button('decline-refund', 'Decline refund', true),
          <Button
            key="agree"
            size="sm"
            aria-label={`Agree to the refund ${whose}`}
            busy={agree.isPending && 'Agreeing...'}
            onClick={() => refundId && agree.mutate({ params: { id: refundId } })}
          >
            Agree
          </Button>,
        ]
      : []),
    ...(refundState === 'refunding' && rail === 'bank'
      ? [button('refund-failed', 'Refund failed', true), button('refund-paid', 'Refund paid')]
      : []),
    ...(canRelease ? [button('release-earnings', 'Release earnings')] : []),
    ...(canRefund ? [button('refund', 'Refund')] : []),
    ...(frozen ? [button('lift', 'Lift freeze')] : []),
  ];
  return <>{buttons}</>;
}
