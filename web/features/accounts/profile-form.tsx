import { type FormEvent, type ReactNode, useState } from 'react';
import { USERNAME_MAX } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { EmailField } from './email-field.tsx';
import type { SessionUser } from './session.ts';

export interface ProfileFormProps {
  user: SessionUser;
  photo: ReactNode;
  visibility: ReactNode;
}

/** Profile settings of hosts and clippers: photo and username can be changed, the email has a dialog. */
export function ProfileForm({ user, photo, visibility }: ProfileFormProps) {
  const current = user.username ?? '';
  /** The text typed since the last save; null if the field shows the stored name. */
  const [typed, setTyped] = useState<string | null>(null);
  const username = typed ?? current;
  const [refusal, setRefusal] = useState<string | undefined>();
  const save = useAction(routes.updateUsername, {
    success: () => toast.success('Success', 'Username updated successfully'),
    error: (error) => {
      toast.error('Error', 'Failed to update username');
      setRefusal(error.message);
    },
  });
  const trimmed = username.trim();
  const worthSaving = trimmed !== '' && trimmed !== current;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!worthSaving || save.isPending) return;
    // This runs after the session is refetched, so that the field changes directly from the typed to the
    // stored name.
    const onSuccess = () => setTyped((now) => (now === username ? null : now));
    save.mutate({ body: { username: trimmed } }, { onSuccess });
  };
  return (
    <Panel title="Profile Information">
      <form noValidate onSubmit={submit} className="flex flex-col gap-4.5">
        {photo}
        <div className="flex items-end gap-3.5">
          <Field label="Username" error={refusal} className="flex-1">
            <TextInput
              prefix="@"
              autoComplete="username"
              spellCheck={false}
              maxLength={USERNAME_MAX + 10}
              value={username}
              onChange={(event) => {
                setTyped(event.target.value);
                setRefusal(undefined);
              }}
            />
          </Field>
          <Button
            type="submit"
            className="h-10 self-end"
            disabled={!worthSaving && !save.isPending}
            busy={save.isPending && 'Saving...'}
          >
            Save
          </Button>
        </div>
        <EmailField user={user} />
        {visibility}
      </form>
    </Panel>
  );
}
