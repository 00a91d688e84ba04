import type { HostDeposit } from '#contract/deposits/deposits.ts';
import { formatUsd } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Note, type NoteTone } from '#web/ui/pages/note.tsx';
import { ContinuePayment } from './deposit-actions.tsx';

/** Milliseconds between two reads until the payment is confirmed. */
const ASK_MS = 1_500;

/**
 * Shows the result of a payment when the host returns from the payment page. The result is read from the
 * server, because the address could be forged.
 */
export function DepositReturn({ id, left, onClose }: { id: string; left: boolean; onClose: () => void }) {
  const { data, isError } = useRead(
    routes.hostDeposit,
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data && !isAwaited(state.data) ? false : ASK_MS) },
  );
  if (isError || !data) return null;
  const { tone, title, text } = textsOf(data, left);
  return (
    <Note
      tone={tone}
      alert
      title={title}
      action={
        <span className="inline-flex flex-wrap gap-2">
          {left && data.payable ? <ContinuePayment deposit={data} /> : null}
          <Button size="sm" onClick={onClose}>
            Dismiss
          </Button>
        </span>
      }
    >
      {text}
    </Note>
  );
}

const isAwaited = (deposit: HostDeposit): boolean => deposit.state === 'created' && !deposit.pending;

function textsOf(deposit: HostDeposit, left: boolean): { tone: NoteTone; title: string; text: string } {
  const usd = formatUsd(deposit.amountMicros);
  if (deposit.state === 'failed') {
    const text = deposit.failure ?? 'Nothing was charged.';
    return { tone: 'error', title: 'The payment did not go through.', text };
  }
  if (deposit.state !== 'created') {
    return {
      tone: 'ok',
      title: 'Funds added.',
      text: `${usd} is on your balance. The receipt is in your mail.`,
    };
  }
  if (deposit.pending) {
    const text = `Your bank decides about ${usd} within a few days. We will notify you of the result.`;
    return { tone: 'info', title: 'Payment on its way.', text };
  }
  if (left) {
    return {
      tone: 'warning',
      title: 'Not paid yet.',
      text: `You left the page before ${usd} was paid. Nothing was charged.`,
    };
  }
  return {
    tone: 'info',
    title: 'Waiting for the payment.',
    text: `${usd} is added as soon as the processor confirms it.`,
  };
}
