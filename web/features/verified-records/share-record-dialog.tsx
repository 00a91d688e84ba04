import { type FormEvent, useId, useState } from 'react';
import { recordDays, verifiedRecordRoutes } from '#contract/verified-records.ts';
import { useAction } from '#web/api/action.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';

/** Asks whether the record includes earnings, and for how long it is shared. */
export function ShareRecordDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [days, setDays] = useState<(typeof recordDays)[number]>(90);
  const [sharesEarnings, setSharesEarnings] = useState(false);
  const share = useAction(verifiedRecordRoutes.shareRecord, {
    success: () => {
      toast.success('Record shared', 'Copy its link or badge and give it to whom you like.');
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!share.isPending) share.mutate({ body: { days, sharesEarnings } });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Share record"
      description="It shows your username, approved and decided clips, and verified views. Whoever has the link or badge can see it and pass it on."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={share.isPending && 'Sharing...'}>
            Share record
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-3.5">
        <Field label="Ends after">
          <Select
            value={days}
            options={recordDays.map((one) => ({ value: String(one), label: `${one} days` }))}
            onChange={(event) => setDays(recordDays.find((one) => String(one) === event.target.value) ?? 90)}
          />
        </Field>
        <Checkbox
          label="Share my earnings too"
          hint="Left out all the same while your public profile hides them."
          checked={sharesEarnings}
          onChange={(event) => setSharesEarnings(event.target.checked)}
        />
      </form>
    </Dialog>
  );
}
