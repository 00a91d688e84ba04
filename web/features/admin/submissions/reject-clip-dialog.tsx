import { useState } from 'react';
import { submissionErrors } from '#contract/errors/submissions.ts';
import { routes } from '#contract/routes.ts';
import { type RejectReason, rejectReasonOptions } from '#contract/submissions/reject-reasons.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { ActDialog } from '../act-dialog.tsx';

interface ClipDialogProps {
  clipId: string;
  /** The chosen consequence, such as "Release $4.68 to @x". */
  title: string;
  onClose: () => void;
}

/** Rejects an escalated clip instead of its host. The clipper reads the reason and the note. */
export function RejectClipDialog({ clipId, title, onClose }: ClipDialogProps) {
  const [reason, setReason] = useState<RejectReason | null>(null);
  const [missing, setMissing] = useState(false);
  return (
    <ActDialog
      route={routes.rejectEscalated}
      title={title}
      description="It earns nothing. The clipper reads your reason and note; the host is notified that you decided."
      label="Note"
      missing="Enter the reason for your decision."
      hint={null}
      confirmText="Reject clip"
      danger
      input={(note) => {
        setMissing(reason === null);
        return reason ? { params: { id: clipId }, body: { reason, note } } : undefined;
      }}
      done={() => ['Clip rejected']}
      onClose={onClose}
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
    </ActDialog>
  );
}

/** Approves an escalated clip instead of its host. Its verified views earn from then on. */
export const ApproveClipDialog = ({ clipId, title, onClose }: ClipDialogProps) => (
  <ActDialog
    route={routes.approveEscalated}
    title={title}
    description="Its verified views then earn. The host is notified that you decided."
    label="Note"
    missing="Enter the reason for your decision."
    confirmText="Approve clip"
    input={(note) => ({ params: { id: clipId }, body: { note } })}
    done={() => ['Clip approved']}
    onClose={onClose}
  />
);
