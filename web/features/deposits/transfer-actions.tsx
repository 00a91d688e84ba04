import { useState } from 'react';
import type { HostDeposit } from '#contract/deposits/deposits.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { useRead } from '#web/api/query.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Loading, Skeleton } from '#web/ui/pages/skeleton.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { BankInstructions } from './bank-instructions.tsx';

/** Lets the host show the bank details of a transfer that has not arrived, or cancel it. */
export function TransferActions({ deposit }: { deposit: HostDeposit }) {
  const [reading, setReading] = useState(false);
  const cancel = useAction(routes.cancelDeposit, {
    success: () => toast.success('Transfer canceled', `${deposit.reference} is no longer awaited.`),
  });
  const close = () => setReading(false);
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      <Button
        size="sm"
        aria-label={`Details of the transfer ${deposit.reference}`}
        onClick={() => setReading(true)}
      >
        Details
      </Button>
      <Button
        size="sm"
        aria-label={`Cancel the transfer ${deposit.reference}`}
        busy={cancel.isPending && 'Canceling...'}
        onClick={() => cancel.mutate({ params: { id: deposit.id } })}
      >
        Cancel
      </Button>
      <Dialog open={reading} onOpenChange={setReading} title="Bank transfer">
        <TransferDetails deposit={deposit} onClose={close} />
      </Dialog>
    </span>
  );
}

/** Shows the account, amount and reference of a transfer. The bank details are the server's current ones. */
export function TransferDetails({ deposit, onClose }: { deposit: HostDeposit; onClose: () => void }) {
  const { data, isError } = useRead(routes.hostDeposit, { params: { id: deposit.id } });
  if (isError) return <p>The details did not load. Close this and try again.</p>;
  if (!data)
    return (
      <Loading>
        <Skeleton className="h-32" />
      </Loading>
    );
  if (data.instructions === null) return <p>This transfer is no longer awaited.</p>;
  return <BankInstructions {...data} instructions={data.instructions} onClose={onClose} />;
}
