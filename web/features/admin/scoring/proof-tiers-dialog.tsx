import { useState } from 'react';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { AUDIT_STAKE } from '#contract/limits.ts';
import { formatDecimal, formatUsd, parseUsd } from '#contract/money.ts';
import type { ProofTier } from '#contract/scoring/proof-tiers.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { AskDialog } from '../ask-dialog.tsx';

type Part = 'provenClips' | 'limit' | 'auditPercent';

/** A row's texts. An empty limit means no limit. */
type Typed = Record<Part, string> & { key: number };

const typedOf = ({ provenClips, limitMicros, auditPercent }: ProofTier, key: number): Typed => ({
  key,
  provenClips: String(provenClips),
  limit: limitMicros === null ? '' : formatDecimal(limitMicros),
  auditPercent: String(auditPercent),
});

const isWhole = (typed: string): boolean => /^\d{1,4}$/.test(typed.trim());

const inputs: Record<Part, { label: string; error: string; isRead: (typed: string) => boolean }> = {
  provenClips: { label: 'Proven clips', error: 'Enter a whole number.', isRead: isWhole },
  limit: {
    label: 'Limit in dollars',
    error: 'Enter an amount such as 25.00, or nothing.',
    isRead: (typed) => typed.trim() === '' || parseUsd(typed) !== null,
  },
  auditPercent: { label: 'Audits in %', error: 'Enter a whole number.', isRead: isWhole },
};
const parts = Object.keys(inputs) as Part[];

/** Returns the typed limits, or null if one of the numbers can't be read. */
export function tiersOf(typed: readonly Typed[]): ProofTier[] | null {
  if (!typed.every((row) => parts.every((part) => inputs[part].isRead(row[part])))) return null;
  return typed.map(({ provenClips, limit, auditPercent }) => ({
    provenClips: Number(provenClips),
    limitMicros: limit.trim() === '' ? null : parseUsd(limit),
    auditPercent: Number(auditPercent),
  }));
}

/** Changes the limits of payments for views without proof. */
export function ProofTiersDialog({ tiers, onClose }: { tiers: ProofTier[]; onClose: () => void }) {
  const [typed, setTyped] = useState(() => tiers.map(typedOf));
  const [tried, setTried] = useState(false);
  const save = useAction(adminRoutes.changeProofTiers, {
    success: () => {
      toast.success('Limits saved');
      onClose();
    },
  });
  const add = () => {
    const key = Math.max(...typed.map((row) => row.key)) + 1;
    setTyped([...typed, { key, provenClips: '', limit: '', auditPercent: '' }]);
    setTried(false);
  };
  return (
    <AskDialog
      title="Change limits"
      description={`They apply from the next payout on. Leave a limit empty for none. Audits: the probability that ${formatUsd(AUDIT_STAKE)} for unproven views cause one.`}
      label="Note"
      missing="Enter why they are changed: it is recorded in the audit log."
      hint={null}
      confirmText="Save limits"
      busy={save.isPending && 'Saving...'}
      onConfirm={(note) => {
        const next = tiersOf(typed);
        if (next) save.mutate({ body: { tiers: next, note } });
        else {
          setTried(true);
          // A marked number may be out of view.
          toast.error('Limits not saved', 'Correct the marked numbers.', { id: 'proof-tiers' });
        }
      }}
      onClose={onClose}
    >
      {typed.map((row, at) => (
        <Row
          key={row.key}
          row={row}
          showsErrors={tried}
          onChange={(next) => setTyped(typed.map((one) => (one.key === row.key ? next : one)))}
          onRemove={at === 0 ? undefined : () => setTyped(typed.filter(({ key }) => key !== row.key))}
        />
      ))}
      <Button className="self-start" size="sm" onClick={add}>
        Add a row
      </Button>
    </AskDialog>
  );
}

interface RowProps {
  row: Typed;
  showsErrors: boolean;
  onChange: (row: Typed) => void;
  onRemove: (() => void) | undefined;
}

function Row({ row, showsErrors, onChange, onRemove }: RowProps) {
  return (
    <fieldset className="grid grid-cols-[1fr_1fr_1fr_5rem] items-start gap-3 max-sm:grid-cols-2">
      <legend className="sr-only">From {row.provenClips || 'a number of'} proven clips</legend>
      {parts.map((part) => {
        const { label, error, isRead } = inputs[part];
        return (
          <Field key={part} label={label} error={showsErrors && !isRead(row[part]) ? error : undefined}>
            <TextInput
              inputMode="decimal"
              value={row[part]}
              onChange={(event) => onChange({ ...row, [part]: event.target.value })}
            />
          </Field>
        );
      })}
      {onRemove ? (
        <Button size="sm" className="mt-7.5" onClick={onRemove}>
          Remove
        </Button>
      ) : null}
    </fieldset>
  );
}
