import { adminRoutes } from '#contract/admin/admin-routes.ts';
import type { DebtRow } from '#contract/earnings/debts.ts';
import { formatUsd } from '#contract/money.ts';
import { useAction } from '#web/api/action.ts';
import { toast } from '#web/ui/toasts/toast.tsx';
import { refusedOrNoted } from '../agreements.tsx';
import { AskDialog } from '../ask-dialog.tsx';

/** Asks why a debt is written off. */
export function WriteOffDialog({ debt, onClose }: { debt: DebtRow; onClose: () => void }) {
  const writeOff = useAction(adminRoutes.writeOffDebt, {
    success: ({ writtenOffMicros }) => {
      toast.success('Debt written off', `${formatUsd(writtenOffMicros)} is the platform's loss.`);
      onClose();
    },
    error: refusedOrNoted(onClose),
  });
  return (
    <AskDialog
      title={`Write off the debt of @${debt.clipper}`}
      description={`${formatUsd(debt.owedMicros)} becomes the platform's loss. The listing that got it back keeps it.`}
      missing="Enter why the debt is written off."
      confirmText="Write off"
      danger
      busy={writeOff.isPending && 'Saving...'}
      onConfirm={(reason) => writeOff.mutate({ params: { id: debt.id }, body: { reason } })}
      onClose={onClose}
    />
  );
}
