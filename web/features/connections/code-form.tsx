import { useState } from 'react';
import type { ConnectionCode } from '#contract/connections.ts';
import { type ConnectablePlatform, platforms } from '#contract/platforms/platforms.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';

/** Verifies an account by a code in its bio, for platforms without API keys on this server. */
export function CodeForm({
  platform,
  code,
}: {
  platform: ConnectablePlatform;
  code: ConnectionCode | undefined;
}) {
  const name = platforms[platform].name;
  const [handle, setHandle] = useState('');
  const [missing, setMissing] = useState<string>();
  const make = useAction(routes.makeConnectionCode, {
    success: (made) => {
      setHandle('');
      toast.success(
        'Code ready',
        `Put it into the bio of @${made.handle}. You are notified once it has been checked.`,
        {
          id: 'connect',
        },
      );
    },
    error: (error) => toast.error(error.title, error.message, { id: 'connect' }),
  });
  const submit = () => {
    if (make.isPending) return;
    if (!/^@?[\w.-]{1,60}$/.test(handle.trim()))
      setMissing('Enter the handle of your account, such as @yourname.');
    else make.mutate({ body: { platform, handle: handle.trim() } });
  };
  return (
    <div className="flex basis-full flex-col gap-3">
      {code ? <WaitingCode code={code} /> : null}
      {/* This is not a `form` element, because it is also used within the form of a listing. */}
      <div className="flex flex-wrap items-end gap-2.5">
        <div className="min-w-48 flex-1">
          <Field label={`Your ${name} handle`} error={missing}>
            <TextInput
              autoComplete="off"
              spellCheck={false}
              maxLength={61}
              placeholder="@yourname"
              value={handle}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                submit();
              }}
              onChange={(event) => {
                setHandle(event.target.value);
                setMissing(undefined);
              }}
            />
          </Field>
        </div>
        <Button onClick={submit} aria-label={`Get a code for ${name}`} busy={make.isPending && 'Getting...'}>
          {code ? 'Get another code' : 'Get a code'}
        </Button>
      </div>
    </div>
  );
}

function WaitingCode({ code }: { code: ConnectionCode }) {
  return (
    <Note title="Put this code into your bio.">
      <p className="mt-1">
        <code className="mono select-all font-semibold wrap-anywhere">{code.code}</code> goes into the bio or
        description of{' '}
        <a
          href={platforms[code.platform].accountUrl(code.handle)}
          target="_blank"
          rel="noopener noreferrer"
          className="underline"
        >
          @{code.handle}
          <span className="sr-only"> (new tab)</span>
        </a>
        . A reviewer of Permille looks for it there before the code expires (
        <MomentText at={code.expiresAt} />
        ), and the account is connected. Leave it there until your account is shown as connected.
      </p>
      {code.foundText ? (
        <p className="mt-1.5">
          Permille checked, and the code was not there. Found: <Quoted text={code.foundText} />
        </p>
      ) : null}
    </Note>
  );
}

/** Shows the text from the bio that verified an account. */
export function FoundText({ text }: { text: string }) {
  return (
    <span className="basis-full">
      Verified by the code in its bio: <Quoted text={text} />
    </span>
  );
}

const Quoted = ({ text }: { text: string }) => (
  <q dir="auto" className="whitespace-pre-wrap wrap-anywhere">
    {text}
  </q>
);
