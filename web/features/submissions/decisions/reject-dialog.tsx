import { type FormEvent, useState } from 'react';
import { submissionErrors } from '#contract/errors/submissions.ts';
import { NOTE_MAX } from '#contract/limits.ts';
import { type RejectReason, rejectReasonOptions, rejectReasons } from '#contract/reject-reasons.ts';
import type { HostSubmissionRow } from '#contract/submissions.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, FieldError } from '#web/ui/field.tsx';
import { CardGroup, ChoiceCard } from '#web/ui/radio-cards.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { useDraft } from '#web/ui/use-draft.ts';
import { rejectOutcome } from './choice-labels.ts';

export interface RejectDialogProps {
  /** Open while there is one. */
  clip: HostSubmissionRow | null;
  onClose: () => void;
  onReject: (clip: HostSubmissionRow, reason: RejectReason, note: string | null) => void;
}

/** Why a clip is rejected: the clipper is told the reason and the note. */
export function RejectDialog({ clip, onClose, onReject }: RejectDialogProps) {
  return (
    <Dialog
      wide
      open={clip !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={clip ? `Reject the clip of @${clip.clipperUsername}` : 'Reject'}
      description={clip ? `${rejectOutcome(clip)} The clipper reads your reason and may appeal.` : undefined}
    >
      {clip ? (
        <RejectForm
          key={clip.id}
          clipId={clip.id}
          onCancel={onClose}
          onReject={(reason, note) => {
            onReject(clip, reason, note);
            onClose();
          }}
        />
      ) : null}
    </Dialog>
  );
}

function RejectForm({
  clipId,
  onCancel,
  onReject,
}: {
  clipId: string;
  onCancel: () => void;
  onReject: (reason: RejectReason, note: string | null) => void;
}) {
  const [reason, setReason] = useState<RejectReason | null>(null);
  const [note, setNote] = useDraft(`reject-note:${clipId}`);
  const [pressed, setPressed] = useState(false);
  const needsNote = reason !== null && rejectReasons[reason].needsNote;
  const lacksNote = needsNote && note.trim() === '';
  const noReason = pressed && reason === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (reason === null || lacksNote) return;
    setNote('');
    onReject(reason, note.trim() || null);
  };
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <div className="flex flex-col gap-2">
        <CardGroup label="Reason" className="gap-2! sm:grid-cols-2">
          {rejectReasonOptions.map(({ value, label }) => (
            <ChoiceCard
              key={value}
              name="reason"
              value={value}
              title={label}
              checked={reason === value}
              onChange={() => setReason(value)}
            />
          ))}
        </CardGroup>
        {noReason ? <FieldError>{submissionErrors.reason_required.detail}</FieldError> : null}
      </div>
      <Field
        label={needsNote ? 'Note' : 'Note (optional)'}
        aside={`${note.length} / ${NOTE_MAX}`}
        error={pressed && lacksNote ? submissionErrors.note_required.detail : undefined}
      >
        <Textarea
          rows={3}
          maxLength={NOTE_MAX}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="danger">
          Reject clip
        </Button>
      </div>
    </form>
  );
}
