import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { PASSWORD_MAX } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { askIdentityBy } from '#web/api/identity.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { PasswordInput } from '#web/ui/forms/password-input.tsx';
import { CodeField } from './code-field.tsx';
import { ContinueWithGoogle } from './google-button.tsx';
import { ConfirmWithPasskey } from './passkey-buttons.tsx';
import { useSession } from './session.ts';

/**
 * Opens over the page when the server requires a recent login. After the person has confirmed their identity,
 * the action continues.
 */
export function IdentityDialog() {
  const [open, setOpen] = useState(false);
  const answer = useRef<(confirmed: boolean) => void>(undefined);
  useEffect(() => {
    let asked: Promise<boolean> | null = null;
    return askIdentityBy(() => {
      asked ??= new Promise<boolean>((resolve) => {
        answer.current = (confirmed) => {
          asked = null;
          setOpen(false);
          resolve(confirmed);
        };
        setOpen(true);
      });
      return asked;
    });
  }, []);
  const user = useSession().data?.user;
  if (!open) return null;
  const done = (confirmed: boolean) => answer.current?.(confirmed);
  const passkey = user?.hasPasskey ? <ConfirmWithPasskey onDone={() => done(true)} /> : null;
  return user?.hasPassword === false ? (
    <ByGoogle onDone={done} passkey={passkey} />
  ) : (
    <ByPassword onDone={done} passkey={passkey} />
  );
}

const description = 'This moves money, or changes who can act in your name. We ask again after 15 minutes.';

interface WayProps {
  onDone: (confirmed: boolean) => void;
  /** The button of another way, for a person with passkeys. */
  passkey: ReactNode;
}

/** A person without a password signs in with Google again and returns to this page. */
function ByGoogle({ onDone, passkey }: WayProps) {
  const { pathname, search } = useLocation();
  return (
    <Dialog
      open
      onOpenChange={() => onDone(false)}
      title="Confirm it is you"
      description={description}
      actions={<Button onClick={() => onDone(false)}>Cancel</Button>}
    >
      <p className="mb-4">
        Sign in with Google again and you come back to this page. Drafts are kept, passwords are not.
      </p>
      <div className="flex flex-col gap-4">
        <ContinueWithGoogle next={pathname + search} />
        {passkey}
      </div>
    </Dialog>
  );
}

function ByPassword({ onDone, passkey }: WayProps) {
  const form = useId();
  const [values, setValues] = useState({ password: '', code: '' });
  const [needsCode, setNeedsCode] = useState(false);
  const [refusal, setRefusal] = useState<{ field: 'password' | 'code'; message: string }>();
  const confirm = useAction(routes.confirmIdentity, {
    success: () => onDone(true),
    error: (error) => {
      const aboutCode = error.code.startsWith('second_factor');
      if (aboutCode) setNeedsCode(true);
      setRefusal({ field: aboutCode ? 'code' : 'password', message: error.message });
    },
  });
  const change = (field: 'password' | 'code', value: string) => {
    setValues({ ...values, [field]: value });
    setRefusal(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React also sends the submit event to the form from which this dialog was opened.
    event.stopPropagation();
    const { password, code } = values;
    if (password === '') setRefusal({ field: 'password', message: 'Enter your password.' });
    else if (!confirm.isPending) confirm.mutate({ body: { password, ...(code ? { code } : {}) } });
  };
  return (
    <Dialog
      open
      onOpenChange={() => onDone(false)}
      title="Confirm it is you"
      description={description}
      actions={
        <>
          <Button onClick={() => onDone(false)}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={confirm.isPending && 'Checking...'}>
            Confirm
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Your password" error={refusal?.field === 'password' ? refusal.message : undefined}>
          <PasswordInput
            autoFocus
            autoComplete="current-password"
            maxLength={PASSWORD_MAX}
            value={values.password}
            onChange={(event) => change('password', event.target.value)}
          />
        </Field>
        {needsCode ? (
          <CodeField
            error={refusal?.field === 'code' ? refusal.message : undefined}
            value={values.code}
            onChange={(event) => change('code', event.target.value)}
          />
        ) : null}
        {passkey}
      </form>
    </Dialog>
  );
}
