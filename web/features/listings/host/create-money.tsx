import { BUDGET_MAX, BUDGET_MIN, RATE_MAX_CENTS, RATE_MIN_CENTS } from '#contract/limits.ts';
import { formatRate, formatUsd, type Micros } from '#contract/money.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { MoneyInput } from '#web/ui/forms/money-input.tsx';
import type { FormParts } from './form-parts.ts';
import { missingFor } from './missing-funds.ts';

/** Fields for the rate per 1,000 views and the total budget. */
export function CreateMoney({ form, draft, errorOf, balance }: FormParts & { balance: Micros | undefined }) {
  const missing = missingFor(draft.budgetMicros, balance);
  return (
    <div className="flex flex-col gap-3.5">
      <h2 className="font-bold text-md leading-[1.3]">Money</h2>
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <RateField form={form} draft={draft} errorOf={errorOf} />
        <Field
          label="Total budget"
          hint={`${formatUsd(BUDGET_MIN)} to ${formatUsd(BUDGET_MAX)}`}
          error={missing ? `${formatUsd(missing)} more than your balance` : errorOf('budgetMicros')}
        >
          <MoneyInput required placeholder="300.00" {...form.register('budgetMicros')} />
        </Field>
      </div>
    </div>
  );
}

export function RateField({ form, errorOf }: FormParts) {
  return (
    <Field
      label="Payout per 1,000 views"
      hint={`${formatRate(RATE_MIN_CENTS)} to ${formatRate(RATE_MAX_CENTS)}`}
      error={errorOf('rateCentsPerMille')}
    >
      <MoneyInput required suffix="per 1,000" placeholder="2.00" {...form.register('rateCentsPerMille')} />
    </Field>
  );
}
