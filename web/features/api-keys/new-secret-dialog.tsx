import { type FormEvent, useId, useState } from 'react';
import { type ApiKeyRow, apiKeyRoutes } from '#contract/api-keys/api-keys.ts';
import { useAction } from '#web/api/action.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { ExpiryField, USUAL_DAYS } from './expiry-field.tsx';

const overlaps = [
  { value: '0', label: 'Not at all' },
  { value: '1', label: 'For one hour' },
  { value: '24', label: 'For one day' },
  { value: '168', label: 'For 7 days' },
];

interface NewSecretDialogProps {
  row: ApiKeyRow;
  onMade: (secret: string) => void;
  onClose: () => void;
}

/** Gives a key a new secret; the person chooses how long the old one keeps working. */
export function NewSecretDialog({ row, onMade, onClose }: NewSecretDialogProps) {
  const form = useId();
  const [hours, setHours] = useState('24');
  const [days, setDays] = useState(USUAL_DAYS);
  const rotate = useAction(apiKeyRoutes.rotateApiKey, {
    success: ({ secret }) => onMade(secret),
    error: (error) => toast.error(error.title, error.message, { id: 'api-keys' }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (rotate.isPending) return;
    const body = { overlapHours: Number(hours), expiresInDays: Number(days) };
    rotate.mutate({ params: { id: row.id }, body });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`New secret for ${row.name}`}
      description="The key keeps its name and what it may do."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={rotate.isPending && 'Making...'}>
            Make new secret
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="The old secret works on"
          hint="Choose “Not at all” if someone else may have it. Any older secret stops working now."
        >
          <Select value={hours} options={overlaps} onChange={(event) => setHours(event.target.value)} />
        </Field>
        <ExpiryField days={days} onChoose={setDays} />
      </form>
    </Dialog>
  );
}
