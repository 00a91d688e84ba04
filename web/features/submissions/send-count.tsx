import { useState } from 'react';
import { parseViews } from '#web/nouns/view-count.ts';
import { ViewsField } from '#web/nouns/views-field.tsx';
import { ScreenshotInput } from './screenshot-input.tsx';
import { useSendAttestation } from './use-send-attestation.ts';

/** Sends a view count with its screenshot, for a clip whose platform's API this server can't use. */
export function SendCount({
  submissionId,
  again,
  showsAnalytics,
}: {
  submissionId: string;
  again: boolean;
  showsAnalytics: boolean;
}) {
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
      <ViewsField
        label="Views it shows"
        value={text}
        error={error}
        hint="Two reviewers compare it with the picture and the post."
        onChange={(views) => {
          setText(views);
          setError(undefined);
        }}
      />
      <ScreenshotInput
        busy={send.isPending && 'Sending...'}
        showsAnalytics={showsAnalytics}
        onChoose={choose}
      >
        {again ? 'Send a newer screenshot' : 'Send a screenshot'}
      </ScreenshotInput>
    </div>
  );
}
