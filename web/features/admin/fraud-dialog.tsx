import { useState } from 'react';
import { deskRoutes } from '#contract/desk-routes.ts';
import { NOTE_MAX } from '#contract/limits.ts';
import { formatUsd } from '#contract/money.ts';
import { useAction } from '#web/api/action.ts';
import { formatCount } from '#web/ui/count.ts';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { toast } from '#web/ui/toast.tsx';
import { AskDialog } from './ask-dialog.tsx';

export interface FraudDialogProps {
  clipId: string;
  /** Counted views. */
  views: number;
  onBack: () => void;
  onDone: () => void;
}

const whole = (typed: string): number | null =>
  /^\d{1,12}$/.test(typed.replaceAll(',', '').trim()) ? Number(typed.replaceAll(',', '')) : null;

/** Views of an approved clip that were bought, also such as were released or paid out: all of them, or a range. */
export function FraudDialog({ clipId, views, onBack, onDone }: FraudDialogProps) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [error, setError] = useState<string>();
  const uphold = useAction(deskRoutes.upholdFraud, {
    success: ({ takenBackMicros, owedMicros }) => {
      const debt = owedMicros > 0n ? ` ${formatUsd(owedMicros)} is owed.` : '';
      toast.success('Views taken back', `${formatUsd(takenBackMicros)} went back to the listing.${debt}`);
      onDone();
    },
    error: (failure) => toast.error(failure.title, failure.message),
  });
  const confirm = (note: string) => {
    const isAll = !from.trim() && !to.trim();
    const range = { from: whole(from || '0'), to: whole(to) };
    if (!isAll && (range.from === null || range.to === null || range.to <= range.from)) {
      setError('Enter a whole number after the first view, or leave both empty for all views.');
      return;
    }
    const body = { fromViews: range.from ?? 0, toViews: isAll ? null : range.to, note };
    uphold.mutate({ params: { id: clipId }, body });
  };
  return (
    <AskDialog
      title="Take views back"
      description={`For views that were bought. They are never paid; what was paid for them goes back to the listing, and what was paid out is owed by the clipper. ${formatCount(views)} views are counted.`}
      label="Note"
      missing="Enter what the decision rests on."
      hint="The clipper reads it and may appeal; it stands in the audit log."
      maxLength={NOTE_MAX}
      confirmText="Take views back"
      danger
      busy={uphold.isPending && 'Saving...'}
      onConfirm={confirm}
      onClose={onBack}
    >
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <Field label="After view" hint="Empty: from the first">
          <TextInput inputMode="numeric" value={from} onChange={(event) => setFrom(event.target.value)} />
        </Field>
        <Field label="Up to view" hint="Both empty: all, and counting stops" error={error}>
          <TextInput
            inputMode="numeric"
            value={to}
            onChange={(event) => {
              setTo(event.target.value);
              setError(undefined);
            }}
          />
        </Field>
      </div>
    </AskDialog>
  );
}
