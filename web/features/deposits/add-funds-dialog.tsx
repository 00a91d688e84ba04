import { type FormEvent, useState } from 'react';
import { centsToMicros, formatAmount, formatUsd, type Micros } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { FrozenBalance } from '#web/nouns/frozen-balance.tsx';
import { paths } from '#web/routes/paths.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { MoneyInput } from '#web/ui/forms/money-input.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { BankInstructions } from './bank-instructions.tsx';
import { depositFor, readDepositAmount } from './deposit-amount.ts';
import { TestCard } from './test-card.tsx';
import { useAddFunds } from './use-add-funds.ts';
import { paymentWays, type Way, WayChoice } from './way-choice.tsx';

export interface AddFundsProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Whether the server accepts the labelled test card. */
  demo: boolean;
  /** An amount that the host lacks, with which the field is filled in. */
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
      <Content demo={demo} suggested={suggested} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

interface ContentProps {
  demo: boolean;
  suggested: Micros | undefined;
  onDone: () => void;
}

function Content({ demo, suggested, onDone }: ContentProps) {
  const { data: rails } = useRead(routes.depositRails, {});
  const ways = paymentWays(rails ?? { testCard: demo, card: 'off', bank: false });
  if (rails && ways.length === 0)
    return (
      <Note tone="info" title="Funds can’t be added yet.">
        This server takes neither cards nor bank transfers. Its operator has to set one up first.
      </Note>
    );
  return (
    <div className="flex flex-col gap-4">
      {rails?.frozen ? <FrozenBalance to={paths.hostBudget()} /> : null}
      <FundsForm ways={ways} suggested={suggested} onDone={onDone} />
    </div>
  );
}

const quickAmounts = [10_000, 50_000, 100_000].map(centsToMicros);

function FundsForm({ ways, suggested, onDone }: Omit<ContentProps, 'demo'> & { ways: Way[] }) {
  const [text, setText] = useState(suggested === undefined ? '' : formatAmount(depositFor(suggested)));
  const [rule, setRule] = useState<string>();
  const [chosen, setChosen] = useState<Way>();
  const way = chosen ?? ways[0];
  const funds = useAddFunds({ onRule: setRule, onDone });
  if (funds.bank) return <BankInstructions {...funds.bank} onClose={onDone} />;
  const choose = (next: string) => {
    setText(next);
    setRule(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (funds.busy || !way) return;
    const read = readDepositAmount(text);
    if ('rule' in read) setRule(read.rule);
    else funds.add(way, read.amount);
  };
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      {ways.length > 1 && way ? <WayChoice ways={ways} chosen={way} onChoose={setChosen} /> : null}
      {way === 'test' ? <TestCard /> : null}
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
      {funds.failure ? (
        <Note tone="error" alert title={funds.failure.title}>
          {funds.failure.message}
        </Note>
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="ink" busy={funds.busy}>
          {way === 'card' || way === 'simulated-card'
            ? 'Continue to payment'
            : way === 'bank'
              ? 'Get a reference'
              : 'Add Funds'}
        </Button>
      </div>
    </form>
  );
}
