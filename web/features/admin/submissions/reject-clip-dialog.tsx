import { useState } from 'react';
import { submissionErrors } from '#contract/errors/submissions.ts';
import { routes } from '#contract/routes.ts';
import { type RejectReason, rejectReasonOptions } from '#contract/submissions/reject-reasons.ts';
import { useAction } from '#web/api/action.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { AskDialog } from '../ask-dialog.tsx';

export interface ClipDialogProps {
  clipId: string;
  onBack: () => void;
  onDone: () => void;
}

/** Rejects an escalated clip instead of its host. The clipper reads the reason and the note. */
export function RejectClipDialog({ clipId, onBack, onDone }: ClipDialogProps) {
  const [reason, setReason] = useState<RejectReason | null>(null);
  const [missing, setMissing] = useState(false);
  const reject = useAction(routes.rejectEscalated, {
    success: () => {
      toast.success('Clip rejected');
      onDone();
    },
  });
  return (
    <AskDialog
      title="Reject the clip"
      description="It earns nothing. The clipper reads your reason and note; the host is told that you decided."
      label="Note"
      missing="Enter what the decision rests on."
      hint={null}
      confirmText="Reject clip"
      danger
      busy={reject.isPending && 'Saving...'}
      onConfirm={(note) => {
        if (reason) reject.mutate({ params: { id: clipId }, body: { reason, note } });
        else setMissing(true);
      }}
      onClose={onBack}
    >
      <Field
        label="Reason"
        error={missing && reason === null ? submissionErrors.reason_required.detail : undefined}
      >
        <Select
          options={rejectReasonOptions}
          placeholder="Choose a reason"
          value={reason ?? ''}
          onChange={(event) => setReason((event.target.value || null) as RejectReason | null)}
        />
      </Field>
    </AskDialog>
  );
}

/** Approves an escalated clip instead of its host. Its verified views earn from then on. */
export function ApproveClipDialog({ clipId, onBack, onDone }: ClipDialogProps) {
  const approve = useAction(routes.approveEscalated, {
    success: () => {
      toast.success('Clip approved');
      onDone();
    },
  });
  return (
    <AskDialog
      title="Approve the clip"
      description="Its verified views then earn. The host is told that you decided."
      label="Note"
      missing="Enter what the decision rests on."
      confirmText="Approve clip"
      busy={approve.isPending && 'Saving...'}
      onConfirm={(note) => approve.mutate({ params: { id: clipId }, body: { note } })}
      onClose={onBack}
    />
  );
}
