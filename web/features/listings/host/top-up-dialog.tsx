import { type FormEvent, useState } from 'react';
import type { BudgetQueue } from '#contract/earnings/earnings.ts';
import { brokenTopUp } from '#contract/listings/listing-checks.ts';
import type { HostListingRow } from '#contract/listings/listings.ts';
import { formatAmount, formatUsd, type Micros, micros, parseUsd, ZERO_MICROS } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { FrozenBalance } from '#web/nouns/frozen-balance.tsx';
import { paths } from '#web/routes/paths.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { MoneyInput } from '#web/ui/forms/money-input.tsx';
import { Fact, Facts } from '#web/ui/pages/panel.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { neededTopUp, topUpText } from './listing-actions.ts';
import { missingFor } from './missing-funds.ts';
import { useFrozenBalance } from './use-frozen-balance.ts';

export interface TopUpDialogProps {
  /** The listing to top up; null while the dialog is closed. */
  listing: HostListingRow | null;
  /** The amount that a used-up budget lacks. */
  queue: BudgetQueue | undefined;
  balance: Micros | undefined;
  onClose: () => void;
  onAddFunds: (missing: Micros | undefined) => void;
}

export function TopUpDialog({ listing, ...rest }: TopUpDialogProps) {
  return (
    <Dialog
      open={listing !== null}
      onOpenChange={(open) => {
        if (!open) rest.onClose();
      }}
      title={listing ? `Top up “${listing.title}”` : 'Top up'}
      description="Moves part of your balance into the listing. If its budget was used up, it accepts clips again."
    >
      {listing ? <TopUpForm listing={listing} {...rest} /> : null}
    </Dialog>
  );
}

function TopUpForm({
  listing,
  queue,
  balance,
  onClose,
  onAddFunds,
}: TopUpDialogProps & { listing: HostListingRow }) {
  const [text, setText] = useState(() => (queue ? formatAmount(neededTopUp(queue)).replaceAll(',', '') : ''));
  const [rule, setRule] = useState<string>();
  const topUp = useAction(routes.topUpListing, {
    success: ({ budget }, { body }) => {
      toast.success(
        'Listing topped up',
        `${formatUsd(body.amountMicros)} added. ${formatUsd(budget.freeMicros)} is free now.`,
      );
      onClose();
    },
    error: (error) => {
      setRule(error.problem.fields?.[0]?.message);
      toast.error(error.title, error.message, { id: 'form' });
    },
  });
  const amount = parseUsd(text) ?? ZERO_MICROS;
  const frozen = useFrozenBalance();
  const missing = missingFor(text, balance);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (topUp.isPending || frozen || missing) return;
    const broken = brokenTopUp(amount, listing.budget.fundedMicros);
    if (broken) return setRule(broken.detail);
    topUp.mutate({ params: { id: listing.id }, body: { amountMicros: amount } });
  };
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      {frozen ? <FrozenBalance to={paths.hostBudget()} /> : null}
      <Field
        label="Amount"
        hint={queue && `${topUpText(queue)} The platform fee is 0%.`}
        error={missing ? `${formatUsd(missing)} more than your balance` : rule}
      >
        <MoneyInput
          required
          placeholder="100.00"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setRule(undefined);
          }}
        />
      </Field>
      <Facts>
        <Fact name="Your balance">{balance === undefined ? '-' : formatUsd(balance)}</Fact>
        <Fact name="Free budget now">{formatUsd(listing.budget.freeMicros)}</Fact>
        <Fact name="Clears the queue">
          {queue && queue.clearsMicros > 0n && formatUsd(queue.clearsMicros)}
        </Fact>
        <Fact name="Takes new clips again">{queue && formatUsd(queue.resumesMicros)}</Fact>
        <Fact name="Free budget after">
          {!queue && formatUsd(micros(listing.budget.freeMicros + amount))}
        </Fact>
      </Facts>
      <div className="flex flex-wrap justify-end gap-2">
        {missing && !frozen ? (
          <Button variant="ink" onClick={() => onAddFunds(missing)}>
            Add Funds
          </Button>
        ) : null}
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          blocked={frozen || missing !== null}
          busy={topUp.isPending && 'Adding...'}
        >
          Top up
        </Button>
      </div>
    </form>
  );
}
