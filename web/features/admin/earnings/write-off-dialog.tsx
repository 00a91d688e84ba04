import { adminRoutes } from '#contract/admin/admin-routes.ts';
import type { DebtRow } from '#contract/earnings/debts.ts';
import { formatUsd } from '#contract/money.ts';
import { ActDialog } from '../act-dialog.tsx';

/** Asks why a debt is written off. */
export const WriteOffDialog = ({ debt, onClose }: { debt: DebtRow; onClose: () => void }) => (
  <ActDialog
    route={adminRoutes.writeOffDebt}
    title={`Write off the debt of @${debt.clipper}`}
    description={`${formatUsd(debt.owedMicros)} becomes the platform's loss. The listing that got it back keeps it.`}
    missing="Enter why the debt is written off."
    confirmText="Write off"
    danger
    input={(reason) => ({ params: { id: debt.id }, body: { reason } })}
    done={({ writtenOffMicros }) => [
      'Debt written off',
      `${formatUsd(writtenOffMicros)} is the platform's loss.`,
    ]}
    onClose={onClose}
  />
);
