import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { fullMoment } from '#contract/dates.ts';
import { NOTE_MAX } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import type { TakedownRequest } from '#contract/support/takedowns.ts';
import { useAction } from '#web/api/action.ts';
import type { ApiError } from '#web/api/client.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';

export interface TakedownDialogProps {
  request: TakedownRequest;
  onClose: () => void;
}

/** Shows a complete takedown request, with the action that was taken or is still needed. */
export function TakedownDialog({ request, onClose }: TakedownDialogProps) {
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title="Takedown request"
      description={`Sent ${fullMoment(request.sentAt)}, with both statements.`}
    >
      <div className="flex flex-col gap-4">
        <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4 gap-y-2 max-sm:grid-cols-1 max-sm:gap-y-0.5">
          <Fact name="Name">
            {request.name}
            {request.username ? ` (@${request.username})` : ''}
          </Fact>
          <Fact name="Email">{request.email}</Fact>
          {request.onBehalfOf ? <Fact name="On behalf of">{request.onBehalfOf}</Fact> : null}
          <Fact name="Clip or source">
            <a href={request.url} target="_blank" rel="noopener noreferrer nofollow" className="link">
              {request.url}
              <span className="sr-only"> (new tab)</span>
            </a>
          </Fact>
          <Fact name="The work">
            <span className="whitespace-pre-wrap">{request.work}</span>
          </Fact>
          <Fact name="Signed">{request.signature}</Fact>
        </dl>
        {request.handled ? (
          <Handled id={request.id} handled={request.handled} onClose={onClose} />
        ) : (
          <HandleForm id={request.id} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted text-sm">{name}</dt>
      <dd dir="auto" className="wrap-anywhere max-sm:mb-2">
        {children}
      </dd>
    </>
  );
}

const showError = (error: ApiError) => toast.error(error.title, error.message, { id: 'form' });

function HandleForm({ id, onClose }: { id: string; onClose: () => void }) {
  const formId = useId();
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();
  const handle = useAction(routes.handleTakedown, {
    success: () => {
      toast.success('Request handled', 'It is listed under Handled, with your note.');
      onClose();
    },
    error: showError,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (note.trim() === '') setError('Enter what was done.');
    else if (!handle.isPending) handle.mutate({ params: { id }, body: { note: note.trim() } });
  };
  return (
    <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3.5">
      <Field
        label="What was done"
        hint="It is recorded in the audit log. A listing is deleted on its own page."
        error={error}
        aside={`${note.length} of ${NOTE_MAX}`}
      >
        <Textarea
          maxLength={NOTE_MAX}
          value={note}
          onChange={(event) => {
            setNote(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={handle.isPending && 'Saving...'}>
          Mark handled
        </Button>
      </div>
    </form>
  );
}

interface HandledProps {
  id: string;
  handled: NonNullable<TakedownRequest['handled']>;
  onClose: () => void;
}

function Handled({ id, handled, onClose }: HandledProps) {
  const reopen = useAction(routes.reopenTakedown, {
    success: () => {
      toast.success('Request reopened', 'It is listed under Open again.');
      onClose();
    },
    error: showError,
  });
  return (
    <Note
      tone="ok"
      title={`Handled by ${handled.by}, ${fullMoment(handled.at)}.`}
      action={
        <Button
          size="sm"
          busy={reopen.isPending && 'Reopening...'}
          onClick={() => reopen.mutate({ params: { id } })}
        >
          Reopen
        </Button>
      }
    >
      <span dir="auto" className="block whitespace-pre-wrap wrap-anywhere">
        {handled.note}
      </span>
    </Note>
  );
}
