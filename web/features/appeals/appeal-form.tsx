import { Scale } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { AppealOf } from '#contract/appeals.ts';
import { fullMoment } from '#contract/dates.ts';
import { APPEAL_DECISION_DAYS, APPEAL_MAX } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { ANSWER_ID } from '#web/nouns/answer-id.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { useDraft } from '#web/ui/forms/use-draft.ts';
import { toast } from '#web/ui/toasts/toast.tsx';

export interface AppealFormProps {
  submissionId: string;
  of: AppealOf;
  until: Date;
}

/** The form for an appeal against a rejection or a hold. The typed text is kept until it is sent. */
export function AppealForm({ submissionId, of, until }: AppealFormProps) {
  const [text, setText] = useDraft(`appeal-${submissionId}`);
  const [error, setError] = useState<string>();
  const file = useAction(routes.fileAppeal, {
    success: ({ decideBy }) => {
      setText('');
      toast.success('Appeal sent', `A reviewer decides by ${fullMoment(decideBy)}.`);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') setError('Say why the decision is wrong.');
    else if (!file.isPending) file.mutate({ params: { id: submissionId }, body: { text: text.trim() } });
  };
  return (
    <form id={ANSWER_ID} noValidate onSubmit={submit} className="flex max-w-180 scroll-mt-6 flex-col gap-3">
      <Field
        label={of === 'hold' ? 'Appeal the hold' : 'Appeal the rejection'}
        hint={`You can appeal once, until ${fullMoment(until)}. A reviewer decides within ${APPEAL_DECISION_DAYS} days.`}
        error={error}
        aside={`${text.length} of ${APPEAL_MAX}`}
      >
        <Textarea
          maxLength={APPEAL_MAX}
          value={text}
          placeholder="Why is the decision wrong? What should be checked again?"
          onChange={(event) => {
            setText(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
      <Button type="submit" size="sm" className="self-start" busy={file.isPending && 'Sending...'}>
        <Scale aria-hidden />
        Send appeal
      </Button>
    </form>
  );
}
