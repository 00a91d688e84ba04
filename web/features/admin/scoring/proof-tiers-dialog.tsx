import { useState } from 'react';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { formatDecimal, parseUsd } from '#contract/money.ts';
import type { ProofTier } from '#contract/scoring/proof-tiers.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { AskDialog } from '../ask-dialog.tsx';

interface Typed {
  key: number;
  provenClips: string;
  /** Empty for no limit. */
  limit: string;
  auditPercent: string;
}

const typedOf = ({ provenClips, limitMicros, auditPercent }: ProofTier, key: number): Typed => ({
  key,
  provenClips: String(provenClips),
  limit: limitMicros === null ? '' : formatDecimal(limitMicros),
  auditPercent: String(auditPercent),
});

const wholeOf = (typed: string): number | null => (/^\d{1,4}$/.test(typed.trim()) ? Number(typed) : null);

/** Returns the typed limits, or null if one of the numbers can't be read. */
export function tiersOf(typed: readonly Typed[]): ProofTier[] | null {
  const read = typed.map(({ provenClips, limit, auditPercent }) => {
    const limitMicros = limit.trim() === '' ? null : parseUsd(limit);
    const [clips, percent] = [wholeOf(provenClips), wholeOf(auditPercent)];
    const isWrong = clips === null || percent === null || (limitMicros === null && limit.trim() !== '');
    return isWrong ? null : { provenClips: clips, limitMicros, auditPercent: percent };
  });
  return read.every((tier) => tier !== null) ? read : null;
}

/** Changes the limits of payments for views without proof. */
export function ProofTiersDialog({ tiers, onClose }: { tiers: ProofTier[]; onClose: () => void }) {
  const [typed, setTyped] = useState(() => tiers.map(typedOf));
  const [error, setError] = useState<string>();
  const save = useAction(adminRoutes.changeProofTiers, {
    success: () => {
      toast.success('Limits saved');
      onClose();
    },
  });
  const change = (next: Typed[]) => {
    setTyped(next);
    setError(undefined);
  };
  return (
    <AskDialog
      title="Change limits"
      description="They apply from the next payout on. Leave a limit empty for none."
      label="Note"
      missing="Enter why they are changed: it is recorded in the audit log."
      hint={null}
      confirmText="Save limits"
      busy={save.isPending && 'Saving...'}
      onConfirm={(note) => {
        const next = tiersOf(typed);
        if (next) save.mutate({ body: { tiers: next, note } });
        else setError('Enter whole numbers of clips and percent, and amounts such as 25.00.');
      }}
      onClose={onClose}
    >
      {typed.map((row, at) => (
        <Row
          key={row.key}
          row={row}
          error={at === 0 ? error : undefined}
          onChange={(next) => change(typed.map((one) => (one.key === row.key ? next : one)))}
          onRemove={at === 0 ? undefined : () => change(typed.filter(({ key }) => key !== row.key))}
        />
      ))}
      <Button
        onClick={() =>
          change([
            ...typed,
            {
              key: Math.max(...typed.map(({ key }) => key)) + 1,
              provenClips: '',
              limit: '',
              auditPercent: '',
            },
          ])
        }
      >
        Add a row
      </Button>
    </AskDialog>
  );
}

interface RowProps {
  row: Typed;
  error: string | undefined;
  onChange: (row: Typed) => void;
  onRemove: (() => void) | undefined;
}

function Row({ row, error, onChange, onRemove }: RowProps) {
  const input = (part: 'provenClips' | 'limit' | 'auditPercent', label: string, shown?: string) => (
    <Field label={label} error={shown}>
      <TextInput
        inputMode="decimal"
        value={row[part]}
        onChange={(event) => onChange({ ...row, [part]: event.target.value })}
      />
    </Field>
  );
  return (
    <fieldset className="grid grid-cols-[1fr_1fr_1fr_auto] items-end gap-3 max-sm:grid-cols-2">
      <legend className="sr-only">From {row.provenClips || 'a number of'} proven clips</legend>
      {input('provenClips', 'Proven clips', error)}
      {input('limit', 'Limit in dollars')}
      {input('auditPercent', 'Audits in %')}
      {onRemove ? (
        <Button size="sm" onClick={onRemove}>
          Remove
        </Button>
      ) : null}
    </fieldset>
  );
}
