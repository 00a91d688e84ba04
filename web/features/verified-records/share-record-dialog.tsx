import { useState } from 'react';
import { recordDays, verifiedRecordRoutes } from '#contract/verified-records.ts';
import { useAction } from '#web/api/action.ts';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';

/** Asks whether the record includes earnings, and for how long it is shared. */
export function ShareRecordDialog({ onClose }: { onClose: () => void }) {
  const [days, setDays] = useState<(typeof recordDays)[number]>(90);
  const [sharesEarnings, setSharesEarnings] = useState(false);
  const share = useAction(verifiedRecordRoutes.shareRecord, {
    success: () => {
      toast.success('Record shared', 'Copy its link or badge and share it with anyone.');
      onClose();
    },
  });
  return (
    <FormDialog
      title="Share record"
      description="It shows your username, approved and decided clips, and verified views. Anyone who has the link or badge can see it and pass it on."
      submitText="Share record"
      busy={share.isPending && 'Sharing...'}
      onSubmit={() => share.mutate({ body: { days, sharesEarnings } })}
      onClose={onClose}
    >
      <Field label="Ends after">
        <Select
          value={days}
          options={recordDays.map((one) => ({ value: String(one), label: `${one} days` }))}
          onChange={(event) => setDays(recordDays.find((one) => String(one) === event.target.value) ?? 90)}
        />
      </Field>
      <Checkbox
        label="Share my earnings too"
        hint="Hidden while your public profile hides them."
        checked={sharesEarnings}
        onChange={(event) => setSharesEarnings(event.target.checked)}
      />
    </FormDialog>
  );
}
