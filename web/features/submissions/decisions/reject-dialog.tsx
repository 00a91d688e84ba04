import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { submissionErrors } from '#contract/errors/submissions.ts';
import { NOTE_MAX } from '#contract/limits.ts';
import { micros } from '#contract/money.ts';
import {
  type RejectReason,
  rejectReasonOptions,
  rejectReasons,
} from '#contract/submissions/reject-reasons.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Field, FieldError } from '#web/ui/forms/field.tsx';
import { CardGroup, ChoiceCard } from '#web/ui/forms/radio-cards.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { useDraft } from '#web/ui/forms/use-draft.ts';
import { Kbd } from '#web/ui/pages/kbd.tsx';
import { type Choosable, rejectOutcome } from './choice-labels.ts';

export interface RejectDialogProps {
  /** The clips to reject. The dialog is open if there are any. */
  clips: readonly Choosable[];
  /** The reason whose key opened the dialog; null if a button opened it. */
  reason?: RejectReason | null;
  onClose: () => void;
  onReject: (reason: RejectReason, note: string | null) => void;
}

/** Asks why clips are rejected. Their clippers read the reason and the note. */
export function RejectDialog({ clips, reason = null, onClose, onReject }: RejectDialogProps) {
  const [first] = clips;
  const worthMicros = micros(clips.reduce((sum, clip) => sum + clip.worthMicros, 0n));
  const whose = clips.length > 1 ? `${clips.length} clips` : `the clip of @${first?.clipperUsername}`;
  return (
    <Dialog
      wide
      open={first !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={first ? `Reject ${whose}` : 'Reject'}
      description={
        first ? `${rejectOutcome({ worthMicros })} The clipper sees your reason and can appeal.` : undefined
      }
    >
      {first ? (
        <RejectForm
          key={first.id}
          clipId={first.id}
          preset={reason}
          onCancel={onClose}
          onReject={(chosen, note) => {
            onReject(chosen, note);
            onClose();
          }}
        />
      ) : null}
    </Dialog>
  );
}

function RejectForm({
  clipId,
  preset,
  onCancel,
  onReject,
}: {
  clipId: string;
  preset: RejectReason | null;
  onCancel: () => void;
  onReject: (reason: RejectReason, note: string | null) => void;
}) {
  const [reason, setReason] = useState<RejectReason | null>(preset);
  const form = useRef<HTMLFormElement>(null);
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
  // The chosen radio button gets the focus, so that Enter submits the form.
  const byDigit = (event: KeyboardEvent) => {
    const option = rejectReasonOptions[Number(event.key) - 1];
    if (!option || event.target instanceof HTMLTextAreaElement) return;
    setReason(option.value);
    form.current?.querySelector<HTMLInputElement>(`input[value="${option.value}"]`)?.focus();
  };
  return (
    <form ref={form} noValidate className="flex flex-col gap-4" onSubmit={submit} onKeyDown={byDigit}>
      <div className="flex flex-col gap-2">
        <CardGroup label="Reason" className="gap-2! sm:grid-cols-2">
          {rejectReasonOptions.map(({ value, label }, at) => (
            <ChoiceCard
              key={value}
              name="reason"
              value={value}
              title={
                <>
                  {label}
                  <span aria-hidden="true" className="max-md:hidden">
                    <Kbd>{String(at + 1)}</Kbd>
                  </span>
                </>
              }
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
