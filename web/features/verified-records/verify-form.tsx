import { type FormEvent, useEffect, useRef, useState } from 'react';
import { RECORD_TOKEN_MAX, verifiedRecordRoutes } from '#contract/verified-records.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { Verdict } from './verdict.tsx';

/** Returns the token in a pasted text, which is a token itself or a link with the token as its fragment. */
const tokenIn = (text: string): string => text.trim().split('#').at(-1)!.trim();

/** Checks a record that was pasted, or that is in the page's address. */
export function VerifyForm() {
  // The field is uncontrolled, so that text typed before the scripts loaded is kept.
  const field = useRef<HTMLTextAreaElement>(null);
  const [error, setError] = useState<string>();
  const verify = useAction(verifiedRecordRoutes.verifyRecord, {
    error: (failure) => setError(failure.message),
  });
  const { mutate } = verify;
  const check = useRef((token: string) => mutate({ body: { token } }));
  useEffect(() => {
    const read = () => {
      const token = location.hash.slice(1);
      if (token === '') return;
      field.current!.value = token;
      check.current(token);
    };
    read();
    // If a link to this page is opened while the page is open, only the fragment changes and no page is
    // loaded.
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const token = tokenIn(field.current!.value);
    if (token === '') setError('Paste a record or its link.');
    else if (!verify.isPending) check.current(token);
  };
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <form noValidate onSubmit={submit} aria-label="Verify a record" className="flex flex-col gap-4.5">
        <Field label="Record" hint="Paste the link or the signed text." error={error}>
          <Textarea
            rows={5}
            spellCheck={false}
            autoComplete="off"
            dir="ltr"
            className="mono break-all"
            maxLength={RECORD_TOKEN_MAX + 200}
            ref={field}
            onChange={() => {
              setError(undefined);
              verify.reset();
            }}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          className="self-start"
          busy={verify.isPending && 'Checking...'}
        >
          Verify
        </Button>
      </form>
      {verify.data ? <Verdict found={verify.data} /> : null}
    </div>
  );
}
