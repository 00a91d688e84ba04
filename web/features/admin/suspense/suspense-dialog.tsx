import { useState } from 'react';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { formatUsd } from '#contract/money.ts';
import { type SuspenseItem, type SuspenseRail, suspenseRail } from '#contract/suspense.ts';
import { useAction } from '#web/api/action.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { refusedOrNoted } from '../agreements.tsx';
import { AskDialog } from '../ask-dialog.tsx';
import { railLabels, wayLabels } from './suspense-labels.ts';

type Way = keyof typeof wayLabels;

/** Asks where an amount should be sent, and why. Each amount is resolved only once. */
export function SuspenseDialog({ item, onClose }: { item: SuspenseItem; onClose: () => void }) {
  const ways = item.ways.filter((one): one is Way => one !== 'resend');
  const [way, setWay] = useState<Way>(ways[0] ?? 'write_off');
  const [rail, setRail] = useState<SuspenseRail>(item.rail ?? 'bank');
  const [named, setNamed] = useState('');
  const [error, setError] = useState<string>();
  const { busy, sendBack, refund, credit, writeOff } = useWays(item, way, onClose);
  const params = { id: item.id };
  const asked = asks[way];
  const confirm = (reason: string) => {
    const text = named.trim();
    if (asked && text === '') setError(asked.missing);
    else if (way === 'send_back') sendBack.mutate({ params, body: { rail, reference: text, reason } });
    else if (way === 'credit') credit.mutate({ params, body: { username: text, reason } });
    else if (way === 'card') refund.mutate({ params, body: { reason } });
    else writeOff.mutate({ params, body: { reason } });
  };
  return (
    <AskDialog
      title={`Resolve ${formatUsd(item.amountMicros)}`}
      description={abouts[way]}
      missing="Enter why it goes there."
      confirmText="Resolve"
      danger={way === 'write_off'}
      busy={busy && 'Saving...'}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Field label="What to do">
        <Select
          value={way}
          options={ways.map((value) => ({ value, label: wayLabels[value] }))}
          onChange={(event) => {
            setWay(ways.find((one) => one === event.target.value) ?? way);
            setError(undefined);
          }}
        />
      </Field>
      {way === 'send_back' ? (
        <Field label="Sent by">
          <Select
            value={rail}
            options={suspenseRail.options
              .filter((value) => value !== 'test' || item.rail === 'test')
              .map((value) => ({ value, label: railLabels[value] }))}
            onChange={(event) =>
              setRail(suspenseRail.options.find((one) => one === event.target.value) ?? rail)
            }
          />
        </Field>
      ) : null}
      {asked ? (
        <Field label={asked.label} hint={asked.hint} error={error}>
          <TextInput
            maxLength={100}
            value={named}
            onChange={(event) => {
              setNamed(event.target.value);
              setError(undefined);
            }}
          />
        </Field>
      ) : null}
    </AskDialog>
  );
}

function useWays({ amountMicros }: SuspenseItem, way: Way, onClose: () => void) {
  const on = {
    success: () => {
      toast.success('Resolved', `${formatUsd(amountMicros)}: ${wayLabels[way].toLowerCase()}.`);
      onClose();
    },
    error: refusedOrNoted(onClose),
  };
  const sendBack = useAction(adminRoutes.sendBackSuspense, on);
  const refund = useAction(adminRoutes.refundSuspense, on);
  const credit = useAction(adminRoutes.creditSuspense, on);
  const writeOff = useAction(adminRoutes.writeOffSuspense, on);
  const busy = [sendBack, refund, credit, writeOff].some(({ isPending }) => isPending);
  return { busy, sendBack, refund, credit, writeOff };
}

const abouts: Record<Way, string> = {
  card: 'The processor sends it back to the card. If that fails, it is listed here again.',
  send_back: 'You have sent it back yourself. The reference says where to find the payment.',
  credit: 'It becomes a deposit of an open host account, to be spent or refunded.',
  write_off: 'Nobody is expected to claim it. It reduces the platform’s losses.',
};

const asks: Partial<Record<Way, { label: string; hint: string; missing: string }>> = {
  send_back: {
    label: 'Reference',
    hint: 'The payment’s own number.',
    missing: 'Enter the reference of the payment.',
  },
  credit: { label: 'Host', hint: 'The username.', missing: 'Enter the host’s username.' },
};
