import { type ChangeEvent, type FormEvent, useState } from 'react';
import { renderSVG } from 'uqr';
import type { z } from 'zod';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import type { ApiError } from '#web/api/client.ts';
import { useRead } from '#web/api/query.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { QueryState } from '#web/ui/lists/query-state.tsx';
import { Badge, OutlineBadge } from '#web/ui/pages/badge.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { Loading, Skeleton } from '#web/ui/pages/skeleton.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { BackupCodes, RenewDialog } from './backup-codes.tsx';
import { CodeInput } from './code-input.tsx';
import { useSession } from './session.ts';

type Started = z.infer<typeof routes.startSecondFactor.reply>;

const failed = (error: ApiError) => toast.error(error.title, error.message, { id: 'second-factor' });

/**
 * Turns two-step sign-in on or off, shows the secret to add to an authenticator app, and makes backup codes.
 */
export function SecondFactor() {
  const [codes, setCodes] = useState<string[]>();
  const state = useRead(routes.secondFactor, {});
  const [started, setStarted] = useState<Started>();
  const start = useAction(routes.startSecondFactor, { success: setStarted, error: failed });
  const [isLeaving, setLeaving] = useState(false);
  // Admins have no passkeys.
  const without = useSession().data?.user?.role === 'admin' ? '' : ', unless you use a passkey';
  const on = state.data?.on ?? false;
  return (
    <Panel
      title="Two-step sign-in"
      action={state.data ? on ? <Badge tone="green">On</Badge> : <OutlineBadge>Off</OutlineBadge> : null}
    >
      <QueryState
        of={state}
        failed="This did not load."
        loading={
          <Loading label="Loading">
            <Skeleton className="h-16 w-full" />
          </Loading>
        }
      >
        {() =>
          started && !on ? (
            <SetUp
              started={started}
              onCancel={() => setStarted(undefined)}
              onDone={({ backupCodes }) => {
                setStarted(undefined);
                setCodes(backupCodes);
              }}
            />
          ) : isLeaving && on ? (
            <TurnOff onDone={() => setLeaving(false)} />
          ) : (
            <div className="flex flex-col items-start gap-3.5">
              <p className="text-muted">
                {on
                  ? `Signing in and moving money also need a code from your authenticator app${without}.`
                  : 'With a code from an authenticator app, a stolen password is not enough to sign in.'}
              </p>
              {on ? (
                <BackupCodesLeft
                  left={state.data?.backupCodesLeft ?? 0}
                  onRenewed={setCodes}
                  onTurnOff={() => setLeaving(true)}
                />
              ) : (
                <Button busy={start.isPending && 'Setting up...'} onClick={() => start.mutate({})}>
                  Set up
                </Button>
              )}
            </div>
          )
        }
      </QueryState>
      {codes ? <BackupCodes codes={codes} onClose={() => setCodes(undefined)} /> : null}
    </Panel>
  );
}

interface BackupCodesLeftProps {
  left: number;
  onRenewed: (codes: string[]) => void;
  onTurnOff: () => void;
}

function BackupCodesLeft({ left, onRenewed, onTurnOff }: BackupCodesLeftProps) {
  const [isRenewing, setRenewing] = useState(false);
  return (
    <>
      <p className={left < 3 ? 'text-amber' : 'text-muted'}>
        {left === 0
          ? 'You have no backup codes. Without your phone you could not sign in.'
          : `${left} backup ${left === 1 ? 'code is' : 'codes are'} left.`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setRenewing(true)}>New backup codes</Button>
        <Button variant="danger" onClick={onTurnOff}>
          Turn off
        </Button>
      </div>
      {isRenewing ? (
        <RenewDialog
          onClose={() => setRenewing(false)}
          onRenewed={(codes) => {
            setRenewing(false);
            onRenewed(codes);
          }}
        />
      ) : null}
    </>
  );
}

/** Asks for a code, so that nobody can turn two-step sign-in off with only an open browser or a password. */
function TurnOff({ onDone }: { onDone: () => void }) {
  const { submit, setError, field } = useCode((code) => {
    if (!action.isPending) action.mutate({ body: { code } });
  });
  const action = useAction(routes.removeSecondFactor, {
    success: () => {
      toast.success('Two-step sign-in is off', 'You no longer need a code from the app.');
      onDone();
    },
    error: (error) => setError(error.message),
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col items-start gap-4">
      <p className="text-muted">To turn it off, enter a code, as you do to sign in.</p>
      <Field label="Code that the app shows" error={field.error}>
        <CodeInput autoFocus value={field.value} onChange={field.onChange} />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" variant="danger" busy={action.isPending && 'Turning off...'}>
          Turn off
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  );
}

/** State of a code field and its form. */
function useCode(run: (code: string) => void) {
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value.trim() === '') setError('Enter the six digits that the app shows.');
    else run(value);
  };
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    setValue(event.target.value);
    setError(undefined);
  };
  return { submit, setError, field: { value, error, onChange } };
}

interface SetUpProps {
  started: Started;
  onDone: (reply: z.infer<typeof routes.confirmSecondFactor.reply>) => void;
  onCancel: () => void;
}

function SetUp({ started, onDone, onCancel }: SetUpProps) {
  const { submit, setError, field } = useCode((code) => {
    if (!action.isPending) action.mutate({ body: { code } });
  });
  const action = useAction(routes.confirmSecondFactor, {
    success: (reply) => {
      toast.success('Two-step sign-in is on', 'Sign-ins without a passkey now ask for a code.');
      onDone(reply);
    },
    error: (error) => setError(error.message),
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-5">
      <img
        alt="QR code for your authenticator app"
        src={`data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(started.uri, { border: 2 }))}`}
        className="size-42 rounded-control border border-line bg-white"
      />
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-4">
        <p className="text-muted">
          Scan the code with an authenticator app, or enter this key by hand:{' '}
          <code className="break-all text-ink">{started.secret}</code>
        </p>
        <Field label="Code that the app shows" error={field.error}>
          <CodeInput inputMode="numeric" value={field.value} onChange={field.onChange} />
        </Field>
        <div className="flex gap-2">
          <Button type="submit" variant="primary" busy={action.isPending && 'Checking...'}>
            Turn on
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </div>
    </form>
  );
}
