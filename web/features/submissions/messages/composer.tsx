import { Send } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { MESSAGE_MAX } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { useDraft } from '#web/ui/forms/use-draft.ts';

export interface ComposerProps {
  submissionId: string;
  /** The person who writes the message and to whom the draft belongs. */
  userId: string;
  to: string;
}

export function Composer({ submissionId, userId, to }: ComposerProps) {
  const [text, setText] = useDraft(`message-draft:${userId}:${submissionId}`);
  const [error, setError] = useState<string>();
  const change = (next: string) => {
    setText(next);
    setError(undefined);
  };
  const send = useAction(routes.sendMessage, {
    success: () => change(''),
    error: (refused) => setError(refused.problem.fields?.[0]?.message ?? refused.message),
  });
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (send.isPending) return;
    if (text.trim() === '') setError('Write a message first.');
    else send.mutate({ params: { id: submissionId }, body: { body: text } });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2.5">
      <Field
        label={`Message to @${to}`}
        error={error}
        aside={text.length > MESSAGE_MAX - 200 ? `${text.length} of ${MESSAGE_MAX}` : undefined}
      >
        <Textarea
          rows={2}
          maxLength={MESSAGE_MAX}
          value={text}
          readOnly={send.isPending}
          onChange={(event) => change(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
          }}
        />
      </Field>
      <Button type="submit" size="sm" className="self-end" busy={send.isPending && 'Sending...'}>
        <Send aria-hidden />
        Send message
      </Button>
    </form>
  );
}
