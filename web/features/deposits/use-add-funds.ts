import { useState } from 'react';
import { formatUsd, type Micros } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import type { ApiError } from '#web/api/client.ts';
import { toast } from '#web/ui/toasts/toast.tsx';
import type { BankAsk } from './bank-instructions.tsx';
import type { Way } from './way-choice.tsx';

/**
 * Adds funds with the chosen payment method. For a card it opens the processor's page. A retry after a lost
 * reply opens the page of the same deposit, so that no second deposit is made.
 */
export function useAddFunds({
  onRule,
  onDone,
}: {
  onRule: (rule: string | undefined) => void;
  onDone: () => void;
}) {
  const [bank, setBank] = useState<BankAsk | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const error = (found: ApiError) => {
    onRule(found.problem.fields?.[0]?.message);
    if (!found.problem.fields) setFailure(found);
    else toast.error(found.title, found.message, { id: 'form' });
  };
  const test = useAction(routes.depositByTestCard, {
    success: ({ balanceMicros }, { body }) => {
      toast.success(
        'Funds added',
        `${formatUsd(body.amountMicros)} by test card. Your balance is ${formatUsd(balanceMicros)}.`,
      );
      onDone();
    },
    error,
  });
  const open = useAction(routes.openDepositPage, { success: ({ url }) => location.assign(url), error });
  const card = useAction(routes.depositByCard, {
    success: ({ id }) => open.mutate({ params: { id } }),
    error,
  });
  const transfer = useAction(routes.depositByBank, {
    success: (reply, { body }) => setBank({ ...reply, amountMicros: body.amountMicros }),
    error,
  });
  // The form stays busy until the browser has opened the payment page.
  const leaving = card.isPending || open.isPending || open.isSuccess;
  return {
    bank,
    failure,
    busy: test.isPending
      ? 'Adding...'
      : leaving
        ? 'Opening the payment page...'
        : transfer.isPending && 'Getting a reference...',
    add(way: Way, amountMicros: Micros) {
      setFailure(null);
      const input = { body: { amountMicros } };
      const begun = card.data && card.variables?.body.amountMicros === amountMicros ? card.data.id : null;
      if (way === 'test') test.mutate(input);
      else if (way === 'bank') transfer.mutate(input);
      else if (begun && failure) open.mutate({ params: { id: begun } });
      else card.mutate(input);
    },
  } as const;
}
