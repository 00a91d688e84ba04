import { useState } from 'react';
import { parseViews } from '#web/nouns/view-count.ts';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { ScreenshotInput } from './screenshot-input.tsx';
import { useSendAttestation } from './use-send-attestation.ts';

/** Sends a view count with its screenshot, for a clip that no platform counts for us. */
export function SendCount({ submissionId, again }: { submissionId: string; again: boolean }) {
  const send = useSendAttestation();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const choose = (file: File) => {
    const views = parseViews(text);
    setError(views === null ? 'Enter the views that your screenshot shows.' : undefined);
    if (views !== null) send.mutate({ submissionId, file, views }, { onSuccess: () => setText('') });
  };
  return (
    <div className="flex max-w-md flex-col gap-2.5">
      <Field
        label="Views it shows"
        error={error}
        hint="Two reviewers compare it with the picture and the post."
      >
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
      <ScreenshotInput busy={send.isPending && 'Sending...'} onChoose={choose}>
        {again ? 'Send a newer screenshot' : 'Send a screenshot'}
      </ScreenshotInput>
    </div>
  );
}
