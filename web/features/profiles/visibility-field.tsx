import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { useRead } from '#web/api/query.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';

/** Chooses whether the public profile shows earnings. The choice is saved at once. */
export function VisibilityField({ hint }: { hint: string }) {
  const own = useRead(routes.ownProfile, {});
  const save = useAction(routes.setVisibility, {
    success: (_reply, { body }) =>
      toast.success(
        'Saved',
        body.earningsHidden ? 'Your profile hides earnings.' : 'Your profile shows earnings.',
        {
          id: 'visibility',
        },
      ),
    error: (error) => toast.error(error.title, error.message, { id: 'visibility' }),
  });
  const hidden = save.isPending ? save.variables.body.earningsHidden : own.data?.earningsHidden;
  return (
    <Checkbox
      label="Hide earnings on my public profile"
      hint={hint}
      error={own.isError && !own.data ? 'This choice did not load. Reload the page to change it.' : undefined}
      disabled={hidden === undefined}
      checked={hidden ?? false}
      onChange={(event) => save.mutate({ body: { earningsHidden: event.target.checked } })}
    />
  );
}
