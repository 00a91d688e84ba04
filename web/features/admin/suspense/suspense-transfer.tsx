import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { formatUsd } from '#contract/money.ts';
import { ActDialog } from '../act-dialog.tsx';
import { bankReference, useReceived } from '../received.tsx';

/** Records a transfer from the bank’s statement whose reference matches no deposit. */
export function TransferDialog({ onClose }: { onClose: () => void }) {
  const received = useReceived();
  return (
    <ActDialog
      {...bankReference}
      route={adminRoutes.recordTransfer}
      title="Record a transfer"
      description="It arrived at the bank without naming a deposit. It stays here until you know whose it is. Transfers that name a deposit are confirmed under Deposits."
      confirmText="Record"
      input={(text) => {
        const amountMicros = received.whole();
        return amountMicros === null ? undefined : { body: { bankReference: text, amountMicros } };
      }}
      done={(_reply, { body }) => ['Transfer recorded', `${formatUsd(body.amountMicros)} waits in suspense.`]}
      onClose={onClose}
    >
      {received.field}
    </ActDialog>
  );
}
