import { type FormEvent, useId, useState } from 'react';
import { fullMoment } from '#contract/dates.ts';
import { routes } from '#contract/routes.ts';
import { SUPPORT_MESSAGE_MAX, type SupportMessage, supportCategoryNames } from '#contract/support/support.ts';
import { useAction } from '#web/api/action.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { useDraft } from '#web/ui/forms/use-draft.ts';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { useReopen } from './use-reopen.ts';

interface Props {
  message: SupportMessage;
  onClose: () => void;
}

/**
 * Shows a message with its answers. A new answer is sent by mail, and an unfinished one is kept as a draft.
 */
export function SupportDialog({ message, onClose }: Props) {
  const id = useId();
  const { text, setText, error, submit, sending } = useAnswer({ message, onClose });
  const open = message.state !== 'closed';
  return (
    <Dialog
      open
      wide
      onOpenChange={(next) => !next && onClose()}
      title={`${supportCategoryNames[message.category]}: ${message.name}`}
      description={`${message.email}, ${fullMoment(message.sentAt)}`}
      actions={
        <>
          <MoveButton message={message} onMoved={onClose} />
          {open ? (
            <Button type="submit" form={id} variant="primary" busy={sending && 'Sending...'}>
              Send answer
            </Button>
          ) : null}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="whitespace-pre-wrap wrap-anywhere" dir="auto">
          {message.message}
        </p>
        {message.answers.map((answer) => (
          <blockquote key={answer.sentAt.toISOString()} className="border-line border-l-3 pl-3.5">
            <p className="label">
              @{answer.by}, <MomentText at={answer.sentAt} full />
            </p>
            <p className="mt-1 whitespace-pre-wrap wrap-anywhere" dir="auto">
              {answer.text}
            </p>
          </blockquote>
        ))}
        {open ? (
          <form id={id} noValidate onSubmit={submit}>
            <Field
              label="Answer"
              hint={`Goes to ${message.email} by mail.`}
              error={error}
              aside={`${text.length} of ${SUPPORT_MESSAGE_MAX}`}
            >
              <Textarea
                rows={6}
                maxLength={SUPPORT_MESSAGE_MAX}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            </Field>
          </form>
        ) : null}
      </div>
    </Dialog>
  );
}

function useAnswer({ message, onClose }: Props) {
  const [text, setDraft] = useDraft(`support-answer:${message.id}`);
  const [error, setError] = useState<string>();
  const send = useAction(routes.answerSupportMessage, {
    success: () => {
      setDraft('');
      toast.success('Answer sent', `It goes to ${message.email}.`);
      onClose();
    },
  });
  const setText = (next: string) => {
    setDraft(next);
    setError(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') setError('Enter your answer.');
    else if (!send.isPending) send.mutate({ params: { id: message.id }, body: { text: text.trim() } });
  };
  return { text, setText, error, submit, sending: send.isPending };
}

function MoveButton({ message, onMoved }: { message: SupportMessage; onMoved: () => void }) {
  const reopening = useReopen();
  const closed = message.state === 'closed';
  const move = useAction(closed ? routes.reopenSupportMessage : routes.closeSupportMessage, {
    success: () => {
      if (closed) toast.success('Message reopened');
      else toast.success('Message closed', undefined, reopening([message.id]));
      onMoved();
    },
  });
  return (
    <Button busy={move.isPending && 'Saving...'} onClick={() => move.mutate({ params: { id: message.id } })}>
      {closed ? 'Reopen message' : 'Close message'}
    </Button>
  );
}
