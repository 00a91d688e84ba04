import { formatUsd, type Micros } from '#contract/money.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';

export interface BankAsk {
  reference: string;
  instructions: string;
  amountMicros: Micros;
}

/** Shows the account, the amount and the reference of a bank transfer. */
export function BankInstructions({
  reference,
  instructions,
  amountMicros,
  onClose,
}: BankAsk & { onClose: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(reference);
      toast.success('Reference copied', reference);
    } catch {
      // Browsers have no clipboard on pages without https, and may refuse it on others.
      toast.error('Reference not copied', 'The browser does not allow it. Select the reference and copy it.');
    }
  };
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid gap-3">
        <div>
          <dt className="text-muted text-sm">Amount</dt>
          <dd className="font-semibold">{formatUsd(amountMicros)}</dd>
        </div>
        <div>
          <dt className="text-muted text-sm">Reference of the transfer</dt>
          <dd className="flex flex-wrap items-center gap-2.5">
            <span className="mono font-semibold">{reference}</span>
            <Button size="sm" onClick={copy}>
              Copy
            </Button>
          </dd>
        </div>
        <div>
          <dt className="text-muted text-sm">To</dt>
          <dd className="wrap-anywhere whitespace-pre-line">{instructions}</dd>
        </div>
      </dl>
      <p className="text-muted text-sm">
        Without the reference we can’t tell that the transfer is yours. The amount is added when it has
        arrived, usually after one to three bank days. You can find these details again under Deposits.
      </p>
      <div className="flex justify-end">
        <Button variant="ink" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
