import { type FormEvent, useState } from 'react';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { brokenRule, claimLabels, cleanUsername } from './username.ts';
import { UsernameField } from './username-field.tsx';

/**
 * An input for a username, with a preview of the profile's address. Whether the name is free is only certain
 * after saving.
 */
export function ClaimForm({
  username,
  onClaimed,
}: {
  username: string | null;
  onClaimed: (username: string) => void;
}) {
  const [value, setValue] = useState(username ?? '');
  const claim = useAction(routes.claimUsername, {
    success: (_reply, { body }) => onClaimed(body.username),
    error: () => toast.error('Error', 'Failed to set username. Please try again.', { id: 'form' }),
  });
  const taken = claim.error?.code === 'username_taken' && claim.variables?.body.username === value;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const rule = brokenRule(value);
    if (rule) toast.error(claimLabels[rule].title, claimLabels[rule].detail, { id: 'form' });
    else if (!claim.isPending) claim.mutate({ body: { username: value } });
  };
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <UsernameField
        value={value}
        onEdit={(typed) => setValue(cleanUsername(typed))}
        hint="Letters, numbers and underscores only, 3 to 30."
        error={taken ? claim.error?.message : undefined}
      />
      <Button type="submit" variant="primary" size="lg" busy={claim.isPending && 'Saving...'}>
        Save username
      </Button>
    </form>
  );
}
