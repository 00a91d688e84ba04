import { type FormEvent, useState } from 'react';
import { centsToMicros, formatAmount, formatUsd, type Micros } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { Note } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';
import { depositFor, readDepositAmount } from './deposit-amount.ts';
import { TestCard } from './test-card.tsx';

export interface AddFundsProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The server takes the labelled test card. */
  demo: boolean;
  /** What is missing for the work at hand; stands in the field at first. */
  suggested?: Micros | undefined;
}

export function AddFundsDialog({ open, onOpenChange, demo, suggested }: AddFundsProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add Funds"
      description="Funds go to your balance. You decide which listings get them."
    >
      {demo ? (
        <TestCardForm suggested={suggested} onDone={() => onOpenChange(false)} />
      ) : (
        <Note tone="info" title="No payment rail is configured.">
          This server takes neither cards nor bank transfers yet, so funds can't be added. Its operator has to
          set one up first.
        </Note>
      )}
    </Dialog>
  );
}

const quickAmounts = [10_000, 50_000, 100_000].map(centsToMicros);

function TestCardForm({ suggested, onDone }: { suggested: Micros | undefined; onDone: () => void }) {
  const [text, setText] = useState(suggested === undefined ? '' : formatAmount(depositFor(suggested)));
  const [rule, setRule] = useState<string>();
  const deposit = useAction(routes.depositByTestCard, {
    success: ({ balanceMicros }, { body }) => {
      toast.success(
        'Funds added',
        `${formatUsd(body.amountMicros)} by test card. Your balance is ${formatUsd(balanceMicros)}.`,
      );
      onDone();
    },
    error: (error) => {
      setRule(error.problem.fields?.[0]?.message);
      toast.error(error.title, error.message, { id: 'form' });
    },
  });
  const choose = (next: string) => {
    setText(next);
    setRule(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (deposit.isPending) return;
    const read = readDepositAmount(text);
    if ('rule' in read) setRule(read.rule);
    else deposit.mutate({ body: { amountMicros: read.amount } });
  };
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <TestCard />
      <Field label="Amount" error={rule} hint="$10.00 to $100,000.00">
        <MoneyInput
          required
          placeholder="500.00"
          value={text}
          onChange={(event) => choose(event.target.value)}
        />
      </Field>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Quick amounts</legend>
        {quickAmounts.map((amount) => (
          <Button key={amount} size="sm" onClick={() => choose(formatAmount(amount))}>
            {formatUsd(amount)}
          </Button>
        ))}
      </fieldset>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="ink" busy={deposit.isPending && 'Adding...'}>
          Add Funds
        </Button>
      </div>
    </form>
  );
}
