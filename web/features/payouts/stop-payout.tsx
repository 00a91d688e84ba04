import { formatUsd } from '#contract/money.ts';
import type { PayoutRow } from '#contract/payouts/payouts.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';

/** Asks before canceling a payout that has not been started, or that was not claimed at PayPal. */
export function StopPayout({ row, onClose }: { row: PayoutRow | null; onClose: () => void }) {
  const on = {
    success: (payout: PayoutRow) => {
      toast.success(
        payout.state === 'canceled' ? 'Payout canceled' : 'Payout taken back',
        `${formatUsd(payout.amountMicros)} is available again.`,
      );
      onClose();
    },
    error: (error: { title: string; message: string }) => {
      toast.error(error.title, error.message);
      onClose();
    },
  };
  const cancel = useAction(routes.cancelPayout, on);
  const takeBack = useAction(routes.takeBackPayout, on);
  const amount = row ? formatUsd(row.amountMicros) : '';
  const unclaimed = row?.waits === 'unclaimed';
  const params = { id: row?.id ?? '' };
  return (
    <ConfirmDialog
      open={row !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={unclaimed ? `Take ${amount} back from PayPal?` : `Cancel the payout of ${amount}?`}
      description={
        unclaimed
          ? 'The link that PayPal mailed no longer works then. The amount is available again at once.'
          : 'The amount is available again at once. You can withdraw it later, or wait for the weekly run.'
      }
      confirmText={unclaimed ? 'Take it back' : 'Cancel payout'}
      cancelText="Keep it"
      danger
      busy={(cancel.isPending && 'Canceling...') || (takeBack.isPending && 'Taking it back...')}
      onConfirm={() => row && (unclaimed ? takeBack : cancel).mutate({ params })}
    />
  );
}
